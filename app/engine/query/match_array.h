// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"
#include "app/engine/query/match_node.h"

namespace sandglass::engine::query {

/// `$size`: an array with exactly that many elements. Errors (server): BadValue.
Result<PredicatePtr> sizePredicate(bson::ValueView operand);

/// `$elemMatch` with field conditions: one element, a document or an array, matches all of
/// `conditions`.
PredicatePtr elemMatchObjectPredicate(MatchNode conditions);

/// `$elemMatch` with operators: one element itself matches all of `conditions`.
PredicatePtr elemMatchValuePredicate(MatchNode conditions);

} // namespace sandglass::engine::query
