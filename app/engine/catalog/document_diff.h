// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <optional>

namespace sandglass::engine::catalog {

/// The change of an update as in the log of operations: {d: {removed: false}, u: {changed: value},
/// i: {added: value}, s<field>: {…}}, with only the parts that are needed. `s<field>` is the
/// difference of a nested document; for an array it is {a: true, l: <new length if shorter>,
/// u<index>: value, s<index>: {…}}. A field that has moved is added again, at the end. Empty if
/// both are equal. Pure; any thread. Source: MongoDB server source, document_diff_serialization.h.
bson::Document documentDiff(bson::DocumentView before, bson::DocumentView after);

/// As documentDiff(), but a nested difference that is not smaller than the new value is left out:
/// the field is in `u` with that value. nullopt when the whole difference is not smaller than
/// `after`: then `after` is logged. Sizes are MongoDB's estimates, so that an update with a
/// pipeline becomes the same change event as there. Pure; any thread. Source: MongoDB server
/// source, document_diff_calculator.cpp.
std::optional<bson::Document> smallerDiff(bson::DocumentView before, bson::DocumentView after);

} // namespace sandglass::engine::catalog
