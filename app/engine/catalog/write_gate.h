// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace sandglass::engine::catalog {

/// The write locks that administrators have set. Commands and the TTL monitor check them; the
/// catalog itself accepts all writes. Any thread.
struct WriteGate
{
    std::atomic<std::int64_t> fsyncLocks{0}; ///< fsync {lock: true} less fsyncUnlock; above 0,
                                             ///< nothing is written and no TTL pass runs
    std::atomic<bool> userWritesBlocked{false}; ///< setUserWriteBlockMode: user databases accept no
                                                ///< writes, the TTL monitor's included

    /// Whether fsync {lock: true} is in force.
    bool locked() const { return fsyncLocks > 0; }
    /// Whether setUserWriteBlockMode forbids writes to this database now; a write then fails with
    /// UserWritesBlocked (server error). admin, config and local are never blocked.
    bool blocks(std::string_view database) const
    {
        return userWritesBlocked && database != "admin" && database != "config"
            && database != "local";
    }
};

} // namespace sandglass::engine::catalog
