// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/last_errors.h"

namespace sandglass::engine::commands {

using request::Request;

// nPrev is the number of operations since the error; −1 when there was none since resetError.
Result<void> runGetPrevError(const Request& request, Context& context, bson::Builder& reply)
{
    const auto failure = context.records.lastErrors.lastFailure(request.connectionId);
    if (!failure) {
        reply.appendNull("err").append("n", std::int32_t{0}).append("nPrev", std::int32_t{-1});
        return {};
    }
    reply.append("err", failure->message)
        .append("code", std::int32_t{failure->code})
        .append("n", static_cast<std::int32_t>(failure->count))
        .append("nPrev", static_cast<std::int32_t>(failure->operationsSince));
    return {};
}

} // namespace sandglass::engine::commands
