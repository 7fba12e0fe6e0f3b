// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

namespace sandglass::engine::commands {

namespace {

/// Whether a member that is not the primary would serve it; what writes is never served there.
void appendEntry(const Command& command, bson::Builder& reply)
{
    const bool adminOnly = command.where == Where::AdminOnly;
    reply.beginDocument(command.name)
        .append("help", command.help)
        .append("requiresAuth", false)
        .append("slaveOk", !command.writes)
        .append("secondaryOk", !command.writes)
        .append("adminOnly", adminOnly)
        .end();
}

} // namespace

Result<void> runListCommands(const Request& /*request*/, Context& /*context*/, bson::Builder& reply)
{
    reply.beginDocument("commands");
    for (const Command& command : commandTable())
        appendEntry(command, reply);
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands
