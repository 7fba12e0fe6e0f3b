// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/types.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace sandglass::mongo {

/// How often our own commands have used each index of a server. $indexStats counts them like those
/// of applications, so an index that only we read would never look unused. Only commands that name
/// the index are counted here, because the server does not report which index other commands have
/// used: the number may be too low, but never too high. Any thread.
class OwnUses
{
public:
    /// A command that names the index has succeeded on the server that $indexStats is read from.
    void note(const ttl::IndexRef& index);
    /// Leaves our uses out of IndexSpec::uses. Once the server has begun to count anew, as after a
    /// restart or for an index that was made again, our earlier uses are forgotten.
    void leaveOut(const protocol::Namespace& ns, ttl::IndexSpec& index);

private:
    /// Our uses since the server began to count.
    struct Count
    {
        std::int64_t uses = 0;
        std::optional<base::Time> since; // unset: not read yet
    };

    std::mutex m_mutex;
    std::map<ttl::IndexRef, Count> m_counts; // guarded by m_mutex
};

} // namespace sandglass::mongo
