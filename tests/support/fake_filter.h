// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/compare.h"
#include "app/bson/path.h"
#include "app/bson/value.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace sandglass::tests {

/// Whether a value, or an element when it is an array, has a type alias.
inline bool hasType(bson::ValueView value, std::string_view alias)
{
    if (bson::typeAlias(value.type()) == alias) {
        return true;
    }
    const bson::DocumentView elements
        = value.type() == bson::Type::Array ? value.asDocument() : bson::DocumentView();
    return std::any_of(elements.begin(), elements.end(), [&](const bson::Element& element) {
        return bson::typeAlias(element.value.type()) == alias;
    });
}

/// The value at a dotted path through documents, or of the field with this very name.
inline bson::ValueView valueAt(bson::DocumentView document, std::string_view path)
{
    const auto [first, rest] = bson::splitPath(path);
    return rest.empty() || document.contains(path) ? document[path]
                                                   : valueAt(document[first].asDocument(), rest);
}

/// Equality as {field: value} means it: null also stands for a missing field.
inline bool equalOrBothAbsent(bson::ValueView wanted, bson::ValueView value)
{
    return bson::equal(wanted, value) || (wanted.isNull() && value.isNullish());
}

/// Whether operatorsMatch() knows this condition.
inline bool isOperators(bson::DocumentView condition)
{
    return condition.contains("$exists") || condition.contains("$type") || condition.contains("$ne")
        || condition.contains("$not") || condition.contains("$eq");
}

/// $exists, $type, $eq, $ne, $in and $not on one value: enough for tests.
inline bool operatorsMatch(bson::DocumentView operators, bson::ValueView value)
{
    return std::all_of(operators.begin(), operators.end(), [&](const bson::Element& one) {
        if (one.key == "$exists") {
            return value.isMissing() != one.value.toBool();
        }
        if (one.key == "$type") {
            return hasType(value, one.value.asString());
        }
        if (one.key == "$eq") {
            return equalOrBothAbsent(one.value, value);
        }
        if (one.key == "$ne") {
            return !equalOrBothAbsent(one.value, value);
        }
        if (one.key == "$not") {
            return !operatorsMatch(one.value.asDocument(), value);
        }
        const bson::DocumentView values = one.value.asDocument();
        return one.key == "$in"
            && std::any_of(values.begin(), values.end(), [&](const bson::Element& wanted) {
                   return equalOrBothAbsent(wanted.value, value);
               });
    });
}

/// Sorts by the first field of an order: enough for tests.
inline void sortBy(bson::DocumentView order, std::vector<bson::Document>& documents)
{
    const bson::Element first = *order.begin();
    std::ranges::stable_sort(documents, [&](const auto& left, const auto& right) {
        const auto compared = bson::compare(left[first.key], right[first.key]);
        return first.value.toInt64() < 0 ? compared > 0 : compared < 0;
    });
}

/// {$eq: ["$$ROOT", {$literal: …}]}, the only expression that the fake evaluates: whether the
/// document is exactly the literal.
inline bool expressionHolds(bson::DocumentView expression, bson::DocumentView document)
{
    const bson::DocumentView wanted
        = expression["$eq"].asDocument()["1"].asDocument()["$literal"].asDocument();
    return std::ranges::equal(wanted.bytes(), document.bytes());
}

} // namespace sandglass::tests
