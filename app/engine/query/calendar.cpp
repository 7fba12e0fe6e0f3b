// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/calendar.h"

#include <array>
#include <cstdio>

namespace sandglass::engine::query {

namespace {

// The calendar repeats every 400 years (146 097 days). Years are counted from March, so that the
// leap day is the last day of a year.
constexpr std::int64_t kDaysPerEra = 146'097;
constexpr std::int64_t kYearsPerEra = 400;
constexpr std::int64_t kDaysToEpoch = 719'468; // from 0000-03-01 to 1970-01-01

bool isLeapYear(std::int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

} // namespace

std::int64_t daysFromCivil(std::int64_t year, std::int64_t month, std::int64_t day)
{
    // months outside 1 to 12 carry over into the year
    year += floorDivide(month - 1, 12);
    month -= floorDivide(month - 1, 12) * 12;
    const std::int64_t marchYear = month <= 2 ? year - 1 : year;
    const std::int64_t era = floorDivide(marchYear, kYearsPerEra);
    const std::int64_t yearOfEra = marchYear - era * kYearsPerEra;
    const std::int64_t monthFromMarch = month > 2 ? month - 3 : month + 9;
    // the lengths of months from March on: 31, 30, 31, 30, 31 and again
    const std::int64_t dayInYear = (153 * monthFromMarch + 2) / 5 + day - 1;
    const std::int64_t dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayInYear;
    return era * kDaysPerEra + dayOfEra - kDaysToEpoch;
}

CivilDay civilFromDays(std::int64_t days)
{
    days += kDaysToEpoch;
    const std::int64_t era = floorDivide(days, kDaysPerEra);
    const std::int64_t dayOfEra = days - era * kDaysPerEra;
    const std::int64_t yearOfEra
        // undoes the leap days of 4 years, 100 years and the era
        = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / (kDaysPerEra - 1)) / 365;
    const std::int64_t dayInYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const std::int64_t monthFromMarch = (5 * dayInYear + 2) / 153;
    CivilDay civil;
    civil.day = static_cast<int>(dayInYear - (153 * monthFromMarch + 2) / 5 + 1);
    civil.month = static_cast<int>(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9);
    civil.year = yearOfEra + era * kYearsPerEra + (civil.month <= 2 ? 1 : 0);
    return civil;
}

CivilTime civilFromMillis(std::int64_t localMillis)
{
    const std::int64_t days = floorDivide(localMillis, kMillisPerDay);
    // not days * length, which would overflow on the first day of the range
    std::int64_t rest = localMillis % kMillisPerDay;
    rest += rest < 0 ? kMillisPerDay : 0;
    CivilTime time;
    time.date = civilFromDays(days);
    time.hour = static_cast<int>(rest / kMillisPerHour);
    rest %= kMillisPerHour;
    time.minute = static_cast<int>(rest / kMillisPerMinute);
    rest %= kMillisPerMinute;
    time.second = static_cast<int>(rest / kMillisPerSecond);
    time.millis = static_cast<int>(rest % kMillisPerSecond);
    return time;
}

int dayOfYear(const CivilDay& day)
{
    return static_cast<int>(daysFromCivil(day.year, day.month, day.day)
                            - daysFromCivil(day.year, 1, 1))
        + 1;
}

int daysInMonth(std::int64_t year, int month)
{
    static constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && isLeapYear(year) ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

int isoDayOfWeek(std::int64_t days)
{
    // 1970-01-01 was a Thursday
    const std::int64_t sinceMonday = days + 3 - floorDivide(days + 3, kDaysPerWeek) * kDaysPerWeek;
    return static_cast<int>(sinceMonday) + 1;
}

int sundayBasedDay(std::int64_t days)
{
    // Monday is 1, so Sunday (7) becomes 1
    return isoDayOfWeek(days) % 7 + 1;
}

int sundayBasedWeek(std::int64_t days)
{
    // counts the Sundays up to this day
    return (dayOfYear(civilFromDays(days)) - sundayBasedDay(days) + 7) / 7;
}

IsoWeek isoWeekFromDays(std::int64_t days)
{
    // a week belongs to the year of its Thursday
    const int day = isoDayOfWeek(days);
    const std::int64_t thursday = days - day + 4;
    const CivilDay civil = civilFromDays(thursday);
    return {civil.year, (dayOfYear(civil) - 1) / 7 + 1, day};
}

std::int64_t daysFromIsoWeek(std::int64_t year, std::int64_t week, std::int64_t day)
{
    // January 4th is always in week 1
    const std::int64_t fourth = daysFromCivil(year, 1, 4);
    const std::int64_t firstMonday = fourth - (isoDayOfWeek(fourth) - 1);
    return firstMonday + (week - 1) * kDaysPerWeek + day - 1;
}

std::string isoText(std::int64_t millis)
{
    const CivilTime time = civilFromMillis(millis);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04lld-%02d-%02dT%02d:%02d:%02d.%03dZ",
                  static_cast<long long>(time.date.year), time.date.month, time.date.day, time.hour,
                  time.minute, time.second, time.millis);
    return text.data();
}

} // namespace sandglass::engine::query
