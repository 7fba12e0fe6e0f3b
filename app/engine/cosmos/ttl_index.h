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

/// The TTL index of a collection as clients see it: {_ts: 1} with expireAfterSeconds. Two ordinary
/// TTL indexes over the stamps implement it (the carriers), which clients do not see. One is over
/// the expiry dates of documents with seconds of their own and always exists. The other is over the
/// last writes and exists only with a default expiry. So the ordinary purge pass deletes expired
/// documents. A collection has the TTL index while it has the first carrier.
struct TtlIndex
{
    std::string name = "_ts_1";
    bson::Document key; ///< {_ts: 1} or {_ts: -1}
    std::int32_t seconds = ttl::kCosmosNever;
    bool operator==(const TtlIndex&) const = default;
};

/// Names of the two carriers.
inline constexpr std::string_view kByDocumentIndex = "_ts:document";
inline constexpr std::string_view kByCollectionIndex = "_ts:collection";

/// Whether an index is a carrier, by its name.
bool isCarrier(std::string_view indexName);

/// Whether a key pattern is {_ts: 1} or {_ts: -1}.
bool isTtlKey(bson::DocumentView key);
/// Whether a field of a key pattern is reserved: `_ts` or below it.
bool touchesReserved(bson::DocumentView key);

/// The TTL index that a definition from a client describes; nullopt for another index.
std::optional<TtlIndex> ttlIndexOf(const catalog::IndexDefinition& definition);

/// The definitions of its carriers: one or two.
std::vector<catalog::IndexDefinition> carriersOf(const TtlIndex& index);
/// The carrier over the last writes. `seconds`: the default expiry, at least 1.
catalog::IndexDefinition collectionCarrier(std::int32_t seconds);

/// The TTL index of a collection; nullopt without one. `real`: the stored collection.
std::optional<TtlIndex> ttlIndexOf(const catalog::Collection& real);
/// As above, only the seconds; faster.
std::optional<std::int32_t> ttlSecondsOf(const catalog::Collection& real);

/// The indexes as clients see them. The TTL index takes the place of its first carrier.
std::vector<catalog::IndexInfo> publicIndexes(std::vector<catalog::IndexInfo> all);

} // namespace sandglass::engine::cosmos
