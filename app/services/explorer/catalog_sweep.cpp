// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/explorer/catalog_sweep.h"

#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/database_list.h"

#include <algorithm>
#include <utility>

namespace sandglass::services {

namespace {

constexpr std::chrono::seconds kReadTimeout{60};
// The first answers come one by one, so that the first rows are soon on screen.
constexpr std::size_t kSingleParts = 16;
constexpr std::size_t kPartSize = 8;

bool isBuilding(const CatalogCollection& entry)
{
    return std::ranges::any_of(entry.indexes, &ttl::IndexSpec::building);
}

bool isView(const CatalogCollection& entry)
{
    return entry.spec.kind == ttl::CollectionKind::View;
}

// The collection as it is listed, with what is known about it already.
CatalogCollection carriedOver(const CatalogDatabase& before, ttl::CollectionSpec spec)
{
    const auto known = std::ranges::find_if(before.collections, [&](const CatalogCollection& one) {
        return isSameCollection(one.spec, spec);
    });
    CatalogCollection entry;
    if (known != before.collections.end()) {
        entry = *known;
    }
    entry.spec = std::move(spec);
    // a view has no indexes to read
    entry.read = entry.read || isView(entry);
    return entry;
}

} // namespace

CatalogSweep::CatalogSweep(ConnectionService& connections, Catalog before, SweepLimits limits,
                           QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_before(std::move(before))
    , m_limits(std::move(limits))
{
}

CatalogSweep::~CatalogSweep()
{
    m_cancel.cancel();
}

void CatalogSweep::start()
{
    const auto read = [named = m_connections.namedDatabases()](ttl::TtlServer& server,
                                                               const ttl::CallLimits& limits) {
        return listDatabases(server, named, limits);
    };
    whenAnswered(m_connections.run(read, {kReadTimeout, m_cancel}), this,
                 [this](const Result<DatabaseList>& answer) { takeDatabases(answer); });
}

void CatalogSweep::takeDatabases(const Result<DatabaseList>& answer)
{
    if (!answer) {
        end(answer.error());
        return;
    }
    m_catalog.refused = answer->refused;
    for (const ttl::DatabaseSpec& spec : answer->databases) {
        CatalogDatabase database;
        const auto known
            = std::ranges::find_if(m_before.databases, [&](const CatalogDatabase& one) {
                  return one.spec.name == spec.name;
              });
        if (known != m_before.databases.end()) {
            database = *known;
        }
        database.spec = spec;
        m_catalog.databases.push_back(std::move(database));
    }
    std::ranges::sort(m_catalog.databases, {},
                      [](const CatalogDatabase& entry) { return entry.spec.name; });
    const std::vector<std::size_t> chosen = chosenDatabases();
    m_open = static_cast<int>(chosen.size()) * (m_limits.counts ? 2 : 1);
    for (const std::size_t position : chosen) {
        const std::string& name = m_catalog.databases[position].spec.name;
        if (m_limits.counts) {
            const auto count = [name](ttl::TtlServer& server, const ttl::CallLimits& limits) {
                return countIndexes(server, name, limits);
            };
            whenAnswered(m_connections.runMany(count, {kReadTimeout, m_cancel}), this,
                         [this, position](const Result<std::optional<std::int64_t>>& indexes) {
                             takeIndexCount(position, indexes);
                         });
        }
        const auto list = [name](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.collections(name, limits);
        };
        whenAnswered(m_connections.runMany(list, {kReadTimeout, m_cancel}), this,
                     [this, position](const Result<std::vector<ttl::CollectionSpec>>& collections) {
                         takeCollections(position, collections);
                     });
    }
    if (m_open == 0) {
        readIndexes();
    }
}

std::vector<std::size_t> CatalogSweep::chosenDatabases()
{
    std::vector<std::size_t> order;
    std::vector<std::size_t> later;
    for (std::size_t i = 0; i < m_catalog.databases.size(); ++i) {
        const CatalogDatabase& database = m_catalog.databases[i];
        const bool next = !database.listed || database.spec.name > m_limits.afterDatabase;
        (next ? order : later).push_back(i);
    }
    std::stable_partition(order.begin(), order.end(),
                          [this](std::size_t i) { return !m_catalog.databases[i].listed; });
    order.insert(order.end(), later.begin(), later.end());
    order.resize(std::min(order.size(), static_cast<std::size_t>(m_limits.databases)));
    if (!order.empty()) {
        m_limits.afterDatabase = m_catalog.databases[order.back()].spec.name;
    }
    return order;
}

void CatalogSweep::takeCollections(std::size_t position,
                                   const Result<std::vector<ttl::CollectionSpec>>& answer)
{
    if (m_error) {
        return;
    }
    if (!answer && endsReading(answer.error())) {
        end(answer.error());
        return;
    }
    CatalogDatabase& database = m_catalog.databases[position];
    database.listed = true;
    database.error.reset();
    if (answer) {
        const CatalogDatabase before
            = std::exchange(database, {database.spec, {}, {}, true, database.indexCount});
        for (const ttl::CollectionSpec& spec : *answer) {
            database.collections.push_back(carriedOver(before, spec));
        }
        std::ranges::sort(database.collections, {},
                          [](const CatalogCollection& entry) { return entry.spec.ns.collection; });
        m_progress.collections += static_cast<int>(answer->size());
    } else {
        database.error = answer.error();
    }
    Q_EMIT progressed();
    if (--m_open == 0) {
        readIndexes();
    }
}

void CatalogSweep::takeIndexCount(std::size_t position,
                                  const Result<std::optional<std::int64_t>>& answer)
{
    if (m_error) {
        return;
    }
    if (!answer) {
        end(answer.error());
        return;
    }
    // without an answer, the number before stays: the next one is compared with it
    std::optional<std::int64_t>& known = m_catalog.databases[position].indexCount;
    known = *answer ? *answer : known;
    if (--m_open == 0) {
        readIndexes();
    }
}

void CatalogSweep::readIndexes()
{
    m_progress = {true, 0, 0};
    for (std::size_t i = 0; i < m_catalog.databases.size(); ++i) {
        const std::vector<CatalogCollection>& collections = m_catalog.databases[i].collections;
        for (std::size_t j = 0; j < collections.size(); ++j) {
            m_places.emplace(collections[j].spec.ns, std::pair(i, j));
            ++m_progress.collections;
        }
    }
    const std::vector<CollectionToRead> wanted = chosenCollections();
    m_progress.read = m_progress.collections - static_cast<int>(wanted.size());
    if (wanted.empty()) {
        end({});
        return;
    }
    send(wanted);
    Q_EMIT progressed();
}

std::vector<CollectionToRead> CatalogSweep::chosenCollections()
{
    std::vector<const CatalogCollection*> order;
    std::vector<const CatalogCollection*> later;
    for (const auto& [ns, place] : m_places) {
        const CatalogCollection& known = m_catalog.databases[place.first].collections[place.second];
        if (!isView(known)) {
            const bool next = !known.read || ns > m_limits.afterCollection;
            (next ? order : later).push_back(&known);
        }
    }
    const bool details = std::cmp_less_equal(order.size() + later.size(), m_limits.detailed);
    std::stable_partition(order.begin(), order.end(),
                          [](const auto* known) { return !known->read; });
    order.insert(order.end(), later.begin(), later.end());
    const std::vector<const CatalogCollection*> first = firstCollections(order);
    order.resize(
        std::min(order.size(), static_cast<std::size_t>(m_limits.collections) - first.size()));
    if (!order.empty()) {
        m_limits.afterCollection = order.back()->spec.ns;
    }
    order.insert(order.end(), first.begin(), first.end());
    std::vector<CollectionToRead> wanted;
    wanted.reserve(order.size());
    for (const CatalogCollection* known : order) {
        // a list does not tell when an index has been built
        wanted.push_back({known->spec, details || isBuilding(*known)});
    }
    return wanted;
}

std::vector<const CatalogCollection*>
CatalogSweep::firstCollections(std::vector<const CatalogCollection*>& order) const
{
    std::vector<const CatalogCollection*> first;
    if (m_limits.isWhole()) {
        return first;
    }
    for (const protocol::Namespace& ns : m_limits.first) {
        const auto found = std::ranges::find_if(
            order, [&](const CatalogCollection* known) { return known->spec.ns == ns; });
        if (std::cmp_less(first.size(), m_limits.collections / 2) && found != order.end()) {
            first.push_back(*found);
            order.erase(found);
        }
    }
    return first;
}

void CatalogSweep::send(const std::vector<CollectionToRead>& wanted)
{
    m_sentAt = m_connections.serverNow();
    for (std::size_t begin = 0; begin < wanted.size();) {
        std::size_t size = begin < kSingleParts ? 1 : kPartSize;
        if (!m_limits.isWhole()) {
            size = wanted.size(); // one after the other: nobody is waiting
        }
        const std::size_t end = std::min(begin + size, wanted.size());
        const auto at
            = [&](std::size_t i) { return wanted.begin() + static_cast<std::ptrdiff_t>(i); };
        const auto read = [part = std::vector<CollectionToRead>(at(begin), at(end))](
                              ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return readCollections(server, part, limits);
        };
        ++m_open;
        whenAnswered(
            m_connections.runMany(read, {kReadTimeout, m_cancel}), this,
            [this](const Result<std::vector<CatalogCollection>>& answer) { takeIndexes(answer); });
        begin = end;
    }
}

void CatalogSweep::takeIndexes(const Result<std::vector<CatalogCollection>>& answer)
{
    if (m_error) {
        return;
    }
    if (!answer) {
        end(answer.error());
        return;
    }
    for (const CatalogCollection& fresh : *answer) {
        CatalogCollection* known = entry(fresh.spec.ns);
        ++m_progress.read;
        if (!known || m_taken.contains(fresh.spec.ns)) {
            continue;
        }
        if (fresh.error) {
            // what was read before stays
            known->error = fresh.error;
            known->read = true;
            continue;
        }
        CatalogCollection now = fresh;
        now.readAt = m_sentAt;
        keepDetails(*known, now);
        *known = std::move(now);
    }
    if (--m_open == 0) {
        end({});
        return;
    }
    Q_EMIT progressed();
}

bool CatalogSweep::take(const CatalogCollection& collection)
{
    m_taken.insert_or_assign(collection.spec.ns, collection);
    CatalogCollection* known = entry(collection.spec.ns);
    if (known) {
        *known = collection;
    }
    return known;
}

CatalogCollection* CatalogSweep::entry(const protocol::Namespace& ns)
{
    const auto place = m_places.find(ns);
    return place == m_places.end()
        ? nullptr
        : &m_catalog.databases[place->second.first].collections[place->second.second];
}

void CatalogSweep::end(std::optional<Error> error)
{
    m_error = std::move(error);
    // what was taken before its collection was listed
    for (const auto& [ns, taken] : m_taken) {
        if (CatalogCollection* known = entry(ns)) {
            *known = taken;
        }
    }
    Q_EMIT finished();
}

} // namespace sandglass::services

#include "moc_catalog_sweep.cpp"
