// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/user_arguments.h"
#include "app/protocol/namespace.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;
using request::Request;

// Differs from MongoDB: only SCRAM-SHA-256, no restrictions by address, no users of $external.
Result<void> runCreateUser(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    auto name = userArgument(request);
    TRY(name);
    TRY(protocol::checkDatabaseName(request.database));
    if (request.database == "local") {
        return commandError(ServerCode::BadValue, "Cannot create users in the local database");
    }
    if (request.database == "$external") {
        return commandError(ServerCode::BadValue,
                            "This server has no external users; create the user in a database");
    }
    TRY(refuseRestrictions(request));
    auto roles = rolesArgument(request);
    TRY(roles);
    auto credential = passwordArgument(request);
    TRY(credential);
    if (!*credential) {
        return commandError(ServerCode::BadValue,
                            "Must provide a 'pwd' field for all user documents, except those"
                            " with '$external' as the user's source db");
    }
    return context.access.users().add(
        *name,
        access::newUserDocument(*name, **credential, *roles,
                                request.body["customData"].asDocument()));
}

} // namespace sandglass::engine::commands
