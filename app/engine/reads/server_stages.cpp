// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/server_stages.h"

#include "app/base/clock.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/index_dialect.h"
#include "app/engine/operations/current_operations.h"
#include "app/engine/operations/records.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/plan/planner.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/reads/collection_stats.h"
#include "app/engine/reads/view_read.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/generic_fields.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/timeseries/time_series_indexes.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace sandglass::engine::reads {

using operations::appendLatency;
using operations::currentOperations;
using operations::Interrupt;
using plan::DataAccess;
using plan::kMaxViewDepth;
using plan::kViewDepthLimitExceeded;
using plan::listSource;
using plan::MatchCursor;
using plan::matchSource;
using plan::planFor;
using plan::refuseView;
using plan::ResolvedView;
using plan::resolveView;
using plan::storedNamespace;
using protocol::commandError;
using protocol::ServerCode;
using query::DocumentSourcePtr;
using request::Arguments;
using timeseries::shownIndexes;

namespace {

// Whether the index has a value of expireAfterSeconds from an old file that expires nothing.
// listIndexes shows such a value as the largest one, as MongoDB does, so clients cannot distinguish
// it from a real value of 68 years.
bool holdsUnusableSeconds(const catalog::IndexDefinition& index)
{
    return index.isTtl() && index.isOrdered() && index.key.view().count() == 1
        && !index.rule().valid;
}

} // namespace

ServerStages::ServerStages(const DataAccess& access, protocol::Namespace ns,
                           std::shared_ptr<Interrupt> interrupt, int depth)
    : m_access(access)
    , m_ns(std::move(ns))
    , m_interrupt(std::move(interrupt))
    , m_depth(depth)
{
}

Result<DocumentSourcePtr> ServerStages::openCollection(std::string_view collection,
                                                       const query::Filter& filter)
{
    const protocol::Namespace ns{m_ns.database, std::string(collection)};
    const auto view = resolveView(m_access.catalog, ns);
    TRY(view);
    if (*view) {
        return openForeignView(**view, ns, filter);
    }
    const auto found = m_access.catalog.find(ns);
    auto plan = planFor(found, {{}, filter, {}, {}});
    TRY(plan);
    return matchSource(std::make_shared<MatchCursor>(found, std::move(*plan), filter, m_interrupt));
}

Result<DocumentSourcePtr> ServerStages::openForeignView(const ResolvedView& view,
                                                        const protocol::Namespace& ns,
                                                        const query::Filter& filter)
{
    // resolveView() counts views on views; this counts views that $lookup reads inside views
    if (m_depth == kMaxViewDepth) {
        return commandError(kViewDepthLimitExceeded, "View depth too deep: " + ns.text());
    }
    TRY(checkViewCollation(ns));
    auto read = openView(view, {{}, {}, {m_access.clock.now(), {}, m_collation}},
                         {m_access, m_interrupt, m_depth + 1});
    TRY(read);
    return filterSource(ownedSource(std::move(*read)), filter);
}

// a time series is no view to its clients, and takes any collation
Result<void> ServerStages::checkViewCollation(const protocol::Namespace& ns) const
{
    const auto named = m_access.catalog.find(ns);
    if (!named || !named->shape()->isView()
        || bson::sameCollation(named->shape()->collation.get(), m_collation.get())) {
        return {};
    }
    return plan::overriddenCollation(ns);
}

Result<DocumentSourcePtr> ServerStages::openServerStage(std::string_view name,
                                                        bson::ValueView specification,
                                                        std::string_view collection)
{
    if (!collection.empty()) {
        const protocol::Namespace ns{m_ns.database, std::string(collection)};
        return ServerStages(m_access, ns, m_interrupt, m_depth)
            .openServerStage(name, specification, {});
    }
    if (name == "$collStats") {
        return collectionStats(specification);
    }
    if (name == "$indexStats") {
        return indexStats(specification);
    }
    if (name == "$currentOp") {
        return currentOperations(specification);
    }
    // the engine stores no sessions
    if (name == "$listSessions" || name == "$listLocalSessions") {
        return sessions(name, specification);
    }
    if (name == "$planCacheStats") {
        return planCacheStats(specification);
    }
    return commandError(40324, "Unrecognized pipeline stage name: '" + std::string(name) + "'");
}

Result<void> ServerStages::checkInterrupt()
{
    return m_interrupt->checkSometimes();
}

// A partial or sparse index cannot serve a join: it lacks documents without the field, which match
// null.
bool ServerStages::findsByIndex(std::string_view collection, std::string_view path,
                                const bson::Collation* collation) const
{
    const auto found = m_access.catalog.find({m_ns.database, std::string(collection)});
    if (!found || found->shape()->isView()) {
        return false;
    }
    const auto indexes = found->indexes();
    return std::ranges::any_of(indexes, [&](const catalog::IndexInfo& index) {
        const catalog::IndexDefinition& definition = index.definition;
        return index.ready && definition.isOrdered() && !definition.hidden && !definition.sparse
            && !definition.partialFilter && !definition.key.empty()
            && bson::sameCollation(index.collation.get(), collation)
            && definition.key.view().begin()->key == path;
    });
}

Result<DocumentSourcePtr> ServerStages::collectionStats(bson::ValueView specification)
{
    if (specification.type() != bson::Type::Document) {
        return commandError(5447000,
                            "$collStats must take a nested object but found: "
                                + std::string(bson::typeAlias(specification.type())));
    }
    const Arguments arguments("$collStats", specification.asDocument());
    TRY(arguments.onlyKnown({"latencyStats", "storageStats", "count", "queryExecStats"}));
    auto storage = arguments.document("storageStats");
    TRY(storage);
    for (const char* option : {"count", "queryExecStats"}) {
        auto empty = arguments.document(option);
        TRY(empty);
        if (!empty->empty()) {
            return commandError(
                31170, std::string("$collStats '") + option + "' argument must be an empty object");
        }
    }
    // latencyStats work without the collection, sizes do not
    const bson::DocumentView specified = specification.asDocument();
    const bool wantsSizes = specified.contains("storageStats") || specified.contains("count");
    TRY(refuseView(m_access.catalog, m_ns));
    const auto collection = m_access.catalog.find(storedNamespace(m_access.catalog, m_ns));
    if (!collection && wantsSizes) {
        return commandError(ServerCode::NamespaceNotFound,
                            "Unable to retrieve storageStats in $collStats stage :: caused by ::"
                            " Collection ["
                                + m_ns.text() + "] not found.");
    }
    bson::Builder stats;
    stats.append("ns", m_ns.text()).append("host", m_access.facts.hostAndPort);
    stats.append("localTime", bson::Date::from(m_access.clock.now()));
    TRY(appendLatencyStats(specified["latencyStats"], stats));
    if (specified.contains("storageStats")) {
        auto scale = scaleArgument(Arguments("$collStats.storageStats", *storage));
        TRY(scale);
        stats.beginDocument("storageStats");
        appendCollectionStats(collection, *scale, stats);
        stats.end();
    }
    if (specified.contains("count")) {
        stats.append("count", collection->figures().documents);
    }
    if (specified.contains("queryExecStats")) {
        const std::int64_t scans = m_access.records.metrics.latency(m_ns.text()).collectionScans;
        stats.append("queryExecStats",
                     bson::makeDocument("collectionScans",
                                        bson::makeDocument("total", scans, "nonTailable", scans)));
    }
    return listSource({stats.take()});
}

Result<void> ServerStages::appendLatencyStats(bson::ValueView specification, bson::Builder& stats)
{
    if (specification.isMissing()) {
        return {};
    }
    if (specification.type() != bson::Type::Document) {
        return commandError(ServerCode::TypeMismatch,
                            "BSON field '$collStats.latencyStats' is the wrong type '"
                                + std::string(bson::typeAlias(specification.type()))
                                + "', expected type 'object'");
    }
    const Arguments arguments("$collStats.latencyStats", specification.asDocument());
    TRY(arguments.onlyKnown({"histograms"}));
    auto histograms = arguments.flag("histograms", false);
    TRY(histograms);
    stats.beginDocument("latencyStats");
    appendLatency(m_access.records.metrics.latency(m_ns.text()), *histograms, stats);
    stats.end();
    return {};
}

Result<DocumentSourcePtr> ServerStages::indexStats(bson::ValueView specification)
{
    if (specification.type() != bson::Type::Document || !specification.asDocument().empty()) {
        return commandError(28803, "The $indexStats stage specification must be an empty object");
    }
    std::vector<bson::Document> documents;
    const catalog::IndexDialect* dialect = m_access.catalog.indexDialect();
    TRY(refuseView(m_access.catalog, m_ns));
    const auto collection = m_access.catalog.find(storedNamespace(m_access.catalog, m_ns));
    const auto indexes = collection ? shownIndexes(*collection) : std::vector<catalog::IndexInfo>();
    for (const catalog::IndexInfo& index : indexes) {
        if (index.definition.clustered) {
            continue; // the order of a clustered collection has no counters in MongoDB
        }
        bson::Builder entry;
        entry.append("name", index.definition.name);
        entry.append("key", index.definition.key);
        entry.append("host", m_access.facts.hostAndPort);
        entry.beginDocument("accesses")
            .append("ops", static_cast<std::int64_t>(index.uses))
            .append("since", bson::Date::from(index.usesSince));
        // a window wants to know the uses by others; applications get MongoDB's fields only
        if (m_interrupt->isOfWindow()) {
            entry.append("sandglassOps", static_cast<std::int64_t>(index.windowUses));
        }
        entry.end();
        entry.append("spec",
                     dialect ? dialect->listEntry(index.definition, m_ns)
                             : index.definition.listEntry());
        if (!index.ready) {
            entry.append("building", true);
        }
        if (!dialect && holdsUnusableSeconds(index.definition)) {
            entry.append("sandglassUnusableExpiry", true);
        }
        documents.push_back(entry.take());
    }
    return listSource(std::move(documents));
}

Result<DocumentSourcePtr> ServerStages::sessions(std::string_view name,
                                                 bson::ValueView specification) const
{
    const std::string stage(name);
    const bool stored = name == "$listSessions";
    if (stored && m_ns.text() != "config.system.sessions") {
        return commandError(ServerCode::InvalidNamespace,
                            "$listSessions may only be run against config.system.sessions");
    }
    if (!stored && m_ns.collection != "$cmd.aggregate") {
        return commandError(ServerCode::InvalidNamespace,
                            "$listLocalSessions must be run against the database with {aggregate:"
                            " 1}, not a collection");
    }
    if (specification.type() != bson::Type::Document) {
        return commandError(ServerCode::TypeMismatch,
                            stage + " options must be specified in an object, but found: "
                                + std::string(bson::typeAlias(specification.type())));
    }
    const Arguments arguments(stage, specification.asDocument());
    TRY(arguments.onlyKnown({"users", "allUsers"}));
    auto allUsers = arguments.flag("allUsers", false);
    TRY(allUsers);
    const bson::ValueView users = arguments.value("users");
    if (!users.isMissing() && users.type() != bson::Type::Array) {
        return arguments.wrongType("users", "array");
    }
    std::set<std::string> owners;
    for (const bson::Element& user : users.asDocument()) {
        if (user.value.type() != bson::Type::Document) {
            return arguments.wrongType("users", "object");
        }
        auto owner = request::namedIn(stage + ".users", "user", user.value.asDocument());
        TRY(owner);
        // without names: the sessions of clients that are not logged in
        owners.insert(*owner == "@" ? std::string() : *owner);
    }
    if (*allUsers && !users.asDocument().empty()) {
        constexpr int kUnsupportedFormat = 12;
        return commandError(kUnsupportedFormat,
                            stage
                                + " may not specify {allUsers:true} and {users:[...]} at the same"
                                  " time");
    }
    if (owners.empty()) {
        owners.insert(request::ownerOf(m_interrupt->figures())); // the caller's own
    }
    return listSource(m_access.records.sessions.list(
        [&](const std::string& owner) { return *allUsers || owners.contains(owner); }));
}

// The engine plans each query anew, so there is nothing to list.
Result<DocumentSourcePtr> ServerStages::planCacheStats(bson::ValueView specification) const
{
    if (specification.type() != bson::Type::Document) {
        return commandError(ServerCode::FailedToParse,
                            "$planCacheStats value must be an object. Found: "
                                + std::string(bson::typeAlias(specification.type())));
    }
    const Arguments arguments("$planCacheStats", specification.asDocument());
    TRY(arguments.onlyKnown({"allHosts"}));
    auto allHosts = arguments.flag("allHosts", false);
    TRY(allHosts);
    if (*allHosts) {
        return commandError(4503200,
                            "$planCacheStats stage supports allHosts parameter only for sharded"
                            " clusters");
    }
    if (!m_access.catalog.find(storedNamespace(m_access.catalog, m_ns))) {
        return commandError(50933, "collection '" + m_ns.text() + "' does not exist");
    }
    return listSource({});
}

Result<DocumentSourcePtr> ServerStages::currentOperations(bson::ValueView specification)
{
    if (specification.type() != bson::Type::Document) {
        return commandError(ServerCode::FailedToParse,
                            "$currentOp options must be specified in an object, but found: "
                                + std::string(bson::typeAlias(specification.type())));
    }
    if (m_ns.database != "admin" || m_ns.collection != "$cmd.aggregate") {
        return commandError(ServerCode::InvalidNamespace,
                            "$currentOp must be run against the 'admin' database with {aggregate:"
                            " 1}");
    }
    // MongoDB's options; only idleConnections has an effect here
    constexpr std::array<std::string_view, 8> kOptions{
        "allUsers", "idleConnections", "idleCursors", "idleSessions",
        "localOps", "backtrace",       "truncateOps", "targetAllNodes"};
    for (const bson::Element& option : specification.asDocument()) {
        if (std::ranges::find(kOptions, option.key) == kOptions.end()) {
            return commandError(ServerCode::FailedToParse,
                                "Unrecognized option '" + std::string(option.key)
                                    + "' in $currentOp stage.");
        }
    }
    const Arguments arguments("$currentOp", specification.asDocument());
    auto idleToo = arguments.flag("idleConnections", false);
    TRY(idleToo);
    auto allUsers = arguments.flag("allUsers", false);
    TRY(allUsers);
    // the engine's own operations are listed with the idle connections, as in MongoDB; who has
    // not logged in has no own ones and sees all
    return listSource(operations::currentOperations(
        m_access.records, m_access.catalog, m_access.facts.hostAndPort, *idleToo,
        *allUsers ? request::OperationOwner() : request::userOf(m_interrupt->figures())));
}

} // namespace sandglass::engine::reads
