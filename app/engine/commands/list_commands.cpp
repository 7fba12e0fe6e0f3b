// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sandglass::engine::commands {

using request::Request;

namespace {

/// Describes the options of a command that MongoDB does not have.
struct Help
{
    std::string_view command;
    std::string_view text;
};

constexpr std::array kHelp{
    Help{"aggregate",
         "Not in MongoDB: {sandglassBounded: true} counts from the block directory of a TTL index"
         " alone, so that the time does not depend on the number of documents. The pipeline must"
         " start with $match on a range of dates of the index's field, followed by $count, $bucket,"
         " or $group by a constant or by $dateTrunc. The reply's sandglassBound says by how much"
         " each number may be wrong. Any other pipeline fails with BadValue."},
    Help{"count",
         "Not in MongoDB: {sandglassBounded: true} counts a range of dates from the block directory"
         " of a TTL index alone, so that the time does not depend on the number of documents. The"
         " reply's sandglassBound says by how much n may be wrong. Fails with BadValue if there is"
         " no such directory."},
};

std::string_view helpOf(std::string_view command)
{
    const auto* found = std::ranges::find(kHelp, command, &Help::command);
    return found == kHelp.end() ? std::string_view() : found->text;
}

/// Appends a command's properties. A secondary serves it (slaveOk, secondaryOk) unless it writes.
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
