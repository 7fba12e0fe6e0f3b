// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/pipeline.h"
#include "app/engine/query/sort_projection.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::engine::commands {

/// Memory that one sort may use, in bytes. Source: MongoDB's
/// internalQueryMaxBlockingSortMemoryUsageBytes.
inline constexpr std::size_t kMaxSortBytes = 104'857'600;

/// Documents made beforehand.
query::DocumentSourcePtr listSource(std::vector<bson::Document> documents);

/// All documents of `input` in order; only the first `limit` ones when given, which need memory for
/// those alone. Equal documents keep their order. Errors: 292 when more than kMaxSortBytes are
/// needed.
query::DocumentSourcePtr sortSource(query::DocumentSourcePtr input, query::Sort sort,
                                    std::optional<std::int64_t> limit);

/// Leaves out the first `skip` documents and ends after `limit` more.
query::DocumentSourcePtr sliceSource(query::DocumentSourcePtr input, std::int64_t skip,
                                     std::optional<std::int64_t> limit);

/// Each document through a projection.
query::DocumentSourcePtr projectSource(query::DocumentSourcePtr input,
                                       query::Projection projection);

} // namespace sandglass::engine::commands
