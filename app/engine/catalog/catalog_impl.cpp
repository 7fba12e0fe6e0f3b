// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog_impl.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog_loader.h"
#include "app/engine/catalog/directory_store.h"
#include "app/engine/catalog/index_entries.h"
#include "app/engine/catalog/oplog_commands.h"
#include "app/engine/catalog/oplog_start.h"
#include "app/engine/catalog/uuid.h"
#include "app/engine/storage/failpoint.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::catalog {

namespace {

using protocol::ServerCode;
using storage::Durability;
using storage::Family;

IndexDefinition idIndexDefinition(const CollectionOptions& options)
{
    const CollectionShape shape = shapeOf(options);
    IndexDefinition definition;
    definition.clustered = shape.clustered;
    definition.name = shape.clusteredName.empty() ? "_id_" : shape.clusteredName;
    definition.key = bson::makeDocument("_id", 1);
    const bson::ValueView collation = options.listed["collation"];
    if (collation.type() == bson::Type::Document) {
        definition.collation = bson::Document(collation.asDocument());
    }
    return definition;
}

Result<void> checkName(const protocol::Namespace& ns)
{
    TRY(protocol::checkDatabaseName(ns.database));
    if (ns == oplogNamespace()) {
        return protocol::commandError(ServerCode::InvalidNamespace,
                                      "Only the server itself can create " + ns.text());
    }
    return protocol::checkCollectionName(ns);
}

} // namespace

Result<std::unique_ptr<Catalog>>
Catalog::open(storage::KeyValueStore& store, const base::Clock& clock, FilterCompiler compileFilter)
{
    auto core = std::make_shared<Core>(store, clock, std::move(compileFilter));
    store.setKeyFilter(core->dead);
    auto catalog = std::make_unique<CatalogImpl>(std::move(core));
    TRY(catalog->load());
    return catalog;
}

Result<std::unique_ptr<Catalog>> Catalog::openStandby(storage::KeyValueStore& store,
                                                      const base::Clock& clock,
                                                      FilterCompiler compileFilter)
{
    auto core = std::make_shared<Core>(store, clock, std::move(compileFilter));
    core->standby = true;
    store.setKeyFilter(core->dead);
    auto catalog = std::make_unique<CatalogImpl>(std::move(core));
    TRY(catalog->loadStandby());
    return catalog;
}

CatalogImpl::CatalogImpl(std::shared_ptr<Core> core)
    : m_core(std::move(core))
    , m_follower(m_core, m_table)
    , m_upkeep(m_core, m_table)
    , m_indexes(m_core, m_table, m_upkeep)
{
}

CatalogImpl::~CatalogImpl()
{
    m_upkeep.stop();
    if (!m_loaded || m_core->store.writesRefused()) {
        return;
    }
    // directories that could not be saved are built again after the next start
    static_cast<void>(saveDirectories(*m_core, m_table.all()).has_value());
}

Result<void> CatalogImpl::load()
{
    CatalogLoader loader(m_core, m_table);
    TRY(loader.load());
    m_loaded = true;
    for (const Entry& collection : m_table.all()) {
        m_upkeep.buildDirectories(collection);
    }
    m_upkeep.watchDamage();
    return {};
}

// The result of reload() does not matter here: lists that were missed concern only readers that
// began before, and there are none yet.
Result<void> CatalogImpl::loadStandby()
{
    auto whole = m_follower.reload();
    TRY(whole);
    return {};
}

Result<void> CatalogImpl::reclaim(const protocol::Namespace& ns,
                                  const Collection::Interruption& interrupted)
{
    const auto found = m_table.require(ns, *m_core);
    TRY(found);
    return m_upkeep.reclaim(*found, interrupted);
}

Result<void> CatalogImpl::checkpoint(const std::string& folder)
{
    // so that the copy starts with directories instead of building them
    storage::passFailpoint("checkpoint-begin");
    TRY(saveDirectories(*m_core, m_table.all()));
    auto copied = m_core->store.checkpoint(folder);
    storage::passFailpoint("checkpoint-done");
    return copied;
}

Result<void> CatalogImpl::startOplog(std::int64_t bytes)
{
    return catalog::startOplog(m_core, m_table, bytes);
}

const Oplog* CatalogImpl::oplog() const
{
    return m_core->oplog.get();
}

void CatalogImpl::setCommitListener(std::function<void()> listener)
{
    m_core->committed = std::move(listener);
}

std::vector<std::shared_ptr<Collection>> CatalogImpl::collections(std::string_view database) const
{
    const auto found = m_table.of(database);
    return {found.begin(), found.end()};
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
    storage::passFailpoint("catalog-create");
    // without the writer lock, so that other writers need not wait for the disk
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
        if (Entry found = m_table.find(ns)) {
            return std::shared_ptr<Collection>(std::move(found));
        }
        auto made = create(ns, {});
        // another thread may have created the collection in the meantime
        if (!made && made.error().serverCode == static_cast<int>(ServerCode::NamespaceExists)
            && m_table.find(ns)) {
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
        // there are no documents: the index is complete and its directory is empty
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
    if (m_table.isTaken(ns)) {
        return protocol::commandError(ServerCode::NamespaceExists,
                                      "Collection " + ns.text() + " already exists.");
    }
    NextIds ids = m_core->nextIds;
    StoredCollection stored{ids.collection++, ns, options.uuid.value_or(freshUuid()), options, {}};
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
    // only now: numbers are not used up by a failed commit
    m_core->nextIds = ids;
    m_table.add(collection);
    return collection;
}

// Puts the removal of a collection's documents, entries and metadata into one batch, so that a
// crash leaves either all of it or nothing.
void CatalogImpl::putRemoval(storage::Batch& batch, const CollectionImpl& collection) const
{
    const std::uint32_t id = collection.id();
    const bool few = collection.isSmall();
    removeAll(m_core->store, batch, recordRange(id), few);
    const auto indexes = collection.indexSet();
    for (const auto& index : *indexes) {
        for (const KeyRange& range : allRanges(*index)) {
            removeAll(m_core->store, batch, range, few);
        }
        batch.remove(Family::Meta, directoryKey(index->id));
    }
    removeAllDeadLists(batch, id, collection.counters().dead);
    batch.remove(Family::Meta, collectionKey(id));
    batch.remove(Family::Meta, figuresKey(id));
    batch.remove(Family::Meta, recordLimitKey(id));
}

// Drops the collections in one commit; returns the number of their indexes. `database`: its name
// when all of it is dropped, for the log. The writer lock is held.
Result<int> CatalogImpl::dropAll(const std::vector<Entry>& collections, std::string_view database)
{
    const auto batch = m_core->store.makeBatch();
    OplogUnit log(m_core->oplog.get(), *batch);
    std::size_t indexes = 0;
    for (const Entry& collection : collections) {
        indexes += collection->indexSet()->size();
        putRemoval(*batch, *collection);
        logDrop(log, *collection);
    }
    if (!database.empty()) {
        logDropDatabase(log, database);
    }
    // Marked before the commit: a reader that takes a snapshot and then finds the mark unset has
    // all data in its snapshot.
    for (const Entry& collection : collections) {
        collection->setDropped(true);
    }
    if (auto committed = commitLogged(*m_core, *batch, log); !committed) {
        for (const Entry& collection : collections) {
            collection->setDropped(false);
        }
        return std::move(committed.error());
    }
    for (const Entry& collection : collections) {
        m_core->dead->forgetCollection(collection->id());
    }
    m_table.remove(collections);
    return static_cast<int>(indexes);
}

Result<int> CatalogImpl::drop(const protocol::Namespace& ns)
{
    std::unique_lock writer(m_core->writer);
    const auto found = m_table.require(ns, *m_core);
    TRY(found);
    Result<int> dropped = dropAll({*found});
    writer.unlock();
    TRY(dropped);
    storage::passFailpoint("catalog-drop");
    TRY(m_core->store.syncJournal());
    m_upkeep.freeDropped({*found});
    return dropped;
}

Result<int> CatalogImpl::dropDatabase(std::string_view database)
{
    std::unique_lock writer(m_core->writer);
    std::vector<Entry> found;
    if (!database.empty()) {
        found = m_table.of(database);
    }
    // dropping the database `local` must not remove the log that records the drop
    std::erase_if(found, [this](const Entry& collection) {
        return m_core->oplog && collection->ns() == oplogNamespace();
    });
    if (found.empty()) {
        return 0;
    }
    TRY(dropAll(found, database));
    writer.unlock();
    storage::passFailpoint("catalog-drop");
    TRY(m_core->store.syncJournal());
    m_upkeep.freeDropped(found);
    return static_cast<int>(found.size());
}

Result<void> CatalogImpl::rename(const protocol::Namespace& from, const protocol::Namespace& to,
                                 bool dropTarget)
{
    TRY(checkName(to));
    std::unique_lock writer(m_core->writer);
    const auto source = m_table.require(from, *m_core);
    TRY(source);
    if (from == to) {
        return protocol::commandError(ServerCode::IllegalOperation,
                                      "Can't rename a collection to itself");
    }
    const Entry target = m_table.find(to);
    if ((target && !dropTarget) || (!target && m_table.isTaken(to))) {
        return protocol::commandError(ServerCode::NamespaceExists, "target namespace exists");
    }
    TRY(commitRename(*source, to, target));
    writer.unlock();
    storage::passFailpoint("catalog-rename");
    TRY(m_core->store.syncJournal());
    if (target) {
        m_upkeep.freeDropped({target});
    }
    return {};
}

Result<void> CatalogImpl::commitRename(const Entry& source, const protocol::Namespace& to,
                                       const Entry& target)
{
    const auto batch = m_core->store.makeBatch();
    if (target) {
        putRemoval(*batch, *target);
    }
    StoredCollection entry = source->stored(*source->indexSet());
    entry.ns = to;
    batch->put(Family::Meta, collectionKey(source->id()), encodeCollection(entry));
    OplogUnit log(m_core->oplog.get(), *batch);
    logRename(log, *source, to, target.get());
    // marked before the commit, as in dropAll()
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
    m_table.rename(source, to);
    return {};
}

Result<void> CatalogImpl::setOptions(const protocol::Namespace& ns,
                                     const CollectionOptions& options)
{
    std::unique_lock writer(m_core->writer);
    const auto found = m_table.require(ns, *m_core);
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
    storage::passFailpoint("catalog-options");
    return m_core->store.syncJournal();
}

} // namespace sandglass::engine::catalog
