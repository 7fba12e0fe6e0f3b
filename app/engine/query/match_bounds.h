// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/match_leaf.h"

#include <optional>

namespace sandglass::engine::query {

/// The index bounds of one comparison: `$lte: <date>` starts at the smallest date, `$gt: 5` ends at
/// infinity. nullopt when an index would be unsafe: array operands, MinKey and MaxKey in ranges,
/// code, DBPointer. Null gives the range Undefined … null, because index keys store missing values
/// and empty arrays that way.
std::optional<PathBounds> comparisonBounds(Comparison comparison, bson::ValueView operand);

/// The bounds of both conditions, for a path where the same value must match both. `collation`: how
/// the conditions compare strings; may be null.
PathBounds intersected(PathBounds left, const PathBounds& right, const bson::Collation* collation);

} // namespace sandglass::engine::query
