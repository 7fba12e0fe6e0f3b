// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::protocol {

/// One field of an index key pattern.
struct KeyField
{
    std::string path; ///< dotted path
    bool ascending = true; ///< direction; meaningless when `plugin` is set
    std::string plugin; ///< "hashed", "text", "2d", "2dsphere"; empty for an ordered key
};

/// Splits a key pattern into its fields. Only type and sign of the values matter; nothing else is
/// checked.
std::vector<KeyField> keyFields(bson::DocumentView keyPattern);

/// The default name that drivers generate for a key pattern: "a_1_b_-1", "loc_2dsphere".
std::string generatedIndexName(bson::DocumentView keyPattern);

/// Whether two key patterns define the same index key: same fields, order and directions. 1 equals
/// 1.0.
bool sameKeyPattern(bson::DocumentView left, bson::DocumentView right);

} // namespace sandglass::protocol
