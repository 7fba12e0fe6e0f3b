// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/update_statement.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/document_id.h"
#include "app/engine/query/written_paths.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/writes/clustered_key.h"
#include "app/engine/writes/document_changes.h"
#include "app/engine/writes/write_permission.h"

#include <utility>

namespace sandglass::engine::writes {

using catalog::withLeadingId;
using plan::Access;
using plan::choosePlan;
using request::OperationFigures;

namespace {

/// Tells the log of operations what kind of update follows.
void noteKind(const WriteScope& scope, const query::Update& update)
{
    if (!scope.logged) {
        return;
    }
    catalog::WriteNote& note = scope.logged->note();
    // before 5.0 a pipeline was logged as a replacement
    const bool whole = update.isPipeline() && !scope.access.facts.atLeast(5, 0);
    note.replacement = update.isReplacement() || whole;
    note.pipeline = update.isPipeline();
}

/// Stores the new document and logs what the update has written.
Result<void> store(const WriteScope& scope, catalog::WriteUnit& unit, catalog::RecordId id,
                   bson::DocumentView after, const query::WrittenPaths& written)
{
    if (!scope.logged) {
        return unit.replace(id, after);
    }
    catalog::WriteNote& note = scope.logged->note();
    note.difference = written.difference(after);
    auto stored = unit.replace(id, after);
    note.difference = {};
    return stored;
}

/// Applies the update to an existing document.
Result<void> changeDocument(const WriteScope& scope, const UpdateStatement& statement,
                            UpdateOutcome& outcome, catalog::WriteUnit& unit,
                            const ChangeTarget& target)
{
    query::WrittenPaths written;
    auto after = statement.update.apply(
        {target.document, target.arrayIndex, false, scope.logged ? &written : nullptr});
    TRY(after);
    bson::Document before(target.document);
    *after = unit.asFetched(std::move(*after));
    // an update without effect writes nothing, except where a write by itself has an effect: it
    // renews the expiry of the profile cosmos
    const bool differs = *after != before;
    if (differs || unit.countsEveryReplace()) {
        TRY(store(scope, unit, target.id, *after, written));
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
    TRY(start);
    auto document = statement.update.apply({*start, std::nullopt, true});
    TRY(document);
    bson::Document rebuilt;
    auto whole = withLeadingId(*document, rebuilt);
    TRY(whole);
    return bson::Document(*whole);
}

Result<void> insertUpserted(const UpdateStatement& statement, const catalog::CollectionShape& shape,
                            catalog::WriteUnit& unit, UpdateOutcome& outcome)
{
    auto document = upsertedDocument(statement);
    TRY(document);
    TRY(checkClusteredKey(shape, (*document)["_id"]));
    TRY(unit.insert(*document));
    outcome.upsertedId = bson::Value((*document)["_id"]);
    outcome.after = unit.asFetched(std::move(*document));
    return {};
}

/// Inserts a document, or changes the match that another client inserted since the first search.
Result<void> upsert(const WriteScope& scope, const UpdateStatement& statement, ChangeTask task,
                    UpdateOutcome& outcome)
{
    auto collection = scope.access.catalog.findOrCreate(scope.ns, nullptr);
    TRY(collection);
    task.collection = *collection;
    task.multi = false;
    auto plan = choosePlan(**collection, statement.shape);
    TRY(plan);
    auto unit = beginUnit(scope, **collection);
    TRY(unit);
    bool changed = false;
    // A scan of the collection would hold the writer lock too long. MongoDB does not guarantee more
    // either: without a unique index, two upserts may both insert.
    if (plan->access != Access::CollectionScan) {
        auto match = firstMatch(scope, task);
        TRY(match);
        if (match->has_value()) {
            auto done = changeOne(**unit, **match, task);
            TRY(done);
            changed = *done;
        }
    }
    if (!changed) {
        TRY(insertUpserted(statement, *(*collection)->shape(), **unit, outcome));
    }
    scope.interrupt->figures().keysInserted += (*unit)->insertedKeys();
    return (*unit)->commit(scope.durability);
}

} // namespace

Result<UpdateOutcome> runUpdateStatement(const WriteScope& scope, const UpdateStatement& statement)
{
    TRY(checkUserWrites(scope.access.gate, scope.ns.database));
    noteKind(scope, statement.update);
    UpdateOutcome outcome;
    ChangeTask task{scope.access.catalog.find(scope.ns), statement.shape, statement.multi,
                    [&](catalog::WriteUnit& unit, const ChangeTarget& target) {
                        return changeDocument(scope, statement, outcome, unit, target);
                    }};
    if (task.collection) {
        TRY(changeMatching(scope, task));
    }
    if (statement.upsert && outcome.matched == 0) {
        TRY(upsert(scope, statement, std::move(task), outcome));
    }
    OperationFigures& figures = scope.interrupt->figures();
    figures.matched += outcome.matched;
    figures.modified += outcome.modified;
    figures.upserted += outcome.upsertedId ? 1 : 0;
    return outcome;
}

} // namespace sandglass::engine::writes
