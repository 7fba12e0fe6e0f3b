// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/query/pipeline.h"

#include <memory>

namespace sandglass::engine::plan {

/// The field that find's `showRecordId` adds to each document.
inline constexpr std::string_view kRecordIdField = "$recordId";

/// The documents of a walk, each with its record id as last field.
query::DocumentSourcePtr recordIdSource(std::shared_ptr<MatchCursor> cursor);

/// Of each document only the fields of an index key, as find's `returnKey` shows them; empty
/// documents for an empty pattern. Of an array that was indexed by its elements the first one is
/// shown. A record id is kept.
query::DocumentSourcePtr returnKeySource(query::DocumentSourcePtr input,
                                         bson::DocumentView keyPattern);

} // namespace sandglass::engine::plan
