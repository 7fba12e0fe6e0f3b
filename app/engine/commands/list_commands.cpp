// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/need.h"
#include "app/engine/request/declaration.h"
#include "app/engine/request/engine_facts.h"

#include <string>

namespace sandglass::engine::commands {

using request::Request;

namespace {

/// What a command takes: "filter: object, limit: long, …", then what is said of it.
std::string helpOf(const request::Declaration& declared)
{
    std::string text;
    for (const request::Field& field : declared.fields) {
        text += text.empty() ? "Fields: " : ", ";
        text += std::string(field.name) + ": " + std::string(typeName(field.type));
    }
    if (!declared.help.empty()) {
        text += (text.empty() ? "" : ". ") + std::string(declared.help);
    }
    return text;
}

/// Appends a command's properties. A secondary serves it (slaveOk, secondaryOk) unless it writes.
void appendEntry(const Command& command, const request::EngineFacts& facts, bson::Builder& reply)
{
    const bool hasApi = facts.atLeast(5, 0);
    const request::Declaration& declared = declarationOf(command);
    reply.beginDocument(command.name)
        .append("help", helpOf(declared))
        .append("requiresAuth", needOf(command).level != Level::Everybody);
    if (!hasApi) {
        reply.append("slaveOk", !command.writes);
    }
    reply.append("secondaryOk", !command.writes)
        .append("adminOnly", command.where == Where::AdminOnly);
    if (hasApi) {
        reply.beginArray("apiVersions");
        if (declared.stable) {
            reply.push("1");
        }
        reply.end();
        reply.beginArray("deprecatedApiVersions").end();
    }
    reply.end();
}

} // namespace

Result<void> runListCommands(const Request& /*request*/, Context& context, bson::Builder& reply)
{
    reply.beginDocument("commands");
    for (const Command& command : commandTable()) {
        appendEntry(command, context.facts, reply);
    }
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands
