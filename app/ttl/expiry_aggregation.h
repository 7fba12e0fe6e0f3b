// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/ttl/forecast.h"
#include "app/ttl/ttl_server.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::ttl {

// The expiry rule as queries, so that a server can count without sending its documents.
// expiry_rule.h is the authority; these queries are tested against it and must give the same
// results. They use only operators that MongoDB 4.4 to 8, DocumentDB and FerretDB support.
//
// Documents with a date are those that {field: {$lte: the end of 9999}} matches: $lte compares a
// date with dates only and enters arrays as an index does, so an index can answer it. Only when
// this leaves documents over does a second query classify those.

/// Checks a request before any pipeline is made of it. Errors: InvalidInput for a field that no
/// index may have, Unsupported for one that canBeFollowed() refuses, InvalidInput for edges that
/// are fewer than 2, more than kMostEdges, not ascending or before `now`.
Result<void> checkRequest(const HistogramRequest& request);

/// Filter for the documents inside the partial filter whose field holds a date before the year
/// 10000. Pure, any thread; so are all functions below.
bson::Document datedFilter(const std::string& field,
                           const std::optional<bson::Document>& partialFilter);

/// Filter for the documents that a pass at `request.now` deletes.
bson::Document expiredFilter(const ImpactRequest& request);

/// Filter for the documents whose earliest date lies in (from, to] and that meet the query's
/// further conditions.
bson::Document documentsFilter(const DocumentQuery& query);

/// Aggregation expression for the earliest date among the values at `field`; null without a date.
bson::Value earliestDateExpression(const std::string& field);

/// Array of stages that groups the dated documents by bucket: {_id: 0 for overdue, 1 … n for the
/// buckets, n + 1 for later, n: count, oldest: date, newest: date}. `request` passed
/// checkRequest().
bson::Document datedPipeline(const HistogramRequest& request);

/// Array of stages that groups the other documents inside the partial filter by reason: {_id:
/// "noField" or "notADate", n: count}. Dates from the year 10000 on are grouped as by
/// datedPipeline().
bson::Document undatedPipeline(const HistogramRequest& request);

/// Array of the last two stages of undatedPipeline(): they group any documents inside the partial
/// filter, by bucket or by reason.
bson::Document groupingStages(const HistogramRequest& request);

/// Array of stages that groups the documents of `request.part` as groupingStages() does.
/// `request.part` is set.
bson::Document partPipeline(const HistogramRequest& request);

/// Filter for the documents of a range of `_id`s, without the partial filter.
bson::Document idFilter(const IdRange& range);

/// Array of stages giving at most one document {n: count} over the documents inside the partial
/// filter that hold an array at `field`, but no date. nullopt unless the path contains a number:
/// for other paths a filter with $type gives the same count at less cost.
std::optional<bson::Document> arraysPipeline(const std::string& field,
                                             const std::optional<bson::Document>& partialFilter);

/// Array of stages giving at most one document {n: count, oldest: date, newest: date} over the
/// affected documents.
bson::Document impactPipeline(const ImpactRequest& request);

/// A histogram with the request's buckets, all counts zero.
ExpiryHistogram emptyHistogram(const HistogramRequest& request);

/// Adds the groups that datedPipeline() or undatedPipeline() returned to a histogram; the order of
/// calls does not matter. Errors: Protocol for a group that these pipelines cannot return.
Result<void> addGroups(ExpiryHistogram& histogram, const std::vector<bson::Document>& groups);

} // namespace sandglass::ttl
