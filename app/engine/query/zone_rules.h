// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// When clocks change, as the last line of a time zone file says for all later years. Source:
/// POSIX, Environment Variables, TZ.
class YearlyRule
{
public:
    /// Parses "CET-1CEST,M3.5.0,M10.5.0/3"; nullopt when it is not of this form.
    static std::optional<YearlyRule> parse(std::string_view text);

    struct Period
    {
        std::int64_t offsetSeconds = 0;
        /// Stands for "it always was so".
        static constexpr std::int64_t kAlways = std::numeric_limits<std::int64_t>::min();
        std::int64_t since = 0; ///< UTC seconds, or kAlways
    };
    /// The offset in force at a moment, and since when.
    Period at(std::int64_t utcSeconds) const;

    /// One of the two days of change; `form`: 'M' month.week.day, 'J' day without leap days, '0'
    /// day of year from 0.
    struct Change
    {
        char form = 'M';
        int month = 1;
        int week = 1;
        int day = 0;
        std::int64_t seconds = 7200; ///< after local midnight; may be negative or more than a day
    };

private:
    std::int64_t changeTime(const Change& change, std::int64_t year, std::int64_t offset) const;

    std::int64_t m_standard = 0; ///< seconds to add to UTC
    std::int64_t m_summer = 0;
    bool m_hasSummer = false;
    Change m_start;
    Change m_end;
};

/// The offsets of one time zone through the ages.
class ZoneRules
{
public:
    /// Parses a whole time zone file; nullopt when it is damaged or older than version 2.
    /// Source: RFC 8536, The Time Zone Information Format.
    static std::optional<ZoneRules> parse(std::span<const std::uint8_t> file);

    /// The offset in force at a moment, and since when.
    YearlyRule::Period at(std::int64_t utcSeconds) const;

private:
    std::vector<std::int64_t> m_times; ///< UTC seconds, ascending
    std::vector<std::int32_t> m_offsets; ///< in force from the time of the same index
    std::int32_t m_firstOffset = 0;
    std::optional<YearlyRule> m_later;
};

} // namespace sandglass::engine::query
