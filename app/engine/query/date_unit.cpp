// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/date_unit.h"

#include "app/engine/query/calendar.h"
#include "app/engine/query/expression_node.h"
#include "app/engine/query/numeric.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <string>

namespace sandglass::engine::query {

namespace {

constexpr std::int64_t kReferenceMillis = 946'684'800'000; // 2000-01-01T00:00:00Z
constexpr std::int64_t kReferenceYear = 2000;

struct UnitName
{
    std::string_view name;
    std::int64_t millis; ///< 0 for units of changing length
};

constexpr std::array<UnitName, 9> kUnits{{{"millisecond", 1},
                                          {"second", kMillisPerSecond},
                                          {"minute", kMillisPerMinute},
                                          {"hour", kMillisPerHour},
                                          {"day", kMillisPerDay},
                                          {"week", kDaysPerWeek* kMillisPerDay},
                                          {"month", 0},
                                          {"quarter", 0},
                                          {"year", 0}}};

const UnitName& facts(DateUnit unit)
{
    return kUnits[static_cast<std::size_t>(unit)];
}

std::int64_t monthsOf(DateUnit unit)
{
    return unit == DateUnit::Year ? 12 : (unit == DateUnit::Quarter ? 3 : 1);
}

// days since 1970-01-01 in local time
std::int64_t localDays(std::int64_t millis, const TimeZone& zone)
{
    return floorDivide(zone.toLocal(millis), kMillisPerDay);
}

// Months since January of year 0.
std::int64_t monthNumber(const CivilDay& day)
{
    return day.year * 12 + day.month - 1;
}

Error overflow()
{
    return expressionError(5166406, "dateAdd overflowed");
}

Result<std::int64_t> utcFromLocal(Wide localMillis, const TimeZone& zone)
{
    const std::optional<std::int64_t> local = checkedMillis(localMillis);
    if (!local) {
        return overflow();
    }
    return zone.toUtc(*local);
}

// Bins of an hour or less: fixed widths, counted from the reference time.
Result<std::int64_t> truncateTime(std::int64_t millis, const DateBin& bin, const TimeZone& zone)
{
    std::int64_t width = 0;
    if (__builtin_mul_overflow(bin.size, facts(bin.unit).millis, &width)) {
        return expressionError(5439002, "dateTrunc overflowed");
    }
    const std::int64_t reference
        = kReferenceMillis - zone.offsetSeconds(kReferenceMillis) * kMillisPerSecond;
    const Wide shifted = Wide{millis} - reference;
    if (!checkedMillis(shifted)) {
        return expressionError(5439000, "dateTrunc overflowed");
    }
    // the remainder is negative before the reference
    const Wide rest = shifted % width;
    const auto start = checkedMillis(Wide{millis} - rest - (rest < 0 ? width : 0));
    if (!start) {
        return expressionError(5439001, "dateTrunc overflowed");
    }
    return *start;
}

std::int64_t lowerBound(std::int64_t distance, std::int64_t size)
{
    return floorDivide(distance, size) * size;
}

bool amountIsSane(DateUnit unit, std::int64_t amount)
{
    // as many units as the 2^64 milliseconds of the date range contain
    constexpr std::int64_t kMostDays = 213'503'982'336;
    constexpr std::int64_t kMostYears = kMostDays / 365 + 1;
    std::int64_t most = kMostYears * (12 / monthsOf(unit));
    if (unit == DateUnit::Week) {
        most = kMostDays / kDaysPerWeek;
    } else if (unit <= DateUnit::Day) {
        most = kMostDays * (kMillisPerDay / facts(unit).millis);
    }
    return amount > -most && amount < most;
}

Result<std::int64_t> addMonths(std::int64_t millis, std::int64_t months, const TimeZone& zone)
{
    const std::int64_t local = zone.toLocal(millis);
    const std::int64_t days = floorDivide(local, kMillisPerDay);
    const CivilDay day = civilFromDays(days);
    const std::int64_t target = monthNumber(day) + months;
    const std::int64_t year = floorDivide(target, 12);
    const auto month = static_cast<int>(target - year * 12) + 1;
    // January 31st plus one month is the last day of February
    const int clamped = std::min(day.day, daysInMonth(year, month));
    const std::int64_t moved = daysFromCivil(year, month, clamped) - days;
    return utcFromLocal(Wide{local} + Wide{moved} * kMillisPerDay, zone);
}

} // namespace

std::optional<DateUnit> dateUnitFromName(std::string_view name)
{
    const auto* found = std::find_if(kUnits.begin(), kUnits.end(),
                                     [&](const UnitName& unit) { return unit.name == name; });
    if (found == kUnits.end()) {
        return std::nullopt;
    }
    return static_cast<DateUnit>(found - kUnits.begin());
}

std::optional<int> weekdayFromName(std::string_view name)
{
    static constexpr std::array<std::string_view, 7> kNames{
        // comparison works because the three-letter forms are prefixes
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
    std::string lower(name);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (lower == kNames[i] || lower == kNames[i].substr(0, 3)) {
            return static_cast<int>(i) + 1;
        }
    }
    return std::nullopt;
}

Result<std::int64_t> truncateDate(std::int64_t millis, const DateBin& bin, const TimeZone& zone)
{
    if (bin.unit <= DateUnit::Hour) {
        return truncateTime(millis, bin, zone);
    }
    // keeps all later products within int64
    constexpr std::int64_t kMostUnits = 100'000'000'000;
    if (bin.size > kMostUnits) {
        return expressionError(5439006, "dateTrunc unsupported binSize value");
    }
    const std::int64_t days = localDays(millis, zone);
    std::int64_t reference = daysFromCivil(kReferenceYear, 1, 1);
    if (bin.unit == DateUnit::Day) {
        return utcFromLocal(
            Wide{reference + lowerBound(days - reference, bin.size)} * kMillisPerDay, zone);
    }
    if (bin.unit == DateUnit::Week) {
        // the first start of a week on or after the reference day
        reference += (bin.startOfWeek - isoDayOfWeek(reference) + kDaysPerWeek) % kDaysPerWeek;
        const std::int64_t weeks = floorDivide(days - reference, kDaysPerWeek);
        return utcFromLocal(
            Wide{reference + lowerBound(weeks, bin.size) * kDaysPerWeek} * kMillisPerDay, zone);
    }
    const std::int64_t perUnit = monthsOf(bin.unit);
    const std::int64_t months = monthNumber(civilFromDays(days)) - kReferenceYear * 12;
    const std::int64_t units = lowerBound(floorDivide(months, perUnit), bin.size);
    const std::int64_t start = daysFromCivil(kReferenceYear, 1 + units * perUnit, 1);
    return utcFromLocal(Wide{start} * kMillisPerDay, zone);
}

Result<std::int64_t> addToDate(std::int64_t millis, DateUnit unit, std::int64_t amount,
                               const TimeZone& zone)
{
    if (unit != DateUnit::Millisecond && !amountIsSane(unit, amount)) {
        return expressionError(5976500,
                               "invalid dateAdd 'amount' parameter value: " + std::to_string(amount)
                                   + " " + std::string(facts(unit).name));
    }
    // from Day on, local time counts, so that the time of day stays the same
    if (unit >= DateUnit::Month) {
        return addMonths(millis, amount * monthsOf(unit), zone);
    }
    const Wide moved = Wide{amount} * facts(unit).millis;
    if (unit >= DateUnit::Day) {
        return utcFromLocal(Wide{zone.toLocal(millis)} + moved, zone);
    }
    const std::optional<std::int64_t> result = checkedMillis(Wide{millis} + moved);
    if (!result) {
        return overflow();
    }
    return *result;
}

Result<std::int64_t> dateDifference(const DateSpan& span, DateUnit unit, const TimeZone& zone,
                                    int startOfWeek)
{
    if (unit == DateUnit::Millisecond) {
        const auto difference = checkedMillis(Wide{span.end} - Wide{span.start});
        if (!difference) {
            return expressionError(5166308, "dateDiff overflowed");
        }
        return *difference;
    }
    if (unit <= DateUnit::Hour) {
        const std::int64_t width = facts(unit).millis;
        // hours on both sides of a change of clocks: the offsets must not count as elapsed time
        const std::int64_t shift
            = (zone.offsetSeconds(span.start) - zone.offsetSeconds(span.end)) * kMillisPerSecond;
        return floorDivide(zone.toLocal(span.end), width)
            - floorDivide(zone.toLocal(span.start), width) + shift / width;
    }
    const std::int64_t start = localDays(span.start, zone);
    const std::int64_t end = localDays(span.end, zone);
    if (unit == DateUnit::Day) {
        return end - start;
    }
    if (unit == DateUnit::Week) {
        // day 0 was a Thursday, the fourth day of a week that starts on Monday
        const std::int64_t shift = kDaysPerWeek + 4 - startOfWeek;
        return floorDivide(end + shift, kDaysPerWeek) - floorDivide(start + shift, kDaysPerWeek);
    }
    const std::int64_t perUnit = monthsOf(unit);
    return floorDivide(monthNumber(civilFromDays(end)), perUnit)
        - floorDivide(monthNumber(civilFromDays(start)), perUnit);
}

} // namespace sandglass::engine::query
