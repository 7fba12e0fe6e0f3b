// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/request_check.h"

#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "app/engine/access/access_control.h"
#include "app/engine/commands/command.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/data_files.h"
#include "app/engine/commands/need.h"
#include "app/engine/request/declaration.h"
#include "app/engine/request/secrets.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/writes/write_permission.h"
#include "app/protocol/namespace.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace sandglass::engine::server {

using protocol::commandError;
using protocol::ServerCode;

namespace {

/// insert, update and delete report forbidden writes as write errors, one for each statement; other
/// commands fail as a whole.
bool checksEachStatement(std::string_view command)
{
    return command == "insert" || command == "update" || command == "delete";
}

Result<void> checkMayWrite(const commands::Command& command, const request::Request& request,
                           const commands::Context& context)
{
    if (!command.writes) {
        return {};
    }
    if (context.facts.isStandby()) {
        return commandError(ServerCode::NotWritablePrimary, "not primary");
    }
    if (context.files.writesRefused()) {
        return context.files.writeRefusal();
    }
    TRY(writes::checkUnlocked(context.gate));
    if (checksEachStatement(command.name)) {
        return {};
    }
    return writes::checkUserWrites(context.gate, request.database);
}

/// Whether the client may run the command. Errors (server): Unauthorized.
Result<void> checkMayRun(const commands::Command& command, const request::Request& request,
                         const commands::Context& context)
{
    constexpr std::size_t kMostText = 4000; // an insert may have megabytes
    const access::AccessControl& access = context.access;
    const commands::Level level = commands::needOf(command).level;
    if (!access.enforced() || level == commands::Level::Everybody) {
        return {};
    }
    if (!access.isKnown(request.connectionId)) {
        return commandError(ServerCode::Unauthorized,
                            "Command " + std::string(command.name) + " requires authentication");
    }
    if (level == commands::Level::LoggedIn
        || access.allows(request.connectionId, commands::privilegesFor(command, request))) {
        return {};
    }
    const std::string text = bson::toShellText(request::withoutSecrets(command.name, request.body));
    return commandError(ServerCode::Unauthorized,
                        "not authorized on " + request.database + " to execute command "
                            + std::string(bson::utf8Prefix(text, kMostText)));
}

/// A command that needs no database is refused as well when the name cannot be one's. Like MongoDB,
/// leaves a '$' in it to the commands that use the database. Errors (server): InvalidNamespace.
Result<void> checkDatabase(std::string name)
{
    std::ranges::replace(name, '$', '_');
    return protocol::checkDatabaseName(name);
}

} // namespace

Result<void> checkRequest(const commands::Command* known, const request::Request& request,
                          const commands::Context& context)
{
    if (!known) {
        return commandError(ServerCode::CommandNotFound, "no such command: '" + request.name + "'");
    }
    TRY(checkDatabase(request.database));
    if (known->where == commands::Where::AdminOnly && request.database != "admin") {
        return commandError(ServerCode::Unauthorized,
                            request.name + " may only be run against the admin database.");
    }
    TRY(checkMayRun(*known, request, context));
    TRY(request::checkDeclared(commands::declarationOf(*known), request, context.facts));
    TRY(streams::checkNoTransaction(request, context.catalog));
    return checkMayWrite(*known, request, context);
}

} // namespace sandglass::engine::server
