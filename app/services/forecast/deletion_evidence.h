// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <cstdint>
#include <map>
#include <optional>

namespace sandglass::services {

struct Forecast;

/// Detects from counts that documents are being deleted, for servers without counters: the overdue
/// documents of a rule become fewer between two exact counts. What this window deletes itself does
/// not count. One thread.
class DeletionEvidence
{
public:
    /// Takes the counts of a forecast.
    void note(const Forecast& forecast);
    /// Documents of a collection were deleted or changed by this window: its next count is a new
    /// beginning.
    void forget(const protocol::Namespace& ns);
    /// Forgets everything.
    void clear();

    /// Server time of the count that last showed deletions; unset: none has.
    std::optional<base::Time> lastSeenAt() const { return m_lastSeenAt; }

private:
    /// The overdue documents of a rule, under the period that they were counted by.
    struct Count
    {
        std::int64_t overdue = 0;
        std::int64_t expireAfterSeconds = 0;
    };

    std::map<ttl::IndexRef, Count> m_counts;
    std::optional<base::Time> m_lastSeenAt;
};

} // namespace sandglass::services
