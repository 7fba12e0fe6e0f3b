// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/forecast.h"

#include <QTimeZone>

#include <chrono>
#include <cstdint>
#include <vector>

namespace sandglass::services {

/// Most bars a timeline shows.
inline constexpr std::size_t kMaxBars
    = 498; // two cuts for the figures still fit into a request of 501 edges

/// Edges of buckets that cover (from, to]: the first is `from`, the others lie on multiples of the
/// width as a clock in `zone` shows them, the last is the first such edge at `to` or after. Buckets
/// below a day are of equal length, aligned to the zone's offset at `from`; longer ones start at
/// midnight of the zone, weeks on Monday, months on the first, through daylight-saving changes too.
/// At most kMaxBars buckets: what lies beyond is left out. Ascending, at least two entries. Pure;
/// any thread.
std::vector<base::Time> bucketEdges(base::Time from, base::Time to, ttl::BucketWidth width,
                                    const QTimeZone& zone);

/// The edges for a preset: from `now` over `horizon` (at least a second), with the width that fits
/// it.
std::vector<base::Time> bucketEdges(base::Time now, std::chrono::seconds horizon,
                                    const QTimeZone& zone);

/// What is shown and what is asked for: one request also answers "due in an hour" and "due in a
/// day".
struct EdgePlan
{
    ttl::BucketWidth width = ttl::BucketWidth::Minute1;
    std::vector<base::Time> shown; ///< edges of the bars
    std::vector<base::Time>
        asked; ///< edges for the request: starts at now, holds all shown ones and the two cuts
    base::Time hourEnd;
    base::Time dayEnd;
};

/// Plans for bars over (from, to], `from` ≥ `now`.
EdgePlan planEdges(base::Time now, base::Time from, base::Time to, const QTimeZone& zone);

/// An answer folded back to what is shown.
struct FoldedHistogram
{
    ttl::ExpiryHistogram shown; ///< one count per bar; later = after the last bar
    std::int64_t beforeShown = 0; ///< due after now, but before the first bar (zoomed in)
    std::int64_t dueWithinHour = 0;
    std::int64_t dueWithinDay = 0;
};

/// Folds the answer to a request with plan.asked. Pure; any thread.
FoldedHistogram fold(const EdgePlan& plan, const ttl::ExpiryHistogram& answer);

} // namespace sandglass::services
