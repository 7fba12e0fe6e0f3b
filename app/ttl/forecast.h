// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::ttl {

/// A part of a collection, counted by itself: the documents that become eligible in (after, upTo],
/// or those without a date that a server can be asked for. All parts together hold every document
/// once.
struct HistogramPart
{
    std::optional<base::Time> after; ///< unset: from the beginning of time
    std::optional<base::Time> upTo; ///< unset: to the end of the year 9999
    bool undated = false; ///< true: the rest, whatever the two others say
    std::int64_t counted = 0; ///< for the rest: documents in all other parts; when there are no
                              ///< more, nothing has to be read
};

/// What to ask a server for: how many documents of one rule become eligible in each bucket.
struct HistogramRequest
{
    protocol::Namespace ns;
    std::string field;
    std::int64_t expireAfterSeconds = 0;
    bool valid = true; ///< false: everything is Never (InvalidRule)
    std::optional<bson::Document> partialFilter;
    base::Time now; ///< the server's clock; splits overdue from scheduled
    std::vector<base::Time>
        edges; ///< moments of eligibility, ascending, edges[0] ≥ now; bucket i = (edges[i],
               ///< edges[i+1]], between 2 and 501 of them; the first bucket begins at `now`
    std::string indexHint; ///< index that serves the field; empty when there is none
    std::int64_t sampleAbove
        = 0; ///< a collection of more documents than this is sampled; 0: always counted
    std::optional<HistogramPart> part; ///< set: only this part is counted, never sampled
    bool kept = false; ///< the server keeps the field to itself: a count would find nothing and lie
};

/// The answer. Every document of the collection is counted exactly once.
struct ExpiryHistogram
{
    std::vector<std::int64_t> counts; ///< edges.size() − 1 entries
    std::int64_t overdue = 0; ///< eligible at `now` or before
    std::int64_t later = 0; ///< eligible after the last edge
    std::int64_t neverNoField = 0;
    std::int64_t neverNotADate = 0;
    std::int64_t neverOutsideFilter = 0;
    std::int64_t neverInvalidRule = 0;
    std::optional<bson::Date> oldestDate; ///< earliest deciding date in the collection
    std::optional<bson::Date> newestDate;
    bool exact = true; ///< false: extrapolated from a sample
    double sampledShare = 1.0; ///< of the documents, 0…1
    bool overdueExact = true; ///< the overdue ones were counted, whatever the rest was
    base::Time asOf; ///< server time of the answer

    std::int64_t never() const
    {
        return neverNoField + neverNotADate + neverOutsideFilter + neverInvalidRule;
    }
    std::int64_t scheduled() const; ///< sum of counts
    std::int64_t documents() const { return overdue + scheduled() + later + never(); }
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

/// Why a call with these seconds is one of the presets: 5 min, 1 h, 24 h, 7 d, 30 d, 90 d, 1 y.
inline constexpr std::int64_t kHorizonPresetSeconds[]
    = {300, 3600, 86400, 604800, 2592000, 7776000, 31536000};

/// Adds `part` to `sum`, bucket by bucket; both must have the same number of buckets (or sum is
/// empty).
void accumulate(ExpiryHistogram& sum, const ExpiryHistogram& part);

/// Figures of a histogram for people.
struct ForecastSummary
{
    std::int64_t overdue = 0;
    std::optional<std::chrono::seconds> oldestOverdueAge;
    std::int64_t dueWithinHour = 0; ///< buckets that end within the hour after `now`
    std::int64_t dueWithinDay = 0;
    std::optional<std::size_t> peakBucket;
    std::int64_t peakCount = 0;
};

/// Reads the summary off a histogram asked for with `request`. Pure; any thread.
ForecastSummary summarize(const HistogramRequest& request, const ExpiryHistogram& histogram);

} // namespace sandglass::ttl
