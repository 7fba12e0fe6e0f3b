// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/write_command.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/timeseries/time_series_writes.h"
#include "app/engine/writes/document_changes.h"
#include "app/engine/writes/earlier_attempt.h"
#include "app/engine/writes/statements.h"
#include "app/engine/writes/write_permission.h"
#include "app/engine/writes/write_result.h"

#include <utility>

namespace sandglass::engine::commands {

using plan::findBuckets;
using request::Request;
using streams::checkChangesOne;
using timeseries::removeMeasurements;
using writes::changeMatching;
using writes::ChangeTarget;
using writes::checkDeleteFields;
using writes::checkMayRemove;
using writes::checkUserWrites;
using writes::DeleteStatement;
using writes::isRepeated;
using writes::parseDeleteStatement;
using writes::WriteResult;
using writes::WriteScope;

namespace {

/// Deletes the matching documents and returns their number; 0 when there is no such collection.
Result<std::int64_t> removeMatching(const WriteScope& scope, DeleteStatement statement)
{
    TRY(checkUserWrites(scope.access.gate, scope.ns.database));
    const auto collection = scope.access.catalog.find(scope.ns);
    if (!collection) {
        return std::int64_t{0};
    }
    TRY(checkMayRemove(*collection, scope.access.facts));
    return changeMatching(
        scope,
        {collection, std::move(statement.shape), statement.multi,
         [](catalog::WriteUnit& unit, const ChangeTarget& target) -> Result<void> {
             auto removed = unit.remove(target.id);
             TRY(removed);
             return {};
         }});
}

/// Runs one statement and adds its outcome or error to `result`. Errors: those that end the whole
/// command. `numbered`: the statement and its position.
Result<void> runNumberedDelete(const WriteScope& scope, const query::EvaluationContext& evaluation,
                               std::pair<std::size_t, bson::DocumentView> numbered,
                               WriteResult& result)
{
    const auto [number, document] = numbered;
    auto statement = parseDeleteStatement(document, evaluation);
    if (!statement) {
        result.addError(number, statement.error());
        return {};
    }
    auto repeated = isRepeated(scope.logged.get(), number, false, result);
    TRY(repeated);
    if (*repeated) {
        return {};
    }
    const auto buckets = findBuckets(scope.access.catalog, scope.ns);
    auto removed = buckets ? removeMeasurements(scope, buckets, *statement)
                           : removeMatching(scope, std::move(*statement));
    if (!removed) {
        return result.fail(number, removed.error());
    }
    result.add(*removed, 0);
    scope.interrupt->figures().removed += *removed;
    return {};
}

} // namespace

Result<void> runDelete(const Request& request, Context& context, bson::Builder& reply)
{
    auto command = parseWriteCommand(request, context, "deletes");
    TRY(command);
    // a malformed statement must fail the command before any statement has run
    for (const bson::DocumentView statement : command->statements) {
        TRY(checkDeleteFields(statement));
        TRY(checkChangesOne(command->scope.logged.get(), statement["limit"].toInt64() == 0,
                            "limit=0"));
    }
    const auto evaluation = context.evaluationOn(request, command->scope.ns);
    TRY(evaluation);
    WriteResult result;
    for (std::size_t at = 0;
         at < command->statements.size() && !(command->ordered && result.failed()); ++at) {
        ++context.records.counters.remove;
        TRY(runNumberedDelete(command->scope, *evaluation, {at, command->statements[at]}, result));
    }
    result.appendTo(reply, false);
    return {};
}

} // namespace sandglass::engine::commands
