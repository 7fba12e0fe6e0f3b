// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/query/pipeline.h"

#include <memory>

namespace sandglass::engine::plan {

/// The field that find's `showRecordId` adds to each document.
inline constexpr std::string_view kRecordIdField = "$recordId";

/// Returns the documents of a cursor, each with its record id as the last field.
query::DocumentSourcePtr recordIdSource(std::shared_ptr<MatchCursor> cursor);

/// Returns only the fields of an index key from each document, for find's `returnKey`; empty
/// documents for an empty pattern. An array is replaced by its first element, because its elements
/// are indexed. "$recordId" stays.
query::DocumentSourcePtr returnKeySource(query::DocumentSourcePtr input,
                                         bson::DocumentView keyPattern);

} // namespace sandglass::engine::plan
