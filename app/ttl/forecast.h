// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/requests.h"
#include "app/ttl/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::ttl {

/// Documents that never expire, by reason.
struct NeverCounts
{
    std::int64_t noField = 0;
    std::int64_t notADate = 0;
    std::int64_t outsideFilter = 0;
    std::int64_t invalidRule = 0;

    /// Sum over all reasons.
    std::int64_t total() const { return noField + notADate + outsideFilter + invalidRule; }
    /// The counter for a reason.
    std::int64_t& of(NeverReason reason);
    /// Adds the counts reason by reason.
    NeverCounts& operator+=(const NeverCounts& other);
    bool operator==(const NeverCounts&) const = default;
};

/// The result of a HistogramRequest. Every document of the collection is counted exactly once.
struct ExpiryHistogram
{
    std::vector<std::int64_t> counts; ///< edges.size() − 1 entries
    std::int64_t overdue = 0; ///< eligible at `now` or before
    std::int64_t later = 0; ///< eligible after the last edge
    NeverCounts never;
    std::optional<bson::Date> oldestDate; ///< earliest of the documents' dates under the rule
    std::optional<bson::Date> newestDate; ///< latest of them
    bool exact = true; ///< false: extrapolated from a sample
    double sampledShare = 1.0; ///< of the documents, 0…1
    std::int64_t drawnTogether = 1; ///< of a sample: see SampleLimits::together
    bool overdueExact = true; ///< `overdue` was counted, even if the other numbers are estimated
    bool oldestExact = true; ///< false: documents with a date before oldestDate may exist
    bool sampleRefused = false; ///< it was counted although it is large: the server cannot sample
    std::chrono::milliseconds took{0}; ///< how long the server's commands took together
    base::Time asOf; ///< server time of the result

    std::int64_t scheduled() const; ///< sum of counts
    std::int64_t documents() const { return overdue + scheduled() + later + never.total(); }
};

/// The ladder of bucket widths. Source: ui/DESIGN.md, The timeline.
enum class BucketWidth {
    Second1,
    Second5,
    Second15,
    Minute1,
    Minute5,
    Minute15,
    Minute30,
    Hour1,
    Hour3,
    Hour6,
    Hour12,
    Day1,
    Week1,
    Month1,
};

/// The width's length in seconds; a month counts 30 days here.
std::int64_t nominalSeconds(BucketWidth width);

/// The width that gives between 60 and 200 bars over the horizon (the narrowest that stays at or
/// below 200).
BucketWidth widthFor(std::chrono::seconds horizon);

/// The preset ranges of the timeline in seconds: 5 min, 1 h, 24 h, 7 d, 30 d, 90 d, 1 y.
inline constexpr std::int64_t kHorizonPresetSeconds[]
    = {300, 3600, 86400, 604800, 2592000, 7776000, 31536000};

/// The period that forms propose first, in seconds: 90 days. With a shorter one, most of a
/// collection would be shown as about to be deleted.
inline constexpr std::int64_t kFirstProposalSeconds = std::int64_t{90} * 86'400;

/// Adds `part` to `sum`, bucket by bucket; both must have the same number of buckets (or sum is
/// empty).
void accumulate(ExpiryHistogram& sum, const ExpiryHistogram& part);

} // namespace sandglass::ttl
