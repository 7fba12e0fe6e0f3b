// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/memory_shares.h"

#include "app/engine/query/work_memory.h"
#include "app/platform/host.h"

#include <algorithm>

namespace sandglass::engine::server {

namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20U;
// what a small computer must be able to sort and group
constexpr std::size_t kLeastWork = 256 * kMegabyte;
constexpr std::size_t kWorkIfUnknown = 1024 * kMegabyte;
// more than that in idle cursors only keeps others from their work
constexpr std::size_t kMostInCursors = 2048 * kMegabyte;

} // namespace

MemoryShares memorySharesOf(std::int64_t available)
{
    const std::size_t work = available > 0
        ? std::max(static_cast<std::size_t>(available) / 4, kLeastWork)
        : kWorkIfUnknown;
    return {work, std::min(work / 2, kMostInCursors)};
}

MemoryShares shareMemory()
{
    const MemoryShares shares = memorySharesOf(platform::hostFacts().memoryLimitBytes);
    query::WorkMemory::setTotal(shares.work);
    return shares;
}

} // namespace sandglass::engine::server
