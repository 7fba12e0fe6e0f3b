// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sandglass::engine::commands {

using request::Request;

namespace {

/// What a command takes beyond MongoDB's.
struct Help
{
    std::string_view command;
    std::string_view text;
};

constexpr std::array kHelp{
    Help{"aggregate",
         "Beyond MongoDB: {sandglassBounded: true} takes a pipeline that starts with $match on a"
         " range of dates on the field of a TTL index, then $count, $group by a constant or by"
         " $dateTrunc, or $bucket, and counts from the index's directory alone. The reply's"
         " sandglassBound tells by how much each number may be off. Refused with BadValue for any"
         " other pipeline."},
    Help{"count",
         "Beyond MongoDB: {sandglassBounded: true} counts a range of dates on the field of a TTL"
         " index from the index's directory alone, whatever the number of documents. The reply's"
         " sandglassBound tells by how much n may be off. Refused with BadValue where there is no"
         " such directory."},
};

std::string_view helpOf(std::string_view command)
{
    const auto* found = std::ranges::find(kHelp, command, &Help::command);
    return found == kHelp.end() ? std::string_view() : found->text;
}

/// Whether a member that is not the primary would serve it; what writes is never served there.
void appendEntry(const Command& command, bson::Builder& reply)
{
    const bool adminOnly = command.where == Where::AdminOnly;
    reply.beginDocument(command.name)
        .append("help", helpOf(command.name))
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
    for (const Command& command : commandTable()) {
        appendEntry(command, reply);
    }
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands
