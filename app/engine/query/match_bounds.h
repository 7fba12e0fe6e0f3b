// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/match_leaf.h"

#include <optional>

namespace sandglass::engine::query {

/// The index bounds of one comparison: `$lte: <date>` starts at the smallest date, `$gt: 5` ends at
/// infinity. nullopt when an index cannot be used safely (arrays as operands; MinKey and MaxKey in
/// ranges; code and DBPointer). Null gives the range Undefined … null, since that is how missing
/// values and empty arrays are stored in index keys.
std::optional<PathBounds> comparisonBounds(Comparison comparison, bson::ValueView operand);

/// Both conditions together, for a path where one value must meet them both.
PathBounds intersected(PathBounds left, const PathBounds& right);

} // namespace sandglass::engine::query
