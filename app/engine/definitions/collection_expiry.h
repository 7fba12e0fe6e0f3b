// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::engine::catalog {
class Catalog;
class Collection;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::definitions {

/// Judges the value of a collection's own expireAfterSeconds, already read as a "safe" integer (NaN
/// is 0 then): from 0 to the seconds since 1970 at `now`. Errors: 72.
/// Source: app/ttl/SEMANTICS.md 1.6.
Result<std::int64_t> judgeCollectionSeconds(std::int64_t seconds, base::Time now);

/// What collMod asks of a collection's own rule.
struct CollectionExpiryChange
{
    std::optional<std::int64_t> seconds; ///< unset: "off"
};

/// Reads collMod's top-level expireAfterSeconds: a number or "off"; nullopt when the field is not
/// there. Errors: 14 for other types and null, 72 for other words and numbers out of range.
/// Source: app/ttl/SEMANTICS.md 2.2.
Result<std::optional<CollectionExpiryChange>> parseCollectionExpiry(bson::ValueView value,
                                                                    base::Time now);

/// Whether that collection may have a rule of its own. Errors: 72 for views and for collections
/// that are neither clustered nor the buckets of a time series.
Result<void> checkMayExpire(const catalog::Collection& collection);

/// Gives the collection the rule, or takes it away; the next pass follows it. Errors: the
/// catalog's.
Result<void> changeCollectionExpiry(catalog::Catalog& catalog,
                                    const catalog::Collection& collection,
                                    const CollectionExpiryChange& change);

} // namespace sandglass::engine::definitions
