// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

namespace sandglass::engine::commands {

Result<void> runConnectionStatus(const Request& request, Context& /*context*/, bson::Builder& reply)
{
    reply.beginDocument("authInfo");
    reply.beginArray("authenticatedUsers").end();
    reply.beginArray("authenticatedUserRoles").end();
    if (request.body["showPrivileges"].toBool())
        reply.beginArray("authenticatedUserPrivileges").end();
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands
