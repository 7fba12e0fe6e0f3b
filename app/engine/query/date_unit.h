// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/time_zone.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sandglass::engine::query {

/// Units of date arithmetic, the smallest first. From Day on they depend on the time zone.
enum class DateUnit { Millisecond, Second, Minute, Hour, Day, Week, Month, Quarter, Year };

/// The unit named "millisecond" … "year"; nullopt for any other name.
std::optional<DateUnit> dateUnitFromName(std::string_view name);
/// The day named "monday" or "mon", in any case: 1 for Monday to 7 for Sunday; nullopt otherwise.
std::optional<int> weekdayFromName(std::string_view name);

/// The width and the alignment of date bins.
struct DateBin
{
    DateUnit unit = DateUnit::Day;
    std::int64_t size = 1; ///< number of units, > 0
    int startOfWeek = 7; ///< 1 (Monday) to 7 (Sunday), for weeks
};

/// The start of the bin that holds `millis`, in UTC milliseconds. Bins are counted from 2000-01-01
/// 00:00 in `zone`; for weeks, from the first start of a week on or after that day. Errors
/// (server): location codes for a size out of range or an overflow. Source: MongoDB manual,
/// $dateTrunc.
Result<std::int64_t> truncateDate(std::int64_t millis, const DateBin& bin, const TimeZone& zone);

/// Adds units to a moment. From Day on the local time of day is kept; months clamp the day to their
/// length. Errors (server): location codes for an excessive amount and a result out of range.
/// Source: MongoDB manual, $dateAdd.
Result<std::int64_t> addToDate(std::int64_t millis, DateUnit unit, std::int64_t amount,
                               const TimeZone& zone);

/// The two moments of dateDifference().
struct DateSpan
{
    std::int64_t start = 0; ///< UTC milliseconds
    std::int64_t end = 0;
};
/// Number of unit boundaries between the two moments; negative when `end` is earlier.
/// `startOfWeek`: 1 (Monday) to 7. Errors (server): a location code for an overflow. Source:
/// MongoDB manual, $dateDiff.
Result<std::int64_t> dateDifference(const DateSpan& span, DateUnit unit, const TimeZone& zone,
                                    int startOfWeek);

} // namespace sandglass::engine::query
