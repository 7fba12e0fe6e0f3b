// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/explorer/catalog_service.h"

#include "app/services/connections/connection_service.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <utility>

namespace sandglass::services {

namespace {

constexpr std::chrono::seconds kReadTimeout{60};

CatalogCollection readCollection(ttl::TtlServer& server, ttl::CollectionSpec spec,
                                 const ttl::CallLimits& limits)
{
    CatalogCollection entry{std::move(spec), {}, {}};
    // listIndexes does not work on views
    if (entry.spec.kind == ttl::CollectionKind::View) {
        return entry;
    }
    Result<std::vector<ttl::IndexSpec>> indexes = server.indexes(entry.spec.ns, limits);
    if (indexes) {
        entry.indexes = std::move(*indexes);
    } else {
        entry.error = std::move(indexes.error());
    }
    return entry;
}

// The collection as it is now. Only one with a rule of its own can change without being created
// anew.
ttl::CollectionSpec specNow(ttl::TtlServer& server, ttl::CollectionSpec spec,
                            const ttl::CallLimits& limits)
{
    if (!ttl::ownRule(spec)) {
        return spec;
    }
    const Result<std::vector<ttl::CollectionSpec>> collections
        = server.collections(spec.ns.database, limits);
    if (!collections) {
        return spec; // the error shows when the indexes are read
    }
    const auto found = std::ranges::find(*collections, spec.ns, &ttl::CollectionSpec::ns);
    return found == collections->end() ? spec : *found;
}

Result<CatalogDatabase> readDatabase(ttl::TtlServer& server, ttl::DatabaseSpec spec,
                                     const ttl::CallLimits& limits)
{
    CatalogDatabase database{std::move(spec), {}, {}};
    Result<std::vector<ttl::CollectionSpec>> collections
        = server.collections(database.spec.name, limits);
    if (!collections) {
        // these end the whole reading; any other error is about this database
        if (collections.error().code == Errc::Network
            || collections.error().code == Errc::Cancelled) {
            return std::move(collections.error());
        }
        database.error = std::move(collections.error());
        return database;
    }
    for (ttl::CollectionSpec& collection : *collections) {
        database.collections.push_back(readCollection(server, std::move(collection), limits));
    }
    std::ranges::sort(database.collections, {},
                      [](const CatalogCollection& entry) { return entry.spec.ns.collection; });
    return database;
}

// The whole catalogue in one job. What may not be listed is noted where it belongs, and the reading
// continues.
Result<Catalog> readCatalog(ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    Result<std::vector<ttl::DatabaseSpec>> databases = server.databases(limits);
    TRY(databases);
    Catalog catalog;
    for (ttl::DatabaseSpec& spec : *databases) {
        Result<CatalogDatabase> database = readDatabase(server, std::move(spec), limits);
        TRY(database);
        catalog.databases.push_back(std::move(*database));
    }
    std::ranges::sort(catalog.databases, {},
                      [](const CatalogDatabase& entry) { return entry.spec.name; });
    return catalog;
}

} // namespace

const CatalogCollection* Catalog::find(const protocol::Namespace& ns) const
{
    for (const CatalogDatabase& database : databases) {
        if (database.spec.name != ns.database) {
            continue;
        }
        for (const CatalogCollection& collection : database.collections) {
            if (collection.spec.ns == ns) {
                return &collection;
            }
        }
    }
    return nullptr;
}

const ttl::IndexSpec* Catalog::find(const ttl::IndexRef& index) const
{
    const CatalogCollection* collection = find(index.ns);
    if (!collection) {
        return nullptr;
    }
    const auto found = std::ranges::find(collection->indexes, index.name, &ttl::IndexSpec::name);
    return found == collection->indexes.end() ? nullptr : &*found;
}

CatalogService::CatalogService(ConnectionService& connections, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
{
    connect(&connections, &ConnectionService::connected, this, [this] {
        reset();
        refresh();
        restartPolling();
    });
    connect(&connections, &ConnectionService::disconnected, this, [this] {
        m_reading.drop();
        m_sameCatalog.reset();
        m_poll.stop();
        // while reconnecting, the last tree stays on screen
        if (m_connections.state().phase == LinkPhase::Disconnected) {
            reset();
        }
        Q_EMIT changed();
    });
    connect(&m_poll, &QTimer::timeout, this, [this] { refresh(); });
}

void CatalogService::reset()
{
    m_reading.drop();
    m_sameCatalog.reset();
    m_catalog = {};
    m_loaded = false;
    m_again = false;
    m_error.reset();
}

void CatalogService::setPolling(std::chrono::milliseconds local, std::chrono::milliseconds remote)
{
    m_localPolling = local;
    m_remotePolling = remote;
    restartPolling();
}

void CatalogService::restartPolling()
{
    const auto interval = m_connections.state().local ? m_localPolling : m_remotePolling;
    if (interval.count() > 0 && m_connections.isConnected()) {
        m_poll.start(interval);
    } else {
        m_poll.stop();
    }
}

void CatalogService::refresh()
{
    if (!m_connections.isConnected()) {
        return;
    }
    if (isLoading()) {
        m_again = true;
        return;
    }
    // answers about single collections that are still to come would be older than this reading
    m_sameCatalog = std::make_unique<QObject>();
    m_reading.ask(m_connections.run(&readCatalog, {kReadTimeout, {}}), this,
                  [this](const Result<Catalog>& answer) { finishAll(answer); });
}

void CatalogService::refresh(const protocol::Namespace& ns)
{
    const CatalogCollection* known = m_catalog.find(ns);
    if (isLoading() || !known) {
        refresh();
        return;
    }
    const auto call
        = [spec = known->spec](ttl::TtlServer& server,
                               const ttl::CallLimits& limits) -> Result<CatalogCollection> {
        return readCollection(server, specNow(server, spec, limits), limits);
    };
    if (!m_sameCatalog) {
        m_sameCatalog = std::make_unique<QObject>();
    }
    whenAnswered(m_connections.run(call), m_sameCatalog.get(),
                 [this, ns](const Result<CatalogCollection>& answer) { finishOne(ns, answer); });
}

void CatalogService::take(const protocol::Namespace& ns, const std::vector<ttl::IndexSpec>& indexes)
{
    CatalogCollection* collection = mutableCollection(ns);
    if (isLoading() || !collection) {
        refresh(); // the reading in progress may be older; a collection may be new
    }
    if (collection) {
        collection->indexes = indexes;
        collection->error.reset();
        Q_EMIT changed();
    }
}

CatalogCollection* CatalogService::mutableCollection(const protocol::Namespace& ns)
{
    return const_cast<CatalogCollection*>(
        std::as_const(m_catalog).find(ns)); // m_catalog is not const here
}

void CatalogService::finishAll(const Result<Catalog>& answer)
{
    if (answer) {
        m_catalog = *answer;
        m_loaded = true;
        m_error.reset();
    } else {
        m_error = answer.error();
    }
    const bool again = std::exchange(m_again, false);
    Q_EMIT changed();
    if (again) {
        refresh();
    }
}

void CatalogService::finishOne(const protocol::Namespace& ns,
                               const Result<CatalogCollection>& answer)
{
    CatalogCollection* collection = mutableCollection(ns);
    if (!collection) {
        return;
    }
    // indexes that were listed before stay when they cannot be listed now
    std::optional<Error> error = answer ? answer->error : std::optional(answer.error());
    if (error) {
        collection->error = std::move(error);
    } else {
        *collection = *answer;
    }
    Q_EMIT changed();
}

} // namespace sandglass::services

#include "moc_catalog_service.cpp"
