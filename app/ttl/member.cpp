// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/member.h"

#include "app/bson/builder.h"

#include <algorithm>

namespace sandglass::ttl {

// Source: MongoDB manual, TTL Indexes: on a replica set only the primary deletes.
bool MemberStatus::deletes() const
{
    const bool writable = state == MemberState::Primary || state == MemberState::Alone;
    return writable && metrics.monitorEnabled.value_or(true);
}

bson::Document monitorCommand(bool enabled)
{
    return bson::makeDocument("setParameter", 1, "ttlMonitorEnabled", enabled);
}

std::optional<std::chrono::seconds> lagBehind(std::optional<base::Time> primary,
                                              std::optional<base::Time> follower)
{
    if (!primary || !follower) {
        return std::nullopt;
    }
    const auto behind = std::chrono::duration_cast<std::chrono::seconds>(*primary - *follower);
    return std::max(behind, std::chrono::seconds(0));
}

} // namespace sandglass::ttl
