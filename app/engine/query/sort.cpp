// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/expression_node.h"
#include "app/engine/query/path_walk.h"
#include "app/engine/query/sort_projection.h"
#include "app/protocol/limits.h"
#include "app/protocol/server_code.h"

#include <compare>
#include <unordered_set>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::commandError;

// 1 or -1; 0 for anything else.
int directionOf(ValueView value)
{
    const auto direction = value.toExactInt64();
    return direction && (*direction == 1 || *direction == -1) ? static_cast<int>(*direction) : 0;
}

// A sort by an expression always fails: the only one allowed is the text score, and this server has
// no text indexes.
base::Error refusedExpression(bson::DocumentView expression)
{
    if (expression.empty() || expression.begin()->key != "$meta") {
        return commandError(17312, "$meta is the only expression supported by $sort right now");
    }
    if (expression.count() != 1) {
        return commandError(9, "Cannot have additional keys in a $meta sort specification");
    }
    const ValueView meta = expression.begin()->value;
    if (meta.asString() != "textScore") {
        return commandError(31138, "Illegal $meta sort: " + bson::toShellText(expression));
    }
    return commandError(40218, "query requires text score metadata, but it is not available");
}

Result<bool> ascendingOf(const bson::Element& element)
{
    if (element.value.type() == Type::Document) {
        return refusedExpression(element.value.asDocument());
    }
    if (!element.value.isNumber()) {
        return commandError(15974,
                            "Illegal key in $sort specification: " + std::string(element.key) + ": "
                                + bson::toShellText(element.value));
    }
    const int direction = directionOf(element.value);
    if (direction == 0) {
        return commandError(15975,
                            "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
    }
    return direction > 0;
}

std::strong_ordering inDirection(std::strong_ordering order, bool ascending)
{
    return ascending ? order : bson::reversed(order);
}

// The value that orders a document at one path: the smallest of the values there for an ascending
// sort, the largest for a descending one; null without a value.
ValueView sortValue(bson::DocumentView document, const Sort::Field& field,
                    const bson::Collation* collation)
{
    ValueView best;
    walkPath(
        document, field.path, LeafArray::Elements,
        [&](ValueView value, std::optional<std::size_t> /*outerIndex*/) {
            const ValueView seen = value.isMissing() ? ValueView(Type::Null, {}) : value;
            const bool better = best.isMissing()
                || std::is_lt(inDirection(bson::compare(seen, best, collation), field.ascending));
            if (better) {
                best = seen;
            }
            return false;
        });
    return best.isMissing() ? ValueView(Type::Null, {}) : best;
}

} // namespace

Result<Sort> Sort::parse(bson::DocumentView specification, bson::CollationPtr collation)
{
    Sort made;
    made.m_collation = std::move(collation);
    std::unordered_set<std::string_view> seen;
    for (const bson::Element& element : specification) {
        if (element.key == "$natural") {
            if (specification.count() != 1) {
                return badValue("Cannot include '$natural' in compound sort: "
                                + bson::toShellText(specification));
            }
            // $natural is an order of storage, not of values, so it cannot be one key of several
            made.m_natural = directionOf(element.value);
            if (made.m_natural == 0) {
                return badValue("$natural sort cannot be set to a value "
                                "other than -1 or 1.");
            }
            return made;
        }
        TRY(splitFieldPath(element.key));
        const auto ascending = ascendingOf(element);
        TRY(ascending);
        if (!seen.insert(element.key).second) {
            return commandError(7472500,
                                "$sort key must not contain duplicate keys (field: '"
                                    + std::string(element.key) + "')");
        }
        made.m_fields.push_back({std::string(element.key), *ascending});
    }
    // the limit of compound indexes, which MongoDB applies to sorts as well
    if (made.m_fields.size() > protocol::kMaxIndexFields) {
        return commandError(13103, "too many compound keys");
    }
    return made;
}

std::strong_ordering Sort::compare(bson::DocumentView left, bson::DocumentView right) const
{
    for (const Field& field : m_fields) {
        const auto order = bson::compare(sortValue(left, field, collation()),
                                         sortValue(right, field, collation()), collation());
        if (std::is_neq(order)) {
            return inDirection(order, field.ascending);
        }
    }
    return std::strong_ordering::equal;
}

// Copies the values: a key may outlive its document.
std::vector<bson::Value> Sort::keyOf(bson::DocumentView document) const
{
    std::vector<bson::Value> key;
    key.reserve(m_fields.size());
    for (const Field& field : m_fields) {
        key.emplace_back(sortValue(document, field, collation()));
    }
    return key;
}

std::strong_ordering Sort::compareKeys(const std::vector<bson::Value>& left,
                                       const std::vector<bson::Value>& right) const
{
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const auto order = bson::compare(left[i].view(), right[i].view(), collation());
        if (std::is_neq(order)) {
            return inDirection(order, m_fields[i].ascending);
        }
    }
    return std::strong_ordering::equal;
}

} // namespace sandglass::engine::query
