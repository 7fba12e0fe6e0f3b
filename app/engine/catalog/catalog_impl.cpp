// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog_impl.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/directory_store.h"
#include "app/engine/catalog/index_entries.h"
#include "app/engine/catalog/oplog_commands.h"
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
    for (std::uint8_t& byte : uuid) {
        byte = static_cast<std::uint8_t>(source());
    }
    // version 4, variant 1: RFC 4122, section 4.4
    uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0FU) | 0x40U);
    uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3FU) | 0x80U);
    return uuid;
}

IndexDefinition idIndexDefinition(const CollectionOptions& options)
{
    const CollectionShape shape = shapeOf(options);
    IndexDefinition definition;
    definition.clustered = shape.clustered;
    definition.name = shape.clusteredName.empty() ? "_id_" : shape.clusteredName;
    definition.key = bson::makeDocument("_id", 1);
    const bson::ValueView collation = options.listed["collation"];
    if (collation.type() == bson::Type::Document && !shape.clustered) {
        definition.collation = bson::Document(collation.asDocument());
    }
    return definition;
}

base::Error missing(const protocol::Namespace& ns)
{
    return protocol::commandError(ServerCode::NamespaceNotFound, "ns does not exist: " + ns.text());
}

Result<void> checkName(const protocol::Namespace& ns)
{
    TRY(protocol::checkDatabaseName(ns.database));
    if (ns == oplogNamespace()) {
        return protocol::commandError(ServerCode::InvalidNamespace,
                                      "Only the server itself makes " + ns.text());
    }
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
        if (names.empty() || names.back() != ns.database) {
            names.push_back(ns.database);
        }
    }
    return names;
}

std::vector<std::shared_ptr<Collection>> CatalogImpl::collections(std::string_view database) const
{
    const std::shared_lock lock(m_mutex);
    std::vector<std::shared_ptr<Collection>> found;
    for (const auto& [ns, collection] : m_collections) {
        if (database.empty() || ns.database == database) {
            found.push_back(collection);
        }
    }
    return found;
}

std::array<std::uint8_t, 16> CatalogImpl::freshUuid()
{
    return randomUuid();
}

CatalogImpl::Entry CatalogImpl::lookUp(const protocol::Namespace& ns) const
{
    const std::shared_lock lock(m_mutex);
    const auto found = m_collections.find(ns);
    return found == m_collections.end() ? nullptr : found->second;
}

bool CatalogImpl::isTaken(const protocol::Namespace& ns) const
{
    const std::string_view series = timeSeriesName(ns.collection);
    return lookUp(ns) || lookUp({ns.database, bucketsName(ns.collection)})
        || (!series.empty() && lookUp({ns.database, std::string(series)}));
}

Result<CatalogImpl::Entry> CatalogImpl::require(const protocol::Namespace& ns) const
{
    Entry found = lookUp(ns);
    if (!found) {
        return missing(ns);
    }
    if (m_core->oplog && ns == oplogNamespace()) {
        return protocol::commandError(ServerCode::IllegalOperation,
                                      "can't change the live oplog of a replica set member");
    }
    return found;
}

std::shared_ptr<Collection> CatalogImpl::find(const protocol::Namespace& ns) const
{
    return lookUp(ns);
}

Result<std::shared_ptr<Collection>> CatalogImpl::create(const protocol::Namespace& ns,
                                                        const CollectionOptions& options)
{
    return createIndexed(ns, options, {});
}

Result<std::shared_ptr<Collection>>
CatalogImpl::createIndexed(const protocol::Namespace& ns, const CollectionOptions& options,
                           const std::vector<IndexDefinition>& indexes)
{
    TRY(checkName(ns));
    auto added = addCollection(ns, options, indexes);
    TRY(added);
    TRY(m_core->store.syncJournal());
    return std::shared_ptr<Collection>(*std::move(added));
}

Result<std::shared_ptr<Collection>> CatalogImpl::findOrCreate(const protocol::Namespace& ns,
                                                              bool* created)
{
    if (created != nullptr) {
        *created = false;
    }
    for (;;) {
        if (Entry found = lookUp(ns)) {
            return std::shared_ptr<Collection>(std::move(found));
        }
        auto made = create(ns, {});
        // somebody else may have been quicker
        if (!made && made.error().serverCode == static_cast<int>(ServerCode::NamespaceExists)
            && lookUp(ns)) {
            continue;
        }
        if (made && created != nullptr) {
            *created = true;
        }
        return made;
    }
}

Result<std::shared_ptr<const IndexSet>>
CatalogImpl::firstIndexes(NextIds& ids, const std::vector<IndexDefinition>& definitions) const
{
    auto indexes = std::make_shared<IndexSet>();
    for (const IndexDefinition& definition : definitions) {
        auto state = makeIndexState(ids.index++, definition,
                                    std::make_shared<IndexActivity>(m_core->clock.now()),
                                    m_core->compileFilter);
        TRY(state);
        (*state)->startDirectory();
        indexes->push_back(*std::move(state));
    }
    return std::shared_ptr<const IndexSet>(std::move(indexes));
}

Result<CatalogImpl::Entry> CatalogImpl::addCollection(const protocol::Namespace& ns,
                                                      const CollectionOptions& options,
                                                      const std::vector<IndexDefinition>& indexes)
{
    const std::unique_lock writer(m_core->writer);
    if (isTaken(ns)) {
        return protocol::commandError(ServerCode::NamespaceExists,
                                      "Collection " + ns.text() + " already exists.");
    }
    NextIds ids = m_core->nextIds;
    StoredCollection stored{ids.collection++, ns, randomUuid(), options, {}};
    std::vector<IndexDefinition> all{idIndexDefinition(options)};
    all.insert(all.end(), indexes.begin(), indexes.end());
    const auto states = firstIndexes(ids, all);
    TRY(states);
    auto collection = std::make_shared<CollectionImpl>(m_core, stored, *states);
    const auto batch = m_core->store.makeBatch();
    collection->putEntry(*batch, **states);
    batch->put(Family::Meta, figuresKey(stored.id), encodeFigures({}));
    batch->put(Family::Meta, nextIdsKey(), encodeNextIds(ids));
    OplogUnit log(m_core->oplog.get(), *batch);
    logCreate(log, *collection);
    for (const IndexDefinition& index : indexes) {
        logIndexCreated(log, *collection, index);
    }
    TRY(commitLogged(*m_core, *batch, log));
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
    TRY(removeAll(m_core->store, batch, recordRange(id), few));
    for (const auto& index : *collection.indexSet()) {
        for (const KeyRange& range : allRanges(*index)) {
            TRY(removeAll(m_core->store, batch, range, few));
        }
        batch.remove(Family::Meta, directoryKey(index->id));
    }
    removeAllDeadLists(batch, id, collection.counters().dead);
    batch.remove(Family::Meta, collectionKey(id));
    batch.remove(Family::Meta, figuresKey(id));
    batch.remove(Family::Meta, recordLimitKey(id));
    return {};
}

// Called under the writer lock. Returns the number of indexes that went. `database`: not empty when
// the whole database goes.
Result<int> CatalogImpl::dropAll(const std::vector<Entry>& collections, std::string_view database)
{
    const auto batch = m_core->store.makeBatch();
    OplogUnit log(m_core->oplog.get(), *batch);
    std::size_t indexes = 0;
    for (const Entry& collection : collections) {
        indexes += collection->indexSet()->size();
        TRY(putRemoval(*batch, *collection));
        logDrop(log, *collection);
    }
    if (!database.empty()) {
        logDropDatabase(log, database);
    }
    // marked before the data goes: a reader that finds the mark unset after taking its snapshot
    // sees all of the data
    for (const Entry& collection : collections) {
        collection->setDropped(true);
    }
    if (auto committed = commitLogged(*m_core, *batch, log); !committed) {
        for (const Entry& collection : collections) {
            collection->setDropped(false);
        }
        return std::move(committed.error());
    }
    const std::unique_lock lock(m_mutex);
    for (const Entry& collection : collections) {
        m_core->dead->forgetCollection(collection->id());
        m_collections.erase(collection->ns());
    }
    return static_cast<int>(indexes);
}

Result<int> CatalogImpl::drop(const protocol::Namespace& ns)
{
    std::unique_lock writer(m_core->writer);
    const auto found = require(ns);
    TRY(found);
    Result<int> dropped = dropAll({*found});
    writer.unlock();
    TRY(dropped);
    TRY(m_core->store.syncJournal());
    return dropped;
}

Result<int> CatalogImpl::dropDatabase(std::string_view database)
{
    std::unique_lock writer(m_core->writer);
    std::vector<Entry> found;
    {
        const std::shared_lock lock(m_mutex);
        for (const auto& [ns, collection] : m_collections) {
            const bool live = m_core->oplog && ns == oplogNamespace();
            if (ns.database == database && !live) {
                found.push_back(collection);
            }
        }
    }
    if (found.empty()) {
        return 0;
    }
    TRY(dropAll(found, database));
    writer.unlock();
    TRY(m_core->store.syncJournal());
    return static_cast<int>(found.size());
}

Result<void> CatalogImpl::rename(const protocol::Namespace& from, const protocol::Namespace& to,
                                 bool dropTarget)
{
    TRY(checkName(to));
    std::unique_lock writer(m_core->writer);
    const auto source = require(from);
    TRY(source);
    if (from == to) {
        return protocol::commandError(ServerCode::IllegalOperation,
                                      "Can't rename a collection to itself");
    }
    const Entry target = lookUp(to);
    if ((target && !dropTarget) || (!target && isTaken(to))) {
        return protocol::commandError(ServerCode::NamespaceExists, "target namespace exists");
    }
    TRY(commitRename(*source, to, target));
    writer.unlock();
    return m_core->store.syncJournal();
}

Result<void> CatalogImpl::commitRename(const Entry& source, const protocol::Namespace& to,
                                       const Entry& target)
{
    const protocol::Namespace from = source->ns();
    const auto batch = m_core->store.makeBatch();
    if (target) {
        TRY(putRemoval(*batch, *target));
    }
    StoredCollection entry = source->stored(*source->indexSet());
    entry.ns = to;
    batch->put(Family::Meta, collectionKey(source->id()), encodeCollection(entry));
    OplogUnit log(m_core->oplog.get(), *batch);
    logRename(log, *source, to, target.get());
    if (target) {
        target->setDropped(true);
    }
    auto committed = commitLogged(*m_core, *batch, log);
    if (!committed) {
        if (target) {
            target->setDropped(false);
        }
        return committed;
    }
    if (target) {
        m_core->dead->forgetCollection(target->id());
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
    TRY(found);
    StoredCollection entry = (*found)->stored(*(*found)->indexSet());
    entry.options = options;
    const auto batch = m_core->store.makeBatch();
    batch->put(Family::Meta, collectionKey(entry.id), encodeCollection(entry));
    OplogUnit log(m_core->oplog.get(), *batch);
    logOptions(log, **found, options.listed);
    TRY(commitLogged(*m_core, *batch, log));
    (*found)->setOptions(options);
    writer.unlock();
    return m_core->store.syncJournal();
}

} // namespace sandglass::engine::catalog
