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

/// The `index` document of collMod, judged by itself. Views live as long as the request.
struct IndexChange
{
    std::optional<std::string_view> name;
    std::optional<bson::DocumentView> keyPattern;
    std::optional<std::int32_t> expireAfterSeconds;
    std::optional<bool> hidden;
    bool byDialect = false; ///< the seconds are a dialect's, which may be negative
    std::optional<bool> prepareUnique;
    bool unique = false; ///< becomes unique
    bool forceNonUnique = false; ///< is unique no more

    bool asksForUniqueness() const { return prepareUnique || unique || forceNonUnique; }
};

/// What depends on settings and on the version behaved like.
struct IndexChangeRules
{
    bool strictNan = true; ///< NaN seconds are refused with 72, because MongoDB's reading of them
                           ///< as 0 makes every dated document expire at once
    bool conversion = true; ///< an ordinary index may become a TTL index: since 5.1
    bool cappedTtl = true; ///< so may one of a capped collection: since 7.1
    const catalog::IndexDialect* dialect = nullptr; ///< judges the seconds when there is one; its
                                                    ///< catalog says then which index takes them
    bool uniqueness = true; ///< an index may become unique, in two steps: since 6.0
};

/// Judges collMod's `index` for a collection of that shape. Errors: 40415, 14, 72, 2, 6011800.
/// Source: app/ttl/SEMANTICS.md 2.1, steps 2 to 8 and 12.
Result<IndexChange> parseIndexChange(bson::DocumentView index,
                                     const catalog::CollectionShape& shape,
                                     const IndexChangeRules& rules);

/// The index that a change means. Errors: 27, 181. Source: app/ttl/SEMANTICS.md 2.1, step 9.
Result<catalog::IndexInfo> findChangedIndex(const catalog::Collection& collection,
                                            const IndexChange& change);

/// Whether the change may be made to that index. Errors: 72, 2. Source: app/ttl/SEMANTICS.md 2.1,
/// steps 10 and 11.
Result<void> checkIndexChange(const catalog::Collection& collection,
                              const catalog::IndexDefinition& index, const IndexChange& change,
                              const IndexChangeRules& rules);

/// Changes the definition and appends what the reply says of it; false when nothing differs.
bool applyIndexChange(const IndexChange& change, catalog::IndexDefinition& index,
                      bson::Builder& reply);

} // namespace sandglass::engine::definitions
