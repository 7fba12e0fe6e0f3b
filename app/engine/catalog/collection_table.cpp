// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/collection_table.h"

#include "app/protocol/server_code.h"

#include <mutex>
#include <utility>

namespace sandglass::engine::catalog {

std::vector<std::string> CollectionTable::databases() const
{
    const std::shared_lock lock(m_mutex);
    std::vector<std::string> names;
    // the map is sorted by database first, so equal names are neighbours
    for (const auto& [ns, collection] : m_collections) {
        if (names.empty() || names.back() != ns.database) {
            names.push_back(ns.database);
        }
    }
    return names;
}

std::vector<CollectionTable::Entry> CollectionTable::of(std::string_view database) const
{
    const std::shared_lock lock(m_mutex);
    std::vector<Entry> found;
    for (const auto& [ns, collection] : m_collections) {
        if (database.empty() || ns.database == database) {
            found.push_back(collection);
        }
    }
    return found;
}

CollectionTable::Entry CollectionTable::find(const protocol::Namespace& ns) const
{
    const std::shared_lock lock(m_mutex);
    const auto found = m_collections.find(ns);
    return found == m_collections.end() ? nullptr : found->second;
}

Result<CollectionTable::Entry> CollectionTable::require(const protocol::Namespace& ns,
                                                        const Core& core) const
{
    using protocol::ServerCode;
    Entry found = find(ns);
    if (!found) {
        return protocol::commandError(ServerCode::NamespaceNotFound,
                                      "ns does not exist: " + ns.text());
    }
    if (core.oplog && ns == oplogNamespace()) {
        return protocol::commandError(ServerCode::IllegalOperation,
                                      "can't change the live oplog of a replica set member");
    }
    return found;
}

bool CollectionTable::isTaken(const protocol::Namespace& ns) const
{
    const std::string_view series = timeSeriesName(ns.collection);
    return find(ns) || find({ns.database, bucketsName(ns.collection)})
        || (!series.empty() && find({ns.database, std::string(series)}));
}

void CollectionTable::add(const Entry& collection)
{
    const std::unique_lock lock(m_mutex);
    m_collections.insert_or_assign(collection->ns(), collection);
}

void CollectionTable::remove(const std::vector<Entry>& collections)
{
    const std::unique_lock lock(m_mutex);
    for (const Entry& collection : collections) {
        m_collections.erase(collection->ns());
    }
}

void CollectionTable::rename(const Entry& collection, const protocol::Namespace& to)
{
    const protocol::Namespace from = collection->ns();
    const std::unique_lock lock(m_mutex);
    // under the lock, so that no reader finds the collection under a name that it does not have
    collection->setNamespace(to);
    m_collections.erase(from);
    m_collections.insert_or_assign(to, collection);
}

void CollectionTable::replace(const std::vector<Entry>& collections)
{
    std::map<protocol::Namespace, Entry> current;
    for (const Entry& collection : collections) {
        current.insert_or_assign(collection->ns(), collection);
    }
    const std::unique_lock lock(m_mutex);
    m_collections = std::move(current);
}

} // namespace sandglass::engine::catalog
