// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/partial_implication.h"

#include "app/bson/compare.h"
#include "app/engine/query/match_parse.h"

#include <algorithm>
#include <compare>
#include <optional>

namespace sandglass::engine::plan {

using bson::Type;
using bson::ValueView;
using query::PathBounds;

namespace {

/// Whether a value has the same order under every collation, and its key is the value itself.
bool comparesAlike(ValueView value)
{
    switch (value.type()) {
    case Type::Int32:
    case Type::Int64:
    case Type::Double:
    case Type::Decimal128:
        return !value.isNan();
    case Type::Date:
    case Type::Bool:
    case Type::ObjectId:
    case Type::Timestamp:
        return true;
    default:
        return false;
    }
}

bool sameKind(ValueView left, ValueView right)
{
    return comparesAlike(left) && comparesAlike(right)
        && bson::canonicalOrder(left.type()) == bson::canonicalOrder(right.type());
}

/// Whether every value between the bounds and above `limit`, or equal to it if `inclusive`. A bound
/// of another kind than `limit` says nothing.
bool staysAbove(const PathBounds& bounds, ValueView limit, bool inclusive)
{
    if (!bounds.lower || !sameKind(*bounds.lower, limit)
        || (bounds.upper && !sameKind(*bounds.upper, limit))) {
        return false;
    }
    const auto order = bson::compare(*bounds.lower, limit);
    return std::is_gt(order) || (std::is_eq(order) && (inclusive || !bounds.lowerInclusive));
}

bool staysBelow(const PathBounds& bounds, ValueView limit, bool inclusive)
{
    if (!bounds.upper || !sameKind(*bounds.upper, limit)
        || (bounds.lower && !sameKind(*bounds.lower, limit))) {
        return false;
    }
    const auto order = bson::compare(*bounds.upper, limit);
    return std::is_lt(order) || (std::is_eq(order) && (inclusive || !bounds.upperInclusive));
}

bool isMet(ValueView value, std::string_view name, ValueView limit)
{
    if (!sameKind(value, limit)) {
        return false;
    }
    const auto order = bson::compare(value, limit);
    return (name == "$eq" && std::is_eq(order)) || (name == "$gt" && std::is_gt(order))
        || (name == "$gte" && std::is_gteq(order)) || (name == "$lt" && std::is_lt(order))
        || (name == "$lte" && std::is_lteq(order));
}

bool implies(const PathBounds& bounds, std::string_view name, ValueView limit)
{
    const auto allPlain = [](const bson::Value& value) { return comparesAlike(value); };
    if (name == "$exists") {
        const bool bounded = !bounds.equals.empty()
            || (bounds.lower && comparesAlike(*bounds.lower))
            || (bounds.upper && comparesAlike(*bounds.upper));
        return limit.toBool() && bounded && std::ranges::all_of(bounds.equals, allPlain);
    }
    if (!bounds.equals.empty()) {
        return std::ranges::all_of(
            bounds.equals, [&](const bson::Value& value) { return isMet(value, name, limit); });
    }
    if (name == "$gt" || name == "$gte") {
        return staysAbove(bounds, limit, name == "$gte");
    }
    return (name == "$lt" || name == "$lte") && staysBelow(bounds, limit, name == "$lte");
}

} // namespace

bool boundsImply(const query::Filter& query, const bson::Element& condition)
{
    if (condition.key == "$and") {
        const bson::DocumentView parts = condition.value.asDocument();
        return std::ranges::all_of(parts, [&](const bson::Element& part) {
            return std::ranges::all_of(part.value.asDocument(), [&](const bson::Element& one) {
                return boundsImply(query, one);
            });
        });
    }
    // of an array each condition may be met by another element, so the bounds are those of one
    const std::optional<PathBounds> bounds
        = condition.key.starts_with('$') ? std::nullopt : query.bounds(condition.key, true);
    if (!bounds) {
        return false;
    }
    if (!query::isOperatorDocument(condition.value)) {
        return implies(*bounds, "$eq", condition.value);
    }
    // Each limit of a range comes from one condition of the query, so it says something about one
    // element by itself. The values of an equality may come from several conditions.
    std::optional<PathBounds> range = query.bounds(condition.key, false);
    if (range && !range->equals.empty()) {
        range.reset();
    }
    return std::ranges::all_of(condition.value.asDocument(), [&](const bson::Element& one) {
        return implies(*bounds, one.key, one.value)
            || (range && implies(*range, one.key, one.value));
    });
}

} // namespace sandglass::engine::plan
