// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sandglass::engine::plan {

/// How a count can be answered without reading documents.
struct CountShortcut
{
    std::string
        indexName; ///< of a TTL index whose dates are counted; empty: the collection's own figure
    bson::Date from; ///< inclusive
    bson::Date to; ///< inclusive
};

/// A shortcut for a filter: an empty one counts by the collection's figure, a range of dates on the
/// field of a TTL index by that index's date entries. nullopt when documents have to be read.
std::optional<CountShortcut> countShortcut(const catalog::Collection& collection,
                                           bson::DocumentView filter);

/// The way in one line, for the profiler: "COUNT_SCAN" of the index, or
/// "RECORD_STORE_FAST_COUNT".
std::string planSummary(const CountShortcut& shortcut);

/// Counts by a shortcut. Errors: 175, Storage.
Result<std::int64_t> countBy(const CountShortcut& shortcut, const catalog::Collection& collection);

} // namespace sandglass::engine::plan
