// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sandglass::engine::net {

/// The lowest average speed at which a peer may send a message or read a reply: 16 KB/s. Without
/// it, a peer that moves a byte now and then would never count as idle, and would hold its
/// connection and up to 48 MB for ever ("slowloris"). The limit is the same in both directions.
inline constexpr std::int64_t kLeastBytesPerMillisecond = 16;

/// Whether a peer that has moved `moved` bytes in `age` is too slow. Never before `grace` has
/// passed.
constexpr bool isTooSlow(std::size_t moved, std::chrono::milliseconds age,
                         std::chrono::milliseconds grace)
{
    return age >= grace
        && static_cast<std::int64_t>(moved) < kLeastBytesPerMillisecond * age.count();
}

} // namespace sandglass::engine::net
