// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace sandglass::engine::operations {

/// Counts of operations since start, as serverStatus.opcounters shows them. The TTL monitor's
/// deletions are not among them (Source: app/ttl/SEMANTICS.md 3.5). Any thread.
struct OperationCounters
{
    std::atomic<std::int64_t> insert{0};
    std::atomic<std::int64_t> query{0};
    std::atomic<std::int64_t> update{0};
    std::atomic<std::int64_t> remove{0};
    std::atomic<std::int64_t> getmore{0};
    std::atomic<std::int64_t> command{0};
};

} // namespace sandglass::engine::operations
