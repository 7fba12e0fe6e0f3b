// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/writes/document_changes.h"
#include "app/engine/writes/earlier_attempt.h"
#include "app/engine/writes/find_and_modify_request.h"
#include "app/engine/writes/write_permission.h"

#include <utility>

namespace sandglass::engine::commands {

using plan::findBuckets;
using plan::QueryShape;
using plan::refuseTimeSeries;
using request::Request;
using writes::changeMatching;
using writes::ChangeTarget;
using writes::checkMayRemove;
using writes::earlierOutcome;
using writes::FindAndModify;
using writes::parseFindAndModify;
using writes::runUpdateStatement;
using writes::UpdateOutcome;
using writes::WriteScope;
using writes::writeScope;

namespace {

/// Deletes the first match, in the sort order.
Result<UpdateOutcome> removeOne(const WriteScope& scope, const QueryShape& shape)
{
    UpdateOutcome outcome;
    const auto collection = scope.access.catalog.find(scope.ns);
    if (!collection) {
        return outcome;
    }
    TRY(checkMayRemove(*collection, scope.access.facts));
    auto removed = changeMatching(
        scope,
        {collection, shape, false,
         [&](catalog::WriteUnit& unit, const ChangeTarget& target) -> Result<void> {
             outcome.before = bson::Document(target.document);
             auto gone = unit.remove(target.id);
             TRY(gone);
             return {};
         }});
    TRY(removed);
    outcome.matched = *removed;
    scope.interrupt->figures().removed += *removed;
    return outcome;
}

Result<UpdateOutcome> runNow(const WriteScope& scope, const FindAndModify& command)
{
    return command.remove ? removeOne(scope, command.statement.shape)
                          : runUpdateStatement(scope, command.statement);
}

/// Executes the command, unless an earlier attempt of a retryable write did. Then it sets `retried`
/// to the stmtId and returns the outcome of that attempt.
Result<UpdateOutcome> runOnce(const WriteScope& scope, const FindAndModify& command,
                              std::optional<std::int32_t>& retried)
{
    if (!scope.logged) {
        return runNow(scope, command);
    }
    const auto entry = scope.logged->earlierEntry(0);
    TRY(entry);
    if (*entry) {
        retried = scope.logged->statementNumber(0);
        return earlierOutcome(*scope.logged, **entry, command);
    }
    // the log keeps the image that a repeated command must return
    scope.logged->beginStatement(0);
    scope.logged->note().image
        = command.returnNew ? catalog::KeptImage::After : catalog::KeptImage::Before;
    return runNow(scope, command);
}

/// Appends the field `value`: the document after the projection, or null.
Result<void> appendValue(const FindAndModify& command, const std::optional<bson::Document>& found,
                         bson::Builder& reply)
{
    if (!found) {
        reply.appendNull("value");
        return {};
    }
    std::optional<std::size_t> arrayIndex;
    if (command.projection.needsArrayIndex()) {
        TRY(command.statement.shape.filter.evaluate(*found, arrayIndex));
    }
    auto projected = command.projection.apply(*found, arrayIndex);
    TRY(projected);
    reply.append("value", *projected);
    return {};
}

} // namespace

Result<void> runFindAndModify(const Request& request, Context& context, bson::Builder& reply)
{
    auto scope = writeScope(request, context);
    TRY(scope);
    if (findBuckets(context.catalog, scope->ns)) {
        return refuseTimeSeries(scope->ns);
    }
    auto command = parseFindAndModify(request, context);
    TRY(command);
    ++(command->remove ? context.records.counters.remove : context.records.counters.update);
    std::optional<std::int32_t> retried;
    auto outcome = runOnce(*scope, *command, retried);
    TRY(outcome);

    reply.beginDocument("lastErrorObject");
    reply.append("n", static_cast<std::int32_t>(outcome->matched + (outcome->upsertedId ? 1 : 0)));
    if (!command->remove) {
        reply.append("updatedExisting", outcome->matched > 0);
    }
    if (outcome->upsertedId) {
        reply.append("upserted", *outcome->upsertedId);
    }
    reply.end();
    if (retried) {
        reply.append("retriedStmtId", *retried);
    }
    return appendValue(*command, command->returnNew ? outcome->after : outcome->before, reply);
}

} // namespace sandglass::engine::commands
