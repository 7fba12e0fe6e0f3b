// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/login.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/awaiting.h"
#include "app/engine/request/turn.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

using request::Request;

// MongoDB's command for certificates of clients. An error is better than a success: otherwise the
// client would believe that it was checked.
Result<void> runAuthenticate(const Request& /*request*/, Context& /*context*/,
                             bson::Builder& /*reply*/)
{
    return protocol::commandError(protocol::ServerCode::AuthenticationFailed,
                                  "Authentication failed: this server knows only the mechanism"
                                  " SCRAM-SHA-256");
}

Result<void> runSaslStart(const Request& request, Context& context, bson::Builder& reply)
{
    auto start = loginStart(request.body, request.database, request);
    TRY(start);
    // a client that cannot be kept waiting is refused: without a reply it could try at any speed
    const base::Millis delay = context.access.delayOf(*start);
    const base::Millis waited = request.turn != nullptr ? request.turn->waited : base::Millis(0);
    if (waited < delay) {
        if (suspendUpTo(request, delay, request::WakeBy::TimeOnly)) {
            return {};
        }
        return access::authenticationFailed();
    }
    auto step = context.access.begin(*start);
    TRY(step);
    appendStep(*step, reply);
    return {};
}

Result<void> runSaslContinue(const Request& request, Context& context, bson::Builder& reply)
{
    auto id = request::Arguments("saslContinue", request.body).required("conversationId");
    TRY(id);
    auto payload = payloadOf("saslContinue", request.body);
    TRY(payload);
    auto step = context.access.goOn(request.connectionId, static_cast<std::int32_t>(id->toInt64()),
                                    *payload);
    TRY(step);
    appendStep(*step, reply);
    return {};
}

} // namespace sandglass::engine::commands
