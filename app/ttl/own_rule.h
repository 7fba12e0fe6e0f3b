// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <optional>

namespace sandglass::ttl {

// The expiry rule of a collection itself is treated as an index without a name. So it is read,
// changed, journalled and undone by the code for indexes.

/// Whether `index` stands for the collection's own rule: its name is empty.
bool isOwnRule(const IndexRef& index);

/// The own rule of a collection as an index on the date it counts from: the time field of a time
/// series, `_id` of a clustered collection (whose filter leaves out dates before 1970). The spec
/// has no expireAfterSeconds while the rule is switched off, and an invalid one for seconds below 0
/// or beyond the year 9999, which no server accepts. nullopt for other kinds of collections, which
/// have no own rule. Pure; any thread. Source: app/ttl/SEMANTICS.md 1.6, 3.3 and 4.
std::optional<IndexSpec> ownRule(const CollectionSpec& collection);

/// Seconds that a document may outlive its rule by, because a time series deletes whole buckets
/// only; at most a year, as servers allow. 0 for other kinds. Pure; any thread.
/// Source: app/ttl/SEMANTICS.md 4.
std::int64_t bucketSpanSeconds(const CollectionSpec& collection);

} // namespace sandglass::ttl
