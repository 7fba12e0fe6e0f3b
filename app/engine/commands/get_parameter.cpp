// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/parameters.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::commands {

using request::Arguments;
using request::Request;

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

/// The argument {setAt: "startup" or "runtime"}: lists only parameters that can be set then. Empty
/// when absent. Errors (server): BadValue, TypeMismatch.
Result<std::string_view> settingTime(const Request& request)
{
    const bson::ValueView argument = request.argument();
    if (argument.type() != bson::Type::Document) {
        return std::string_view();
    }
    auto time = Arguments("getParameter", argument.asDocument()).text("setAt");
    TRY(time);
    const std::string_view word = time->value_or("");
    if (!word.empty() && word != "startup" && word != "runtime") {
        return protocol::commandError(protocol::ServerCode::BadValue,
                                      "Enumeration value '" + std::string(word)
                                          + "' for field 'getParameter.setAt' is not a valid"
                                            " value.");
    }
    return word;
}

bool settableAt(const Parameter& parameter, std::string_view time)
{
    if (time.empty()) {
        return true;
    }
    return parameter.set && (time == "startup" ? parameter.atStartup : parameter.atRuntime);
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
    const auto time = settingTime(request);
    TRY(time);
    // unknown names are ignored as long as one is known, as in MongoDB; the generic fields of the
    // command are skipped that way too
    bool any = all;
    if (all) {
        for (const Parameter* parameter : context.parameters.all()) {
            if (settableAt(*parameter, *time)) {
                append(reply, *parameter, details);
            }
        }
    }
    for (const bson::Element& element : request.body) {
        const Parameter* parameter = all ? nullptr : context.parameters.find(element.key);
        if (!parameter) {
            continue;
        }
        append(reply, *parameter, details);
        any = true;
    }
    if (!any) {
        return protocol::commandError(protocol::ServerCode::InvalidOptions,
                                      "no option found to get");
    }
    return {};
}

} // namespace sandglass::engine::commands
