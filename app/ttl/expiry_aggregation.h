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

// The expiry rule once more, as questions to a server. expiry_rule.h decides; these documents must
// give the same answers and are tested against it. They use only what MongoDB 4.4 to 8, DocumentDB
// and FerretDB know.
//
// The documents with a date are those that {field: {$lte: the end of 9999}} matches, because $lte
// compares with dates only and enters arrays as an index does. So they are counted from an index
// where there is one, and only if some documents are left over a second question classifies these.

/// Errors: InvalidInput for a field that no index may have, or for edges that are fewer than 2,
/// more than 501, not ascending or before `now`.
Result<void> checkRequest(const HistogramRequest& request);

/// Filter for the documents inside the partial filter whose field holds a date before the year
/// 10000. Pure, as all here; any thread.
bson::Document datedFilter(const std::string& field,
                           const std::optional<bson::Document>& partialFilter);

/// Filter for the documents that a pass at `request.now` deletes.
bson::Document expiredFilter(const ImpactRequest& request);

/// Filter for the documents whose deciding date lies in (from, to], with the query's further
/// conditions.
bson::Document documentsFilter(const DocumentQuery& query);

/// Aggregation expression for the deciding date: the earliest date among the values at `field`, or
/// null.
bson::Value earliestDateExpression(const std::string& field);

/// Array of stages that groups the dated documents by bucket: {_id: 0 for overdue, 1 … n for the
/// buckets, n + 1 for later, n: count, oldest: date, newest: date}. `request` passed
/// checkRequest().
bson::Document datedPipeline(const HistogramRequest& request);

/// Array of stages that groups the rest inside the partial filter by reason: {_id: "noField" or
/// "notADate", n: count}, and dates from the year 10000 on as datedPipeline() does.
bson::Document undatedPipeline(const HistogramRequest& request);

/// Array of stages that groups the documents of `request.part` as datedPipeline() or
/// undatedPipeline() does. `request.part` is set.
bson::Document partPipeline(const HistogramRequest& request);

/// Array of stages giving at most one document {n: count} over the documents inside the partial
/// filter that hold an array at `field`, but no date. Only for a field with a number in its path;
/// else nullopt: there a filter with $type tells the same and is cheaper.
std::optional<bson::Document> arraysPipeline(const std::string& field,
                                             const std::optional<bson::Document>& partialFilter);

/// Array of stages giving at most one document {n: count, oldest: date, newest: date} over the
/// affected documents.
bson::Document impactPipeline(const ImpactRequest& request);

/// A histogram with its buckets, all zero.
ExpiryHistogram emptyHistogram(const HistogramRequest& request);

/// Puts the answers to datedPipeline() and undatedPipeline() into a histogram, in any order.
/// Errors: Protocol for an answer that this pipeline cannot give.
Result<void> addGroups(ExpiryHistogram& histogram, const std::vector<bson::Document>& groups);

} // namespace sandglass::ttl
