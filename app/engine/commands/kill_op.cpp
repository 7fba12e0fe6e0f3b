// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/operation_table.h"
#include "app/protocol/server_code.h"

#include <cstdint>
#include <limits>
#include <string>

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

} // namespace

Result<void> runKillOp(const Request& request, Context& context, bson::Builder& reply)
{
    const auto id = operationId(request.body["op"]);
    TRY(id);
    // as in MongoDB, the reply is the same if the operation has ended already
    context.records.running.kill(*id);
    reply.append("info", "attempting to kill op");
    return {};
}

} // namespace sandglass::engine::commands
