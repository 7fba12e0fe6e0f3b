// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/write_scope.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/operations/records.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/streams/repl_set_persona.h"
#include "app/engine/writes/document_validation.h"
#include "app/engine/writes/write_result.h"
#include "app/protocol/limits.h"

#include <string>
#include <utility>

namespace sandglass::engine::writes {

using operations::Interrupt;
using plan::refuseView;
using protocol::commandError;
using protocol::ServerCode;
using request::collectionArgument;
using request::OperationFigures;
using request::Request;
using request::writeDurability;
using streams::isReplicaSet;
using streams::LoggedCommand;

namespace {

// Stored functions (system.js) are ordinary documents, and mongorestore inserts the buckets of a
// time series itself. The other system collections belong to the server.
bool isWritable(const protocol::Namespace& ns, const Request& request,
                const catalog::Catalog& catalog)
{
    if (!ns.collection.starts_with("system.") || ns.collection == "system.js") {
        return true;
    }
    const bool restores = request.name == "insert" || request.name == "applyOps";
    return restores && !catalog::timeSeriesName(ns.collection).empty()
        && catalog.find(ns) != nullptr;
}

} // namespace

Result<WriteScope> writeScope(const Request& request, const WriteAccess& access)
{
    auto ns = collectionArgument(request);
    TRY(ns);
    auto scope = writeScopeOf(request, std::move(*ns), access);
    TRY(scope);
    auto logged
        = LoggedCommand::begin(request, access.catalog, access.sessions, access.clock.now());
    TRY(logged);
    scope->logged = std::move(*logged);
    return scope;
}

Result<std::unique_ptr<catalog::WriteUnit>> beginUnit(const WriteScope& scope,
                                                      catalog::Collection& collection)
{
    auto unit = collection.beginWrite();
    if (unit && scope.logged) {
        (*unit)->setNote(&scope.logged->note());
    }
    if (unit && !scope.bypassValidation) {
        return validated(std::move(*unit), collection, scope.access);
    }
    return unit;
}

Result<void> commitInserts(const WriteScope& scope, catalog::WriteUnit& unit,
                           std::int64_t documents, WriteResult& result)
{
    const std::int64_t keys = unit.insertedKeys(); // read before the commit, which clears the unit
    TRY(unit.commit(scope.durability));
    result.add(documents, 0);
    scope.access.records.counters.insert += documents;
    OperationFigures& figures = scope.interrupt->figures();
    figures.inserted += documents;
    figures.keysInserted += keys;
    return {};
}

Result<WriteScope> writeScopeOf(const Request& request, protocol::Namespace ns,
                                const WriteAccess& access)
{
    TRY(protocol::checkCollectionName(ns));
    if (!isWritable(ns, request, access.catalog)) {
        return commandError(ServerCode::InvalidNamespace, "Invalid system namespace: " + ns.text());
    }
    TRY(refuseView(access.catalog, ns));
    // the oplog must contain only what the engine itself logged
    if (ns == catalog::oplogNamespace()) {
        return commandError(ServerCode::InvalidNamespace, "cannot write to " + ns.text());
    }
    auto interrupt = Interrupt::makeShared(request, access.clock);
    TRY(interrupt);
    WriteScope scope{access, std::move(ns), writeDurability(request, access.facts),
                     std::move(*interrupt)};
    scope.bypassValidation = request.body["bypassDocumentValidation"].toBool();
    return scope;
}

Result<std::vector<bson::DocumentView>> writeBatch(const Request& request, std::string_view field)
{
    auto statements = request.documents(field);
    TRY(statements);
    if (statements->empty()
        || statements->size() > static_cast<std::size_t>(protocol::kMaxWriteBatch)) {
        return commandError(kInvalidLength,
                            "Write batch sizes must be between 1 and "
                                + std::to_string(protocol::kMaxWriteBatch) + ". Got "
                                + std::to_string(statements->size()) + " operations.");
    }
    return statements;
}

} // namespace sandglass::engine::writes
