// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/count_shortcut.h"

#include "app/engine/plan/date_range_filter.h"

namespace sandglass::engine::plan {

std::optional<CountShortcut> countShortcut(const catalog::Collection& collection,
                                           bson::DocumentView filter,
                                           const bson::Collation* collation)
{
    if (filter.empty()) {
        return CountShortcut{};
    }
    auto range = dateRangeFilter(filter);
    if (!range) {
        return std::nullopt;
    }
    range->collation = collation;
    const auto fit = ttlIndexFor(collection, *range, {});
    // With an array, one element may satisfy the lower end of the filter and another the upper end.
    // Such a document matches although it may have no date entry inside the range.
    if (!fit.index || (fit.index->multikey && range->hasLower && range->hasUpper)) {
        return std::nullopt;
    }
    return CountShortcut{fit.index->definition.name, range->from, range->to};
}

std::string planSummary(const CountShortcut& shortcut)
{
    return shortcut.indexName.empty() ? "RECORD_STORE_FAST_COUNT"
                                      : "COUNT_SCAN " + shortcut.indexName;
}

Result<std::int64_t> countBy(const CountShortcut& shortcut, const catalog::Collection& collection)
{
    if (shortcut.indexName.empty()) {
        return collection.figures().documents;
    }
    // a filter that excludes every date: {$gt: later, $lt: earlier}
    if (shortcut.from.millis > shortcut.to.millis) {
        return std::int64_t{0};
    }
    return collection.countDates(shortcut.indexName, shortcut.from, shortcut.to);
}

} // namespace sandglass::engine::plan
