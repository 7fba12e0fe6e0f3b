// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::engine::catalog {
class Collection;
}

namespace sandglass::engine::definitions {

/// Checks a collection's own expireAfterSeconds, after its conversion to an integer (NaN became 0),
/// and returns it. Accepted: 0 to the seconds since 1970 at `now`. Pure; any thread. Errors
/// (server): InvalidOptions. Source: app/ttl/SEMANTICS.md 1.6.
Result<std::int64_t> checkedCollectionSeconds(std::int64_t seconds, base::Time now);

/// How a collection's own expireAfterSeconds is read.
struct CollectionSecondsRules
{
    base::Time now;
    bool strictNan = true; ///< refuse NaN: MongoDB reads it as 0, which expires everything dated
};

/// As above, for a number of any type. Errors (server): InvalidOptions, also for NaN if the rules
/// are strict.
Result<std::int64_t> collectionSeconds(bson::ValueView number, const CollectionSecondsRules& rules);

/// A new value of a collection's own expireAfterSeconds, from collMod.
struct CollectionExpiryChange
{
    std::optional<std::int64_t> seconds; ///< unset: "off"
};

/// Reads the top-level expireAfterSeconds of collMod: a number or "off"; nullopt when it is
/// missing. Pure; any thread. Errors (server): TypeMismatch for other types and null,
/// InvalidOptions for other strings and where collectionSeconds() returns it. Source:
/// app/ttl/SEMANTICS.md 2.2.
Result<std::optional<CollectionExpiryChange>>
parseCollectionExpiry(bson::ValueView value, const CollectionSecondsRules& rules);

/// Checks that a collection may have an expireAfterSeconds of its own. Errors (server):
/// InvalidOptions for views and for collections that are neither clustered nor the buckets of a
/// time series.
Result<void> checkMayExpire(const catalog::Collection& collection);

/// The options of a collection with another expireAfterSeconds of its own, or without one.
/// `listed`: the options without the change. Pure; any thread.
bson::Document withExpiry(bson::DocumentView listed, const CollectionExpiryChange& change);

} // namespace sandglass::engine::definitions
