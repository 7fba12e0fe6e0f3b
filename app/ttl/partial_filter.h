// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::ttl {

/// The grammar of partial index filters that a server accepts.
enum class FilterGrammar {
    Modern, ///< MongoDB 6.0 and later: also $or, $in, and $and at any depth
    Before6, ///< $and at the top level only; no $or, no $in
};

/// Name of the first operator that a partial index's filter must not contain, such as "$regex", or
/// "$exists" for $exists: false; nullopt for a valid filter. Allowed are equality, $eq, $lt, $lte,
/// $gt, $gte, $in, $exists: true, $type, $and, $or, $geoWithin and $geoIntersects. Pure; any
/// thread. Source: app/ttl/SEMANTICS.md 1.2; MongoDB manual, Partial Indexes.
std::optional<std::string> unsupportedInPartialFilter(bson::DocumentView filter,
                                                      FilterGrammar grammar);

/// Whether `accepts` returns true for every field path in the filter, $and and $or included; true
/// for an empty filter. Pure; any thread.
bool everyFilterPath(bson::DocumentView filter,
                     const std::function<bool(std::string_view path)>& accepts);

} // namespace sandglass::ttl
