// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/pipeline.h"
#include "app/engine/query/sort_projection.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::engine::plan {

/// Memory that one sort may use, in bytes. Source: MongoDB server source,
/// query_knobs.idl, internalQueryMaxBlockingSortMemoryUsageBytes.
inline constexpr std::size_t kMaxSortBytes = 104'857'600;

/// Documents made beforehand.
query::DocumentSourcePtr listSource(std::vector<bson::Document> documents);

/// What a sort may take and has to give.
struct SortTask
{
    std::optional<std::int64_t> limit = {}; ///< only the first ones are wanted; unset: all
    std::size_t mostBytes = kMaxSortBytes; ///< of memory
};

/// All documents of `input` in order; only the first ones when there is a limit, which need memory
/// for those alone. Equal documents keep their order. Errors: 292 for too much memory.
query::DocumentSourcePtr sortSource(query::DocumentSourcePtr input, query::Sort sort,
                                    SortTask task);

/// Leaves out the first `skip` documents and ends after `limit` more.
query::DocumentSourcePtr sliceSource(query::DocumentSourcePtr input, std::int64_t skip,
                                     std::optional<std::int64_t> limit);

/// How find shows its documents.
struct ProjectTask
{
    query::Projection projection;
    query::Filter filter; ///< tells which array element a positional "a.$" stands for
    bool keepRecordId = false; ///< "$recordId" is shown whatever the projection says
};

/// Each document through a projection. Errors: the projection's.
query::DocumentSourcePtr projectSource(query::DocumentSourcePtr input, ProjectTask task);

} // namespace sandglass::engine::plan
