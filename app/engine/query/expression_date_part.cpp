// SPDX-License-Identifier: GPL-3.0-or-later
// $year, $month and the like: one part of a date in a time zone.
#include "app/engine/query/calendar.h"
#include "app/engine/query/date_argument.h"
#include "app/engine/query/expression_table.h"

#include <array>

namespace sandglass::engine::query {

namespace {

// A moment in local time, in both forms that the parts need.
struct LocalMoment
{
    std::int64_t days; ///< local, since 1970
    CivilTime civil;
};

// The common part of all operators: null for null, otherwise what `part` returns for the local
// time.
template <typename Part>
Result<Operand> datePart(const Arguments& arguments, Part part)
{
    if (arguments[0].isNullish()) {
        return Operand::null();
    }
    const Result<std::int64_t> millis = requireDate(arguments, 0);
    TRY(millis);
    const Result<std::optional<TimeZone>> zone = zoneArgument(arguments, 1);
    TRY(zone);
    // the zone evaluated to null
    if (!*zone) {
        return Operand::null();
    }
    const std::int64_t local = (*zone)->toLocal(*millis);
    return Operand::of(
        part(LocalMoment{floorDivide(local, kMillisPerDay), civilFromMillis(local)}));
}

std::int32_t small(std::int64_t number)
{
    return static_cast<std::int32_t>(number);
}

Result<Operand> year(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return small(at.civil.date.year); });
}

Result<Operand> month(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return at.civil.date.month; });
}

Result<Operand> dayOfMonth(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return at.civil.date.day; });
}

Result<Operand> hour(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return at.civil.hour; });
}

Result<Operand> minute(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return at.civil.minute; });
}

Result<Operand> second(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return at.civil.second; });
}

Result<Operand> millisecond(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return at.civil.millis; });
}

Result<Operand> dayOfWeek(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return sundayBasedDay(at.days); });
}

Result<Operand> yearDay(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return dayOfYear(at.civil.date); });
}

Result<Operand> week(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return sundayBasedWeek(at.days); });
}

Result<Operand> isoWeek(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return isoWeekFromDays(at.days).week; });
}

Result<Operand> isoWeekYear(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return isoWeekFromDays(at.days).year; });
}

Result<Operand> isoWeekday(const Arguments& arguments)
{
    return datePart(arguments, [](const LocalMoment& at) { return isoDayOfWeek(at.days); });
}

// All parts take the same arguments; {$year: date} is a short form.
constexpr std::array kPartParameters{Parameter{"date", 40539}, Parameter{"timezone", 0}};

constexpr NamedOperator partOperator(std::string_view name, Function function)
{
    return {name, kPartParameters, 40536, 40535, function, true};
}

} // namespace

std::span<const NamedOperator> datePartOperators()
{
    static constexpr std::array kOperators{
        partOperator("$dayOfMonth", dayOfMonth),
        partOperator("$dayOfWeek", dayOfWeek),
        partOperator("$dayOfYear", yearDay),
        partOperator("$hour", hour),
        partOperator("$isoDayOfWeek", isoWeekday),
        partOperator("$isoWeek", isoWeek),
        partOperator("$isoWeekYear", isoWeekYear),
        partOperator("$millisecond", millisecond),
        partOperator("$minute", minute),
        partOperator("$month", month),
        partOperator("$second", second),
        partOperator("$week", week),
        partOperator("$year", year),
    };
    return kOperators;
}

} // namespace sandglass::engine::query
