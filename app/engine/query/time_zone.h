// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sandglass::engine::query {

class ZoneRules;

/// A time zone: UTC, a fixed offset, or the rules of a named zone. A small value; any thread.
class TimeZone
{
public:
    /// UTC.
    TimeZone() = default;
    /// `name`: a name of the time zone database ("Europe/Berlin"), "UTC", or an offset: "+05",
    /// "-0430", "+05:30". Rules come from the system's files below /usr/share/zoneinfo and are kept
    /// for the life of the process. Errors: 40485 for a name that is neither.
    static Result<TimeZone> find(std::string_view name);

    bool isUtc() const { return m_rules == nullptr && m_fixedSeconds == 0; }
    /// True when the offset changes over time, so that hours are not a fixed part of a day.
    bool isNamed() const { return m_rules != nullptr; }
    /// What to add to UTC to get local time at that moment, in seconds.
    std::int64_t offsetSeconds(std::int64_t utcMillis) const;
    /// Since when that offset holds, in UTC milliseconds; nullopt: it always did.
    std::optional<std::int64_t> offsetSince(std::int64_t utcMillis) const;
    /// UTC milliseconds plus the offset: the reading of a local clock.
    std::int64_t toLocal(std::int64_t utcMillis) const;
    /// The moment at which local clocks show `localMillis`. A reading that clocks skip counts on
    /// from the time before the jump. One that comes twice means the first moment west of Greenwich
    /// and the second east of it, as MongoDB's time library decides.
    std::int64_t toUtc(std::int64_t localMillis) const;

private:
    const ZoneRules* m_rules = nullptr; ///< lives as long as the process
    std::int64_t m_fixedSeconds = 0;
};

} // namespace sandglass::engine::query
