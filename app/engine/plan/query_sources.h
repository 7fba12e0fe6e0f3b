// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/pipeline.h"
#include "app/engine/query/sort_projection.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::engine::plan {

/// The memory that one sort may use, in bytes. Source: MongoDB server source,
/// query_knobs.idl, internalQueryMaxBlockingSortMemoryUsageBytes.
inline constexpr std::size_t kMaxSortBytes = 104'857'600;

/// Returns the given documents.
query::DocumentSourcePtr listSource(std::vector<bson::Document> documents);

/// The limits of a sort.
struct SortTask
{
    std::optional<std::int64_t> limit = {}; ///< return only that many documents; unset: all
    std::size_t maxBytes = kMaxSortBytes; ///< of memory
};

/// Returns the documents of `input` in sort order. With a limit, only the first ones are returned
/// and only they need memory. Documents with equal keys keep their order. Errors (server):
/// QueryExceededMemoryLimit; ExceededMemoryLimit, see query::WorkMemory.
query::DocumentSourcePtr sortSource(query::DocumentSourcePtr input, query::Sort sort,
                                    SortTask task);

/// Skips the first `skip` documents of `input` and returns at most `limit` more.
query::DocumentSourcePtr sliceSource(query::DocumentSourcePtr input, std::int64_t skip,
                                     std::optional<std::int64_t> limit);

/// How find projects its documents.
struct ProjectTask
{
    query::Projection projection;
    query::Filter filter; ///< determines the array element of a positional "a.$"
    bool keepRecordId = false; ///< "$recordId" stays, even if the projection excludes it
    bool dropMetadata = false; ///< the fields of query/row_metadata.h end here
};

/// Returns the documents of `input` with the projection applied. Errors: those of the projection
/// and of the filter's `$expr`.
query::DocumentSourcePtr projectSource(query::DocumentSourcePtr input, ProjectTask task);

} // namespace sandglass::engine::plan
