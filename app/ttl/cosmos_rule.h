// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/view.h"

#include <cstdint>
#include <optional>

namespace sandglass::ttl {

/// Cosmos DB's value for "no expiry". As a document's `ttl`: the document never expires. As a
/// collection's default: only documents with a `ttl` of their own expire.
inline constexpr std::int32_t kCosmosNever = -1;

/// Reads Cosmos DB's seconds, from a document's root field `ttl` or a collection's `_ts` index.
/// Accepted: kCosmosNever and 1 … 2 147 483 647, as int32, int64 or double without a fraction.
/// nullopt for everything else (0, other negatives, 20.5, 2147483649, text, null, bool, decimal):
/// Cosmos DB ignores such a `ttl`. Pure; any thread. Source: app/ttl/SEMANTICS.md 5.1.
std::optional<std::int32_t> cosmosSeconds(bson::ValueView value);

/// The dates derived from one write of a document, on which its expiry is decided. At most one of
/// the two dates is set; with neither, the document never expires.
struct CosmosStamp
{
    std::int64_t seconds = 0; ///< time of the write in whole seconds since 1970: Cosmos DB's _ts
    std::optional<bson::Date> byCollection; ///< time of the write; the collection's seconds count
    std::optional<bson::Date> byDocument; ///< end of the document's own `ttl`
};

/// The stamp of a document written at `writtenAt`. The dates keep the milliseconds, so that no
/// document expires before its full number of seconds has passed. Pure; any thread.
CosmosStamp cosmosStamp(bson::DocumentView document, base::Time writtenAt);

/// Whether a document with that stamp is expired at `now` (inclusive). `collectionSeconds` is the
/// period of the collection's `_ts` index; nullopt: there is no such index and nothing expires.
/// Both dates follow the rule of an ordinary TTL index, see isExpired(). Pure; any thread.
/// Source: app/ttl/SEMANTICS.md 5.1.
bool isCosmosExpired(const CosmosStamp& stamp, std::optional<std::int32_t> collectionSeconds,
                     base::Time now);

} // namespace sandglass::ttl
