// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/write_command.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/timeseries/time_series_writes.h"
#include "app/engine/writes/earlier_attempt.h"
#include "app/engine/writes/empty_timestamps.h"
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
using writes::withTimestamps;
using writes::WriteResult;
using writes::WriteScope;

namespace {

/// The statement with the time in place of the empty timestamps of its replacement; nullopt when it
/// has none.
std::optional<bson::Document> stampedStatement(bson::DocumentView statement,
                                               const base::Clock& clock)
{
    const bson::ValueView update = statement["u"];
    const bool replaces = update.type() == bson::Type::Document && !update.asDocument().empty()
        && !update.asDocument().begin()->key.starts_with('$');
    const auto stamped = replaces ? withTimestamps(update.asDocument(), clock) : std::nullopt;
    if (!stamped) {
        return std::nullopt;
    }
    bson::Builder changed;
    for (const bson::Element& field : statement) {
        if (field.key == "u") {
            changed.append(field.key, *stamped);
        } else {
            changed.append(field.key, field.value);
        }
    }
    return changed.take();
}

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
    const bool stamps = !request.body["bypassEmptyTsReplacement"].toBool();
    WriteResult result;
    for (std::size_t at = 0;
         at < command->statements.size() && !(command->ordered && result.failed()); ++at) {
        ++context.records.counters.update;
        // lives as long as the views of the parsed statement
        const std::optional<bson::Document> stamped
            = stamps ? stampedStatement(command->statements[at], context.clock) : std::nullopt;
        const bson::DocumentView statement = stamped ? stamped->view() : command->statements[at];
        TRY(runNumberedUpdate(command->scope, *evaluation, {at, statement}, result));
    }
    result.appendTo(reply, true);
    return {};
}

} // namespace sandglass::engine::commands
