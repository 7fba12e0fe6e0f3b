// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sandglass::engine::query {

class ZoneRules;

/// A time zone: UTC, a fixed offset, or a named zone with rules. Small; cheap to copy; any thread.
class TimeZone
{
public:
    /// UTC.
    TimeZone() = default;
    /// `name`: "Europe/Berlin" and other names of the time zone database, "UTC", or an offset:
    /// "+05", "-0430", "+05:30". Rules are read from /usr/share/zoneinfo once and kept for the life
    /// of the process. Errors (server): a location code for any other name.
    static Result<TimeZone> find(std::string_view name);

    /// Whether the offset is always 0.
    bool isUtc() const { return m_rules == nullptr && m_fixedSeconds == 0; }
    /// Whether the zone has rules: its offset can change, so a day may not have 24 hours.
    bool isNamed() const { return m_rules != nullptr; }
    /// Seconds to add to UTC at that moment.
    std::int64_t offsetSeconds(std::int64_t utcMillis) const;
    /// When that offset began, in UTC milliseconds; nullopt: it always applied.
    std::optional<std::int64_t> offsetSince(std::int64_t utcMillis) const;
    /// UTC milliseconds plus the offset: what a local clock shows.
    std::int64_t toLocal(std::int64_t utcMillis) const;
    /// The moment when local clocks show `localMillis`. A time that is skipped continues from
    /// before the jump. A time that occurs twice means the first one west of Greenwich and the
    /// second one east of it, as in MongoDB's time library.
    std::int64_t toUtc(std::int64_t localMillis) const;

private:
    const ZoneRules* m_rules = nullptr; ///< lives as long as the process
    std::int64_t m_fixedSeconds = 0;
};

} // namespace sandglass::engine::query
