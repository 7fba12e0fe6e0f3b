// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>

namespace sandglass::presenters {

/// The last query of a forecast, and whether anybody looks.
struct LastQuery
{
    std::chrono::milliseconds took{0};
    std::ptrdiff_t rules = 0; ///< that it has counted
    bool isLocal = true; ///< of the local engine
    int clockRate = 1; ///< of the server
    bool isSeen = true; ///< false: only the alerts wait for the next
};

/// How often a forecast is refreshed. Tests shorten the times.
struct RefreshPacing
{
    std::chrono::milliseconds local{1'000}; ///< between two queries to the local engine
    std::chrono::milliseconds remote{10'000}; ///< between two queries to another server
    std::chrono::milliseconds slow{1'000}; ///< after this time a query is shown as slow
    std::chrono::milliseconds remotePerRule{30'000}; ///< least pause for each rule that is counted
                                                     ///< on another server: a count takes up to
                                                     ///< four commands
    std::chrono::milliseconds hidden{300'000}; ///< least pause while nobody looks, for the alerts

    /// The pause between two fast queries. `clockRate`: how many times faster than ours the
    /// server's clock runs. With a fast clock the local engine is queried four times as often,
    /// because a second of a rehearsal can be an hour.
    std::chrono::milliseconds interval(bool isLocal, int clockRate) const;
    /// The pause before the next query.
    std::chrono::milliseconds pause(const LastQuery& last) const;
};

/// The pause after a query that took `took`: `interval`, or a multiple of `took` if that is longer.
/// On the local engine five times, at most two minutes; on another server, which others use as
/// well, thirty times, at most ten minutes. A longer interval stays as it is. Pure; any thread.
std::chrono::milliseconds pauseAfter(std::chrono::milliseconds took,
                                     std::chrono::milliseconds interval, bool isLocal);

} // namespace sandglass::presenters
