// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/context.h"

#include "app/engine/request/request.h"

namespace sandglass::engine::commands {

using request::Request;
using writes::WriteAccess;

WriteAccess Context::writing() const
{
    return {catalog, clock, facts, writeGate, records.counters, sessions, cursors};
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
