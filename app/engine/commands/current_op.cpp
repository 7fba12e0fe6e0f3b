// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/current_operations.h"

namespace sandglass::engine::commands {

Result<void> runCurrentOp(const Request& request, Context& context, bson::Builder& reply)
{
    const bool all = request.body["$all"].toBool() || request.argument().type() == bson::Type::Bool;
    reply.beginArray("inprog");
    for (const bson::Document& operation : currentOperations(context, all))
        reply.push(operation);
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands
