// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// The rule for daylight saving time in the last line of a time zone file; it applies to all later
/// years. Source: POSIX, Environment Variables, TZ.
class YearlyRule
{
public:
    /// Parses "CET-1CEST,M3.5.0,M10.5.0/3"; nullopt for another form.
    static std::optional<YearlyRule> parse(std::string_view text);

    /// An offset and the start of its validity.
    struct Period
    {
        std::int64_t offsetSeconds = 0;
        /// Means that the offset always applied.
        static constexpr std::int64_t kAlways = std::numeric_limits<std::int64_t>::min();
        std::int64_t since = 0; ///< UTC seconds, or kAlways
    };
    /// The offset at a moment, and when it began.
    Period at(std::int64_t utcSeconds) const;

    /// One of the two changes of a year. `form`: 'M' month.week.day, 'J' day of the year without
    /// leap days, '0' day of the year from 0.
    struct Change
    {
        char form = 'M';
        int month = 1;
        int week = 1;
        int day = 0;
        std::int64_t seconds = 7200; ///< after local midnight; may be negative or more than a day
    };

private:
    /// UTC seconds of a change in `year`. `offset`: the offset before it.
    std::int64_t changeTime(const Change& change, std::int64_t year, std::int64_t offset) const;

    std::int64_t m_standard = 0; ///< seconds to add to UTC
    std::int64_t m_summer = 0;
    bool m_hasSummer = false;
    Change m_start;
    Change m_end;
};

/// All offsets of one time zone.
class ZoneRules
{
public:
    /// Parses a whole time zone file; nullopt when it is damaged or older than version 2. Source:
    /// RFC 8536, The Time Zone Information Format.
    static std::optional<ZoneRules> parse(std::span<const std::uint8_t> file);

    /// The offset at a moment, and when it began.
    YearlyRule::Period at(std::int64_t utcSeconds) const;

private:
    std::vector<std::int64_t> m_times; ///< UTC seconds, ascending
    std::vector<std::int32_t> m_offsets; ///< in force from the time of the same index
    std::int32_t m_firstOffset = 0;
    std::optional<YearlyRule> m_later;
};

} // namespace sandglass::engine::query
