// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/current_operations.h"

#include "app/bson/builder.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/operations.h"

#include <chrono>

namespace sandglass::engine::commands {

std::vector<bson::Document> currentOperations(const Context& context, bool internalToo)
{
    const base::Time now = context.clock.now();
    std::vector<bson::Document> listed;
    for (const Operation& operation : context.operations.list()) {
        if (operation.internal && !internalToo)
            continue;
        const auto running
            = std::chrono::duration_cast<std::chrono::microseconds>(now - operation.startedAt);
        bson::Builder builder;
        builder.append("type", "op")
            .append("host", context.facts.hostAndPort)
            .append("desc", operation.description);
        if (operation.connectionId != 0) {
            builder.append("connectionId", static_cast<std::int64_t>(operation.connectionId));
            builder.append("client", operation.remote);
        }
        builder.append("active", true)
            .append("opid", operation.id)
            .append("secs_running", static_cast<std::int64_t>(running.count() / 1'000'000))
            .append("microsecs_running", static_cast<std::int64_t>(running.count()))
            .append("op", operation.kind)
            .append("ns", operation.ns)
            .append("command", operation.command)
            .append("waitingForLock", false);
        listed.push_back(builder.take());
    }
    return listed;
}

} // namespace sandglass::engine::commands
