// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection.h"
#include "app/ttl/cosmos_rule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::cosmos {

/// The TTL index of a collection as clients know it: {_ts: 1} with expireAfterSeconds. It is
/// carried out by two ordinary TTL indexes over the stamps, which clients do not see: one over the
/// ends of documents' own seconds, always, and one over the last writes, unless the collection has
/// no default expiry. So the ordinary purge pass deletes what is expired. It is part of a
/// collection while the first of the two is.
struct TtlIndex
{
    std::string name = "_ts_1";
    bson::Document key; ///< {_ts: 1} or {_ts: -1}
    std::int32_t seconds = ttl::kCosmosNever;
    bool operator==(const TtlIndex&) const = default;
};

/// Names of the two carrying indexes.
inline constexpr std::string_view kByDocumentIndex = "_ts:document";
inline constexpr std::string_view kByCollectionIndex = "_ts:collection";

/// Whether an index carries a TTL index out, or would be taken for one that does.
bool isCarrier(std::string_view indexName);

/// Whether a key pattern is {_ts: 1} or {_ts: -1}.
bool isTtlKey(bson::DocumentView key);
/// Whether some field of a key pattern is reserved: `_ts`, or lies in it.
bool touchesReserved(bson::DocumentView key);

/// The TTL index that a definition describes; nullopt for another index.
std::optional<TtlIndex> ttlIndexOf(const catalog::IndexDefinition& definition);

/// The definitions of the carrying indexes: one or two.
std::vector<catalog::IndexDefinition> carriersOf(const TtlIndex& index);
/// That over the last writes, for a collection with a default expiry.
catalog::IndexDefinition collectionCarrier(std::int32_t seconds);

/// The TTL index of a collection; nullopt when it has none. `real`: the collection with its
/// carrying indexes.
std::optional<TtlIndex> ttlIndexOf(const catalog::Collection& real);
/// The same, only its seconds; faster.
std::optional<std::int32_t> ttlSecondsOf(const catalog::Collection& real);

/// A collection's indexes as clients see them: the TTL index where its first carrier was made.
std::vector<catalog::IndexInfo> publicIndexes(std::vector<catalog::IndexInfo> all);

} // namespace sandglass::engine::cosmos
