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

/// A date and a time of day in the zone that it was computed for.
struct CivilTime
{
    CivilDay date;
    int hour = 0;
    int minute = 0;
    int second = 0;
    int millis = 0;
};

/// A day in the ISO 8601 week calendar: the week's year, week 1 to 53, day 1 (Monday) to 7.
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

/// Days since 1970-01-01 (negative before). `month` and `day` may exceed their ranges and carry
/// over. Valid for all years that a date of int64 milliseconds can have.
std::int64_t daysFromCivil(std::int64_t year, std::int64_t month, std::int64_t day);
/// The reverse of daysFromCivil().
CivilDay civilFromDays(std::int64_t days);
/// Splits the milliseconds of a local clock (UTC milliseconds plus the zone's offset).
CivilTime civilFromMillis(std::int64_t localMillis);
/// The day of the year; 1 for January 1st.
int dayOfYear(const CivilDay& day);
/// 28 to 31. `month`: 1 to 12.
int daysInMonth(std::int64_t year, int month);
/// The day of the week, 1 (Monday) to 7 (Sunday). `days`: since 1970-01-01.
int isoDayOfWeek(std::int64_t days);
/// The day of the week, 1 (Sunday) to 7 (Saturday). `days`: since 1970-01-01.
int sundayBasedDay(std::int64_t days);
/// The week of the year, 0 to 53. Weeks start on Sunday; days before the first Sunday are in week
/// 0. `days`: since 1970-01-01.
int sundayBasedWeek(std::int64_t days);
/// The ISO week of a day. `days`: since 1970-01-01.
IsoWeek isoWeekFromDays(std::int64_t days);
/// The reverse of isoWeekFromDays(). `week` and `day` may exceed their ranges and carry over.
std::int64_t daysFromIsoWeek(std::int64_t year, std::int64_t week, std::int64_t day);

/// UTC milliseconds as "2026-03-29T01:30:00.000Z". Years outside 0 to 9999 have as many digits as
/// they need, and a sign.
std::string isoText(std::int64_t millis);

} // namespace sandglass::engine::query
