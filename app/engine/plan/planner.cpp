// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/planner.h"

#include "app/bson/json.h"
#include "app/engine/plan/index_bounds.h"
#include "app/engine/plan/index_match.h"
#include "app/protocol/names.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sandglass::engine::plan {

using catalog::Direction;
using catalog::IndexInfo;
using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::string_view kNatural = "$natural";

/// Whether the index has entries that a scan can read. Special indexes exist as definitions only.
bool scannable(const IndexInfo& index)
{
    return index.ready && index.definition.hasEntries();
}

QueryPlan collectionScan(Direction direction, const query::Sort& sort)
{
    QueryPlan plan;
    plan.direction = sort.natural() < 0 ? Direction::Backward : direction;
    plan.ordered = sort.empty();
    return plan;
}

QueryPlan indexScan(const IndexInfo& index, IndexMatch match, const query::Sort& sort)
{
    QueryPlan plan;
    plan.access = Access::IndexScan;
    plan.index = index;
    plan.ranges = std::move(match.ranges);
    plan.direction = match.direction;
    plan.ordered = match.ordered || sort.empty();
    return plan;
}

/// Whether the index on `_id` compares strings as the filter does.
bool comparesIdsAlike(const catalog::Collection& collection, const query::Filter& filter)
{
    // nearly all collections and queries have no collation; indexes() would copy all definitions
    if (!filter.collation() && !collection.shape()->collation) {
        return true;
    }
    const auto indexes = collection.indexes();
    return !indexes.empty() && indexes.front().ready
        && bson::sameCollation(indexes.front().collation.get(), filter.collation().get());
}

/// The plan for an equality on `_id`. Not for values that match other values than themselves:
/// regular expressions, arrays and null; and not for strings that the query compares in another way
/// than the index.
std::optional<QueryPlan> idLookup(const catalog::Collection& collection, const QueryShape& shape)
{
    const auto bounds = shape.filter.bounds("_id", false);
    if (!bounds || bounds->equals.size() != 1) {
        return std::nullopt;
    }
    const bson::Value& id = bounds->equals.front();
    if (id.type() == bson::Type::Regex || id.type() == bson::Type::Array || id.view().isNullish()) {
        return std::nullopt;
    }
    if (bson::dependsOnCollation(id.view()) && !comparesIdsAlike(collection, shape.filter)) {
        return std::nullopt;
    }
    QueryPlan plan;
    plan.access = Access::IdLookup;
    plan.id = id;
    plan.ordered = true;
    return plan;
}

/// The plan with a hinted index that is hashed or wildcard. Errors (server): BadValue for `min` and
/// `max`, whose values are not those of its entries.
Result<QueryPlan> hintedSpecial(const IndexInfo& index, IndexMatch match, const QueryShape& shape)
{
    if (!shape.min.empty() || !shape.max.empty()) {
        return commandError(ServerCode::BadValue,
                            "'min' and 'max' are not supported with a hashed or wildcard index");
    }
    // one that cannot serve the query may lack documents; the result is the same without it
    return match.score() == 0 ? collectionScan(Direction::Forward, shape.sort)
                              : indexScan(index, std::move(match), shape.sort);
}

Error planFailure(ServerCode code, std::string_view text)
{
    return commandError(code,
                        "error processing query: planner returned error :: caused by :: "
                            + std::string(text));
}

/// The index that a hint means. Errors (server): BadValue when there is none; IndexNotFound when
/// a key pattern fits several, which differ in collation or partial filter.
Result<IndexInfo> hintedIndex(const catalog::Collection& collection, bson::ValueView hint)
{
    std::vector<IndexInfo> found;
    for (IndexInfo& index : collection.indexes()) {
        const bool named = hint.type() == bson::Type::String
            ? hint.asString() == index.definition.name
            : protocol::sameKeyPattern(hint.asDocument(), index.definition.key);
        if (named && !index.definition.hidden && index.ready) {
            found.push_back(std::move(index));
        }
    }
    if (found.empty()) {
        return planFailure(ServerCode::BadValue,
                           "hint provided does not correspond to an existing index");
    }
    if (found.size() > 1) {
        return planFailure(ServerCode::IndexNotFound,
                           "Hint matched multiple indexes, must hint by index name. Matched: "
                               + found[0].definition.name + " and " + found[1].definition.name);
    }
    return std::move(found.front());
}

/// The plan for the hint {$natural: ±1}. Errors (server): BadValue for other values and for other
/// fields beside it.
Result<QueryPlan> naturalPlan(bson::DocumentView hint, const query::Sort& sort)
{
    const bson::ValueView value = hint[kNatural];
    const std::int64_t order = value.isNumber() ? value.toInt64() : 0;
    if (order != 1 && order != -1) {
        return commandError(ServerCode::BadValue,
                            "$natural hint cannot be set to a value other than -1 or 1.");
    }
    if (hint.count() != 1) {
        return commandError(ServerCode::BadValue,
                            "Cannot include '$natural' in compound hint: "
                                + bson::toShellText(hint));
    }
    return collectionScan(order < 0 ? Direction::Backward : Direction::Forward, sort);
}

Result<QueryPlan> hintedPlan(const catalog::Collection& collection, const QueryShape& shape)
{
    const bson::ValueView hint = shape.hint;
    if (hint.type() == bson::Type::Document && hint.asDocument().contains(kNatural)) {
        return naturalPlan(hint.asDocument(), shape.sort);
    }
    const auto index = hintedIndex(collection, hint);
    TRY(index);
    // a special index has no entries here, but the result is the same without it
    if (!scannable(*index)) {
        return collectionScan(Direction::Forward, shape.sort);
    }
    IndexMatch match = matchIndex(*index, shape);
    if (!index->definition.isOrdered()) {
        return hintedSpecial(*index, std::move(match), shape);
    }
    QueryPlan plan = indexScan(*index, std::move(match), shape.sort);
    if (shape.min.empty() && shape.max.empty()) {
        return plan;
    }
    auto ranges = rangesBetween(*index, shape.min, shape.max);
    TRY(ranges);
    plan.ranges = std::move(*ranges);
    plan.ordered = plan.ordered && (plan.ranges.size() == 1 || shape.sort.empty());
    return plan;
}

/// The last attempt before a scan of the whole collection: {$nor: [{field: range}]}. Forecasts
/// count the documents that never expire with such a filter (app/ttl/expiry_aggregation.h).
QueryPlan planOutsideDates(const catalog::Collection& collection, const QueryShape& shape)
{
    for (const IndexInfo& index : collection.indexes()) {
        if (!scannable(index) || index.definition.hidden || !holdsAllMatches(index, shape)) {
            continue;
        }
        if (auto match = matchOutsideDates(index, shape)) {
            return indexScan(index, std::move(*match), shape.sort);
        }
    }
    return collectionScan(Direction::Forward, shape.sort);
}

} // namespace

Result<QueryPlan> choosePlan(const catalog::Collection& collection, const QueryShape& shape)
{
    if (shape.hint.type() == bson::Type::String
        || (shape.hint.type() == bson::Type::Document && !shape.hint.asDocument().empty())) {
        return hintedPlan(collection, shape);
    }
    if (shape.sort.natural() != 0) {
        return collectionScan(Direction::Forward, shape.sort);
    }
    if (auto plan = idLookup(collection, shape)) {
        return std::move(*plan);
    }

    // of equal scores the index that was created first wins, so that plans are stable
    std::optional<IndexInfo> best;
    IndexMatch bestMatch;
    for (const IndexInfo& index : collection.indexes()) {
        if (!scannable(index) || index.definition.hidden || !holdsAllMatches(index, shape)) {
            continue;
        }
        IndexMatch match = matchIndex(index, shape);
        if (match.score() > bestMatch.score()) {
            best = index;
            bestMatch = std::move(match);
        }
    }
    if (!best) {
        return planOutsideDates(collection, shape);
    }
    return indexScan(*best, std::move(bestMatch), shape.sort);
}

Result<QueryPlan> planFor(const std::shared_ptr<catalog::Collection>& collection,
                          const QueryShape& shape)
{
    if (collection) {
        return choosePlan(*collection, shape);
    }
    QueryPlan plan;
    plan.access = Access::Nothing;
    plan.ordered = true;
    return plan;
}

} // namespace sandglass::engine::plan
