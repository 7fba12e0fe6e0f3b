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

/// Most bars of a timeline. With the cuts for the figures and the edges of the next wave they fit
/// into a request of ttl::kMostEdges.
inline constexpr std::size_t kMaxBars = 498;

/// Edges of buckets that cover (from, to]. The first is `from`; the others are multiples of the
/// width on a clock in `zone`; the last is the first such edge at `to` or later. Buckets shorter
/// than a day have equal lengths and are aligned to the zone's offset at `from`. Longer ones start
/// at midnight in the zone, weeks on Monday, months on the first, also across changes of
/// daylight-saving time. At most kMaxBars buckets; the rest is left out. Ascending, at least two
/// edges. Pure; any thread.
std::vector<base::Time> bucketEdges(base::Time from, base::Time to, ttl::BucketWidth width,
                                    const QTimeZone& zone);

/// The edges from `now` over `horizon` (at least a second), with the width that suits it. Pure; any
/// thread.
std::vector<base::Time> bucketEdges(base::Time now, std::chrono::seconds horizon,
                                    const QTimeZone& zone);

/// Edges for bars over (from, to]. `from` must not be before `now`. Pure; any thread.
ttl::EdgePlan planEdges(base::Time now, base::Time from, base::Time to, const QTimeZone& zone);

/// How far ahead the next wave is looked for, and in spans of what length. Both are fixed, so that
/// a wave does not depend on what a chart shows.
inline constexpr std::chrono::hours kWaveHorizon{7 * 24};
inline constexpr ttl::BucketWidth kWaveWidth = ttl::BucketWidth::Hour1;

/// Adds the edges of the next wave to a plan. Pure; any thread.
void addWave(ttl::EdgePlan& plan, base::Time now, const QTimeZone& zone);

} // namespace sandglass::services
