// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"

namespace sandglass::engine::commands {

using request::Request;

Result<void> runGetCmdLineOpts(const Request& /*request*/, Context& context, bson::Builder& reply)
{
    reply.beginArray("argv");
    for (const std::string& argument : context.facts.arguments) {
        reply.push(argument);
    }
    reply.end();
    reply.append("parsed", context.facts.parsedOptions);
    return {};
}

} // namespace sandglass::engine::commands
