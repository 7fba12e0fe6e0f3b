// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/parameters.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

namespace {

void append(bson::Builder& reply, const Parameter& parameter, bool details)
{
    if (!details) {
        reply.append(parameter.name, parameter.get());
        return;
    }
    reply.beginDocument(parameter.name)
        .append("value", parameter.get())
        .append("settableAtRuntime", parameter.set && parameter.atRuntime)
        .append("settableAtStartup", parameter.set && parameter.atStartup)
        .end();
}

} // namespace

Result<void> runGetParameter(const Request& request, Context& context, bson::Builder& reply)
{
    const bson::ValueView argument = request.argument();
    const bool details
        = argument.type() == bson::Type::Document && argument.asDocument()["showDetails"].toBool();
    const bool all = (argument.type() == bson::Type::String && argument.asString() == "*")
        || (argument.type() == bson::Type::Document
            && argument.asDocument()["allParameters"].toBool());
    bool any = all;
    if (all) {
        for (const Parameter* parameter : context.parameters.all())
            append(reply, *parameter, details);
    }
    for (const bson::Element& element : request.body) {
        const Parameter* parameter = all ? nullptr : context.parameters.find(element.key);
        if (!parameter)
            continue;
        append(reply, *parameter, details);
        any = true;
    }
    if (!any)
        return protocol::commandError(protocol::ServerCode::InvalidOptions,
                                      "no option found to get");
    return {};
}

} // namespace sandglass::engine::commands
