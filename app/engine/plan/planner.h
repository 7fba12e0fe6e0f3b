// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/sort_projection.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::plan {

/// How documents are reached.
enum class Access {
    Nothing, ///< the collection does not exist
    IdLookup, ///< one document by its _id
    CollectionScan, ///< all of them
    IndexScan, ///< ranges of an ordered index
};

/// What a query asks of the planner. The filter's document is needed for partial indexes: those
/// serve only filters that repeat their conditions. Views live as long as the request.
struct QueryShape
{
    bson::DocumentView filterDocument;
    query::Filter filter;
    query::Sort sort;
    bson::ValueView hint; ///< an index name, a key pattern, {$natural: ±1}; Missing: free choice
    bson::DocumentView min = {}; ///< with a hint: the first key of the index that counts
    bson::DocumentView max = {}; ///< with a hint: the key before which it ends
};

/// A chosen way. Ranges ascend and do not overlap.
struct QueryPlan
{
    Access access = Access::CollectionScan;
    catalog::Direction direction = catalog::Direction::Forward;
    bson::Value id; ///< of IdLookup
    std::optional<catalog::IndexInfo> index; ///< of IndexScan
    std::vector<catalog::IndexRange> ranges; ///< of IndexScan; at least one
    bool ordered = false; ///< delivers the wanted sort order
};

/// Chooses how to run a query: `_id` equality first, then the ready, visible, ordered index that
/// fixes most of its fields, an index that delivers the sort order, else a scan of the collection.
/// No statistics are kept or used. Errors: 2 BadValue for a hint that names no index.
Result<QueryPlan> choosePlan(const catalog::Collection& collection, const QueryShape& shape);

/// The plan for a shape; access Nothing when `collection` is null. Errors: BadValue for a hint that
/// names no index.
Result<QueryPlan> planFor(const std::shared_ptr<catalog::Collection>& collection,
                          const QueryShape& shape);

} // namespace sandglass::engine::plan
