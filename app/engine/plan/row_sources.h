// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/query/row_metadata.h"
#include "app/engine/query/sort_projection.h"

#include <memory>

namespace sandglass::engine::plan {

using query::kRecordIdField;

/// Returns the documents of a cursor, each with its record id as the last field.
query::DocumentSourcePtr recordIdSource(std::shared_ptr<MatchCursor> cursor);

/// Returns only the fields of an index key from each document, for find's `returnKey`; empty
/// documents for an empty pattern. An array is replaced by its first element, because its elements
/// are indexed. "$recordId" stays.
query::DocumentSourcePtr returnKeySource(query::DocumentSourcePtr input,
                                         bson::DocumentView keyPattern);

/// Adds to each document what {$meta: …} in find's projection can ask for, besides the record id of
/// recordIdSource(): the values of `sort`, unless it is empty, and the fields of an index key as
/// above, unless the pattern is empty.
query::DocumentSourcePtr metadataSource(query::DocumentSourcePtr input, query::Sort sort,
                                        bson::DocumentView keyPattern);

} // namespace sandglass::engine::plan
