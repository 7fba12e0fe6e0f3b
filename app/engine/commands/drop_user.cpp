// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/user_arguments.h"
#include "app/engine/request/arguments.h"

namespace sandglass::engine::commands {

using request::Request;

Result<void> runDropUser(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    auto name = userArgument(request);
    TRY(name);
    return context.access.users().remove(*name);
}

Result<void> runDropAllUsers(const Request& request, Context& context, bson::Builder& reply)
{
    if (!request.argument().isNumber()) {
        return request::commandArguments("dropAllUsersFromDatabase", request)
            .wrongType("dropAllUsersFromDatabase", "int");
    }
    auto removed = context.access.users().removeAll(request.database);
    TRY(removed);
    reply.append("n", static_cast<std::int32_t>(*removed));
    return {};
}

} // namespace sandglass::engine::commands
