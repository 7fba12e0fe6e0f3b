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

/// Equal under compare().
inline bool equal(ValueView left, ValueView right)
{
    return compare(left, right) == std::strong_ordering::equal;
}

/// A hash that agrees with equal(): 1, 1.0 and NumberLong(1) give the same.
std::size_t hash(ValueView value);

} // namespace sandglass::bson
