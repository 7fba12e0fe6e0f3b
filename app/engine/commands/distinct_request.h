// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/commands/command.h"
#include "app/engine/plan/planner.h"
#include "app/protocol/namespace.h"

#include <string_view>

namespace sandglass::engine::commands {

/// A distinct command, judged. Views live as long as the request.
struct DistinctRequest
{
    protocol::Namespace ns;
    plan::QueryShape shape;
    std::string_view key; ///< dotted path
    query::EvaluationContext evaluation;
};

/// Errors: 73, 40415, 40414, 14, the filter's codes.
Result<DistinctRequest> parseDistinct(const request::Request& request, const Context& context);

} // namespace sandglass::engine::commands
