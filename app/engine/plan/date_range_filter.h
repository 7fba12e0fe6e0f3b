// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"

#include <optional>
#include <string_view>

namespace sandglass::engine::plan {

/// A filter that asks for dates of one field in a range, and perhaps for what a partial index holds
/// anyway. Views live as long as the filter.
struct DateRangeFilter
{
    std::string_view field; ///< dotted path
    bson::Date from; ///< inclusive; the smallest date when there is no lower end
    bson::Date to; ///< inclusive; the greatest date when there is no upper end
    bool hasLower = false;
    bool hasUpper = false;
    bson::Document rest; ///< the other conditions; empty: none

    bool isEmpty() const { return from.millis > to.millis; }
};

/// Reads {field: {$gte: date, $lt: date}} with one or both ends of either kind, further conditions
/// beside it, or an $and of such ranges on one field and at most one further condition. nullopt for
/// anything else.
std::optional<DateRangeFilter> dateRangeFilter(bson::DocumentView filter);

/// Whether a hint leaves the choice of this index open. `hint`: as in QueryShape.
bool fitsHint(const catalog::IndexInfo& index, bson::ValueView hint);

/// An index to count dates by, or why there is none.
struct TtlIndexFit
{
    std::optional<catalog::IndexInfo> index;
    std::string_view whyNot; ///< an English clause
};

/// The TTL index on the filter's field alone, ready and not hidden: a full one, or a partial one
/// with exactly the filter's other conditions.
TtlIndexFit ttlIndexFor(const catalog::Collection& collection, const DateRangeFilter& filter,
                        bson::ValueView hint);

} // namespace sandglass::engine::plan
