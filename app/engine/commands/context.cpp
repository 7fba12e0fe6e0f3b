// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/context.h"

#include "app/engine/commands/command.h"

namespace sandglass::engine::commands {

query::EvaluationContext Context::evaluation(const Request& request) const
{
    query::EvaluationContext evaluation{clock.now(), {}};
    const bson::ValueView variables = request.body["let"];
    if (variables.type() == bson::Type::Document)
        evaluation.variables = bson::Document(variables.asDocument());
    return evaluation;
}

} // namespace sandglass::engine::commands
