// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"
#include "app/engine/query/match_node.h"

#include <string_view>

namespace sandglass::engine::query {

/// Parses an operator that holds no further conditions: `$eq`, `$in`, `$type`, `$regex`, …
/// `siblings`: the operator document around it; `$regex` finds its `$options` there.
/// Errors: 2 "unknown operator: $foo" and those of the predicates.
Result<MatchNode> leafOperator(std::string_view path, const bson::Element& element,
                               bson::DocumentView siblings);

} // namespace sandglass::engine::query
