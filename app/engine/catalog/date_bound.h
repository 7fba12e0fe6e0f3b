// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/types.h"

#include <cstdint>
#include <limits>
#include <mutex>
#include <tuple>

namespace sandglass::engine::catalog {

/// A position among the date entries of a TTL index, which are ordered by date and record id.
struct DatePlace
{
    std::int64_t millis = std::numeric_limits<std::int64_t>::min();
    RecordId id = 0;
    /// By date, then by record id.
    friend bool operator<(const DatePlace& left, const DatePlace& right)
    {
        return std::tie(left.millis, left.id) < std::tie(right.millis, right.id);
    }
};

/// Behind every entry.
inline constexpr DatePlace kAfterAllDates{std::numeric_limits<std::int64_t>::max(),
                                          std::numeric_limits<RecordId>::max()};

/// The position before which a TTL index has no entries. In memory only. Searches for the oldest
/// dates start here; otherwise every purge would read all deleted entries again (a second for 2.5
/// million). Changed under the writer lock; read by any thread.
class DateBound
{
public:
    /// The position. Any thread.
    DatePlace place() const
    {
        const std::lock_guard lock(m_mutex);
        return m_place;
    }
    /// Records that there is nothing before `place`.
    void raise(const DatePlace& place)
    {
        const std::lock_guard lock(m_mutex);
        if (m_place < place) {
            m_place = place;
        }
    }
    /// Records that there may be something from `place` on.
    void lower(const DatePlace& place)
    {
        const std::lock_guard lock(m_mutex);
        if (place < m_place) {
            m_place = place;
        }
    }

private:
    mutable std::mutex m_mutex;
    DatePlace m_place; // guarded by m_mutex
};

} // namespace sandglass::engine::catalog
