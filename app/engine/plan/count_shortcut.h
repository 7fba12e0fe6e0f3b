// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sandglass::engine::plan {

/// A way to count documents without reading them.
struct CountShortcut
{
    std::string indexName; ///< the TTL index whose date entries are counted; empty: the
                           ///< collection's stored number of documents
    bson::Date from; ///< inclusive
    bson::Date to; ///< inclusive
};

/// The shortcut for a filter: the stored number of documents for an empty filter, the date entries
/// of a TTL index for a range of dates on its field. `collation`: of the filter; may be null.
/// nullopt when documents must be read.
std::optional<CountShortcut> countShortcut(const catalog::Collection& collection,
                                           bson::DocumentView filter,
                                           const bson::Collation* collation);

/// The plan in one line, for the profiler: "COUNT_SCAN" with the index's name, or
/// "RECORD_STORE_FAST_COUNT".
std::string planSummary(const CountShortcut& shortcut);

/// Counts with that shortcut. Errors: QueryPlanKilled (server) when the index was dropped, Storage.
Result<std::int64_t> countBy(const CountShortcut& shortcut, const catalog::Collection& collection);

} // namespace sandglass::engine::plan
