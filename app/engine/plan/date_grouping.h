// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::plan {

/// A pipeline that counts the documents up to a date, grouped into classes by their earliest date,
/// with the oldest and newest date of each class. Forecasts and previews send it
/// (app/ttl/expiry_aggregation.h):
///
/// [{$match: {$and: [{field: {$lte: upTo}}, partialFilter?]}},
///  {$project: {_id: 0, date: <the earliest date at field>}},
///  {$group: {_id: label, n: {$sum: 1}, oldest: {$min: "$date"}, newest: {$max: "$date"}}}]
/// where a label is a constant or {$cond: [{$lte: ["$date", bound]}, label, label]}.
struct DateGrouping
{
    std::string field; ///< dotted path
    bson::DocumentView partialFilter; ///< empty without one
    bson::Date upTo; ///< inclusive
    std::vector<bson::Date> bounds; ///< inclusive upper ends of the classes, ascending
    std::vector<bson::ValueView> labels; ///< one more than bounds: the last is for later dates
};

/// Reads such a pipeline; nullopt for any other. The result views into `stages`.
std::optional<DateGrouping> dateGrouping(bson::ValueView stages);

/// The inclusive upper ends of the classes: the bounds before `upTo`, then `upTo`. Ascending.
std::vector<bson::Date> groupingBounds(const DateGrouping& grouping);

/// The pipeline's result. `classes`: one for each of groupingBounds(). Empty classes have no
/// document.
std::vector<bson::Document> groupsOf(const DateGrouping& grouping,
                                     const std::vector<catalog::DateClass>& classes);

/// The index that can count these classes: one on the field alone, full or with exactly that
/// partial filter. An ordinary index is usable only while no document has an array at the field.
/// `hint`: as in QueryShape. `collation`: of the command; may be null. nullopt when there is none.
std::optional<catalog::IndexInfo> groupingIndex(const DateGrouping& grouping, bson::ValueView hint,
                                                const catalog::Collection& collection,
                                                const bson::Collation* collation);

} // namespace sandglass::engine::plan
