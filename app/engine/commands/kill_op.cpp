// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/need.h"
#include "app/engine/operations/operation_table.h"
#include "app/engine/request/operation_figures.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;
using request::Request;

namespace {

/// The number of the operation. Errors (server): NoSuchKey, TypeMismatch, BadValue for a number
/// that is no integer, Location26823 for one out of range.
Result<std::int64_t> operationId(bson::ValueView op)
{
    constexpr int kNoSuchKey = 4;
    constexpr int kOutOfRange = 26823;
    if (op.isMissing()) {
        return commandError(kNoSuchKey, "Missing expected field \"op\"");
    }
    if (!op.isNumber()) {
        return commandError(ServerCode::TypeMismatch,
                            "Expected field \"op\" to have numeric type, but found "
                                + std::string(bson::typeAlias(op.type())));
    }
    const auto id = op.toExactInt64();
    if (!id) {
        return commandError(ServerCode::BadValue,
                            "Expected field \"op\" to have a value exactly representable as a"
                            " 64-bit integer");
    }
    if (*id < std::numeric_limits<std::int32_t>::min()
        || *id > std::numeric_limits<std::uint32_t>::max()) {
        return commandError(kOutOfRange,
                            "invalid op : " + std::to_string(*id)
                                + ". Op ID cannot be represented with 32 bits");
    }
    return *id;
}

/// Everybody may end the own operations; others only who may end all. Errors (server):
/// Unauthorized, also when no operation has this number.
Result<void> checkMayKill(std::int64_t id, const Request& request, const Context& context)
{
    const access::Privilege wanted{access::Action::KillOp, {}};
    if (context.access.allows(request.connectionId, std::span(&wanted, 1))) {
        return {};
    }
    const request::OperationOwner caller{request.user, request.userDatabase};
    const std::vector<operations::Operation> running = context.records.running.list();
    const bool own = !caller.user.empty()
        && std::ranges::any_of(running, [&](const operations::Operation& operation) {
               return operation.id == id && operation.figures
                   && request::userOf(*operation.figures) == caller;
           });
    if (own) {
        return {};
    }
    return notAuthorized(request, "killOp");
}

} // namespace

Result<void> runKillOp(const Request& request, Context& context, bson::Builder& reply)
{
    const auto id = operationId(request.body["op"]);
    TRY(id);
    TRY(checkMayKill(*id, request, context));
    // as in MongoDB, the reply is the same if the operation has ended already
    context.records.running.kill(*id);
    reply.append("info", "attempting to kill op");
    return {};
}

} // namespace sandglass::engine::commands
