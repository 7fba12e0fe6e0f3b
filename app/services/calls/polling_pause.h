// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>

namespace sandglass::services {

/// The pause before the next of several readings in the background: `interval`, or twenty times
/// what the last one took, at most ten minutes. So a server that becomes slow gets fewer questions,
/// and none gets more than a twentieth of its time. An interval above ten minutes stays as it is.
/// Pure; any thread.
constexpr std::chrono::milliseconds pollingPause(std::chrono::milliseconds interval,
                                                 std::chrono::milliseconds took)
{
    constexpr int kShare = 20;
    constexpr std::chrono::milliseconds kLongest{600'000};
    return std::max(interval, std::min(took * kShare, kLongest));
}

} // namespace sandglass::services
