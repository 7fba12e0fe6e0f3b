// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog_impl.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/index_entries.h"
#include "app/protocol/server_code.h"

#include <random>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

using protocol::ServerCode;
using storage::Durability;
using storage::Family;

std::array<std::uint8_t, 16> randomUuid()
{
    std::array<std::uint8_t, 16> uuid{};
    std::random_device source;
    for (std::uint8_t& byte : uuid)
        byte = static_cast<std::uint8_t>(source());
    // version 4, variant 1: RFC 4122, section 4.4
    uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0FU) | 0x40U);
    uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3FU) | 0x80U);
    return uuid;
}

IndexDefinition idIndexDefinition()
{
    IndexDefinition definition;
    definition.name = "_id_";
    definition.key = bson::makeDocument("_id", 1);
    return definition;
}

base::Error missing(const protocol::Namespace& ns)
{
    return protocol::commandError(ServerCode::NamespaceNotFound, "ns does not exist: " + ns.text());
}

Result<void> checkName(const protocol::Namespace& ns)
{
    if (auto database = protocol::checkDatabaseName(ns.database); !database)
        return database;
    return protocol::checkCollectionName(ns);
}

} // namespace

CatalogImpl::CatalogImpl(std::shared_ptr<Core> core)
    : m_core(std::move(core))
{
}

std::vector<std::string> CatalogImpl::databases() const
{
    const std::shared_lock lock(m_mutex);
    std::vector<std::string> names;
    for (const auto& [ns, collection] : m_collections) {
        if (names.empty() || names.back() != ns.database)
            names.push_back(ns.database);
    }
    return names;
}

std::vector<std::shared_ptr<Collection>> CatalogImpl::collections(std::string_view database) const
{
    const std::shared_lock lock(m_mutex);
    std::vector<std::shared_ptr<Collection>> found;
    for (const auto& [ns, collection] : m_collections) {
        if (database.empty() || ns.database == database)
            found.push_back(collection);
    }
    return found;
}

CatalogImpl::Entry CatalogImpl::lookUp(const protocol::Namespace& ns) const
{
    const std::shared_lock lock(m_mutex);
    const auto found = m_collections.find(ns);
    return found == m_collections.end() ? nullptr : found->second;
}

Result<CatalogImpl::Entry> CatalogImpl::require(const protocol::Namespace& ns) const
{
    Entry found = lookUp(ns);
    if (!found)
        return missing(ns);
    return found;
}

std::shared_ptr<Collection> CatalogImpl::find(const protocol::Namespace& ns) const
{
    return lookUp(ns);
}

Result<std::shared_ptr<Collection>> CatalogImpl::create(const protocol::Namespace& ns,
                                                        const CollectionOptions& options)
{
    if (auto checked = checkName(ns); !checked)
        return std::move(checked.error());
    auto added = addCollection(ns, options);
    if (!added)
        return std::move(added.error());
    if (auto synced = m_core->store.syncJournal(); !synced)
        return std::move(synced.error());
    return std::shared_ptr<Collection>(*std::move(added));
}

Result<std::shared_ptr<Collection>> CatalogImpl::findOrCreate(const protocol::Namespace& ns,
                                                              bool* created)
{
    if (created != nullptr)
        *created = false;
    for (;;) {
        if (Entry found = lookUp(ns))
            return std::shared_ptr<Collection>(std::move(found));
        auto made = create(ns, {});
        // somebody else may have been quicker
        if (!made && made.error().serverCode == static_cast<int>(ServerCode::NamespaceExists))
            continue;
        if (made && created != nullptr)
            *created = true;
        return made;
    }
}

Result<CatalogImpl::Entry> CatalogImpl::addCollection(const protocol::Namespace& ns,
                                                      const CollectionOptions& options)
{
    const std::unique_lock writer(m_core->writer);
    if (lookUp(ns))
        return protocol::commandError(ServerCode::NamespaceExists,
                                      "Collection " + ns.text() + " already exists.");
    NextIds ids = m_core->nextIds;
    StoredCollection stored{ids.collection++, ns, randomUuid(), options, {}};
    auto idIndex = makeIndexState(ids.index++, idIndexDefinition(),
                                  std::make_shared<IndexActivity>(m_core->clock.now()),
                                  m_core->compileFilter);
    if (!idIndex)
        return std::move(idIndex.error());
    auto indexes = std::make_shared<const IndexSet>(IndexSet{*std::move(idIndex)});
    auto collection = std::make_shared<CollectionImpl>(m_core, stored, indexes);
    const auto batch = m_core->store.makeBatch();
    collection->putEntry(*batch, *indexes);
    batch->put(Family::Meta, figuresKey(stored.id), encodeFigures({}));
    batch->put(Family::Meta, nextIdsKey(), encodeNextIds(ids));
    if (auto committed = m_core->store.commit(*batch, Durability::Process); !committed)
        return std::move(committed.error());
    m_core->nextIds = ids;
    const std::unique_lock lock(m_mutex);
    m_collections.emplace(ns, collection);
    return collection;
}

// Everything of a collection goes in one batch, so that a crash leaves either all or nothing of it.
Result<void> CatalogImpl::putRemoval(storage::Batch& batch, const CollectionImpl& collection) const
{
    const std::uint32_t id = collection.id();
    const bool few = collection.isSmall();
    if (auto removed = removeAll(m_core->store, batch, recordRange(id), few); !removed)
        return removed;
    for (const auto& index : *collection.indexSet()) {
        for (const KeyRange& range : allRanges(*index)) {
            if (auto removed = removeAll(m_core->store, batch, range, few); !removed)
                return removed;
        }
    }
    batch.remove(Family::Meta, collectionKey(id));
    batch.remove(Family::Meta, figuresKey(id));
    batch.remove(Family::Meta, recordLimitKey(id));
    return {};
}

// Called under the writer lock. Returns the number of indexes that went.
Result<int> CatalogImpl::dropAll(const std::vector<Entry>& collections)
{
    const auto batch = m_core->store.makeBatch();
    std::size_t indexes = 0;
    for (const Entry& collection : collections) {
        indexes += collection->indexSet()->size();
        if (auto put = putRemoval(*batch, *collection); !put)
            return std::move(put.error());
    }
    // marked before the data goes: a reader that finds the mark unset after taking its snapshot
    // sees all of the data
    for (const Entry& collection : collections)
        collection->setDropped(true);
    if (auto committed = m_core->store.commit(*batch, Durability::Process); !committed) {
        for (const Entry& collection : collections)
            collection->setDropped(false);
        return std::move(committed.error());
    }
    const std::unique_lock lock(m_mutex);
    for (const Entry& collection : collections)
        m_collections.erase(collection->ns());
    return static_cast<int>(indexes);
}

Result<int> CatalogImpl::drop(const protocol::Namespace& ns)
{
    std::unique_lock writer(m_core->writer);
    const auto found = require(ns);
    if (!found)
        return found.error();
    Result<int> dropped = dropAll({*found});
    writer.unlock();
    if (!dropped)
        return dropped;
    if (auto synced = m_core->store.syncJournal(); !synced)
        return std::move(synced.error());
    return dropped;
}

Result<int> CatalogImpl::dropDatabase(std::string_view database)
{
    std::unique_lock writer(m_core->writer);
    std::vector<Entry> found;
    {
        const std::shared_lock lock(m_mutex);
        for (const auto& [ns, collection] : m_collections) {
            if (ns.database == database)
                found.push_back(collection);
        }
    }
    if (found.empty())
        return 0;
    if (auto dropped = dropAll(found); !dropped)
        return std::move(dropped.error());
    writer.unlock();
    if (auto synced = m_core->store.syncJournal(); !synced)
        return std::move(synced.error());
    return static_cast<int>(found.size());
}

Result<void> CatalogImpl::rename(const protocol::Namespace& from, const protocol::Namespace& to,
                                 bool dropTarget)
{
    if (auto checked = checkName(to); !checked)
        return checked;
    std::unique_lock writer(m_core->writer);
    const auto source = require(from);
    if (!source)
        return source.error();
    if (from == to)
        return protocol::commandError(ServerCode::IllegalOperation,
                                      "Can't rename a collection to itself");
    const Entry target = lookUp(to);
    if (target && !dropTarget)
        return protocol::commandError(ServerCode::NamespaceExists, "target namespace exists");
    if (auto renamed = commitRename(*source, to, target); !renamed)
        return renamed;
    writer.unlock();
    return m_core->store.syncJournal();
}

Result<void> CatalogImpl::commitRename(const Entry& source, const protocol::Namespace& to,
                                       const Entry& target)
{
    const protocol::Namespace from = source->ns();
    const auto batch = m_core->store.makeBatch();
    if (target) {
        if (auto put = putRemoval(*batch, *target); !put)
            return put;
    }
    StoredCollection entry = source->stored(*source->indexSet());
    entry.ns = to;
    batch->put(Family::Meta, collectionKey(source->id()), encodeCollection(entry));
    if (target)
        target->setDropped(true);
    auto committed = m_core->store.commit(*batch, Durability::Process);
    if (!committed) {
        if (target)
            target->setDropped(false);
        return committed;
    }
    const std::unique_lock lock(m_mutex);
    source->setNamespace(to);
    m_collections.erase(from);
    m_collections.insert_or_assign(to, source);
    return {};
}

Result<void> CatalogImpl::setOptions(const protocol::Namespace& ns,
                                     const CollectionOptions& options)
{
    std::unique_lock writer(m_core->writer);
    const auto found = require(ns);
    if (!found)
        return found.error();
    StoredCollection entry = (*found)->stored(*(*found)->indexSet());
    entry.options = options;
    const auto batch = m_core->store.makeBatch();
    batch->put(Family::Meta, collectionKey(entry.id), encodeCollection(entry));
    if (auto committed = m_core->store.commit(*batch, Durability::Process); !committed)
        return committed;
    (*found)->setOptions(options);
    writer.unlock();
    return m_core->store.syncJournal();
}

} // namespace sandglass::engine::catalog
