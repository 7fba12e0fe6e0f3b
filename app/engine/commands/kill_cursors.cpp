// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/waiting_requests.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

#include <span>
#include <vector>

namespace sandglass::engine::commands {

using request::Arguments;
using request::collectionArgument;
using request::Request;

namespace {

void appendIds(bson::Builder& reply, const char* field, const std::vector<std::int64_t>& ids)
{
    reply.beginArray(field);
    for (const std::int64_t id : ids) {
        reply.push(id);
    }
    reply.end();
}

// Everybody may kill the own cursors, and who may kill any those of others. Nothing is killed when
// one of them is refused. Source: MongoDB manual, killCursors.
Result<void> checkOwners(const std::vector<std::int64_t>& ids, const Request& request,
                         Context& context)
{
    for (const std::int64_t id : ids) {
        const auto owner = context.cursors.ownerOf(id);
        if (!owner || owner->user == request.userText()) {
            continue;
        }
        const access::Privilege wanted{access::Action::KillAnyCursor,
                                       {owner->ns.database, owner->ns.collection}};
        if (!context.access.allows(request.connectionId, std::span(&wanted, 1))) {
            return protocol::commandError(protocol::ServerCode::Unauthorized,
                                          "not authorized to kill cursor on " + owner->ns.text());
        }
    }
    return {};
}

} // namespace

Result<void> runKillCursors(const Request& request, Context& context, bson::Builder& reply)
{
    TRY(collectionArgument(request));
    const bson::DocumentView cursors = request.body["cursors"].asDocument();
    std::vector<std::int64_t> ids;
    for (const bson::Element& element : cursors) {
        if (element.value.type() != bson::Type::Int64) {
            return Arguments("killCursors.cursors", cursors).wrongType(element.key, "long");
        }
        ids.push_back(element.value.asInt64());
    }
    TRY(checkOwners(ids, request, context));
    std::vector<std::int64_t> killed;
    std::vector<std::int64_t> missing;
    for (const std::int64_t id : ids) {
        (context.cursors.kill(id) ? killed : missing).push_back(id);
    }
    // a getMore that waits with one of these cursors must find out now
    if (!killed.empty()) {
        context.waiting.wake();
    }
    appendIds(reply, "cursorsKilled", killed);
    appendIds(reply, "cursorsNotFound", missing);
    // always empty; MongoDB's reply has all four lists
    appendIds(reply, "cursorsAlive", {});
    appendIds(reply, "cursorsUnknown", {});
    return {};
}

} // namespace sandglass::engine::commands
