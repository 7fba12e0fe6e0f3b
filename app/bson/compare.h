// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <compare>

namespace sandglass::bson {

class Collation;

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

/// compare() with strings in the order of a collation, also those inside documents and arrays.
std::strong_ordering compareCollated(ValueView left, ValueView right, const Collation& collation);
/// A hash that agrees with compareCollated().
std::size_t hashCollated(ValueView value, const Collation& collation);

/// compare() for an optional collation. `collation`: null compares strings by their bytes.
inline std::strong_ordering compare(ValueView left, ValueView right, const Collation* collation)
{
    return collation == nullptr ? compare(left, right) : compareCollated(left, right, *collation);
}

/// equal() for an optional collation, as compare().
inline bool equal(ValueView left, ValueView right, const Collation* collation)
{
    return compare(left, right, collation) == std::strong_ordering::equal;
}

/// hash() for an optional collation; agrees with equal() under the same one.
inline std::size_t hash(ValueView value, const Collation* collation)
{
    return collation == nullptr ? hash(value) : hashCollated(value, *collation);
}

} // namespace sandglass::bson
