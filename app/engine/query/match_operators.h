// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"
#include "app/engine/query/match_node.h"

#include <string_view>

namespace sandglass::engine::query {

/// Parses an operator without nested conditions: `$eq`, `$in`, `$type`, `$regex`, … `siblings`: the
/// enclosing operator document, which holds the `$options` of `$regex`. `collation`: of strings;
/// may be null. Errors (server): BadValue "unknown operator: $foo"; the predicates' own.
Result<MatchNode> leafOperator(std::string_view path, const bson::Element& element,
                               bson::DocumentView siblings, const bson::CollationPtr& collation);

} // namespace sandglass::engine::query
