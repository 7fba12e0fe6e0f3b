// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/fold.h"

#include <algorithm>
#include <iterator>

namespace sandglass::ttl {

FoldedHistogram fold(const EdgePlan& plan, const ExpiryHistogram& answer)
{
    FoldedHistogram folded;
    folded.shown = answer;
    folded.shown.counts.assign(plan.shown.size() - 1, 0);
    const std::size_t buckets = std::min(answer.counts.size(), plan.asked.size() - 1);
    std::size_t bar = 0;
    for (std::size_t i = 0; i < buckets; ++i) {
        const base::Time end = plan.asked[i + 1];
        const std::int64_t count = answer.counts[i];
        folded.dueWithinHour += end <= plan.hourEnd ? count : 0;
        folded.dueWithinDay += end <= plan.dayEnd ? count : 0;
        // the requested edges contain all shown ones, so no bucket lies in two bars
        if (end <= plan.shown.front()) {
            folded.beforeShown += count;
        } else if (end > plan.shown.back()) {
            folded.shown.later += count;
        } else {
            while (plan.shown[bar + 1] < end) {
                ++bar;
            }
            folded.shown.counts[bar] += count;
        }
    }
    return folded;
}

std::optional<Peak> peakOf(std::span<const std::int64_t> counts)
{
    const auto highest = std::ranges::max_element(counts);
    if (highest == counts.end() || *highest <= 0) {
        return {};
    }
    return Peak{static_cast<std::size_t>(std::distance(counts.begin(), highest)), *highest};
}

} // namespace sandglass::ttl
