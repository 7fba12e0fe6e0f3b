// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/explain/explain_report.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/declaration.h"

#include <string>

namespace sandglass::engine::commands {

using explain::reportExplain;
using explain::Verbosity;
using request::Arguments;
using request::collectionArgument;
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

/// The command to explain. What explain is not allowed to use, that command is not either.
bson::Document explained(bson::DocumentView command, bson::DocumentView outer)
{
    bson::Builder body;
    body.appendAll(command);
    if (outer["apiStrict"].toBool() && !command.contains("apiVersion")) {
        body.append("apiVersion", outer["apiVersion"]).append("apiStrict", true);
    }
    return body.take();
}

} // namespace

Result<void> runExplain(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments = commandArguments(kExplainName, request);
    auto command = arguments.document(kExplainName);
    TRY(command);
    if (command->contains("$db") && (*command)["$db"].asString() != request.database) {
        return protocol::commandError(protocol::ServerCode::InvalidNamespace,
                                      "Mismatched $db in explain command. Expected "
                                          + request.database + " but got "
                                          + std::string((*command)["$db"].asString()));
    }
    auto verbosity = verbosityArgument(arguments);
    TRY(verbosity);
    // the explained command as if the client had sent it by itself
    const bson::Document body = explained(*command, request.body);
    Request inner = request;
    inner.body = body;
    inner.name = command->empty() ? std::string() : std::string(command->begin()->key);
    const Command* known = findCommand(inner.name);
    if (!known) {
        return protocol::commandError(protocol::ServerCode::CommandNotFound,
                                      "Explain failed due to unknown command: " + inner.name);
    }
    TRY(request::checkDeclared(declarationOf(*known), inner, context.facts));
    if (known->name == "aggregate" && !body["explain"].isNullish()) {
        return protocol::commandError(protocol::ServerCode::FailedToParse,
                                      "The 'explain' option is illegal when a explain verbosity is"
                                      " also provided");
    }
    if (!body["collectionUUID"].isNullish()) {
        auto ns = collectionArgument(inner);
        TRY(ns);
        TRY(checkCollectionUuid(inner, *ns, context.catalog));
    }
    return reportExplain(inner, *verbosity, context, reply);
}

} // namespace sandglass::engine::commands
