// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::ttl {

/// A range of `_id`s: (after, upTo]. Both are of one type; documents whose `_id` is of another type
/// belong to the range without `after`.
struct IdRange
{
    std::optional<bson::Value> after; ///< unset: from the beginning
    std::optional<bson::Value> upTo; ///< unset: to the end
};

/// A part of a collection that is counted separately: the documents that become eligible in (after,
/// upTo], or all documents without a date before the year 10000, or the documents of a range of
/// `_id`s, with or without a date. The parts of one kind together contain every document once.
struct HistogramPart
{
    std::optional<base::Time> after; ///< unset: from the beginning of time
    std::optional<base::Time> upTo; ///< unset: to the end of the year 9999
    bool undated = false; ///< true: documents without a date; `after` and `upTo` are ignored
    std::int64_t counted = 0; ///< for `undated`: documents in all other parts; if these are all
                              ///< documents, nothing has to be read
    bool withoutArrays = false; ///< no document has an array at the field, so that the index alone
                                ///< tells every date
    std::optional<IdRange> ids = {}; ///< set: everything else is ignored
};

/// The most that an estimate may read.
struct SampleLimits
{
    std::int64_t documents = 10'000; ///< drawn at random, ≥ 1
    std::int64_t overdue = 100'000; ///< overdue documents counted through the index; with more,
                                    ///< their number is estimated, too
    std::int64_t together = 1; ///< most neighbouring documents in a page of the server's storage,
                               ///< if it draws whole pages; those tell less than single documents
    std::chrono::milliseconds time{450}; ///< for drawing; a smaller sample is tried after it
};

/// The most edges of a histogram: the bars of a timeline, the cuts of its figures, and the edges of
/// the next wave. A server finds a document's bucket by binary search, in ten comparisons.
inline constexpr std::size_t kMostEdges = 701;

/// Asks how many documents of one rule become eligible in each bucket.
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
               ///< edges[i+1]], between 2 and kMostEdges of them; the first bucket begins at `now`
    std::string indexHint; ///< index that serves the field; empty when there is none
    std::int64_t sampleAbove
        = 0; ///< a collection of more documents than this is sampled; 0: always counted
    std::optional<HistogramPart> part; ///< set: only this part is counted, never sampled
    bool hiddenByServer = false; ///< the server hides the field from queries: counts would be wrong
    bool indexAscends = false; ///< a scan of indexHint returns the earliest dates first
    bool idsIndexed = true; ///< false for a time series: a range of `_id`s would read everything
    SampleLimits limits = {}; ///< of a sample
    std::optional<bson::Document> collation
        = {}; ///< of the rule's index, by which its partial filter
              ///< compares; unset: the collection's default
};

/// Asks what a rule would delete, before it exists.
struct ImpactRequest
{
    protocol::Namespace ns;
    std::string field;
    std::int64_t expireAfterSeconds = 0;
    std::optional<bson::Document> partialFilter;
    base::Time now; ///< server time at which documents count as expired
    int sampleSize = 10; ///< most documents to return
    std::string indexHint = {}; ///< as in HistogramRequest
    std::int64_t sampleAbove = 0; ///< as in HistogramRequest
    SampleLimits limits = {}; ///< of a sample
    std::optional<bson::Document> collation = {}; ///< as in HistogramRequest
};

} // namespace sandglass::ttl
