// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/validate.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/protocol/limits.h"

namespace sandglass::engine::commands {

// Serves hello and both spellings of isMaster. No topologyVersion is sent: clients then poll
// plainly instead of holding a request open for ten seconds. Source: spec/ttl-semantics.md 7.1.
Result<void> runHello(const Request& request, Context& context, bson::Builder& reply)
{
    if (request.body["helloOk"].toBool() || request.name == "hello")
        reply.append("helloOk", true);
    reply.append(request.name == "hello" ? "isWritablePrimary" : "ismaster", true);
    reply.append("maxBsonObjectSize", static_cast<std::int32_t>(bson::kMaxDocumentBytes));
    reply.append("maxMessageSizeBytes", protocol::kMaxMessageBytes);
    reply.append("maxWriteBatchSize", std::int32_t{protocol::kMaxWriteBatch});
    reply.append("localTime", bson::Date::from(context.clock.now()));
    reply.append("logicalSessionTimeoutMinutes", std::int32_t{30});
    reply.append("connectionId", static_cast<std::int32_t>(request.connectionId & 0x7fffffff));
    reply.append("minWireVersion", std::int32_t{protocol::kMinWireVersion});
    reply.append("maxWireVersion", std::int32_t{protocol::kMaxWireVersion});
    reply.append("readOnly", context.writesRefused());
    if (context.clock.rate() != 1)
        reply.append("sandglass", bson::makeDocument("clockRate", context.clock.rate()));
    return {};
}

} // namespace sandglass::engine::commands
