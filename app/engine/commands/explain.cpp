// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/explain/explain_report.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/declaration.h"

#include <string>

namespace sandglass::engine::commands {

using explain::reportExplain;
using explain::Verbosity;
using request::Arguments;
using request::commandArguments;
using request::Request;

namespace {

constexpr std::string_view kExplainName = "explain";

Result<Verbosity> verbosityArgument(const Arguments& arguments)
{
    auto text = arguments.text("verbosity");
    TRY(text);
    const std::string_view verbosity = text->value_or("allPlansExecution");
    if (verbosity == "queryPlanner") {
        return Verbosity::QueryPlanner;
    }
    if (verbosity == "executionStats") {
        return Verbosity::ExecutionStats;
    }
    if (verbosity == "allPlansExecution") {
        return Verbosity::AllPlansExecution;
    }
    return protocol::commandError(protocol::ServerCode::BadValue,
                                  "Enumeration value '" + std::string(verbosity)
                                      + "' for field 'explain.verbosity' is not a valid value.");
}

} // namespace

Result<void> runExplain(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments = commandArguments(kExplainName, request);
    auto command = arguments.document(kExplainName);
    TRY(command);
    auto verbosity = verbosityArgument(arguments);
    TRY(verbosity);
    // the explained command as if the client had sent it by itself
    Request inner = request;
    inner.body = *command;
    inner.name = command->empty() ? std::string() : std::string(command->begin()->key);
    const Command* known = findCommand(inner.name);
    if (!known) {
        return protocol::commandError(protocol::ServerCode::CommandNotFound,
                                      "Explain failed due to unknown command: " + inner.name);
    }
    TRY(request::checkDeclared(declarationOf(*known), inner, context.facts));
    return reportExplain(inner, *verbosity, context, reply);
}

} // namespace sandglass::engine::commands
