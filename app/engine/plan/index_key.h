// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <string_view>

namespace sandglass::engine::plan {

/// Checks an index key pattern: field names, values, plugins, size. Errors (server):
/// CannotCreateIndex, BadValue for a repeated field, Location13103 for more than 32 fields,
/// Location7246201 and Location7246204 for a second wildcard and for fields below one. Source:
/// app/ttl/SEMANTICS.md 1.3.
Result<void> checkIndexKey(bson::DocumentView key);

/// The plugin of a key pattern: "text", "hashed", "2d", "2dsphere" or "wildcard"; empty for an
/// ordered index.
std::string_view indexPlugin(bson::DocumentView key);

/// Whether it is the pattern of a wildcard index: {"$**": 1} or {"a.$**": 1}, also with other
/// fields, but not {"$**": "text"}.
bool isWildcardKey(bson::DocumentView key);

/// Whether it is the pattern of the `_id` index: {_id: 1} or {_id: −1}, with a number of any type.
bool isIdKey(bson::DocumentView key);

} // namespace sandglass::engine::plan
