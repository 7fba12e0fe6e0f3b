// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/time_zone.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sandglass::engine::query {

/// Units of date arithmetic, the smallest first; from Day on they depend on the time zone.
enum class DateUnit { Millisecond, Second, Minute, Hour, Day, Week, Month, Quarter, Year };

/// "millisecond" … "year"; nullopt for anything else.
std::optional<DateUnit> dateUnitFromName(std::string_view name);
/// "monday" or "mon", in any case: 1 for Monday to 7 for Sunday; nullopt for anything else.
std::optional<int> weekdayFromName(std::string_view name);

/// How wide bins are and where they start.
struct DateBin
{
    DateUnit unit = DateUnit::Day;
    std::int64_t size = 1; ///< number of units, > 0
    int startOfWeek = 7; ///< 1 (Monday) to 7 (Sunday), for weeks
};

/// The start of the bin that `millis` falls into. Bins are counted from 2000-01-01 00:00 of the
/// zone (weeks: from the first start of a week on or after it). Errors: 5439000, 5439002, 5439006,
/// 5166406. Source: MongoDB manual, $dateTrunc.
Result<std::int64_t> truncateDate(std::int64_t millis, const DateBin& bin, const TimeZone& zone);

/// Days and longer units keep the local time of day; months clamp the day to their length.
/// Errors: 5976500 for an absurd amount, 5166406 for a result out of range. Source: MongoDB manual,
/// $dateAdd.
Result<std::int64_t> addToDate(std::int64_t millis, DateUnit unit, std::int64_t amount,
                               const TimeZone& zone);

/// How many boundaries of the unit lie between two moments; negative when `end` is earlier.
/// Errors: 5166308 for an overflow. Source: MongoDB manual, $dateDiff.
struct DateSpan
{
    std::int64_t start = 0; ///< UTC milliseconds
    std::int64_t end = 0;
};
Result<std::int64_t> dateDifference(const DateSpan& span, DateUnit unit, const TimeZone& zone,
                                    int startOfWeek);

} // namespace sandglass::engine::query
