// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/refresh_pacing.h"

#include <algorithm>

namespace sandglass::presenters {

namespace {

// a query may take up at most a fifth of the time; see ui/DESIGN.md, The timeline
constexpr int kBackOffFactor = 5;
constexpr std::chrono::milliseconds kLongestPause = std::chrono::minutes(2);

} // namespace

std::chrono::milliseconds RefreshPacing::interval(bool isLocal, int clockRate) const
{
    if (!isLocal) {
        return remote;
    }
    return clockRate > 1 ? local / 4 : local;
}

std::chrono::milliseconds pauseAfter(std::chrono::milliseconds took,
                                     std::chrono::milliseconds interval)
{
    const std::chrono::milliseconds slowed = took * kBackOffFactor;
    return slowed > interval ? std::min(slowed, std::max(kLongestPause, interval)) : interval;
}

} // namespace sandglass::presenters
