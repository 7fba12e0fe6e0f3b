// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

namespace sandglass::engine::catalog {

/// What an update changed, as the log of operations writes it: {d: {removed: false}, u: {changed:
/// value}, i: {added: value}, s<field>: {…}} with only the parts that are needed; `s<field>` holds
/// the difference of a nested document, or for an array {a: true, l: <new length when shorter>,
/// u<index>: value, s<index>: {…}}. Empty when both are equal. The order of fields is not compared.
/// Pure; any thread. Source: MongoDB server source, document_diff_serialization.h.
bson::Document documentDiff(bson::DocumentView before, bson::DocumentView after);

} // namespace sandglass::engine::catalog
