// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/shop.h"

#include <cstdint>
#include <optional>

namespace sandglass::tests {

/// The TTL index of the sessions.
inline const ttl::IndexRef kLastSeen{kSessions, "lastSeen_1"};

/// Gives that index other seconds and waits for the answer. `deletes`: what the change was counted
/// to delete at once; unset: not counted. False when the server refused.
inline bool changeSeconds(ServiceFixture& fixture, std::int64_t seconds,
                          std::optional<std::int64_t> deletes = 0)
{
    services::ChangeNote note;
    note.deletes = deletes;
    const ttl::IndexSpec before = fixture.server->collection(kSessions).indexes.back();
    return waitFor(fixture.set.indexes.change({kLastSeen, seconds, {}}, before, note)).has_value();
}

} // namespace sandglass::tests
