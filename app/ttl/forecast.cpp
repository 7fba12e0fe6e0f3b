// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/forecast.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <utility>

namespace sandglass::ttl {

namespace {

constexpr std::array kLadder{
    std::pair{BucketWidth::Second1, std::int64_t{1}},
    std::pair{BucketWidth::Second5, std::int64_t{5}},
    std::pair{BucketWidth::Second15, std::int64_t{15}},
    std::pair{BucketWidth::Minute1, std::int64_t{60}},
    std::pair{BucketWidth::Minute5, std::int64_t{300}},
    std::pair{BucketWidth::Minute15, std::int64_t{900}},
    std::pair{BucketWidth::Minute30, std::int64_t{1'800}},
    std::pair{BucketWidth::Hour1, std::int64_t{3'600}},
    std::pair{BucketWidth::Hour3, std::int64_t{10'800}},
    std::pair{BucketWidth::Hour6, std::int64_t{21'600}},
    std::pair{BucketWidth::Hour12, std::int64_t{43'200}},
    std::pair{BucketWidth::Day1, std::int64_t{86'400}},
    std::pair{BucketWidth::Week1, std::int64_t{604'800}},
    std::pair{BucketWidth::Month1, std::int64_t{2'592'000}},
};

constexpr std::int64_t kMostBars = 200;

template <typename Choose>
std::optional<bson::Date> chosen(std::optional<bson::Date> left, std::optional<bson::Date> right,
                                 Choose choose)
{
    if (!left || !right) {
        return left ? left : right;
    }
    return bson::Date{choose(left->millis, right->millis)};
}

// The sampled share of both together, weighted by documents; an empty part changes nothing.
double combinedShare(const ExpiryHistogram& left, const ExpiryHistogram& right)
{
    const auto leftWeight = static_cast<double>(left.documents());
    const auto rightWeight = static_cast<double>(right.documents());
    if (leftWeight + rightWeight <= 0.0) {
        return std::min(left.sampledShare, right.sampledShare);
    }
    return (left.sampledShare * leftWeight + right.sampledShare * rightWeight)
        / (leftWeight + rightWeight);
}

} // namespace

std::int64_t& NeverCounts::of(NeverReason reason)
{
    switch (reason) {
    case NeverReason::NoField:
        return noField;
    case NeverReason::NotADate:
        return notADate;
    case NeverReason::OutsideFilter:
        return outsideFilter;
    case NeverReason::InvalidRule:
        break;
    }
    return invalidRule;
}

NeverCounts& NeverCounts::operator+=(const NeverCounts& other)
{
    noField += other.noField;
    notADate += other.notADate;
    outsideFilter += other.outsideFilter;
    invalidRule += other.invalidRule;
    return *this;
}

std::int64_t ExpiryHistogram::scheduled() const
{
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::int64_t nominalSeconds(BucketWidth width)
{
    for (const auto& [step, seconds] : kLadder) {
        if (step == width) {
            return seconds;
        }
    }
    return kLadder.back().second;
}

BucketWidth widthFor(std::chrono::seconds horizon)
{
    for (const auto& [step, seconds] : kLadder) {
        const std::int64_t whole = horizon.count() / seconds;
        const std::int64_t bars = whole + (horizon.count() % seconds > 0 ? 1 : 0);
        if (bars <= kMostBars) {
            return step;
        }
    }
    return BucketWidth::Month1;
}

void accumulate(ExpiryHistogram& sum, const ExpiryHistogram& part)
{
    if (sum.counts.empty()) {
        sum = part;
        return;
    }
    assert(sum.counts.size() == part.counts.size());
    sum.sampledShare = combinedShare(sum, part);
    for (std::size_t i = 0; i < std::min(sum.counts.size(), part.counts.size()); ++i) {
        sum.counts[i] += part.counts[i];
    }
    sum.overdue += part.overdue;
    sum.later += part.later;
    sum.never += part.never;
    sum.oldestDate = chosen(sum.oldestDate, part.oldestDate,
                            [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
    sum.newestDate = chosen(sum.newestDate, part.newestDate,
                            [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
    sum.exact = sum.exact && part.exact;
    sum.overdueExact = sum.overdueExact && part.overdueExact;
    sum.drawnTogether = std::max(sum.drawnTogether, part.drawnTogether);
    sum.oldestExact = sum.oldestExact && part.oldestExact;
    sum.sampleRefused = sum.sampleRefused || part.sampleRefused;
    sum.took += part.took;
    sum.asOf = std::min(sum.asOf, part.asOf); // the sum is as old as its oldest part
}

} // namespace sandglass::ttl
