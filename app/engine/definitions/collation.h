// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <optional>
#include <string_view>

namespace sandglass::engine::definitions {

/// Judges a collation and fills in what it leaves open, as listIndexes and listCollections show it.
/// This engine keeps collations and compares them as a whole; strings compare by their bytes
/// whatever the collation says. nullopt for the simple collation and an absent one. `path`: the
/// field's place, for error texts. Errors: 14, 40414 without a locale, 40415, 2.
Result<std::optional<bson::Document>> parseCollation(std::string_view path, bson::ValueView value);

} // namespace sandglass::engine::definitions
