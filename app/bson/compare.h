// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <compare>

namespace sandglass::bson {

/// MongoDB's total order of values: first by canonicalOrder(type), then by value. Numbers of all
/// types compare by their exact mathematical value, NaN below every number and equal to itself;
/// strings by bytes; documents field by field (type bracket, then key, then value; the shorter
/// first when one is a prefix of the other); arrays element by element; binary by length, subtype,
/// bytes. Missing equals undefined and sorts before null. Source: MongoDB manual, Comparison/Sort
/// Order.
std::strong_ordering compare(ValueView left, ValueView right);

/// The same order for whole documents.
std::strong_ordering compare(DocumentView left, DocumentView right);

/// Greater for less and less for greater.
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

/// Of the same type and with the same bytes; 1 and 1.0 are equal but not identical.
bool identical(ValueView left, ValueView right);

/// A hash that agrees with equal(): 1, 1.0 and NumberLong(1) give the same.
std::size_t hash(ValueView value);

} // namespace sandglass::bson
