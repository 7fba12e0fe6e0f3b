// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/oplog_commands.h"

#include "app/bson/builder.h"

#include <string>

namespace sandglass::engine::catalog {

namespace {

bson::Document numberOfRecords(const CollectionImpl& collection)
{
    return bson::makeDocument("numRecords", collection.figures().documents);
}

} // namespace

void logCreate(OplogUnit& log, const CollectionImpl& collection)
{
    if (!log.enabled()) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    bson::Builder o;
    o.append("create", ns.collection).appendAll(collection.options().listed);
    o.append("idIndex", collection.indexSet()->front()->definition.listEntry());
    log.command(ns, &collection, o.take());
}

void logDrop(OplogUnit& log, const CollectionImpl& collection)
{
    if (!log.enabled()) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    log.command(ns, &collection, bson::makeDocument("drop", ns.collection),
                numberOfRecords(collection));
}

void logDropDatabase(OplogUnit& log, std::string_view database)
{
    if (log.enabled()) {
        log.command({std::string(database), {}}, nullptr,
                    bson::makeDocument("dropDatabase", std::int32_t{1}));
    }
}

void logRename(OplogUnit& log, const CollectionImpl& source, const protocol::Namespace& to,
               const CollectionImpl* target)
{
    if (!log.enabled()) {
        return;
    }
    const protocol::Namespace from = source.ns();
    bson::Builder o;
    o.append("renameCollection", from.text()).append("to", to.text()).append("stayTemp", false);
    if (target == nullptr) {
        log.command(from, &source, o.take());
        return;
    }
    const auto uuid = target->uuid();
    o.append("dropTarget", bson::Binary{bson::kUuidSubtype, uuid});
    log.command(from, &source, o.take(), numberOfRecords(*target));
}

void logOptions(OplogUnit& log, const CollectionImpl& collection, bson::DocumentView listed)
{
    if (!log.enabled()) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    bson::Builder o;
    o.append("collMod", ns.collection).appendAll(listed);
    const bson::Document before
        = bson::makeDocument("collectionOptions_old", collection.options().listed);
    log.command(ns, &collection, o.take(), before);
}

void logIndexCreated(OplogUnit& log, const CollectionImpl& collection, const IndexDefinition& index)
{
    if (!log.enabled()) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    bson::Builder o;
    o.append("createIndexes", ns.collection).appendAll(index.listEntry());
    log.command(ns, &collection, o.take());
}

void logIndexDropped(OplogUnit& log, const CollectionImpl& collection, const IndexDefinition& index)
{
    if (!log.enabled()) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    log.command(ns, &collection,
                bson::makeDocument("dropIndexes", ns.collection, "index", index.name),
                index.listEntry());
}

void logIndexReplaced(OplogUnit& log, const CollectionImpl& collection, const IndexState& before,
                      const IndexState& after)
{
    if (!log.enabled()) {
        return;
    }
    // MongoDB logs an index when its build is complete; until then it does not exist for followers
    if (before.phase == IndexPhase::Building) {
        if (after.phase == IndexPhase::Ready) {
            logIndexCreated(log, collection, after.definition);
        }
        return;
    }
    const bson::Document listed = after.definition.listEntry();
    if (listed == before.definition.listEntry()) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    log.command(ns, &collection, bson::makeDocument("collMod", ns.collection, "index", listed),
                bson::makeDocument("indexOptions_old", before.definition.listEntry()));
}

Result<void> commitLogged(Core& core, storage::Batch& batch, OplogUnit& log)
{
    TRY(log.beforeCommit());
    auto committed = core.commit(batch, storage::Durability::Process);
    TRY(committed);
    log.afterCommit();
    // wakes tailing cursors and change streams
    if (core.committed) {
        core.committed();
    }
    return committed;
}

} // namespace sandglass::engine::catalog
