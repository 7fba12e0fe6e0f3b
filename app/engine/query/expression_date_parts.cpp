// SPDX-License-Identifier: GPL-3.0-or-later
// $dateToParts and $dateFromParts.
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/query/calendar.h"
#include "app/engine/query/date_argument.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/numeric.h"

#include <algorithm>
#include <array>
#include <limits>

namespace sandglass::engine::query {

namespace {

using bson::ValueView;

Result<Operand> dateToParts(const Arguments& arguments)
{
    const ValueView iso = arguments[2];
    // the zone, the flag, the date: the first null or fault decides
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, 1);
    TRY(zone);
    if (!*zone || (arguments.given(2) && iso.isNullish())) {
        return Operand::null();
    }
    if (arguments.given(2) && iso.type() != bson::Type::Bool) {
        return expressionError(40521, "iso8601 must evaluate to a bool, found " + typeText(iso));
    }
    if (arguments[0].isNullish()) {
        return Operand::null();
    }
    const Result<std::int64_t> millis = requireDate(arguments, 0);
    TRY(millis);
    const std::int64_t local = (*zone)->toLocal(*millis);
    const CivilTime time = civilFromMillis(local);
    bson::Builder parts;
    // both forms continue with the time of day
    if (iso.asBool()) {
        const IsoWeek week = isoWeekFromDays(floorDivide(local, kMillisPerDay));
        parts.append("isoWeekYear", static_cast<std::int32_t>(week.year));
        parts.append("isoWeek", week.week).append("isoDayOfWeek", week.day);
    } else {
        parts.append("year", static_cast<std::int32_t>(time.date.year));
        parts.append("month", time.date.month).append("day", time.date.day);
    }
    parts.append("hour", time.hour).append("minute", time.minute).append("second", time.second);
    parts.append("millisecond", time.millis);
    return Operand::document(parts.take());
}

// The positions of $dateFromParts' arguments, as in kPartNames.
enum Part : std::size_t {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    Millisecond,
    IsoWeekYear,
    IsoWeekNumber,
    IsoDay,
    Zone,
    PartCount
};

constexpr std::array<std::string_view, PartCount> kPartNames{
    "year",        "month",       "day",     "hour",         "minute",  "second",
    "millisecond", "isoWeekYear", "isoWeek", "isoDayOfWeek", "timezone"};

// All but the time zone, which is no number.
using Parts = std::array<std::int64_t, Zone>;

// Reads the parts from `first` to `last`; those not given keep their value. False if one is null,
// and then what follows it is not looked at.
Result<bool> readParts(const Arguments& arguments, Part first, Part last, Parts& parts)
{
    for (std::size_t i = first; i <= last; ++i) {
        if (!arguments.given(i)) {
            continue;
        }
        const std::string name(kPartNames[i]);
        if (arguments[i].isNullish()) {
            return false;
        }
        const std::optional<std::int64_t> number = arguments[i].toExactInt64();
        if (!number) {
            return expressionError(40515,
                                   "'" + name + "' must evaluate to an integer, found "
                                       + typeText(arguments[i]) + " with value "
                                       + bson::toShellText(arguments[i]));
        }
        // out of range in either direction carries over, within 16 bits
        const bool small = *number == static_cast<std::int16_t>(*number);
        // years have a range of their own; 100 000 seconds are a valid offset
        const bool isFree = i == Year || i == IsoWeekYear || i == Second || i == Millisecond;
        if (!small && !isFree) {
            return expressionError(31034,
                                   "'" + name
                                       + "' must evaluate to a value in the range "
                                         "[-32768, 32767]; value "
                                       + std::to_string(*number) + " is not in range");
        }
        parts[i] = *number;
    }
    return true;
}

Result<Operand> dateFromParts(const Arguments& arguments)
{
    // month, day and the ISO parts start at 1
    Parts parts{0, 1, 1, 0, 0, 0, 0, 0, 1, 1};
    const Result<bool> time = readParts(arguments, Hour, Millisecond, parts);
    if (!time || !*time) {
        return time ? Result<Operand>(Operand::null()) : time.error();
    }
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, Zone);
    TRY(zone);
    if (!*zone) {
        return Operand::null();
    }
    // the parser has checked that only one of the two forms is used
    const bool iso = arguments.given(IsoWeekYear);
    const Result<bool> day = iso ? readParts(arguments, IsoWeekYear, IsoDay, parts)
                                 : readParts(arguments, Year, Day, parts);
    if (!day || !*day) {
        return day ? Result<Operand>(Operand::null()) : day.error();
    }
    const std::int64_t year = parts[iso ? IsoWeekYear : Year];
    if (year < 1 || year > 9999) {
        return expressionError(iso ? 31095 : 40523,
                               std::string(iso ? "'isoWeekYear'" : "'year'")
                                   + " must evaluate to an integer in the range 1 to 9999, found "
                                   + std::to_string(year));
    }
    const std::int64_t days = iso
        ? daysFromIsoWeek(parts[IsoWeekYear], parts[IsoWeekNumber], parts[IsoDay])
        : daysFromCivil(parts[Year], parts[Month], parts[Day]);
    // Wide holds the sum of any allowed parts
    const Wide local = Wide{days} * kMillisPerDay + Wide{parts[Hour]} * kMillisPerHour
        + Wide{parts[Minute]} * kMillisPerMinute + Wide{parts[Second]} * kMillisPerSecond
        + parts[Millisecond];
    const std::optional<std::int64_t> millis = checkedMillis(local);
    if (!millis) {
        return expressionError(15, "$dateFromParts overflowed");
    }
    return Operand::of(bson::Date{(*zone)->toUtc(*millis)});
}

constexpr std::array kToPartsParameters{Parameter{"date", 40522}, Parameter{"timezone", 0},
                                        Parameter{"iso8601", 0}};

Result<NodePtr> parseDateFromParts(ValueView argument, ExpressionParser& parser)
{
    if (argument.type() != bson::Type::Document) {
        return expressionError(40519, "$dateFromParts only supports an object as its argument");
    }
    std::vector<NodePtr> nodes(PartCount);
    for (const bson::Element& element : argument.asDocument()) {
        const auto* at = std::find(kPartNames.begin(), kPartNames.end(), element.key);
        if (at == kPartNames.end()) {
            return expressionError(
                40518, "Unrecognized argument to $dateFromParts: " + std::string(element.key));
        }
        Result<NodePtr> node = parser.parse(element.value);
        TRY(node);
        nodes[static_cast<std::size_t>(at - kPartNames.begin())] = std::move(*node);
    }
    const bool calendar = nodes[Year] || nodes[Month] || nodes[Day];
    const bool iso = nodes[IsoWeekYear] || nodes[IsoWeekNumber] || nodes[IsoDay];
    if (!nodes[Year] && !nodes[IsoWeekYear]) {
        return expressionError(40516,
                               "$dateFromParts requires either 'year' or 'isoWeekYear' to be "
                               "present");
    }
    if (calendar && iso) {
        return expressionError(nodes[Year] ? 40489 : 40525,
                               "$dateFromParts does not allow mixing natural dates with ISO dates");
    }
    return callNode("$dateFromParts", std::move(nodes), dateFromParts);
}

} // namespace

std::span<const NamedOperator> datePartsOperators()
{
    static constexpr std::array kOperators{
        NamedOperator{"$dateToParts", kToPartsParameters, 40524, unrecognized(40520), dateToParts},
    };
    return kOperators;
}

std::span<const SpecialOperator> datePartsSpecialOperators()
{
    static constexpr std::array kOperators{
        SpecialOperator{"$dateFromParts", parseDateFromParts},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
