// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/types.h"

#include <vector>

namespace sandglass::engine::plan {

/// The part of an index between two keys, given as find's `min` (inclusive) and `max` (exclusive).
/// An empty document means no limit at that end. Values are
/// compared with the index's collation. The ranges ascend and do not overlap. Errors
/// (server): Location51174 when a document has other fields than the index, Location51175 when
/// `min` does not come before `max`.
Result<std::vector<catalog::IndexRange>>
rangesBetween(const catalog::IndexInfo& index, bson::DocumentView min, bson::DocumentView max);

/// Checks `min`, `max` and the hint that they require. `hint`: as in QueryShape. Errors (server):
/// Location51173 without a hint, Location51174 for the hint $natural, Location51176 when the two
/// have different fields.
Result<void> checkKeyLimits(bson::DocumentView min, bson::DocumentView max, bson::ValueView hint);

} // namespace sandglass::engine::plan
