// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <string_view>

namespace sandglass::engine::query {

/// Fields that find adds to a document for {$meta: …} in its projection, and takes away after it.
/// `showRecordId` shows the first one.
inline constexpr std::string_view kRecordIdField = "$recordId"; ///< an int64
inline constexpr std::string_view kSortKeyField = "$sortKey"; ///< an array: a value for each field
inline constexpr std::string_view kIndexKeyField = "$indexKey"; ///< a document as returnKey has it

/// The document without these fields, as it was before find added them.
bson::Document withoutMetadata(bson::DocumentView document);

} // namespace sandglass::engine::query
