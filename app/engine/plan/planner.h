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

/// How a plan reads documents.
enum class Access {
    Nothing, ///< the collection does not exist
    IdLookup, ///< one document by its _id
    CollectionScan, ///< all of them
    IndexScan, ///< ranges of an ordered index
};

/// The parts of a query that the planner needs. Views are valid as long as the request.
struct QueryShape
{
    bson::DocumentView filterDocument; ///< compared with the conditions of partial indexes
    query::Filter filter;
    query::Sort sort;
    bson::ValueView hint; ///< an index name, a key pattern, {$natural: ±1}; Missing: no hint
    bson::DocumentView min = {}; ///< with a hint: the first key, inclusive; empty: none
    bson::DocumentView max = {}; ///< with a hint: the last key, exclusive; empty: none
};

/// How to run a query. The ranges ascend and do not overlap.
struct QueryPlan
{
    Access access = Access::CollectionScan;
    catalog::Direction direction = catalog::Direction::Forward;
    bson::Value id; ///< of IdLookup
    std::optional<catalog::IndexInfo> index; ///< of IndexScan
    std::vector<catalog::IndexRange> ranges; ///< of IndexScan; at least one
    bool ordered = false; ///< the documents come in the sort order, or in no particular one if the
                          ///< query has no sort
};

/// Chooses how to run a query: an `_id` equality first, then the ready, visible, ordered index with
/// the most fixed fields, an index that returns the sort order, else a scan of the collection.
/// Keeps and uses no statistics. Errors (server): BadValue for a hint that names no index and for a
/// wrong {$natural: …}, those of rangesBetween().
Result<QueryPlan> choosePlan(const catalog::Collection& collection, const QueryShape& shape);

/// As choosePlan(); access Nothing when `collection` is null.
Result<QueryPlan> planFor(const std::shared_ptr<catalog::Collection>& collection,
                          const QueryShape& shape);

} // namespace sandglass::engine::plan
