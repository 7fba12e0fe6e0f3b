// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/write_command.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/timeseries/time_series_writes.h"
#include "app/engine/writes/earlier_attempt.h"
#include "app/engine/writes/statements.h"
#include "app/engine/writes/write_result.h"

namespace sandglass::engine::commands {

using plan::findBuckets;
using request::Request;
using streams::checkChangesOne;
using timeseries::updateMeasurements;
using writes::checkUpdateFields;
using writes::isRepeated;
using writes::parseUpdateStatement;
using writes::runUpdateStatement;
using writes::WriteResult;
using writes::WriteScope;

namespace {

/// Runs one statement and adds its outcome or error to `result`. Errors: those that end the whole
/// command. `numbered`: the statement and its position.
Result<void> runNumberedUpdate(const WriteScope& scope, const query::EvaluationContext& evaluation,
                               std::pair<std::size_t, bson::DocumentView> numbered,
                               WriteResult& result)
{
    const auto [number, document] = numbered;
    auto statement = parseUpdateStatement(document, evaluation);
    if (!statement) {
        result.addError(number, statement.error());
        return {};
    }
    auto repeated = isRepeated(scope.logged.get(), number, true, result);
    TRY(repeated);
    if (*repeated) {
        return {};
    }
    const auto buckets = findBuckets(scope.access.catalog, scope.ns);
    auto outcome = buckets ? updateMeasurements(scope, buckets, document, evaluation)
                           : runUpdateStatement(scope, *statement);
    if (!outcome) {
        return result.fail(number, outcome.error());
    }
    result.add(outcome->matched, outcome->modified);
    if (outcome->upsertedId) {
        result.addUpserted(number, std::move(*outcome->upsertedId));
    }
    return {};
}

} // namespace

Result<void> runUpdate(const Request& request, Context& context, bson::Builder& reply)
{
    auto command = parseWriteCommand(request, context, "updates");
    TRY(command);
    // a malformed statement must fail the command before any statement has run
    for (const bson::DocumentView statement : command->statements) {
        TRY(checkUpdateFields(statement));
        TRY(checkChangesOne(command->scope.logged.get(), statement["multi"].toBool(),
                            "multi=true"));
    }
    const auto evaluation = context.evaluationOn(request, command->scope.ns);
    TRY(evaluation);
    WriteResult result;
    for (std::size_t at = 0;
         at < command->statements.size() && !(command->ordered && result.failed()); ++at) {
        ++context.records.counters.update;
        TRY(runNumberedUpdate(command->scope, *evaluation, {at, command->statements[at]}, result));
    }
    result.appendTo(reply, true);
    return {};
}

} // namespace sandglass::engine::commands
