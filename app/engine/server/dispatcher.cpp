// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/dispatcher.h"

#include "app/bson/builder.h"
#include "app/engine/commands/command.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/operations.h"
#include "app/engine/wire/write.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace sandglass::engine::server {

using protocol::commandError;
using protocol::ServerCode;

namespace {

/// Commands that count themselves in opcounters, as MongoDB's do.
constexpr std::array<std::string_view, 7> kSelfCounting{
    "insert", "find", "update", "delete", "getMore", "getmore", "findAndModify"};

bson::Document errorReply(const Error& error)
{
    // an error of our own without a server code still needs one on the wire
    const int code = error.serverCode != 0 ? error.serverCode
        : error.code == Errc::Storage      ? static_cast<int>(ServerCode::OutOfDiskSpace)
        : error.code == Errc::InvalidInput ? static_cast<int>(ServerCode::BadValue)
                                           : static_cast<int>(ServerCode::InternalError);
    const std::string name
        = error.serverCodeName.empty() ? protocol::codeName(code) : error.serverCodeName;
    return bson::makeDocument("ok", 0.0, "errmsg", error.message, "code", std::int32_t{code},
                              "codeName", name);
}

/// The request of a message; views into it stay valid while the message lives.
Result<commands::Request> requestOf(const wire::Message& message,
                                    const net::ConnectionInfo& connection)
{
    commands::Request request;
    request.body = message.body;
    request.connectionId = static_cast<std::uint64_t>(connection.id);
    request.remote = connection.remote;
    request.legacy = message.legacy.has_value();
    if (message.body.empty())
        return commandError(ServerCode::FailedToParse, "no command given: the document is empty");
    request.name = std::string(message.body.begin()->key);
    if (message.legacy) {
        request.database = std::string(message.legacy->ns.substr(0, message.legacy->ns.find('.')));
        return request;
    }
    const bson::ValueView database = message.body["$db"];
    if (database.type() != bson::Type::String)
        return commandError(40571, "OP_MSG requests require a $db argument");
    request.database = std::string(database.asString());
    for (const wire::DocumentSequence& sequence : message.sequences)
        request.sequences.emplace(std::string(sequence.identifier), sequence.documents);
    return request;
}

/// The namespace of an operation as currentOp shows it.
std::string namespaceOf(const commands::Request& request)
{
    const bson::ValueView argument = request.argument();
    const std::string collection
        = argument.type() == bson::Type::String ? std::string(argument.asString()) : "$cmd";
    return request.database + "." + collection;
}

commands::Operation operationOf(const commands::Request& request, const commands::Context& context)
{
    commands::Operation operation;
    operation.description = "conn" + std::to_string(request.connectionId);
    operation.kind = request.name == "find" ? "query"
        : request.name == "delete"          ? "remove"
                                            : request.name;
    if (operation.kind != "query" && operation.kind != "remove" && operation.kind != "insert"
        && operation.kind != "update" && operation.kind != "getMore")
        operation.kind = "command";
    operation.ns = namespaceOf(request);
    operation.command = bson::Document(request.body);
    operation.remote = request.remote;
    operation.connectionId = request.connectionId;
    operation.startedAt = context.clock.now();
    return operation;
}

Result<const commands::Command*> commandFor(const commands::Request& request,
                                            const commands::Context& context)
{
    const commands::Command* command = commands::findCommand(request.name);
    if (!command)
        return commandError(ServerCode::CommandNotFound, "no such command: '" + request.name + "'");
    if (command->where == commands::Where::AdminOnly && request.database != "admin")
        return commandError(ServerCode::Unauthorized,
                            request.name + " may only be run against the admin database.");
    if (command->writes && context.writesRefused())
        return commandError(
            ServerCode::OutOfDiskSpace,
            "This server has stopped writing after a failed write to its files; see its log. "
            "Reads go on. Free space or mend the disk, then restart it.");
    return command;
}

} // namespace

Dispatcher::Dispatcher(commands::Context& context)
    : m_context(context)
{
}

void Dispatcher::connectionOpened(const net::ConnectionInfo& /*connection*/)
{
    ++m_current;
    ++m_total;
}

void Dispatcher::connectionClosed(std::int64_t /*connectionId*/)
{
    --m_current;
}

std::optional<std::vector<std::uint8_t>> Dispatcher::handle(const net::ConnectionInfo& connection,
                                                            wire::Message&& message)
{
    auto request = requestOf(message, connection);
    const bson::Document reply = request ? answer(*request) : errorReply(request.error());
    if (message.moreToCome())
        return std::nullopt;
    const std::int32_t id = m_nextRequestId++;
    return message.legacy ? wire::writeReply(id, message.requestId, reply)
                          : wire::writeMsg(id, message.requestId, reply);
}

bson::Document Dispatcher::answer(commands::Request& request)
{
    const auto command = commandFor(request, m_context);
    if (!command)
        return errorReply(command.error());
    if (std::find(kSelfCounting.begin(), kSelfCounting.end(), (*command)->name)
        == kSelfCounting.end())
        ++m_context.counters.command;

    commands::Operation operation = operationOf(request, m_context);
    request.killed = operation.killed;
    const auto shown = m_context.operations.begin(std::move(operation));
    bson::Builder reply;
    if (auto done = (*command)->run(request, m_context, reply); !done)
        return errorReply(done.error());
    reply.append("ok", 1.0);
    return reply.take();
}

} // namespace sandglass::engine::server
