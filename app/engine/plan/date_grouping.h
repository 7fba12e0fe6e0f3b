// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::plan {

/// A pipeline that counts the documents up to a date by classes of their earliest date, with the
/// ends of each class: what forecasts and previews ask (app/ttl/expiry_aggregation.h).
///
/// [{$match: {$and: [{field: {$lte: upTo}}, partialFilter?]}},
///  {$project: {_id: 0, date: <the earliest date at field>}},
///  {$group: {_id: label, n: {$sum: 1}, oldest: {$min: "$date"}, newest: {$max: "$date"}}}]
/// where a label is a constant or {$cond: [{$lte: ["$date", bound]}, label, label]}.
struct DateGrouping
{
    std::string field;
    bson::DocumentView partialFilter; ///< empty when there is none
    bson::Date upTo; ///< inclusive
    std::vector<bson::Date> bounds; ///< ascending
    std::vector<bson::ValueView> labels; ///< one more than bounds; the last is above all of them
};

/// nullopt when the stages do anything else. The result views into `stages`.
std::optional<DateGrouping> dateGrouping(bson::ValueView stages);

/// Where the classes end: the bounds of the labels below `upTo`, then `upTo`.
std::vector<bson::Date> groupingBounds(const DateGrouping& grouping);

/// The pipeline's documents for the classes between groupingBounds(); empty classes have none.
std::vector<bson::Document> groupsOf(const DateGrouping& grouping,
                                     const std::vector<catalog::DateClass>& classes);

/// The index that counts these classes: a full one on the field alone, or a partial one with that
/// filter. An ordinary one serves as long as no document has an array there. `hint`: as in
/// QueryShape. nullopt when there is none.
std::optional<catalog::IndexInfo> groupingIndex(const DateGrouping& grouping, bson::ValueView hint,
                                                const catalog::Collection& collection);

} // namespace sandglass::engine::plan
