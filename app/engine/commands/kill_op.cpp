// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/operation_table.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

using request::Request;

Result<void> runKillOp(const Request& request, Context& context, bson::Builder& reply)
{
    const auto id = request.body["op"].toExactInt64();
    if (!id) {
        return protocol::commandError(protocol::ServerCode::TypeMismatch,
                                      "killOp needs a numeric 'op'");
    }
    // as in MongoDB, the reply is the same if the operation has ended already
    context.records.running.kill(*id);
    reply.append("info", "attempting to kill op");
    return {};
}

} // namespace sandglass::engine::commands
