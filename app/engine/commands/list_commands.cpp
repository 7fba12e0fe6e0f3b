// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/request/declaration.h"

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
void appendEntry(const Command& command, bson::Builder& reply)
{
    const bool adminOnly = command.where == Where::AdminOnly;
    reply.beginDocument(command.name)
        .append("help", helpOf(declarationOf(command)))
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
