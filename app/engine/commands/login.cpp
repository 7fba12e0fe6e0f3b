// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/login.h"

#include "app/bson/extended_json.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::commands {

using request::Arguments;
using request::Request;

namespace {

constexpr int kMechanismUnavailable = 334;

} // namespace

Result<std::string> payloadOf(std::string_view command, bson::DocumentView fields)
{
    const Arguments arguments(command, fields);
    auto payload = arguments.required("payload");
    TRY(payload);
    if (payload->type() == bson::Type::Binary) {
        const bson::Bytes bytes = payload->asBinary().bytes;
        return std::string(bytes.begin(), bytes.end());
    }
    if (payload->type() == bson::Type::String) {
        if (const auto bytes = bson::bytesFromBase64(payload->asString())) {
            return std::string(bytes->begin(), bytes->end());
        }
    }
    return arguments.wrongType("payload", "binData");
}

Result<access::LoginStart> loginStart(bson::DocumentView fields, const std::string& database,
                                      const Request& request)
{
    const Arguments arguments("saslStart", fields);
    auto mechanism = arguments.required("mechanism");
    TRY(mechanism);
    if (mechanism->type() != bson::Type::String) {
        return arguments.wrongType("mechanism", "string");
    }
    if (mechanism->asString() != access::kMechanism) {
        return protocol::commandError(kMechanismUnavailable,
                                      "Received authentication for mechanism "
                                          + std::string(mechanism->asString())
                                          + " which is unknown or not enabled");
    }
    auto payload = payloadOf("saslStart", fields);
    TRY(payload);
    access::LoginStart start;
    start.connectionId = request.connectionId;
    start.database = database;
    start.payload = *std::move(payload);
    start.skipEmptyExchange = fields["options"].asDocument()["skipEmptyExchange"].toBool();
    return start;
}

void appendStep(const access::LoginStep& step, bson::Builder& reply)
{
    reply.append("conversationId", step.conversationId).append("done", step.done);
    reply.append("payload", bson::Binary{0, access::bytesOf(step.payload)});
}

} // namespace sandglass::engine::commands
