// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/fold.h"
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

/// Plans for bars over (from, to], `from` ≥ `now`.
ttl::EdgePlan planEdges(base::Time now, base::Time from, base::Time to, const QTimeZone& zone);

} // namespace sandglass::services
