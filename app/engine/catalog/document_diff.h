// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

namespace sandglass::engine::catalog {

/// The change of an update as in the log of operations: {d: {removed: false}, u: {changed: value},
/// i: {added: value}, s<field>: {…}}, with only the parts that are needed. `s<field>` is the
/// difference of a nested document; for an array it is {a: true, l: <new length if shorter>,
/// u<index>: value, s<index>: {…}}. Empty if both are equal. Ignores the order of fields. Pure; any
/// thread. Source: MongoDB server source, document_diff_serialization.h.
bson::Document documentDiff(bson::DocumentView before, bson::DocumentView after);

} // namespace sandglass::engine::catalog
