// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/current_op.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/write_gate.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/current_operations.h"

#include <algorithm>
#include <array>

namespace sandglass::engine::commands {

using operations::currentOperations;
using request::Request;

namespace {

/// The command's own fields, and those that every command accepts. Any other field is a condition
/// on the operations to list.
constexpr std::array<std::string_view, 12> kOwnFields{
    "currentOp",       "$all",         "$ownOps",      "$truncateOps", "lsid",    "$db",
    "$readPreference", "$clusterTime", "writeConcern", "readConcern",  "comment", "maxTimeMS"};

bool isConditionOnOperations(std::string_view field)
{
    return std::ranges::find(kOwnFields, field) == kOwnFields.end() && !field.starts_with("api");
}

bson::Document conditions(const Request& request)
{
    bson::Builder filter;
    for (const bson::Element& element : request.body) {
        if (isConditionOnOperations(element.key)) {
            filter.append(element.key, element.value);
        }
    }
    return filter.take();
}

bool isPlainValue(bson::Type type)
{
    return type != bson::Type::Document && type != bson::Type::Array && type != bson::Type::Regex;
}

} // namespace

bool listsOperationsQuickly(bson::DocumentView currentOp)
{
    return std::all_of(currentOp.begin(), currentOp.end(), [](const bson::Element& element) {
        return !isConditionOnOperations(element.key)
            || (!element.key.starts_with('$') && isPlainValue(element.value.type()));
    });
}

Result<void> runCurrentOp(const Request& request, Context& context, bson::Builder& reply)
{
    // old shells send {currentOp: true} for all operations
    const bool all = request.body["$all"].toBool() || request.argument().type() == bson::Type::Bool;
    const auto evaluation = context.evaluation(request);
    TRY(evaluation);
    auto filter = query::Filter::parse(conditions(request), *evaluation);
    TRY(filter);
    const request::OperationOwner onlyOf = request.body["$ownOps"].toBool()
        ? request::OperationOwner{request.user, request.userDatabase}
        : request::OperationOwner();
    reply.beginArray("inprog");
    for (const bson::Document& operation : currentOperations(
             context.records, context.catalog, context.facts.hostAndPort, all, onlyOf)) {
        auto matched = filter->evaluate(operation);
        TRY(matched);
        if (*matched) {
            reply.push(operation);
        }
    }
    reply.end();
    if (context.gate.locked()) {
        reply.append("fsyncLock", true)
            .append("info", "use db.fsyncUnlock() to terminate the fsync write/snapshot lock");
    }
    return {};
}

} // namespace sandglass::engine::commands
