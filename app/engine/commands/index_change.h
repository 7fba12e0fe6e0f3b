// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sandglass::engine::commands {

/// The `index` document of collMod, judged by itself. Views live as long as the request.
struct IndexChange
{
    std::optional<std::string_view> name;
    std::optional<bson::DocumentView> keyPattern;
    std::optional<std::int32_t> expireAfterSeconds;
    std::optional<bool> hidden;
};

/// Judges collMod's `index`. `strictNan`: NaN seconds are refused with 72, because MongoDB's
/// reading of them as 0 makes every dated document expire at once. Errors: 40415, 14, 72, 115 for
/// unique conversions. Source: spec/ttl-semantics.md 2.1, steps 2 to 7 and 12.
Result<IndexChange> parseIndexChange(bson::DocumentView index, bool strictNan);

/// The index that a change means. Errors: 27, 181. Source: step 9.
Result<catalog::IndexInfo> findChangedIndex(const catalog::Collection& collection,
                                            const IndexChange& change);

/// Whether the change may be made to that index. Errors: 72, 2. Source: steps 10 and 11.
Result<void> checkIndexChange(const catalog::Collection& collection,
                              const catalog::IndexDefinition& index, const IndexChange& change);

/// Changes the definition and appends what the reply says of it; false when nothing differs.
bool applyIndexChange(const IndexChange& change, catalog::IndexDefinition& index,
                      bson::Builder& reply);

} // namespace sandglass::engine::commands
