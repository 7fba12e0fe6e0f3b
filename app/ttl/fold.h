// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/forecast.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sandglass::ttl {

/// The edges of the shown bars and those of the request. One request also gives the numbers "due in
/// an hour" and "due in a day".
struct EdgePlan
{
    BucketWidth width = BucketWidth::Minute1;
    std::vector<base::Time> shown; ///< edges of the bars, ascending, at least two
    std::vector<base::Time>
        asked; ///< edges for the request: starts at now, holds all shown ones and the two cuts
    base::Time hourEnd; ///< an hour after now
    base::Time dayEnd; ///< 24 hours after now
    std::vector<base::Time> wave = {}; ///< edges among which the next wave is looked for, all of
                                       ///< them in `asked`; empty: it is not looked for
};

/// The span in which most documents become due.
struct Wave
{
    base::Time from;
    std::int64_t documents = 0; ///< 0: none becomes due in any span

    bool operator==(const Wave&) const = default;
};

/// The result of a request, folded back to the shown bars. All numbers are documents.
struct FoldedHistogram
{
    ExpiryHistogram shown; ///< one count per bar; later = after the last bar
    std::int64_t beforeShown = 0; ///< due after now, but before the first bar (zoomed in)
    std::int64_t dueWithinHour = 0; ///< due after now, up to plan.hourEnd
    std::int64_t dueWithinDay = 0; ///< due after now, up to plan.dayEnd
    std::optional<Wave>
        wave; ///< the first of the fullest spans of plan.wave; unset: not looked for

    /// Every document of the collection.
    std::int64_t documents() const { return shown.documents() + beforeShown; }
    /// Documents that have a date and so expire some day.
    std::int64_t dated() const { return documents() - shown.never.total(); }
};

/// Folds the result of a request with the edges plan.asked. Pure; any thread.
FoldedHistogram fold(const EdgePlan& plan, const ExpiryHistogram& answer);

/// The fullest bucket.
struct Peak
{
    std::size_t bucket = 0;
    std::int64_t count = 0; ///< documents, at least 1
};

/// The first of the fullest buckets; nullopt when all are empty. Pure; any thread.
std::optional<Peak> peakOf(std::span<const std::int64_t> counts);

} // namespace sandglass::ttl
