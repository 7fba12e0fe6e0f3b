// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <optional>

namespace sandglass::ttl {

// A collection's own rule is handled as an index that has no name: it is read, changed, journalled
// and taken back the same way.

/// Whether the rule of the collection itself is meant, not an index.
bool isOwnRule(const IndexRef& index);

/// The own rule of a collection, as if it were an index on the dates that it goes by: the time of a
/// time series, `_id` of a clustered collection (dates before 1970 are left out by its filter).
/// Without expireAfterSeconds the rule is switched off. nullopt for kinds that can have none. Pure;
/// any thread. Source: app/ttl/SEMANTICS.md 1.6, 3.3 and 4.
std::optional<IndexSpec> ownRule(const CollectionSpec& collection);

/// How much longer than its rules say a document may stay: a time series loses whole buckets. 0
/// for other kinds. Seconds. Pure; any thread. Source: app/ttl/SEMANTICS.md 4.
std::int64_t bucketSpanSeconds(const CollectionSpec& collection);

} // namespace sandglass::ttl
