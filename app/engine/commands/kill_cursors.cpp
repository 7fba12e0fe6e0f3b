// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/waiting_requests.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/request/arguments.h"

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

} // namespace

Result<void> runKillCursors(const Request& request, Context& context, bson::Builder& reply)
{
    TRY(collectionArgument(request));
    const bson::DocumentView cursors = request.body["cursors"].asDocument();
    std::vector<std::int64_t> killed;
    std::vector<std::int64_t> missing;
    for (const bson::Element& element : cursors) {
        if (element.value.type() != bson::Type::Int64) {
            return Arguments("killCursors.cursors", cursors).wrongType(element.key, "long");
        }
        const std::int64_t id = element.value.asInt64();
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
