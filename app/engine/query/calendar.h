// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace sandglass::engine::query {

inline constexpr std::int64_t kMillisPerSecond = 1000;
inline constexpr std::int64_t kMillisPerMinute = 60 * kMillisPerSecond;
inline constexpr std::int64_t kMillisPerHour = 60 * kMillisPerMinute;
inline constexpr std::int64_t kMillisPerDay = 24 * kMillisPerHour;
inline constexpr std::int64_t kSecondsPerDay = 86'400;
inline constexpr std::int64_t kDaysPerWeek = 7;

/// A day of the proleptic Gregorian calendar.
struct CivilDay
{
    std::int64_t year = 1970;
    int month = 1; ///< 1 to 12
    int day = 1; ///< 1 to 31
};

/// A date and a time of day, in whatever zone it was made for.
struct CivilTime
{
    CivilDay date;
    int hour = 0;
    int minute = 0;
    int second = 0;
    int millis = 0;
};

/// ISO 8601 week: the year it belongs to, the week 1 to 53, the day 1 (Monday) to 7.
struct IsoWeek
{
    std::int64_t year = 1970;
    int week = 1;
    int day = 1;
};

/// Quotient rounded down; `divisor` > 0.
constexpr std::int64_t floorDivide(std::int64_t number, std::int64_t divisor)
{
    return number / divisor - (number % divisor < 0 ? 1 : 0);
}

/// Days since 1970-01-01. `month` and `day` may lie outside of their ranges; they carry over. Any
/// year that a date of int64 milliseconds can reach.
std::int64_t daysFromCivil(std::int64_t year, std::int64_t month, std::int64_t day);
CivilDay civilFromDays(std::int64_t days);
/// Splits milliseconds of a local clock (UTC milliseconds plus the zone's offset).
CivilTime civilFromMillis(std::int64_t localMillis);
/// 1 for January 1st.
int dayOfYear(const CivilDay& day);
int daysInMonth(std::int64_t year, int month);
/// 1 (Monday) to 7 (Sunday).
int isoDayOfWeek(std::int64_t days);
/// 1 (Sunday) to 7 (Saturday).
int sundayBasedDay(std::int64_t days);
/// The week of the year that `days` lies in: weeks start on Sunday, and what is before the first
/// Sunday of the year is week 0.
int sundayBasedWeek(std::int64_t days);
IsoWeek isoWeekFromDays(std::int64_t days);
/// The reverse; parts may lie outside of their ranges.
std::int64_t daysFromIsoWeek(std::int64_t year, std::int64_t week, std::int64_t day);

/// "2026-03-29T01:30:00.000Z"; years outside of 0 to 9999 with as many digits and the sign they
/// need.
std::string isoText(std::int64_t millis);

} // namespace sandglass::engine::query
