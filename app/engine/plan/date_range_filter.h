// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"

#include <optional>
#include <string_view>

namespace sandglass::engine::plan {

/// A filter for dates of one field in a range, perhaps with other conditions that a partial index
/// may contain. Views are valid as long as the filter's document.
struct DateRangeFilter
{
    std::string_view field; ///< dotted path
    bson::Date from; ///< inclusive; the smallest date without a lower end
    bson::Date to; ///< inclusive; the greatest date without an upper end
    bool hasLower = false;
    bool hasUpper = false;
    bson::Document rest; ///< the other conditions; empty: none
    const bson::Collation* collation = nullptr; ///< of the other conditions; may be null

    /// Whether no date is in the range.
    bool isEmpty() const { return from.millis > to.millis; }
};

/// Reads {field: {$gte: date, $lt: date}, …} with one or two ends, inclusive or not, beside any
/// other conditions; or an $and of such ranges on one field and at most one other clause. nullopt
/// for any other filter.
std::optional<DateRangeFilter> dateRangeFilter(bson::DocumentView filter);

/// Whether a hint permits this index. `hint`: as in QueryShape.
bool fitsHint(const catalog::IndexInfo& index, bson::ValueView hint);

/// A TTL index that can count dates, or the reason why there is none.
struct TtlIndexFit
{
    std::optional<catalog::IndexInfo> index;
    std::string_view whyNot; ///< an English clause
};

/// The TTL index for a filter: on its field alone, ready, not hidden and permitted by the hint. If
/// the filter has other conditions, the index must have exactly them as its partial filter.
TtlIndexFit ttlIndexFor(const catalog::Collection& collection, const DateRangeFilter& filter,
                        bson::ValueView hint);

} // namespace sandglass::engine::plan
