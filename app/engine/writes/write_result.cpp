// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/write_result.h"

#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>

namespace sandglass::engine::writes {

using protocol::ServerCode;

namespace {

// of the details of all errors in one reply, in bytes
constexpr std::size_t kMostDetails = std::size_t{13} * 1024 * 1024;

} // namespace

void WriteResult::add(std::int64_t matched, std::int64_t modified)
{
    m_matched += matched;
    m_modified += modified;
}

void WriteResult::addUpserted(std::size_t statement, bson::Value id)
{
    ++m_matched; // an upserted document counts in n
    m_upserted.emplace_back(statement, std::move(id));
}

void WriteResult::addError(std::size_t statement, const Error& error)
{
    m_errors.push_back({statement, error});
}

Result<void> WriteResult::fail(std::size_t statement, const Error& error)
{
    if (!isWriteError(error)) {
        return error;
    }
    addError(statement, error);
    return {};
}

void WriteResult::appendTo(bson::Builder& reply, bool withModified) const
{
    reply.append("n", static_cast<std::int32_t>(m_matched));
    if (withModified) {
        reply.append("nModified", static_cast<std::int32_t>(m_modified));
    }
    if (!m_upserted.empty()) {
        reply.beginArray("upserted");
        for (const auto& [statement, id] : m_upserted) {
            reply.push(
                bson::makeDocument("index", static_cast<std::int32_t>(statement), "_id", id));
        }
        reply.end();
    }
    if (!m_retried.empty()) {
        reply.beginArray("retriedStmtIds");
        for (const std::int32_t number : m_retried) {
            reply.push(number);
        }
        reply.end();
    }
    if (m_errors.empty()) {
        return;
    }
    // write errors do not fail the command: its reply has ok: 1
    reply.beginArray("writeErrors");
    for (const Failure& failure : m_errors) {
        reply.pushDocument();
        reply.append("index", static_cast<std::int32_t>(failure.statement));
        reply.append("code", std::int32_t{failure.error.serverCode});
        // the errors of many large documents would not fit into one reply
        if (reply.size() + protocol::detailsOf(failure.error).size() < kMostDetails) {
            reply.appendAll(protocol::detailsOf(failure.error));
        }
        reply.append("errmsg", failure.error.message);
        reply.end();
    }
    reply.end();
}

bool isWriteError(const Error& error)
{
    // errors of the store have no server code
    constexpr std::array kOfCommand{ServerCode::Interrupted, ServerCode::InterruptedAtShutdown,
                                    ServerCode::InterruptedDueToReplStateChange,
                                    ServerCode::MaxTimeMSExpired};
    return error.serverCode != 0
        && std::ranges::find(kOfCommand, static_cast<ServerCode>(error.serverCode))
        == kOfCommand.end();
}

} // namespace sandglass::engine::writes
