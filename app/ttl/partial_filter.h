// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::ttl {

/// Which grammar of partial index filters a server takes.
enum class FilterGrammar {
    Modern, ///< MongoDB 6.0 and later: $or, $in and $and at any depth too
    Before6, ///< only $and at the top, and no $or or $in
};

/// The first operator (or shape) that a partial index's filter must not hold; nullopt for a usable
/// filter. Allowed are equality, $eq, $lt, $lte, $gt, $gte, $in, $exists: true, $type, $and, $or
/// and $geoWithin, $geoIntersects. The answer is the operator's name ("$regex", "$exists" for
/// $exists: false). Pure; any thread. Source: app/ttl/SEMANTICS.md 1.2; MongoDB manual, Partial
/// Indexes.
std::optional<std::string> unsupportedInPartialFilter(bson::DocumentView filter,
                                                      FilterGrammar grammar);

/// Whether `accepts` holds for every field path that the filter names. Pure; any thread.
bool everyFilterPath(bson::DocumentView filter,
                     const std::function<bool(std::string_view path)>& accepts);

} // namespace sandglass::ttl
