// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/query/sort_projection.h"

#include <compare>

namespace sandglass::engine::query {

/// The order of two array elements by the fields of `sort`, as `$push` with `$sort` and
/// `$sortArray` give it. Unlike in Sort::compare(), an array at a path is one value and not
/// entered. An element that is no document has none of the fields.
std::strong_ordering compareElements(const Sort& sort, bson::ValueView left, bson::ValueView right);

} // namespace sandglass::engine::query
