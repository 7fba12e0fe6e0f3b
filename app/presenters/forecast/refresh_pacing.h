// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace sandglass::presenters {

/// How often a forecast asks again; tests shorten it.
struct RefreshPacing
{
    std::chrono::milliseconds local{1'000};
    std::chrono::milliseconds remote{10'000};
    std::chrono::milliseconds slow{1'000}; ///< after this a query is shown to be under way

    /// The pause after a query without backing off. `clockRate`: of the server's clock; a second of
    /// a rehearsal holds an hour, so a local server with a fast clock is asked four times as often.
    std::chrono::milliseconds interval(bool isLocal, int clockRate) const;
};

/// The pause after a query that took `took`: `interval`, but five times what it took when that is
/// longer, up to two minutes (or to the interval where that is longer still). Pure.
std::chrono::milliseconds pauseAfter(std::chrono::milliseconds took,
                                     std::chrono::milliseconds interval);

} // namespace sandglass::presenters
