// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/legacy_service.h"

#include "app/bson/builder.h"
#include "app/engine/request/request.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

namespace sandglass::engine::server {

namespace {

using Reply = LegacyService::Reply;

/// The number of cursors in m_sent; beyond that one is dropped. A dropped cursor counts from 0
/// again, which does no harm: clients only display startingFrom.
constexpr std::size_t kRememberedCursors = 10'000;

Reply singleReply(bson::Document document, std::uint32_t flags)
{
    Reply reply;
    reply.head.flags = flags;
    reply.owner = std::move(document);
    reply.documents.push_back(reply.owner.view());
    return reply;
}

/// The reply to a failed query: {$err, code}.
Reply failure(bson::ValueView code, bson::ValueView text)
{
    return singleReply(bson::makeDocument("$err", text, "code", code), wire::kQueryFailure);
}

Reply failure(const Error& error)
{
    return failure(bson::Value::of(std::int32_t{error.serverCode}), bson::Value::of(error.message));
}

} // namespace

LegacyService::LegacyService(Runner run)
    : m_run(std::move(run))
{
}

std::optional<Reply> LegacyService::handle(const wire::Message& message, request::Request& request)
{
    if (const auto* received = message.query()) {
        return query(*received, message, request);
    }
    if (const auto* more = std::get_if<wire::LegacyGetMore>(&message.legacy)) {
        return getMore(*more, request);
    }
    if (const auto* kill = std::get_if<wire::LegacyKillCursors>(&message.legacy)) {
        run(commandOf(*kill), request);
    } else if (const auto* insert = std::get_if<wire::LegacyInsert>(&message.legacy)) {
        run(commandOf(*insert, message.flags), request);
    } else if (const auto* update = std::get_if<wire::LegacyUpdate>(&message.legacy)) {
        run(commandOf(*update, message.flags), request);
    } else if (const auto* removal = std::get_if<wire::LegacyDelete>(&message.legacy)) {
        run(commandOf(*removal, message.flags), request);
    }
    return std::nullopt;
}

bson::Document LegacyService::run(const LegacyCommand& command, request::Request& request)
{
    request.name = command.name;
    request.database = command.database;
    request.body = command.body;
    if (!command.sequence.empty()) {
        request.sequences.emplace(std::string(command.sequence), command.documents);
    }
    return m_run(request);
}

Reply LegacyService::query(const wire::LegacyQuery& query, const wire::Message& message,
                           request::Request& request)
{
    if (const auto command = systemCommandOf(query, message)) {
        return singleReply(run(*command, request), 0);
    }
    const auto command = commandOf(query, message);
    if (!command) {
        return failure(command.error());
    }
    bson::Document reply = run(*command, request);
    if (!reply["ok"].toBool()) {
        return failure(reply["code"], reply["errmsg"]);
    }
    if (command->name == "explain") {
        return singleReply(std::move(reply), 0);
    }
    return batchReply(std::move(reply), 0);
}

std::optional<Reply> LegacyService::getMore(const wire::LegacyGetMore& more,
                                            request::Request& request)
{
    bson::Document reply = run(commandOf(more), request);
    if (reply["ok"].toBool()) {
        return batchReply(std::move(reply), more.cursorId);
    }
    if (reply["code"].toInt64() != static_cast<int>(protocol::ServerCode::CursorNotFound)) {
        return failure(reply["code"], reply["errmsg"]);
    }
    // OP_REPLY has a flag for this error and no document
    Reply notFound;
    notFound.head.flags = wire::kCursorNotFound;
    return notFound;
}

Reply LegacyService::batchReply(bson::Document reply, std::int64_t cursorBefore)
{
    Reply batch;
    batch.owner = std::move(reply);
    const bson::DocumentView cursor = batch.owner["cursor"].asDocument();
    const char* field = cursorBefore == 0 ? "firstBatch" : "nextBatch";
    for (const bson::Element& element : cursor[field].asDocument()) {
        batch.documents.push_back(element.value.asDocument());
    }
    batch.head.cursorId = cursor["id"].asInt64();
    batch.head.startingFrom = advance(cursorBefore, batch.head.cursorId, batch.documents.size());
    return batch;
}

std::int32_t LegacyService::advance(std::int64_t cursorBefore, std::int64_t cursorAfter,
                                    std::size_t sent)
{
    const std::lock_guard lock(m_mutex);
    std::int64_t start = 0;
    if (const auto found = m_sent.find(cursorBefore); found != m_sent.end()) {
        start = found->second;
        m_sent.erase(found);
    }
    if (cursorAfter != 0) {
        m_sent.emplace(cursorAfter, start + static_cast<std::int64_t>(sent));
        if (m_sent.size() > kRememberedCursors) {
            m_sent.erase(m_sent.begin());
        }
    }
    return static_cast<std::int32_t>(
        std::min<std::int64_t>(start, std::numeric_limits<std::int32_t>::max()));
}

} // namespace sandglass::engine::server
