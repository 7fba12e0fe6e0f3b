// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/forecast.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sandglass::ttl {

/// Periods that people think in; a what-if snaps at them and counts most finely around them.
/// Source: ui/DESIGN.md, The timeline, What-if.
inline constexpr std::int64_t kWhatIfSnapSeconds[]
    = {3'600, 86'400, 604'800, 2'592'000, 7'776'000, 31'536'000};

/// How the deciding dates of one rule's documents lie: enough to forecast the rule with any other
/// period, without asking the server again.
struct DateHistogram
{
    std::vector<base::Time> edges; ///< dates, ascending; bin i = (edges[i], edges[i+1]]
    ExpiryHistogram counted; ///< the answer to a request with these edges, edges[0] as its `now`
                             ///< and a period of 0: overdue are the dates up to edges[0]
};

/// What dateEdges() is to make edges for.
struct DateEdgesWish
{
    base::Time now; ///< server time
    std::vector<base::Time> shown; ///< edges of the timeline's bars, ascending, from `now` on
    std::optional<bson::Date> oldest; ///< of the rule's deciding dates; unset: there are none
    std::optional<bson::Date> newest;
    std::int64_t today = 0; ///< the rule's period now, seconds
};

/// Edges for a DateHistogram: over all dates there are (not more than 200 years from now), finer
/// where the timeline would look with a period of kWhatIfSnapSeconds or today's, and with an edge
/// exactly at the ends of what it would show then. Between 2 and 501, ascending. Pure; any thread.
std::vector<base::Time> dateEdges(const DateEdgesWish& wish);

/// A rule's forecast with another period.
struct ShiftedForecast
{
    std::vector<std::int64_t> counts; ///< one per bar
    std::int64_t overdue = 0; ///< eligible at `now` or before
    std::int64_t beforeShown = 0; ///< due after now, but before the first bar
    std::int64_t later = 0; ///< after the last bar
    bool overdueExact = true; ///< false: `overdue` lies inside a bin, in which dates are taken to
                              ///< be spread evenly
    bool exact = true; ///< the same for all counts together
};

/// The forecast that the rule would have with `seconds` as its period (≥ 0), over the bars `shown`
/// (at least two edges, the first at `now` or later). Every dated document is counted exactly once.
/// Counts are exact where now − seconds and all edges − seconds lie on edges of `dates` or in empty
/// bins; in between the documents of a bin are taken to be spread evenly over it. Pure; any thread.
ShiftedForecast shifted(const DateHistogram& dates, std::int64_t seconds, base::Time now,
                        std::span<const base::Time> shown);

} // namespace sandglass::ttl
