// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/dispatcher.h"

#include "app/bson/builder.h"
#include "app/engine/commands/command.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/operation_watch.h"
#include "app/engine/request/awaiting.h"
#include "app/engine/request/generic_fields.h"
#include "app/engine/request/turn.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/streams/repl_set_persona.h"
#include "app/engine/wire/write.h"
#include "app/engine/writes/write_permission.h"
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

/// Commands that tell of the operation before them and are none themselves.
constexpr std::array<std::string_view, 3> kAboutErrors{"getLastError", "getPrevError",
                                                       "resetError"};

void appendError(const Error& error, const commands::Context& context, bson::Builder& reply)
{
    // an error of our own without a server code still needs one on the wire
    const int code = error.serverCode != 0 ? error.serverCode
        : error.code == Errc::Storage      ? static_cast<int>(ServerCode::OutOfDiskSpace)
        : error.code == Errc::InvalidInput ? static_cast<int>(ServerCode::BadValue)
                                           : static_cast<int>(ServerCode::InternalError);
    const std::string name
        = error.serverCodeName.empty() ? protocol::codeName(code) : error.serverCodeName;
    reply.append("ok", 0.0).append("errmsg", error.message);
    reply.append("code", std::int32_t{code}).append("codeName", name);
    // a driver that knows this topology already does not stop to ask for a new one
    if (code == static_cast<int>(ServerCode::NotWritablePrimary)) {
        streams::appendTopologyVersion(context.facts, reply);
    }
}

request::Request requestFrom(const net::ConnectionInfo& connection, bool legacy)
{
    request::Request request;
    request.connectionId = static_cast<std::uint64_t>(connection.id);
    request.remote = connection.remote;
    request.legacy = legacy;
    return request;
}

/// OP_QUERY on "<database>.$cmd" wants one document. Errors: 16979, as MongoDB's.
Result<void> checkCommandQuery(const wire::LegacyQuery& query)
{
    if (query.numberToReturn >= -1 && query.numberToReturn <= 1) {
        return {};
    }
    return commandError(16979,
                        "Bad numberToReturn (" + std::to_string(query.numberToReturn)
                            + ") for $cmd type ns - can only be 1 or -1");
}

/// The request of a message that is a command; views into it stay valid while the message lives.
Result<request::Request> requestOf(const wire::Message& message,
                                   const net::ConnectionInfo& connection)
{
    request::Request request = requestFrom(connection, message.query() != nullptr);
    request.body = message.body;
    if (message.body.empty()) {
        return commandError(ServerCode::FailedToParse, "no command given: the document is empty");
    }
    request.name = std::string(message.body.begin()->key);
    if (const wire::LegacyQuery* query = message.query()) {
        request.database = databaseOf(query->ns);
        if (request.database.empty()) {
            return commandError(ServerCode::InvalidNamespace, "Database name cannot be empty");
        }
        TRY(checkCommandQuery(*query));
        return request;
    }
    const bson::ValueView database = message.body["$db"];
    if (database.type() != bson::Type::String) {
        return commandError(40571, "OP_MSG requests require a $db argument");
    }
    request.database = std::string(database.asString());
    for (const wire::DocumentSequence& sequence : message.sequences) {
        request.sequences.emplace(std::string(sequence.identifier), sequence.documents);
    }
    return request;
}

bool isCommand(const wire::Message& message)
{
    const wire::LegacyQuery* query = message.query();
    return message.opCode == wire::OpCode::Msg || (query != nullptr && query->isCommand());
}

/// insert, update and delete report a forbidden write for each statement; the others fail as a
/// whole.
bool judgesEachStatement(std::string_view command)
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
    if (context.writesRefused()) {
        return commandError(
            ServerCode::OutOfDiskSpace,
            "This server has stopped writing after a failed write to its files; see its log. "
            "Reads go on. Free space or mend the disk, then restart it.");
    }
    TRY(writes::checkUnlocked(context.writeGate));
    if (judgesEachStatement(command.name)) {
        return {};
    }
    return writes::checkUserWrites(context.writeGate, request.database);
}

Result<void> checkRequest(const commands::Command* known, const request::Request& request,
                          const commands::Context& context)
{
    if (!known) {
        return commandError(ServerCode::CommandNotFound, "no such command: '" + request.name + "'");
    }
    if (known->where == commands::Where::AdminOnly && request.database != "admin") {
        return commandError(ServerCode::Unauthorized,
                            request.name + " may only be run against the admin database.");
    }
    TRY(request::checkGenericFields(request));
    TRY(streams::checkNoTransaction(request, context.catalog));
    return checkMayWrite(*known, request, context);
}

} // namespace

Dispatcher::Dispatcher(commands::Context& context)
    : m_context(context)
    , m_legacy([this](request::Request& request) {
        return bson::Document::fromTrusted(answer(request, 0).bytes);
    })
{
}

void Dispatcher::connectionOpened(const net::ConnectionInfo& connection)
{
    m_context.records.clients.opened(static_cast<std::uint64_t>(connection.id), connection.remote);
    ++m_current;
    ++m_total;
}

void Dispatcher::connectionClosed(std::int64_t connectionId)
{
    m_context.records.clients.closed(static_cast<std::uint64_t>(connectionId));
    m_context.records.lastErrors.reset(static_cast<std::uint64_t>(connectionId));
    --m_current;
}

net::Effort Dispatcher::effortOf(const wire::Message& message) const
{
    if (!isCommand(message)) {
        const bool reads = message.query() != nullptr || message.opCode == wire::OpCode::GetMore
            || message.opCode == wire::OpCode::KillCursors;
        return reads ? net::Effort::Any : net::Effort::InTurn;
    }
    const commands::Command* command
        = message.body.empty() ? nullptr : commands::findCommand(message.body.begin()->key);
    if (command == nullptr) {
        return net::Effort::Any;
    }
    return command->instant ? net::Effort::Instant
        : command->writes   ? net::Effort::InTurn
                            : net::Effort::Any;
}

std::optional<std::vector<std::uint8_t>> Dispatcher::handle(const net::ConnectionInfo& connection,
                                                            const wire::Message& message,
                                                            request::Turn& turn)
{
    if (!turn.again) {
        ++m_requests;
        m_bytesIn += static_cast<std::int64_t>(message.frame().size());
    }
    turn.mayWait = turn.mayWait && !message.moreToCome();
    auto bytes = reply(connection, message, turn);
    if (turn.wait) {
        return std::nullopt;
    }
    if (bytes) {
        m_bytesOut += static_cast<std::int64_t>(bytes->size());
    }
    return bytes;
}

std::optional<std::vector<std::uint8_t>> Dispatcher::reply(const net::ConnectionInfo& connection,
                                                           const wire::Message& message,
                                                           request::Turn& turn)
{
    if (!isCommand(message)) {
        request::Request request = requestFrom(connection, true);
        const auto found = m_legacy.handle(message, request);
        if (!found) {
            return std::nullopt;
        }
        return wire::writeReply(m_nextRequestId++, message.requestId, found->head,
                                found->documents);
    }
    const bool byQuery = message.opCode == wire::OpCode::Query;
    const std::size_t room = byQuery ? wire::kReplyDocumentsAt : wire::kMsgBodyAt;
    auto request = requestOf(message, connection);
    if (request) {
        request->turn = &turn;
    }
    Answer told = request ? answer(*request, room) : failed(request.error(), room);
    if (message.moreToCome() || turn.wait) {
        return std::nullopt;
    }
    const std::int32_t id = m_nextRequestId++;
    if (byQuery) {
        wire::finishReply(told.bytes, id, message.requestId);
    } else {
        wire::finishMsg(told.bytes, id, message.requestId);
    }
    return std::move(told.bytes);
}

Dispatcher::Answer Dispatcher::answer(request::Request& request, std::size_t room)
{
    const commands::Command* known = commands::findCommand(request.name);
    Answer told = runCommand(known, request, room);
    if (request.turn != nullptr && request.turn->wait) {
        return told; // it will be run again
    }
    const std::string_view name = known ? known->name : std::string_view(request.name);
    if (std::ranges::find(kAboutErrors, name) == kAboutErrors.end()) {
        m_context.records.lastErrors.record(request.connectionId,
                                            operations::outcomeOf(name, told.document()));
    }
    return told;
}

void Dispatcher::appendNetwork(bson::Builder& status) const
{
    status.beginDocument("network")
        .append("bytesIn", m_bytesIn.load())
        .append("bytesOut", m_bytesOut.load())
        .append("physicalBytesIn", m_bytesIn.load())
        .append("physicalBytesOut", m_bytesOut.load())
        .append("numRequests", m_requests.load())
        .end();
}

Dispatcher::Answer Dispatcher::failed(const Error& error, std::size_t room) const
{
    bson::Builder reply(room);
    appendError(error, m_context, reply);
    return {reply.takeBytes(), room};
}

Dispatcher::Answer Dispatcher::runCommand(const commands::Command* known, request::Request& request,
                                          std::size_t room)
{
    if (!known) {
        m_context.records.metrics.addUnknown();
    }
    if (auto good = checkRequest(known, request, m_context); !good) {
        return failed(good.error(), room);
    }
    const bool counts = request::isFirstRun(request)
        && std::ranges::find(kSelfCounting, known->name) == kSelfCounting.end();
    if (counts) {
        ++m_context.records.counters.command;
    }

    operations::OperationWatch watch(known->name, known->instant, request, m_context.records);
    bson::Builder reply(room);
    const auto done = known->run(request, m_context, reply);
    if (request.turn != nullptr && request.turn->wait) {
        return {};
    }
    if (done && known->writes) {
        streams::appendWriteConcernError(request, m_context.catalog, reply);
    }
    if (done) {
        reply.append("ok", 1.0);
    } else {
        // the one thing that MongoDB adds to an error: which documents are in the way of a change
        const bson::Document left = reply.take();
        appendError(done.error(), m_context, reply);
        reply.append("violations", left["violations"]);
    }
    streams::appendClusterTime(m_context.catalog, reply);
    Answer whole{reply.takeBytes(), room};
    watch.finish(whole.document());
    return whole;
}

} // namespace sandglass::engine::server
