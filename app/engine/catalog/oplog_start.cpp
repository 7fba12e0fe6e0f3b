// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/oplog_start.h"

#include "app/engine/catalog/oplog_commands.h"
#include "app/engine/catalog/uuid.h"

#include <mutex>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

CollectionOptions oplogOptions(std::int64_t bytes)
{
    return {bson::makeDocument("capped", true, "size", bytes)};
}

/// Log entries have no _id. With a sparse index they need no keys, so verification finds no fault.
IndexDefinition oplogIdIndex()
{
    IndexDefinition definition;
    definition.name = "_id_";
    definition.key = bson::makeDocument("_id", 1);
    definition.sparse = true;
    return definition;
}

/// Creates the collection of the log. The writer lock is held.
Result<CollectionTable::Entry> addOplog(const std::shared_ptr<Core>& core, CollectionTable& table,
                                        std::int64_t bytes)
{
    NextIds ids = core->nextIds;
    StoredCollection stored{
        ids.collection++, oplogNamespace(), freshUuid(), oplogOptions(bytes), {}};
    auto idIndex
        = makeIndexState(ids.index++, oplogIdIndex(),
                         std::make_shared<IndexActivity>(core->clock.now()), core->compileFilter);
    TRY(idIndex);
    auto indexes = std::make_shared<const IndexSet>(IndexSet{*std::move(idIndex)});
    auto collection = std::make_shared<CollectionImpl>(core, stored, indexes);
    const auto batch = core->store.makeBatch();
    collection->putEntry(*batch, *indexes);
    batch->put(Family::Meta, figuresKey(stored.id), encodeFigures({}));
    batch->put(Family::Meta, nextIdsKey(), encodeNextIds(ids));
    TRY(core->commit(*batch, storage::Durability::Process));
    core->nextIds = ids;
    table.add(collection);
    return collection;
}

} // namespace

Result<void> startOplog(const std::shared_ptr<Core>& core, CollectionTable& table,
                        std::int64_t bytes)
{
    const std::unique_lock writer(core->writer);
    CollectionTable::Entry collection = table.find(oplogNamespace());
    if (!collection) {
        auto added = addOplog(core, table, bytes);
        TRY(added);
        collection = *std::move(added);
    }
    auto oplog = std::make_unique<Oplog>(*collection, bytes);
    TRY(oplog->load());
    const bool isNew = oplog->last() == bson::Timestamp();
    core->oplog = std::move(oplog);
    const auto batch = core->store.makeBatch();
    // another size than last time
    collection->setOptions(oplogOptions(bytes));
    collection->putEntry(*batch, *collection->indexSet());
    OplogUnit log(core->oplog.get(), *batch);
    log.message(bson::makeDocument("msg", isNew ? "initiating set" : "new primary"));
    return commitLogged(*core, *batch, log);
}

} // namespace sandglass::engine::catalog
