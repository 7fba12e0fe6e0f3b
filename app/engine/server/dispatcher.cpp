// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/dispatcher.h"

#include "app/bson/builder.h"
#include "app/bson/validate.h"
#include "app/engine/access/access_control.h"
#include "app/engine/commands/command.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/current_op.h"
#include "app/engine/commands/data_files.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/operations/operation_watch.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/query/loop_guard.h"
#include "app/engine/request/awaiting.h"
#include "app/engine/request/secrets.h"
#include "app/engine/request/turn.h"
#include "app/engine/server/failed_command.h"
#include "app/engine/server/request_check.h"
#include "app/engine/storage/use_gate.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/streams/repl_set_persona.h"
#include "app/engine/wire/write.h"
#include "app/protocol/messages/compression.h"
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

/// Commands that have counters of their own in opcounters; all others count as `command`.
constexpr std::array<std::string_view, 7> kSelfCounting{
    "insert", "find", "update", "delete", "getMore", "getmore", "findAndModify"};

/// Commands with which an administrator finds and ends what keeps the server busy. They have
/// workers of their own, which nothing else can hold up.
constexpr std::array<std::string_view, 21> kAdministrative{
    "buildInfo",    "connPoolStats",   "connectionStatus", "endSessions",
    "fsyncUnlock",  "getCmdLineOpts",  "getLog",           "getParameter",
    "hostInfo",     "killAllSessions", "killCursors",      "killAllSessionsByPattern",
    "killOp",       "killSessions",    "listCommands",     "refreshSessions",
    "saslContinue", "saslStart",       "serverStatus",     "setParameter",
    "whatsmyuri"};

/// Lists that take little time, unless a filter of the client's makes them long. An
/// administrator who looks for what keeps the server busy begins with them.
constexpr std::array<std::string_view, 3> kLists{"listCollections", "listDatabases", "listIndexes"};

/// Writes that go from document to document. MongoDB ends them, too, when their client disconnects;
/// what they have written stays.
constexpr std::array<std::string_view, 5> kByDocument{"bulkWrite", "delete", "findAndModify",
                                                      "insert", "update"};

/// Commands that report on the previous operation, so their own outcome is not recorded.
constexpr std::array<std::string_view, 3> kAboutErrors{"getLastError", "getPrevError",
                                                       "resetError"};

bool isAdministrative(std::string_view command, bson::DocumentView body)
{
    return std::ranges::find(kAdministrative, command) != kAdministrative.end()
        || (command == "currentOp" && commands::listsOperationsQuickly(body))
        || (std::ranges::find(kLists, command) != kLists.end() && body["filter"].isMissing());
}

void appendError(const Error& error, const commands::Context& context, bson::Builder& reply)
{
    // an error of the engine itself has no server code, but a reply needs one
    const int code = error.serverCode != 0 ? error.serverCode
        : error.code == Errc::Storage      ? static_cast<int>(ServerCode::OutOfDiskSpace)
        : error.code == Errc::InvalidInput ? static_cast<int>(ServerCode::BadValue)
                                           : static_cast<int>(ServerCode::InternalError);
    const std::string name
        = error.serverCodeName.empty() ? protocol::codeName(code) : error.serverCodeName;
    reply.append("ok", 0.0).append("errmsg", error.message);
    reply.append("code", std::int32_t{code}).append("codeName", name);
    reply.appendAll(protocol::detailsOf(error));
    // With the topologyVersion a driver sees that it knows this state already, and does not discard
    // its connections.
    if (code == static_cast<int>(ServerCode::NotWritablePrimary)
        || code == static_cast<int>(ServerCode::InterruptedDueToReplStateChange)) {
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

/// OP_QUERY on "<database>.$cmd" must ask for one document. Errors (server): Location16979, as in
/// MongoDB.
Result<void> checkCommandQuery(const wire::LegacyQuery& query)
{
    if (query.numberToReturn >= -1 && query.numberToReturn <= 1) {
        return {};
    }
    return commandError(16979,
                        "Bad numberToReturn (" + std::to_string(query.numberToReturn)
                            + ") for $cmd type ns - can only be 1 or -1");
}

/// What is secret must not be compressed: it could be guessed from the size. No driver does that.
/// Source: MongoDB manual, MongoDB Wire Protocol.
Result<void> checkCompression(const wire::Message& message)
{
    if (message.compressor.value_or(protocol::Compressor::None) == protocol::Compressor::None) {
        return {};
    }
    const commands::Command* known = commands::findCommand(message.body.begin()->key);
    if (known != nullptr && request::hasSecret(known->name, message.body)) {
        return commandError(ServerCode::IllegalOperation,
                            std::string(known->name)
                                + " carries a secret and must not be compressed");
    }
    return {};
}

/// The request of a message that is a command. Its views live as long as the message.
Result<request::Request> requestOf(const wire::Message& message,
                                   const net::ConnectionInfo& connection)
{
    request::Request request = requestFrom(connection, message.query() != nullptr);
    request.body = message.body;
    if (message.refusal) {
        return *message.refusal;
    }
    if (message.body.empty()) {
        return commandError(ServerCode::FailedToParse, "no command given: the document is empty");
    }
    request.name = std::string(message.body.begin()->key);
    TRY(checkCompression(message));
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

/// What ends the expressions of a command early: its maxTimeMS, killOp, a client that has gone, the
/// end of the engine. Null for an instant command.
query::LoopGuard::Check stopCheck(const commands::Command& command, const request::Request& request,
                                  const commands::Context& context)
{
    if (command.instant) {
        return nullptr;
    }
    auto interrupt = operations::Interrupt::makeShared(request, context.clock);
    // the command itself refuses a wrong maxTimeMS
    if (!interrupt) {
        return nullptr;
    }
    // there it limits the wait for documents
    if (command.name == "getMore") {
        (*interrupt)->removeDeadline();
    }
    return [interrupt = std::move(*interrupt)] { return interrupt->check(); };
}

/// The right to use the store during a command. Errors (server): LockTimeout while its files are
/// being opened again and stay closed.
Result<storage::UseGate::Pass> useOf(const commands::Command& command, commands::Context& context)
{
    storage::UseGate* const gate = command.instant ? nullptr : context.files.uses();
    if (gate == nullptr) {
        return storage::UseGate::Pass();
    }
    auto pass = gate->enter();
    if (!pass) {
        return commandError(ServerCode::LockTimeout,
                            "The data files are being opened again after a failed write.");
    }
    return pass;
}

// The number of the request that a reply answers. In a series, a reply answers the one before.
std::int32_t answeredBy(const wire::Message& message, const request::ReplySeries& series)
{
    return series.lastReply != 0 ? series.lastReply : message.requestId;
}

} // namespace

Dispatcher::Dispatcher(commands::Context& context)
    : m_context(context)
    , m_legacy([this](request::Request& request) {
        // no room: LegacyService takes the reply apart and builds another message from it
        return bson::Document::fromTrusted(answer(request, 0).bytes);
    })
{
}

void Dispatcher::connectionOpened(const net::ConnectionInfo& connection)
{
    m_context.records.clients.opened(static_cast<std::uint64_t>(connection.id), connection.remote);
    m_context.access.opened(static_cast<std::uint64_t>(connection.id), connection.owner,
                            connection.remote);
    ++m_current;
    ++m_total;
}

net::Standing Dispatcher::standingOf(std::int64_t connectionId) const
{
    const auto id = static_cast<std::uint64_t>(connectionId);
    return m_context.access.isKnown(id)  ? net::Standing::Known
        : m_context.access.isWatcher(id) ? net::Standing::Watcher
                                         : net::Standing::Stranger;
}

void Dispatcher::connectionClosed(std::int64_t connectionId)
{
    m_context.records.clients.closed(static_cast<std::uint64_t>(connectionId));
    m_context.records.lastErrors.reset(static_cast<std::uint64_t>(connectionId));
    m_context.access.closed(static_cast<std::uint64_t>(connectionId));
    --m_current;
}

// Everything that writes is InTurn, also the write messages older than commands: it may block on
// the writer lock and the disk, and must not take the workers from the reads.
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
    if (command->instant) {
        // the login that a hello may begin reads the user
        return message.body.contains("speculativeAuthenticate") ? net::Effort::Administrative
                                                                : net::Effort::Instant;
    }
    return isAdministrative(command->name, message.body) ? net::Effort::Administrative
        : command->writes                                ? net::Effort::InTurn
                                                         : net::Effort::Any;
}

bool Dispatcher::endsWithClient(const wire::Message& message) const
{
    const commands::Command* command = isCommand(message) && !message.body.empty()
        ? commands::findCommand(message.body.begin()->key)
        : nullptr;
    return command != nullptr && std::ranges::find(kByDocument, command->name) != kByDocument.end();
}

// What it reads, nobody would get.
void Dispatcher::peerLeft(std::int64_t connectionId)
{
    m_context.records.running.killConnection(static_cast<std::uint64_t>(connectionId));
}

void Dispatcher::endSoon()
{
    m_context.records.running.killAll();
}

std::optional<std::vector<std::uint8_t>> Dispatcher::refuse(const wire::Message& message)
{
    if (!isCommand(message)) {
        return std::nullopt;
    }
    const bool byQuery = message.opCode == wire::OpCode::Query;
    request::ReplySeries none;
    return finished(message,
                    failed(commandError(ServerCode::HostUnreachable,
                                        "too many open connections; close some, or raise the limit "
                                        "of open files (ulimit -n) before the server starts"),
                           byQuery ? wire::kReplyDocumentsAt : wire::kMsgBodyAt),
                    none);
}

std::optional<std::vector<std::uint8_t>> Dispatcher::handle(const net::ConnectionInfo& connection,
                                                            const wire::Message& message,
                                                            request::Turn& turn)
{
    // a command that waited is run again with the same message, which counts once, and so does one
    // with several replies
    if (!turn.again && turn.series.lastReply == 0) {
        ++m_requests;
        m_bytesIn += static_cast<std::int64_t>(message.frame().size());
        m_physicalBytesIn += static_cast<std::int64_t>(message.receivedBytes);
    }
    // a client that expects no reply cannot be kept waiting for one
    turn.mayWait = turn.mayWait && !message.moreToCome();
    turn.series.accepted = message.exhaustAllowed();
    turn.series.goesOn = false;
    auto bytes = reply(connection, message, turn);
    if (turn.wait) {
        return std::nullopt;
    }
    if (bytes) {
        m_bytesOut += static_cast<std::int64_t>(bytes->size());
        // the sender understands what it has used itself
        if (message.compressor) {
            *bytes = protocol::compressed(std::move(*bytes), *message.compressor);
        }
        m_physicalBytesOut += static_cast<std::int64_t>(bytes->size());
    }
    return bytes;
}

std::optional<std::vector<std::uint8_t>> Dispatcher::reply(const net::ConnectionInfo& connection,
                                                           const wire::Message& message,
                                                           request::Turn& turn)
{
    if (!isCommand(message)) {
        return legacyReply(connection, message, turn.series);
    }
    const bool byQuery = message.opCode == wire::OpCode::Query;
    const std::size_t room = byQuery ? wire::kReplyDocumentsAt : wire::kMsgBodyAt;
    auto request = requestOf(message, connection);
    if (request) {
        request->turn = &turn;
    }
    Answer result = request ? answer(*request, room) : failed(request.error(), room);
    if (message.moreToCome() || turn.wait || turn.closes) {
        return std::nullopt;
    }
    return finished(message, std::move(result), turn.series);
}

std::vector<std::uint8_t> Dispatcher::finished(const wire::Message& message, Answer answer,
                                               request::ReplySeries& series)
{
    const std::int32_t answered = answeredBy(message, series);
    const std::int32_t id = m_nextRequestId++;
    series.lastReply = id;
    if (message.opCode == wire::OpCode::Query) {
        wire::finishReply(answer.bytes, id, answered);
    } else {
        wire::finishMsg(answer.bytes, id, answered, series.goesOn ? wire::kMoreToCome : 0);
    }
    return std::move(answer.bytes);
}

std::optional<std::vector<std::uint8_t>>
Dispatcher::legacyReply(const net::ConnectionInfo& connection, const wire::Message& message,
                        request::ReplySeries& series)
{
    request::Request request = requestFrom(connection, true);
    const wire::LegacyQuery* query = message.query();
    const auto found = query != nullptr && series.lastReply != 0
        ? m_legacy.getMore({query->ns, 0, series.cursor}, request)
        : m_legacy.handle(message, request);
    if (!found) {
        return std::nullopt;
    }
    const std::int32_t answered = answeredBy(message, series);
    series.lastReply = m_nextRequestId++;
    series.cursor = found->head.cursorId;
    series.goesOn = message.exhausts() && series.cursor != 0;
    return wire::writeReply(series.lastReply, answered, found->head, found->documents);
}

void Dispatcher::seriesAbandoned(const request::ReplySeries& series)
{
    if (series.cursor != 0) {
        m_context.cursors.kill(series.cursor);
    }
}

Dispatcher::Answer Dispatcher::answer(request::Request& request, std::size_t room)
{
    const commands::Command* known = commands::findCommand(request.name);
    if (const auto user = m_context.access.userOf(request.connectionId)) {
        request.user = user->user;
        request.userDatabase = user->database;
    }
    Answer result = runCommand(known, request, room);
    if (request.turn != nullptr && request.turn->wait) {
        return result; // no outcome yet: the command will be run again
    }
    const std::string_view name = known ? known->name : std::string_view(request.name);
    if (std::ranges::find(kAboutErrors, name) == kAboutErrors.end()) {
        m_context.records.lastErrors.record(request.connectionId,
                                            operations::outcomeOf(name, result.document()));
    }
    return result;
}

void Dispatcher::appendNetwork(bson::Builder& status) const
{
    status.beginDocument("network")
        .append("bytesIn", m_bytesIn.load())
        .append("bytesOut", m_bytesOut.load())
        .append("physicalBytesIn", m_physicalBytesIn.load())
        .append("physicalBytesOut", m_physicalBytesOut.load())
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
    const FailedCommand failure = FailedCommand::meet(*known, request, m_context);
    if (bson::Builder failed(room); failure.prevents(request, failed)) {
        return {failed.takeBytes(), room};
    }
    const bool counts = request::isFirstRun(request)
        && std::ranges::find(kSelfCounting, known->name) == kSelfCounting.end();
    if (counts) {
        ++m_context.records.counters.command;
    }

    const auto use = useOf(*known, m_context);
    if (!use) {
        return failed(use.error(), room);
    }
    operations::OperationWatch watch(known->name, known->instant, request, m_context.records);
    const query::LoopGuard guard(stopCheck(*known, request, m_context));
    bson::Builder reply(room);
    const auto done = known->run(request, m_context, reply);
    if (request.turn != nullptr && request.turn->wait) {
        return {};
    }
    // the write has been done all the same, so this is a field and not an error
    if (done && known->writes) {
        streams::appendWriteConcernError(request, m_context.catalog, reply);
    }
    if (done) {
        failure.appendTo(request, reply);
    }
    if (done) {
        reply.append("ok", 1.0);
    } else {
        if (request.turn != nullptr) {
            request.turn->series.goesOn = false;
        }
        // What a failed command has appended is dropped, except `violations`: MongoDB's list of the
        // documents that prevent an index from becoming unique.
        const bson::Document partial = reply.take();
        appendError(done.error(), m_context, reply);
        reply.append("violations", partial["violations"]);
    }
    streams::appendClusterTime(m_context.catalog, reply);
    Answer whole{reply.takeBytes(), room};
    if (whole.document().size() > bson::kMaxMessageDocumentBytes) {
        whole
            = failed(commandError(ServerCode::BsonObjectTooLarge,
                                  "The reply would have " + std::to_string(whole.document().size())
                                      + " bytes; " + std::to_string(bson::kMaxMessageDocumentBytes)
                                      + " are allowed."),
                     room);
    }
    watch.finish(whole.document());
    return whole;
}

} // namespace sandglass::engine::server
