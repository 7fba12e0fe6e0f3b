// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <string_view>

namespace sandglass::engine::plan {

/// Judges an index key pattern: field names, values, plugins, size. Errors: 67, 2 for a repeated
/// field, 13103 for more than 32 fields. Source: app/ttl/SEMANTICS.md 1.3.
Result<void> checkIndexKey(bson::DocumentView key);

/// The plugin of a key pattern ("text", "hashed", "2d", "2dsphere", "wildcard"); empty for an
/// ordered key.
std::string_view indexPlugin(bson::DocumentView key);

/// True for a wildcard key pattern: {"$**": 1} or {"a.$**": 1}.
bool isWildcardKey(bson::DocumentView key);

/// True for the pattern of the `_id` index.
bool isIdKey(bson::DocumentView key);

} // namespace sandglass::engine::plan
