// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/failed_command.h"

#include "app/engine/commands/command.h"
#include "app/engine/commands/context.h"
#include "app/engine/request/awaiting.h"
#include "app/engine/request/turn.h"
#include "app/protocol/code_trait.h"
#include "app/protocol/server_code.h"

#include <cstdint>
#include <string>

namespace sandglass::engine::server {

namespace {

/// Appends the labels of an error: those of the fail point, or the one of a retryable write.
void appendLabels(bson::DocumentView data, const request::Request& request, std::int64_t code,
                  bson::Builder& reply)
{
    const bson::ValueView labels = data["errorLabels"];
    if (labels.type() == bson::Type::Array) {
        if (!labels.asDocument().empty()) {
            reply.append("errorLabels", labels);
        }
        return;
    }
    const bool retryable = protocol::hasTrait(code, protocol::CodeTrait::Retryable);
    if (retryable && !request.body["txnNumber"].isMissing()) {
        reply.beginArray("errorLabels").push("RetryableWriteError").end();
    }
}

} // namespace

FailedCommand FailedCommand::meet(const commands::Command& command, const request::Request& request,
                                  commands::Context& context)
{
    FailedCommand failed;
    request::Turn* turn = request.turn;
    // the one that had it wait
    if (!request::isFirstRun(request) || request::isFurtherReply(request)) {
        failed.m_data = turn->series.failure;
        return failed;
    }
    if (!context.records.failPoints.isOn()) {
        return failed;
    }
    const std::string_view collection = request.argument().asString();
    const auto struck = context.records.failPoints.strike(
        {command.name, request.name, request.database + "." + std::string(collection),
         context.records.clients.appName(request.connectionId)});
    if (struck) {
        failed.m_data = *struck;
    }
    if (struck && turn != nullptr) {
        turn->series.failure = *struck;
    }
    return failed;
}

bool FailedCommand::prevents(const request::Request& request, bson::Builder& reply) const
{
    if (m_data.empty()) {
        return false;
    }
    const base::Millis pause{m_data["blockConnection"].toBool() ? m_data["blockTimeMS"].toInt64()
                                                                : 0};
    if (request::suspendUpTo(request, pause, request::WakeBy::TimeOnly)) {
        return true;
    }
    if (m_data["closeConnection"].toBool() && request.turn != nullptr) {
        request.turn->closes = true;
        return true;
    }
    const bson::ValueView code = m_data["errorCode"];
    if (!code.isNumber()) {
        return false;
    }
    const auto number = static_cast<std::int32_t>(code.toInt64());
    reply.append("ok", 0.0)
        .append("errmsg", "Failing command via 'failCommand' failpoint")
        .append("code", number)
        .append("codeName", protocol::codeName(number));
    reply.appendAll(m_data["errorExtraInfo"].asDocument());
    appendLabels(m_data, request, number, reply);
    return true;
}

void FailedCommand::appendTo(const request::Request& request, bson::Builder& reply) const
{
    const bson::ValueView error = m_data["writeConcernError"];
    if (error.type() == bson::Type::Document) {
        reply.append("writeConcernError", error);
        appendLabels(m_data, request, error.asDocument()["code"].toInt64(), reply);
    }
}

} // namespace sandglass::engine::server
