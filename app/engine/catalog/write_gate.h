// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace sandglass::engine::catalog {

/// What administrators have closed for writing. Commands and the TTL monitor look at it; the
/// catalog itself lets every write through. Any thread.
struct WriteGate
{
    std::atomic<std::int64_t> fsyncLocks{
        0}; ///< fsync {lock: true} less fsyncUnlock; above 0 nobody writes and no pass runs
    std::atomic<bool> userWritesBlocked{
        false}; ///< setUserWriteBlockMode: user databases take no writes, the monitor's included

    bool locked() const { return fsyncLocks > 0; }
    /// Whether setUserWriteBlockMode forbids writes to this database now; a write then fails with
    /// 371 UserWritesBlocked. admin, config and local are never blocked.
    bool blocks(std::string_view database) const
    {
        return userWritesBlocked && database != "admin" && database != "config"
            && database != "local";
    }
};

} // namespace sandglass::engine::catalog
