// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/forecast.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sandglass::ttl {

/// Usual periods, from an hour to a year. The what-if slider snaps to them, and dateEdges() places
/// its finest edges around them.
/// Source: ui/DESIGN.md, The timeline, What-if.
inline constexpr std::int64_t kWhatIfSnapSeconds[]
    = {3'600, 86'400, 604'800, 2'592'000, 7'776'000, 31'536'000};

/// Distribution of the earliest dates of one rule's documents. With it, shifted() forecasts the
/// rule for any other period without another query.
struct DateHistogram
{
    std::vector<base::Time> edges; ///< dates, ascending; bin i = (edges[i], edges[i+1]]
    ExpiryHistogram counted; ///< result of a request with these edges, `now` = edges[0] and a
                             ///< period of 0: `overdue` counts the dates up to edges[0]
};

/// Input of dateEdges().
struct DateEdgesWish
{
    base::Time now; ///< server time
    std::vector<base::Time> shown; ///< edges of the timeline's bars, ascending, from `now` on
    std::optional<bson::Date> oldest; ///< earliest date under the rule; unset: there are none
    std::optional<bson::Date> newest; ///< latest date under the rule
    std::int64_t today = 0; ///< the rule's present period, seconds
};

/// Edges for a DateHistogram, 2 … 501 of them, ascending. They cover all dates within 200 years of
/// now. They are finer where the timeline's bars would lie with a period of kWhatIfSnapSeconds or
/// today's, with an edge exactly at both ends of those bars. Pure; any thread.
std::vector<base::Time> dateEdges(const DateEdgesWish& wish);

/// A rule's forecast with another period.
struct ShiftedForecast
{
    std::vector<std::int64_t> counts; ///< one per bar
    std::int64_t overdue = 0; ///< eligible at `now` or before
    std::int64_t beforeShown = 0; ///< due after now, but before the first bar
    std::int64_t later = 0; ///< after the last bar
    bool overdueExact = true; ///< false: `overdue` is interpolated inside a bin
    bool exact = true; ///< false: any of the counts is interpolated
};

/// The forecast that the rule would have with `seconds` as its period (≥ 0), over the bars `shown`
/// (at least two edges, the first at `now` or later). Every dated document is counted exactly once.
/// Counts are exact where now − seconds and all edges − seconds lie on edges of `dates` or in empty
/// bins; elsewhere they are interpolated linearly. Pure; any thread.
ShiftedForecast shifted(const DateHistogram& dates, std::int64_t seconds, base::Time now,
                        std::span<const base::Time> shown);

} // namespace sandglass::ttl
