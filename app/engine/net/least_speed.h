// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sandglass::engine::net {

/// What a peer must move on average, of a message that it sends or of a reply that it reads: 16
/// KB/s. Without it, who moves a byte now and then is never silent, and holds its connection and
/// up to 48 MB for ever. The same figure in both directions, as the reliability design asks for
/// connections that dawdle ("slowloris") without saying which way.
inline constexpr std::int64_t kLeastBytesPerMillisecond = 16;

/// Whether so many bytes are too few after this time. Before `grace` is over, they are not.
constexpr bool isTooSlow(std::size_t moved, std::chrono::milliseconds age,
                         std::chrono::milliseconds grace)
{
    return age >= grace
        && static_cast<std::int64_t>(moved) < kLeastBytesPerMillisecond * age.count();
}

} // namespace sandglass::engine::net
