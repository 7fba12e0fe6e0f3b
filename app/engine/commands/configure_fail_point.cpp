// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/parameters.h"
#include "app/engine/request/numbers.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

using request::appendNumber;
using request::Request;

Result<void> runConfigureFailPoint(const Request& request, Context& context, bson::Builder& reply)
{
    if (!testCommandsEnabled(context.parameters)) {
        return protocol::commandError(protocol::ServerCode::CommandNotFound,
                                      "no such command: 'configureFailPoint'");
    }
    auto struck = context.records.failPoints.set(request.body);
    TRY(struck);
    appendNumber(reply, "count", *struck);
    return {};
}

} // namespace sandglass::engine::commands
