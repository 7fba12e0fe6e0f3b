// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <compare>

namespace sandglass::bson {

/// MongoDB's total order of values: first by canonicalOrder(type), then by value. Numbers of all
/// types compare by their exact mathematical value; NaN is below every number and equal to itself.
/// Strings compare by bytes; binary by length, subtype, bytes; arrays element by element. Documents
/// compare field by field: type bracket, key, value; a prefix comes first. Missing equals undefined
/// and sorts before null. Source: MongoDB manual, Comparison/Sort Order.
std::strong_ordering compare(ValueView left, ValueView right);

/// The same order, for whole documents.
std::strong_ordering compare(DocumentView left, DocumentView right);

/// The opposite order: less becomes greater and greater becomes less.
constexpr std::strong_ordering reversed(std::strong_ordering order)
{
    if (std::is_lt(order)) {
        return std::strong_ordering::greater;
    }
    return std::is_gt(order) ? std::strong_ordering::less : order;
}

/// Equal under compare().
inline bool equal(ValueView left, ValueView right)
{
    return compare(left, right) == std::strong_ordering::equal;
}

/// Whether type and bytes are the same; 1 and 1.0 are equal but not identical.
bool identical(ValueView left, ValueView right);

/// A hash that agrees with equal(): 1, 1.0 and NumberLong(1) have the same hash.
std::size_t hash(ValueView value);

} // namespace sandglass::bson
