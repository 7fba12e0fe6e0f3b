// SPDX-License-Identifier: GPL-3.0-or-later
// getDefaultRWConcern and setDefaultRWConcern.
#include "app/bson/builder.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/request/arguments.h"
#include "app/engine/streams/repl_set_persona.h"
#include "app/protocol/server_code.h"

#include <cstdint>

namespace sandglass::engine::commands {

using request::Request;

namespace {

constexpr int kStandalone = 51300;

Result<void> refuseStandalone(const Request& request, const Context& context)
{
    if (streams::isReplicaSet(context.catalog)) {
        return {};
    }
    return protocol::commandError(kStandalone,
                                  "'" + request.name + "' is not supported on standalone nodes.");
}

} // namespace

Result<void> runGetDefaultRWConcern(const Request& request, Context& context, bson::Builder& reply)
{
    TRY(refuseStandalone(request, context));
    // before 5.0 there is no default unless somebody sets one
    if (context.facts.atLeast(5, 0)) {
        reply.append("defaultReadConcern", bson::makeDocument("level", "local"));
        reply.append("defaultWriteConcern",
                     bson::makeDocument("w", "majority", "wtimeout", std::int32_t{0}));
        reply.append("defaultWriteConcernSource", "implicit");
        reply.append("defaultReadConcernSource", "implicit");
    }
    // they never change
    reply.append("localUpdateWallClockTime", bson::Date::from(context.facts.startedAt));
    if (request.body["inMemory"].toBool()) {
        reply.append("inMemory", true);
    }
    return {};
}

Result<void> runSetDefaultRWConcern(const Request& request, Context& context,
                                    bson::Builder& /*reply*/)
{
    TRY(refuseStandalone(request, context));
    return request::notSupportedYet(request.name);
}

} // namespace sandglass::engine::commands
