// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog_impl.h"
#include "app/engine/catalog/oplog_commands.h"
#include "app/protocol/server_code.h"

#include <mutex>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

CollectionOptions oplogOptions(std::int64_t bytes)
{
    return {bson::makeDocument("capped", true, "size", bytes)};
}

/// Log entries have no _id; a sparse index has no keys for them, so that it agrees with them.
IndexDefinition oplogIdIndex()
{
    IndexDefinition definition;
    definition.name = "_id_";
    definition.key = bson::makeDocument("_id", 1);
    definition.sparse = true;
    return definition;
}

} // namespace

// Called under the writer lock.
Result<CatalogImpl::Entry> CatalogImpl::addOplog(std::int64_t bytes)
{
    NextIds ids = m_core->nextIds;
    StoredCollection stored{
        ids.collection++, oplogNamespace(), freshUuid(), oplogOptions(bytes), {}};
    auto idIndex = makeIndexState(ids.index++, oplogIdIndex(),
                                  std::make_shared<IndexActivity>(m_core->clock.now()),
                                  m_core->compileFilter);
    TRY(idIndex);
    auto indexes = std::make_shared<const IndexSet>(IndexSet{*std::move(idIndex)});
    auto collection = std::make_shared<CollectionImpl>(m_core, stored, indexes);
    const auto batch = m_core->store.makeBatch();
    collection->putEntry(*batch, *indexes);
    batch->put(Family::Meta, figuresKey(stored.id), encodeFigures({}));
    batch->put(Family::Meta, nextIdsKey(), encodeNextIds(ids));
    TRY(m_core->commit(*batch, storage::Durability::Process));
    m_core->nextIds = ids;
    const std::unique_lock lock(m_mutex);
    m_collections.emplace(oplogNamespace(), collection);
    return collection;
}

Result<void> CatalogImpl::startOplog(std::int64_t bytes)
{
    const std::unique_lock writer(m_core->writer);
    Entry collection = lookUp(oplogNamespace());
    if (!collection) {
        auto added = addOplog(bytes);
        TRY(added);
        collection = *std::move(added);
    }
    auto oplog = std::make_unique<Oplog>(*collection, bytes);
    TRY(oplog->load());
    const bool isNew = oplog->last() == bson::Timestamp();
    m_core->oplog = std::move(oplog);
    const auto batch = m_core->store.makeBatch();
    // another size than last time
    collection->setOptions(oplogOptions(bytes));
    collection->putEntry(*batch, *collection->indexSet());
    OplogUnit log(m_core->oplog.get(), *batch);
    log.message(bson::makeDocument("msg", isNew ? "initiating set" : "new primary"));
    return commitLogged(*m_core, *batch, log);
}

const Oplog* CatalogImpl::oplog() const
{
    return m_core->oplog.get();
}

void CatalogImpl::setCommitListener(std::function<void()> listener)
{
    m_core->committed = std::move(listener);
}

} // namespace sandglass::engine::catalog
