// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/catalog/index_dialect.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sandglass::engine::definitions {

/// The `index` document of collMod, checked as far as that is possible without the index. nullopt:
/// not given. Views live as long as the request.
struct IndexChange
{
    std::optional<std::string_view> name; ///< exactly one of name and keyPattern is set
    std::optional<bson::DocumentView> keyPattern;
    std::optional<std::int32_t> expireAfterSeconds;
    std::optional<bool> hidden;
    bool byDialect = false; ///< a dialect read the seconds; they may be negative then
    std::optional<bool> prepareUnique;
    bool unique = false; ///< the index becomes unique
    bool forceNonUnique = false; ///< the index is no longer unique

    /// Whether any of the three fields about uniqueness is given.
    bool asksForUniqueness() const { return prepareUnique || unique || forceNonUnique; }
};

/// Rules of collMod that depend on settings and on the emulated MongoDB version.
struct IndexChangeRules
{
    bool strictNan
        = true; ///< refuse NaN: MongoDB reads it as 0, which expires every dated document
    bool conversion = true; ///< an ordinary index may become a TTL index: since 5.1
    bool cappedTtl = true; ///< also on capped collections: since 7.1
    const catalog::IndexDialect* dialect
        = nullptr; ///< if set, it checks the seconds, and its catalog which index takes them
    bool uniqueness = true; ///< an index may become unique, in two steps: since 6.0
};

/// Reads and checks the `index` of collMod for a collection of that shape. Pure; any thread. Errors
/// (server): UnknownField, TypeMismatch, InvalidOptions, BadValue, Location6011800 for hiding the
/// clustered index. Source: app/ttl/SEMANTICS.md 2.1, steps 2 to 8 and 12.
Result<IndexChange> parseIndexChange(bson::DocumentView index,
                                     const catalog::CollectionShape& shape,
                                     const IndexChangeRules& rules);

/// The index with the change's name or key pattern. Errors (server): IndexNotFound,
/// AmbiguousIndexKeyPattern. Source: app/ttl/SEMANTICS.md 2.1, step 9.
Result<catalog::IndexInfo> findChangedIndex(const catalog::Collection& collection,
                                            const IndexChange& change);

/// Checks that the change may be made to that index. Errors (server): InvalidOptions, BadValue.
/// Source: app/ttl/SEMANTICS.md 2.1, steps 10 and 11.
Result<void> checkIndexChange(const catalog::Collection& collection,
                              const catalog::IndexDefinition& index, const IndexChange& change,
                              const IndexChangeRules& rules);

/// Applies the change to a definition, and appends the old and new values to collMod's reply. False
/// when the definition stays as it was. Source: app/ttl/SEMANTICS.md 2.1.
bool applyIndexChange(const IndexChange& change, catalog::IndexDefinition& index,
                      bson::Builder& reply);

} // namespace sandglass::engine::definitions
