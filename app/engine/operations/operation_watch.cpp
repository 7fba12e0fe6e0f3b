// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/operation_watch.h"

#include "app/engine/operations/records.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/request/request.h"
#include "app/engine/request/secrets.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace sandglass::engine::operations {

using request::OperationFigures;
using request::Request;

namespace {

/// A command that works on data, and so is recorded by the profiler.
struct WatchedCommand
{
    std::string_view name;
    std::string_view kind; ///< `op` in currentOp and the profiler
    OperationClass operationClass; ///< which of $collStats' latencies it counts for
};

constexpr auto kRead = OperationClass::Read;
constexpr auto kWrite = OperationClass::Write;
constexpr auto kOther = OperationClass::Command;

constexpr std::array kWatched{
    WatchedCommand{"aggregate", "command", kRead},
    WatchedCommand{"collMod", "command", kOther},
    WatchedCommand{"collStats", "command", kOther},
    WatchedCommand{"count", "command", kRead},
    WatchedCommand{"create", "command", kOther},
    WatchedCommand{"createIndexes", "command", kOther},
    WatchedCommand{"dbStats", "command", kOther},
    WatchedCommand{"delete", "remove", kWrite},
    WatchedCommand{"distinct", "command", kRead},
    WatchedCommand{"drop", "command", kOther},
    WatchedCommand{"dropDatabase", "command", kOther},
    WatchedCommand{"dropIndexes", "command", kOther},
    WatchedCommand{"explain", "command", kOther},
    WatchedCommand{"find", "query", kRead},
    WatchedCommand{"findAndModify", "command", kWrite},
    WatchedCommand{"getMore", "getmore", kRead},
    WatchedCommand{"insert", "insert", kWrite},
    WatchedCommand{"killCursors", "command", kOther},
    WatchedCommand{"listCollections", "command", kOther},
    WatchedCommand{"listIndexes", "command", kOther},
    WatchedCommand{"renameCollection", "command", kOther},
    WatchedCommand{"update", "update", kWrite},
    WatchedCommand{"validate", "command", kOther},
};

const WatchedCommand* watched(std::string_view name)
{
    const auto* found = std::ranges::find(kWatched, name, &WatchedCommand::name);
    return found == kWatched.end() ? nullptr : found;
}

/// The command as the profiler shows it. A single update or deletion is shown as its statement,
/// because the command around it adds no information.
bson::Document shownCommand(const Request& request, std::string_view name)
{
    const std::string_view list = name == "update" ? "updates" : name == "delete" ? "deletes" : "";
    if (!list.empty()) {
        const auto statements = request.documents(list);
        if (statements && statements->size() == 1) {
            return bson::Document(statements->front());
        }
    }
    if (name != "insert") {
        return request::withoutSecrets(name, request.body);
    }
    // without the documents: a profile entry would otherwise be as large as the insert
    bson::Builder command;
    for (const bson::Element& element : request.body) {
        if (element.key != "documents") {
            command.append(element.key, element.value);
        }
    }
    return command.take();
}

} // namespace

std::string_view operationKind(std::string_view command)
{
    const WatchedCommand* known = watched(command);
    return known ? known->kind : "command";
}

std::string operationNamespace(const Request& request)
{
    bson::ValueView collection = request.argument();
    // the argument of getMore is the cursor's id
    if (request.name == "getMore") {
        collection = request.body["collection"];
    }
    const bool named = collection.type() == bson::Type::String;
    return request.database + "." + (named ? std::string(collection.asString()) : "$cmd");
}

OperationWatch::OperationWatch(std::string_view command, bool instant, Request& request,
                               Records& records)
    : m_command(command)
    , m_instant(instant)
    , m_request(request)
    , m_records(records)
{
    if (m_instant) {
        return;
    }
    m_start = std::chrono::steady_clock::now();
    if (const std::string session = request.session(); !session.empty()) {
        records.sessions.use(session, request.userText());
    }
    auto figures = std::make_shared<OperationFigures>();
    figures->user = request.user;
    figures->userDatabase = request.userDatabase;
    Operation operation;
    operation.description = "conn" + std::to_string(request.connectionId);
    operation.kind = operationKind(m_command);
    operation.ns = operationNamespace(request);
    operation.command = request::withoutSecrets(m_command, request.body);
    operation.remote = request.remote;
    operation.connectionId = request.connectionId;
    operation.startedAt = records.clock.now();
    operation.figures = figures;
    request.killed = operation.killed;
    request.figures = std::move(figures);
    m_shown = records.running.begin(std::move(operation));
}

void OperationWatch::finish(bson::DocumentView reply)
{
    if (m_instant) {
        m_records.metrics.addRun(m_command, !reply["ok"].toBool());
        return;
    }
    const OperationFigures& figures = *m_request.figures;
    const auto elapsed = std::chrono::duration_cast<std::chrono::microseconds>(
                             std::chrono::steady_clock::now() - m_start)
        - figures.waited;
    const WatchedCommand* known = watched(m_command);
    std::string ns = operationNamespace(m_request);
    m_records.metrics.add(
        {m_command, ns, known ? known->operationClass : kOther, !reply["ok"].toBool(), elapsed},
        figures);
    // Removed from currentOp before the profiler writes: the operation itself has ended.
    m_shown.reset();
    if (!known || m_records.profiler.ignores(elapsed)) {
        return;
    }
    const FinishedOperation finished{std::string(known->kind),
                                     m_request.database,
                                     std::move(ns),
                                     shownCommand(m_request, m_command),
                                     reply,
                                     figures,
                                     elapsed,
                                     "conn" + std::to_string(m_request.connectionId),
                                     m_request.remote,
                                     m_records.clients.appName(m_request.connectionId),
                                     m_request.legacy};
    m_records.profiler.finished(finished);
}

} // namespace sandglass::engine::operations
