// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/view.h"

#include <cstdint>
#include <optional>

namespace sandglass::ttl {

/// Among Cosmos DB's seconds: of a document "never expires", of a collection "only documents with a
/// ttl of their own expire".
inline constexpr std::int32_t kCosmosNever = -1;

/// Seconds as Cosmos DB takes them, of a document's root field `ttl` as of a collection's `_ts`
/// index: kCosmosNever or 1 … 2 147 483 647, as int32, as int64 that fits, or as double without a
/// fraction. nullopt for everything else (0, other negatives, 20.5, 2147483649, text, null, bool,
/// decimal): such a `ttl` has no meaning. Pure; any thread. Source: app/ttl/SEMANTICS.md 5.1.
std::optional<std::int32_t> cosmosSeconds(bson::ValueView value);

/// What every write of a document leaves behind for its expiry. At most one of the dates is set;
/// neither: the document never expires.
struct CosmosStamp
{
    std::int64_t seconds = 0; ///< the write in whole seconds since 1970, what Cosmos DB calls _ts
    std::optional<bson::Date> byCollection; ///< the write, where the collection's seconds decide
    std::optional<bson::Date> byDocument; ///< when the document's own seconds are over
};

/// The stamp of a document written at `writtenAt`. The dates keep the milliseconds, so that no
/// document goes before its seconds are over. Pure; any thread.
CosmosStamp cosmosStamp(bson::DocumentView document, base::Time writtenAt);

/// Whether a document with that stamp is expired at `now`; the moment itself counts as expired.
/// `collectionSeconds`: of the collection's `_ts` index, nullopt without one: then nothing expires.
/// Both dates are judged as an ordinary TTL index on them would (see isExpired()). Pure; any
/// thread. Source: app/ttl/SEMANTICS.md 5.1.
bool isCosmosExpired(const CosmosStamp& stamp, std::optional<std::int32_t> collectionSeconds,
                     base::Time now);

} // namespace sandglass::ttl
