// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/types.h"

#include <vector>

namespace sandglass::engine::plan {

/// The part of an index between two of its keys, as find's `min` (inclusive) and `max` (exclusive)
/// name it; an empty document leaves that end open. Ranges ascend.
/// Errors: 51174 when the documents do not name the index's fields, 51176 when they name different
/// ones, 51175 when `min` does not come before `max`.
Result<std::vector<catalog::IndexRange>>
rangesBetween(bson::DocumentView keyPattern, bson::DocumentView min, bson::DocumentView max);

/// Judges `min`, `max` and the hint that they need. Errors: 51173 without one, 51174 for $natural,
/// 51176.
Result<void> checkKeyLimits(bson::DocumentView min, bson::DocumentView max, bson::ValueView hint);

} // namespace sandglass::engine::plan
