// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/fold.h"

#include <algorithm>
#include <iterator>

namespace sandglass::ttl {

namespace {

// `buckets`: how many of the requested ones have a count.
std::optional<Wave> waveOf(const EdgePlan& plan, const ExpiryHistogram& answer, std::size_t buckets)
{
    if (plan.wave.size() < 2) {
        return {};
    }
    std::vector<std::int64_t> spans(plan.wave.size() - 1, 0);
    std::size_t span = 0;
    for (std::size_t i = 0; i < buckets; ++i) {
        const base::Time end = plan.asked[i + 1];
        while (span < spans.size() && plan.wave[span + 1] < end) {
            ++span;
        }
        if (span == spans.size()) {
            break;
        }
        spans[span] += answer.counts[i];
    }
    const std::optional<Peak> peak = peakOf(spans);
    return peak ? Wave{plan.wave[peak->bucket], peak->count} : Wave{plan.wave.front(), 0};
}

} // namespace

FoldedHistogram fold(const EdgePlan& plan, const ExpiryHistogram& answer)
{
    FoldedHistogram folded;
    folded.shown = answer;
    folded.shown.counts.assign(plan.shown.size() - 1, 0);
    const std::size_t buckets = std::min(answer.counts.size(), plan.asked.size() - 1);
    folded.wave = waveOf(plan, answer, buckets);
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
