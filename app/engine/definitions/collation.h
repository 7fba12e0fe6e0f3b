// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <optional>
#include <string_view>

namespace sandglass::engine::definitions {

/// Checks a collation and adds the defaults of the fields that are missing, as listIndexes and
/// listCollections show it. nullopt for the simple collation and for a missing value. `path`: the
/// field's path, for messages. This engine stores collations and compares them as a whole, but it
/// compares strings by their bytes in any case. Pure; any thread. Errors (server): TypeMismatch,
/// MissingField without a locale, UnknownField, BadValue.
Result<std::optional<bson::Document>> parseCollation(std::string_view path, bson::ValueView value);

} // namespace sandglass::engine::definitions
