// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog.h"
#include "app/engine/explain/explained.h"
#include "app/engine/plan/planner.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/numbers.h"
#include "app/engine/writes/find_and_modify_request.h"
#include "app/engine/writes/statements.h"
#include "app/engine/writes/write_scope.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::explain {

using plan::accessStages;
using plan::ExplainStage;
using plan::MatchCursor;
using plan::planFor;
using plan::QueryShape;
using request::appendNumber;
using request::Request;
using writes::checkDeleteFields;
using writes::checkUpdateFields;
using writes::kInvalidLength;
using writes::parseDeleteStatement;
using writes::parseFindAndModify;
using writes::parseUpdateStatement;
using writes::UpdateStatement;
using writes::writeBatch;
using writes::writeScope;

namespace {

/// The documents that a write would match and modify.
struct Matches
{
    std::shared_ptr<MatchCursor> walk;
    std::int64_t matched = 0;
    std::int64_t modified = 0;
};

/// Finds the documents that a write would change. `update`: null for a deletion.
Result<Matches> findMatches(const ExplainTask& task, const protocol::Namespace& ns,
                            const UpdateStatement& statement, const query::Update* update)
{
    const auto collection = task.access.catalog.find(ns);
    auto plan = planFor(collection, statement.shape);
    TRY(plan);
    Matches matches;
    matches.walk = std::make_shared<MatchCursor>(collection, std::move(*plan),
                                                 statement.shape.filter, task.interrupt);
    while (task.execute && (statement.multi || matches.matched == 0)) {
        auto moved = matches.walk->next();
        TRY(moved);
        if (!*moved) {
            break;
        }
        ++matches.matched;
        if (!update) {
            continue;
        }
        std::optional<std::size_t> arrayIndex;
        TRY(statement.shape.filter.evaluate(matches.walk->document(), arrayIndex));
        auto after = update->apply({matches.walk->document(), arrayIndex, false});
        TRY(after);
        if (*after != bson::Document(matches.walk->document())) {
            ++matches.modified;
        }
    }
    return matches;
}

/// The result for a write: its own stage on top of those that find the documents.
Explained explainedWrite(const protocol::Namespace& ns, const QueryShape& shape,
                         const Matches& matches, ExplainStage top)
{
    Explained explained{ns, shape.filterDocument, matches.walk, {}, 0, {}};
    explained.stages.push_back(std::move(top));
    for (ExplainStage& stage : accessStages(*matches.walk, shape.filterDocument)) {
        explained.stages.push_back(std::move(stage));
    }
    return explained;
}

// Since 6.1 MongoDB deletes several documents in batches, which have a stage of their own. Source:
// app/ttl/SEMANTICS.md 3.5.
Result<Explained> explainedDeletion(const ExplainTask& task, const protocol::Namespace& ns,
                                    const UpdateStatement& statement)
{
    auto matches = findMatches(task, ns, statement, nullptr);
    TRY(matches);
    const bool batched = statement.multi && task.access.facts.atLeast(6, 1);
    bson::Builder figures;
    appendNumber(figures, "nWouldDelete", matches->matched);
    return explainedWrite(ns, statement.shape, *matches,
                          {batched ? "BATCHED_DELETE" : "DELETE", {}, 0, figures.take()});
}

Result<Explained> explainedUpdate(const ExplainTask& task, const protocol::Namespace& ns,
                                  const UpdateStatement& statement)
{
    auto matches = findMatches(task, ns, statement, &statement.update);
    TRY(matches);
    const bool inserts = task.execute && statement.upsert && matches->matched == 0;
    bson::Builder figures;
    appendNumber(figures, "nMatched", matches->matched);
    appendNumber(figures, "nWouldModify", matches->modified);
    appendNumber(figures, "nWouldUpsert", inserts ? 1 : 0);
    return explainedWrite(ns, statement.shape, *matches, {"UPDATE", {}, 0, figures.take()});
}

/// What explain reads of a command with a list of statements before the statement itself.
struct ExplainedStatement
{
    protocol::Namespace ns;
    bson::DocumentView document;
    query::EvaluationContext evaluation;
};

/// The statement in the list `field` of a write command, with its fields checked by `checkFields`.
/// Errors (server): InvalidLength unless there is exactly one.
Result<ExplainedStatement> onlyStatement(const ExplainTask& task, std::string_view field,
                                         Result<void> (*checkFields)(bson::DocumentView))
{
    auto scope = writeScope(task.request, task.access);
    TRY(scope);
    auto statements = writeBatch(task.request, field);
    TRY(statements);
    if (statements->size() != 1) {
        return protocol::commandError(kInvalidLength, "explained write batches must be of size 1");
    }
    const bson::DocumentView document = statements->front();
    TRY(checkFields(document));
    auto evaluation = task.access.evaluationOn(task.request, scope->ns);
    TRY(evaluation);
    return ExplainedStatement{std::move(scope->ns), document, std::move(*evaluation)};
}

} // namespace

Result<Explained> explainDelete(const ExplainTask& task)
{
    const auto only = onlyStatement(task, "deletes", checkDeleteFields);
    TRY(only);
    auto statement = parseDeleteStatement(only->document, only->evaluation);
    TRY(statement);
    // findMatches() takes updates: a deletion has the same shape, and its update is not used
    UpdateStatement removal;
    removal.shape = std::move(statement->shape);
    removal.multi = statement->multi;
    return explainedDeletion(task, only->ns, removal);
}

Result<Explained> explainUpdate(const ExplainTask& task)
{
    const auto only = onlyStatement(task, "updates", checkUpdateFields);
    TRY(only);
    auto statement = parseUpdateStatement(only->document, only->evaluation);
    TRY(statement);
    return explainedUpdate(task, only->ns, *statement);
}

Result<Explained> explainFindAndModify(const ExplainTask& task)
{
    auto scope = writeScope(task.request, task.access);
    TRY(scope);
    auto command = parseFindAndModify(task.request, task.access);
    TRY(command);
    return command->remove ? explainedDeletion(task, scope->ns, command->statement)
                           : explainedUpdate(task, scope->ns, command->statement);
}

} // namespace sandglass::engine::explain
