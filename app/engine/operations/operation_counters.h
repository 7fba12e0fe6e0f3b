// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace sandglass::engine::operations {

/// Counts of operations since start, as serverStatus shows them. Any thread.
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
