// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <compare>
#include <string>
#include <string_view>

namespace sandglass::protocol {

/// A database and, usually, one of its collections.
struct Namespace
{
    std::string database;
    std::string collection; ///< may hold dots; empty when only the database is meant

    /// "db.coll", or "db" without a collection.
    std::string text() const;
    /// Splits at the first dot. Errors: InvalidInput when the database part is empty.
    static Result<Namespace> parse(std::string_view text);

    auto operator<=>(const Namespace&)
        const = default; // NOLINT(modernize-use-nullptr): a misreading of clang-tidy 14
};

/// Checks a database name as MongoDB does: 1 to 63 bytes, none of / \ . " $ * < > : | ? space or
/// NUL. The name "$external" passes. Errors: InvalidNamespace (server error).
Result<void> checkDatabaseName(std::string_view name);

/// Checks a collection name as MongoDB does: not empty, no NUL, no '$', no dot at the start or end,
/// no "..", and the whole namespace at most 255 bytes. Errors: InvalidNamespace (server error).
Result<void> checkCollectionName(const Namespace& ns);

/// As above, for a collection that a client creates or indexes: names that begin with "system." are
/// the server's own, except a few. Errors: InvalidNamespace (server error).
Result<void> checkUserCollection(const Namespace& ns);

} // namespace sandglass::protocol
