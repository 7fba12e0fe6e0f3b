// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/collation.h"

#include <string>
#include <string_view>

namespace sandglass::engine::collation {

/// Reads a collation as commands and index specs give it. Its settings have the locale's values for
/// what is left open. Null for {locale: "simple"} and for a missing value. `path`: the field's
/// path, for messages. Errors (server): TypeMismatch, UnknownField, MissingField without a locale,
/// BadValue for an unknown locale, for a value that is not allowed, and for settings that exclude
/// each other, IncompatibleCollationVersion (161). Source: MongoDB manual, Collation.
Result<bson::CollationPtr> parseCollation(std::string_view path, bson::ValueView value);

/// A collation from its stored settings. Null where they are Missing, and where they cannot be
/// used: earlier formats stored any locale.
bson::CollationPtr storedCollation(bson::ValueView settings);

/// The version of the library that orders strings. Sort keys of another version are useless.
std::string orderVersion();

} // namespace sandglass::engine::collation
