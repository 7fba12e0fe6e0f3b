// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

namespace sandglass::engine::commands {

using request::Request;

// The engine opens no connections to other servers, so all counts are zero.
Result<void> runConnPoolStats(const Request& /*request*/, Context& /*context*/,
                              bson::Builder& reply)
{
    for (const char* count : {"numClientConnections", "numAScopedConnections"}) {
        reply.append(count, std::int32_t{0});
    }
    for (const char* total : {"totalInUse", "totalAvailable", "totalLeased", "totalCreated",
                              "totalRefreshing", "totalRefreshed", "totalWasNeverUsed"}) {
        reply.append(total, std::int32_t{0});
    }
    reply.beginDocument("pools").end();
    reply.beginDocument("hosts").end();
    reply.beginDocument("replicaSets").end();
    return {};
}

} // namespace sandglass::engine::commands
