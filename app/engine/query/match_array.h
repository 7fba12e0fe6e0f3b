// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"
#include "app/engine/query/match_node.h"

namespace sandglass::engine::query {

/// `$size`: an array with exactly that many elements. Errors: 2.
Result<PredicatePtr> sizePredicate(bson::ValueView operand);

/// `$elemMatch` with field conditions: an element that is a document (or array) matches
/// `conditions` as a whole.
PredicatePtr elemMatchObjectPredicate(MatchNode conditions);

/// `$elemMatch` with operators: one element meets all of `conditions` itself.
PredicatePtr elemMatchValuePredicate(MatchNode conditions);

} // namespace sandglass::engine::query
