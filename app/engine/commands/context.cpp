// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/context.h"

#include "app/engine/commands/command.h"

#include <utility>

namespace sandglass::engine::commands {

bool EngineFacts::atLeast(int major, int minor) const
{
    if (versionNumbers.size() < 2) {
        return false;
    }
    return std::pair(versionNumbers[0], versionNumbers[1]) >= std::pair(major, minor);
}

query::EvaluationContext Context::evaluation(const Request& request) const
{
    query::EvaluationContext evaluation{clock.now(), {}};
    const bson::ValueView variables = request.body["let"];
    if (variables.type() == bson::Type::Document) {
        evaluation.variables = bson::Document(variables.asDocument());
    }
    return evaluation;
}

} // namespace sandglass::engine::commands
