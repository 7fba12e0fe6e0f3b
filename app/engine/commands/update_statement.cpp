// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/update_statement.h"

#include "app/bson/compare.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/document_changes.h"
#include "app/engine/commands/document_id.h"
#include "app/engine/commands/operation_figures.h"
#include "app/engine/commands/retryable_write.h"
#include "app/engine/commands/write_permission.h"
#include "app/engine/storage/key_value_store.h"

#include <utility>

namespace sandglass::engine::commands {

namespace {

/// Applies the update to a document that is there.
Result<void> changeDocument(const UpdateStatement& statement, UpdateOutcome& outcome,
                            catalog::WriteUnit& unit, const ChangeTarget& target)
{
    auto after = statement.update.apply({target.document, target.arrayIndex, false});
    if (!after)
        return after.error();
    bson::Document before(target.document);
    *after = unit.asKept(std::move(*after));
    const bool differs = *after != before;
    if (differs || unit.countsEveryReplace()) {
        if (auto replaced = unit.replace(target.id, *after); !replaced)
            return replaced;
    }
    outcome.modified += differs ? 1 : 0;
    ++outcome.matched;
    if (!statement.multi) {
        outcome.before = std::move(before);
        outcome.after = std::move(*after);
    }
    return {};
}

/// The document that an upsert inserts: the query's equalities with the update applied.
Result<bson::Document> upsertedDocument(const UpdateStatement& statement)
{
    auto start = statement.shape.filter.equalityFields();
    if (!start)
        return start.error();
    auto document = statement.update.apply({*start, std::nullopt, true});
    if (!document)
        return document.error();
    bson::Document rebuilt;
    auto whole = withLeadingId(*document, rebuilt);
    if (!whole)
        return whole.error();
    return bson::Document(*whole);
}

Result<void> insertUpserted(const UpdateStatement& statement, catalog::WriteUnit& unit,
                            UpdateOutcome& outcome)
{
    auto document = upsertedDocument(statement);
    if (!document)
        return document.error();
    if (auto inserted = unit.insert(*document); !inserted)
        return inserted.error();
    outcome.upsertedId = bson::Value((*document)["_id"]);
    outcome.after = unit.asKept(std::move(*document));
    return {};
}

/// Inserts, unless somebody else inserted a match since the first look; then that one is changed.
Result<void> upsert(const WriteScope& scope, const UpdateStatement& statement, ChangeTask task,
                    UpdateOutcome& outcome)
{
    auto collection = scope.context.catalog.findOrCreate(scope.ns, nullptr);
    if (!collection)
        return collection.error();
    task.collection = *collection;
    task.multi = false;
    auto plan = choosePlan(**collection, statement.shape);
    if (!plan)
        return plan.error();
    auto unit = beginUnit(scope, **collection);
    if (!unit)
        return unit.error();
    bool changed = false;
    // walking a whole collection would hold the writer lock too long; MongoDB gives no more than
    // this either
    if (plan->access != Access::CollectionScan) {
        auto match = firstMatch(scope, task);
        if (!match)
            return match.error();
        if (match->has_value()) {
            auto done = changeOne(**unit, **match, task);
            if (!done)
                return done.error();
            changed = *done;
        }
    }
    if (!changed) {
        if (auto inserted = insertUpserted(statement, **unit, outcome); !inserted)
            return inserted;
    }
    scope.interrupt->figures().keysInserted += (*unit)->insertedKeys();
    return (*unit)->commit(scope.durability);
}

} // namespace

Result<UpdateOutcome> runUpdateStatement(const WriteScope& scope, const UpdateStatement& statement)
{
    if (auto allowed = checkUserWrites(scope.context, scope.ns.database); !allowed)
        return allowed.error();
    if (scope.logged)
        scope.logged->note().replacement = statement.update.isReplacement();
    UpdateOutcome outcome;
    ChangeTask task{scope.context.catalog.find(scope.ns), statement.shape, statement.multi,
                    [&](catalog::WriteUnit& unit, const ChangeTarget& target) {
                        return changeDocument(statement, outcome, unit, target);
                    }};
    if (task.collection) {
        if (auto changed = changeMatching(scope, task); !changed)
            return changed.error();
    }
    if (statement.upsert && outcome.matched == 0) {
        if (auto done = upsert(scope, statement, std::move(task), outcome); !done)
            return done.error();
    }
    OperationFigures& figures = scope.interrupt->figures();
    figures.matched += outcome.matched;
    figures.modified += outcome.modified;
    figures.upserted += outcome.upsertedId ? 1 : 0;
    return outcome;
}

} // namespace sandglass::engine::commands
