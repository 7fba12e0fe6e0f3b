// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/request/arguments.h"
#include "app/engine/streams/repl_set_persona.h"

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;
using request::commandArguments;
using request::Request;

namespace {

constexpr int kNotOne = 5'255'100;

/// Refuses databases that the server needs: admin has the users, and local the log of a replica
/// set. The order of these checks and of that of the argument is MongoDB's.
Result<void> checkMayDropDatabase(const Request& request, const Context& context)
{
    if (request.database == "local" && streams::isReplicaSet(context.catalog)) {
        return commandError(ServerCode::IllegalOperation,
                            "Cannot drop 'local' database while replication is active");
    }
    if (request.argument().toExactInt64() != 1) {
        return commandError(kNotOne, "Have to pass 1 as 'drop' parameter");
    }
    if (request.database == "admin") {
        return commandError(ServerCode::IllegalOperation,
                            "Dropping the 'admin' database is prohibited.");
    }
    return {};
}

} // namespace

Result<void> runDropDatabase(const Request& request, Context& context, bson::Builder& reply)
{
    if (!request.argument().isNumber()) {
        return commandArguments("dropDatabase", request).wrongType("dropDatabase", "int");
    }
    TRY(checkMayDropDatabase(request, context));
    TRY(protocol::checkDatabaseName(request.database));
    // listed before the drop: their cursors and statistics are removed after it
    const auto collections = context.catalog.collections(request.database);
    auto dropped = context.catalog.dropDatabase(request.database);
    TRY(dropped);
    for (const auto& collection : collections) {
        context.cursors.killAll(collection->ns());
        context.records.metrics.forget(collection->ns().text());
    }
    context.records.profiler.forget(request.database);
    if (*dropped > 0) {
        reply.append("dropped", request.database);
    }
    return {};
}

} // namespace sandglass::engine::commands
