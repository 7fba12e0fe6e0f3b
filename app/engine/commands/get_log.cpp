// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/recent_log.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

using request::Request;

Result<void> runGetLog(const Request& request, Context& context, bson::Builder& reply)
{
    const bson::ValueView argument = request.argument();
    if (argument.type() != bson::Type::String) {
        return protocol::commandError(protocol::ServerCode::TypeMismatch,
                                      "Argument to getLog must be of type String; found "
                                          + bson::toShellText(argument) + " of type "
                                          + std::string(bson::typeAlias(argument.type())));
    }
    const std::string_view which = argument.asString();
    if (which == "*") {
        reply.beginArray("names").push("global").push("startupWarnings").end();
        return {};
    }
    if (which != "global" && which != "startupWarnings") {
        return protocol::commandError(protocol::ServerCode::OperationFailed,
                                      "No log named '" + std::string(which) + "'");
    }
    // shells ask for the startup warnings when they connect
    const std::vector<std::string> lines
        = which == "global" ? context.recentLog.recent() : context.recentLog.startupWarnings();
    reply.append("totalLinesWritten", static_cast<std::int32_t>(lines.size()));
    reply.beginArray("log");
    for (const std::string& line : lines) {
        reply.push(line);
    }
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands
