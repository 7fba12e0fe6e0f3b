// SPDX-License-Identifier: GPL-3.0-or-later
// getLastError, getPrevError and resetError: what old drivers ask after messages without a reply.
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/data_files.h"
#include "app/engine/operations/last_errors.h"
#include "app/engine/request/arguments.h"

#include <string>

namespace sandglass::engine::commands {

using operations::LastOutcome;
using protocol::commandError;
using protocol::ServerCode;
using request::Request;

namespace {

/// Waits until the connection's writes are as durable as required. They have been applied already.
/// Errors (server): BadValue for {w: 2} and more. Errors: Storage.
Result<void> awaitDurability(const Request& request, const Context& context)
{
    const bson::ValueView members = request.body["w"];
    if (members.isNumber() && members.toInt64() > 1) {
        return commandError(ServerCode::BadValue,
                            "cannot use 'w' > 1 when a host is not replicated");
    }
    const bool onDisk = request.body["j"].toBool() || request.body["fsync"].toBool();
    return onDisk ? context.files.sync() : Result<void>();
}

} // namespace

// Old drivers send getLastError after each OP_INSERT, OP_UPDATE and OP_DELETE, because these
// messages have no reply.
Result<void> runGetLastError(const Request& request, Context& context, bson::Builder& reply)
{
    TRY(awaitDurability(request, context));
    const LastOutcome outcome = context.records.lastErrors.last(request.connectionId);
    // an int32 for clients; masked so that it is never negative
    reply.append("connectionId", static_cast<std::int32_t>(request.connectionId & 0x7fffffff));
    if (outcome.updatedExisting) {
        reply.append("updatedExisting", *outcome.updatedExisting);
    }
    reply.append("upserted", outcome.upsertedId);
    reply.append("n", static_cast<std::int32_t>(outcome.count));
    reply.append("syncMillis", std::int32_t{0}).appendNull("writtenTo");
    if (outcome.code == 0) {
        reply.appendNull("err");
        return {};
    }
    reply.append("err", outcome.message)
        .append("code", std::int32_t{outcome.code})
        .append("codeName", protocol::codeName(outcome.code));
    return {};
}

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

Result<void> runResetError(const Request& request, Context& context, bson::Builder& /*reply*/)
{
    context.records.lastErrors.reset(request.connectionId);
    return {};
}

} // namespace sandglass::engine::commands
