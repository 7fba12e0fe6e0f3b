// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/filter.h"

#include <string_view>

namespace sandglass::bson {
class Builder;
}

namespace sandglass::engine::query {

/// The context of a command with that `let`: {name: expression}. Each expression is evaluated once,
/// in order, and sees the variables before it. `known`: what is the same for all of the command, so
/// far without variables. Errors (server): a location code for a forbidden name, Location4890500
/// for an expression that reads a field (no document has been read yet), those of the expressions.
Result<EvaluationContext> contextOf(EvaluationContext known, bson::DocumentView let);

/// Appends a variable to those of an EvaluationContext. A document cannot hold Missing, so
/// undefined represents it there.
void appendVariable(std::string_view name, bson::ValueView value, bson::Builder& variables);

} // namespace sandglass::engine::query
