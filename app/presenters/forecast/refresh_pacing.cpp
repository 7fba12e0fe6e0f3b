// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/refresh_pacing.h"

#include <algorithm>

namespace sandglass::presenters {

namespace {

// What part of the time a query may take up, and the longest pause that follows from it. See
// ui/DESIGN.md, The timeline.
constexpr int kLocalFactor = 5;
constexpr int kRemoteFactor = 30;
constexpr std::chrono::milliseconds kLongestLocalPause = std::chrono::minutes(2);
constexpr std::chrono::milliseconds kLongestRemotePause = std::chrono::minutes(10);

} // namespace

std::chrono::milliseconds RefreshPacing::interval(bool isLocal, int clockRate) const
{
    if (!isLocal) {
        return remote;
    }
    return clockRate > 1 ? local / 4 : local;
}

std::chrono::milliseconds RefreshPacing::pause(const LastQuery& last) const
{
    std::chrono::milliseconds made
        = pauseAfter(last.took, interval(last.isLocal, last.clockRate), last.isLocal);
    if (!last.isLocal) {
        made = std::max(made, remotePerRule * last.rules);
    }
    return last.isSeen ? made : std::max(made, hidden);
}

std::chrono::milliseconds pauseAfter(std::chrono::milliseconds took,
                                     std::chrono::milliseconds interval, bool isLocal)
{
    const std::chrono::milliseconds slowed = took * (isLocal ? kLocalFactor : kRemoteFactor);
    const std::chrono::milliseconds longest = isLocal ? kLongestLocalPause : kLongestRemotePause;
    return slowed > interval ? std::min(slowed, std::max(longest, interval)) : interval;
}

} // namespace sandglass::presenters
