// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/server_stages.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/arguments.h"
#include "app/engine/commands/collection_stats.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/current_operations.h"
#include "app/engine/commands/find_request.h"
#include "app/engine/commands/match_cursor.h"
#include "app/engine/commands/query_sources.h"

#include <string>
#include <utility>

namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;
using query::DocumentSourcePtr;

namespace {

// A value from an old file that expires nothing. listIndexes shows it as the largest one, as
// MongoDB does, so that clients could not tell it from a rule of 68 years.
bool holdsUnusableSeconds(const catalog::IndexDefinition& index)
{
    return index.isTtl() && index.isOrdered() && index.key.view().count() == 1
        && !index.rule().valid;
}

} // namespace

ServerStages::ServerStages(Context& context, protocol::Namespace ns,
                           std::shared_ptr<Interrupt> interrupt)
    : m_context(context)
    , m_ns(std::move(ns))
    , m_interrupt(std::move(interrupt))
{
}

Result<DocumentSourcePtr> ServerStages::openCollection(std::string_view collection,
                                                       const query::Filter& filter)
{
    const auto found = m_context.catalog.find({m_ns.database, std::string(collection)});
    auto plan = planFor(found, {{}, filter, {}, {}});
    if (!plan)
        return plan.error();
    return matchSource(std::make_shared<MatchCursor>(found, std::move(*plan), filter, m_interrupt));
}

Result<DocumentSourcePtr> ServerStages::openServerStage(std::string_view name,
                                                        bson::ValueView specification)
{
    if (name == "$collStats")
        return collectionStats(specification);
    if (name == "$indexStats")
        return indexStats();
    if (name == "$currentOp")
        return currentOperations(specification);
    // sessions are not kept by this engine: there is none to list
    if (name == "$listSessions" || name == "$listLocalSessions")
        return listSource({});
    return commandError(40324, "Unrecognized pipeline stage name: '" + std::string(name) + "'");
}

Result<void> ServerStages::checkInterrupt()
{
    return m_interrupt->checkSometimes();
}

// latencyStats is accepted and left out: operation times are not measured per collection.
Result<DocumentSourcePtr> ServerStages::collectionStats(bson::ValueView specification)
{
    if (specification.type() != bson::Type::Document)
        return commandError(ServerCode::FailedToParse,
                            "$collStats must take a nested object but found: "
                                + std::string(bson::typeAlias(specification.type())));
    const Arguments arguments("$collStats", specification.asDocument());
    if (auto good
        = arguments.onlyKnown({"latencyStats", "storageStats", "count", "queryExecStats"}, false);
        !good)
        return good.error();
    auto storage = arguments.document("storageStats");
    if (!storage)
        return storage.error();
    const bson::DocumentView specified = specification.asDocument();
    const bool wantsSizes = specified.contains("storageStats") || specified.contains("count");
    const auto collection = m_context.catalog.find(m_ns);
    if (!collection && wantsSizes)
        return commandError(ServerCode::NamespaceNotFound,
                            "Unable to retrieve storageStats in $collStats stage :: caused by ::"
                            " Collection ["
                                + m_ns.text() + "] not found.");
    bson::Builder stats;
    stats.append("ns", m_ns.text()).append("host", m_context.facts.hostAndPort);
    stats.append("localTime", bson::Date::from(m_context.clock.now()));
    if (specified.contains("storageStats")) {
        auto scale = scaleArgument(Arguments("$collStats.storageStats", *storage));
        if (!scale)
            return scale.error();
        stats.beginDocument("storageStats");
        appendCollectionStats(collection, *scale, stats);
        stats.end();
    }
    if (specified.contains("count"))
        stats.append("count", collection->figures().documents);
    return listSource({stats.take()});
}

Result<DocumentSourcePtr> ServerStages::indexStats()
{
    std::vector<bson::Document> documents;
    const auto collection = m_context.catalog.find(m_ns);
    const auto indexes = collection ? collection->indexes() : std::vector<catalog::IndexInfo>();
    for (const catalog::IndexInfo& index : indexes) {
        bson::Builder entry;
        entry.append("name", index.definition.name);
        entry.append("key", index.definition.key);
        entry.append("host", m_context.facts.hostAndPort);
        entry.beginDocument("accesses")
            .append("ops", static_cast<std::int64_t>(index.uses))
            .append("since", bson::Date::from(index.usesSince))
            .end();
        entry.append("spec", index.definition.listEntry());
        if (!index.ready)
            entry.append("building", true);
        if (holdsUnusableSeconds(index.definition))
            entry.append("sandglassUnusableExpiry", true);
        documents.push_back(entry.take());
    }
    return listSource(std::move(documents));
}

Result<DocumentSourcePtr> ServerStages::currentOperations(bson::ValueView specification)
{
    if (specification.type() != bson::Type::Document)
        return commandError(ServerCode::FailedToParse,
                            "$currentOp options must be specified in an object, but found: "
                                + std::string(bson::typeAlias(specification.type())));
    if (m_ns.database != "admin" || m_ns.collection != "$cmd.aggregate")
        return commandError(ServerCode::InvalidNamespace,
                            "$currentOp must be run against the 'admin' database with {aggregate:"
                            " 1}");
    const Arguments arguments("$currentOp", specification.asDocument());
    auto idleToo = arguments.flag("idleConnections", false);
    if (!idleToo)
        return idleToo.error();
    auto allUsers = arguments.flag("allUsers", false);
    if (!allUsers)
        return allUsers.error();
    // MongoDB lists its own threads with the idle connections
    return listSource(commands::currentOperations(m_context, *idleToo));
}

} // namespace sandglass::engine::commands
