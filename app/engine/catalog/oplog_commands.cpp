// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/oplog_commands.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/engine/catalog/uuid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

bson::Document numberOfRecords(const CollectionImpl& collection)
{
    return bson::makeDocument("numRecords", collection.figures().documents);
}

/// Whether MongoDB has no such collection: a view is there only a document of system.views.
bool isUnlogged(const OplogUnit& log, const CollectionImpl& collection)
{
    return !log.enabled() || collection.shape()->isView();
}

/// The options of a collection as a collMod entry has those before the change.
bson::Document optionsBefore(const CollectionImpl& collection)
{
    const auto uuid = collection.uuid();
    bson::Builder options;
    options.append("uuid", bson::Binary{bson::kUuidSubtype, uuid});
    return options.appendAll(collection.options().listed).take();
}

/// The fields of `after` with another value than in `before`.
bson::Document changedFields(bson::DocumentView before, bson::DocumentView after)
{
    bson::Builder changed;
    for (const bson::Element& field : after) {
        if (!bson::identical(field.value, before[field.key])) {
            changed.append(field.key, field.value);
        }
    }
    return changed.take();
}

/// The value with which collMod takes an option away; nullopt for one that stays.
std::optional<bson::Value> valueOfAbsence(std::string_view option)
{
    if (option == "expireAfterSeconds") {
        return bson::Value::of("off");
    }
    if (option == "validator") {
        return bson::Value::document({});
    }
    if (option == "changeStreamPreAndPostImages") {
        return bson::Value::document(bson::makeDocument("enabled", false));
    }
    return option == "max" ? std::optional(bson::Value::of(std::int64_t{0})) : std::nullopt;
}

/// The name of an option in collMod.
std::string_view nameInCollMod(std::string_view option)
{
    if (option == "size") {
        return "cappedSize";
    }
    return option == "max" ? "cappedMax" : option;
}

/// Whether an option has come only with a validator, as its usual value.
bool isUsualValue(const bson::Element& option)
{
    return (option.key == "validationLevel" && option.value.asString() == "strict")
        || (option.key == "validationAction" && option.value.asString() == "error");
}

/// The arguments of the collMod that leads from some options to others.
bson::Document changedOptions(bson::DocumentView before, bson::DocumentView after)
{
    bson::Builder changed;
    const bson::Document fields = changedFields(before, after);
    for (const bson::Element& option : fields.view()) {
        const bool besides = fields.contains("validator") && !before.contains(option.key);
        if (besides && isUsualValue(option)) {
            continue;
        }
        if (option.key == "timeseries") {
            changed.append(
                option.key,
                changedFields(before[option.key].asDocument(), option.value.asDocument()));
        } else {
            changed.append(nameInCollMod(option.key), option.value);
        }
    }
    for (const bson::Element& option : before) {
        if (const auto gone = valueOfAbsence(option.key); gone && !after.contains(option.key)) {
            changed.append(nameInCollMod(option.key), *gone);
        }
    }
    return changed.take();
}

/// The `index` of the collMod that leads from one definition to another, and the values before.
std::pair<bson::Document, bson::Document> changedIndex(const IndexDefinition& before,
                                                       const IndexDefinition& after)
{
    bson::Builder now;
    bson::Builder old;
    now.append("name", after.name);
    const std::int64_t oldSeconds = before.listEntry()["expireAfterSeconds"].toInt64();
    const std::int64_t seconds = after.listEntry()["expireAfterSeconds"].toInt64();
    if (seconds != oldSeconds || before.isTtl() != after.isTtl()) {
        now.append("expireAfterSeconds", seconds);
    }
    if (seconds != oldSeconds && before.isTtl()) {
        old.append("expireAfterSeconds", oldSeconds);
    }
    if (after.hidden != before.hidden) {
        now.append("hidden", after.hidden);
        old.append("hidden", before.hidden);
    }
    if (after.unique != before.unique) {
        now.append(after.unique ? "unique" : "forceNonUnique", true);
    } else if (after.prepareUnique != before.prepareUnique) {
        now.append("prepareUnique", after.prepareUnique);
        old.append("prepareUnique", before.prepareUnique);
    }
    return {now.take(), old.take()};
}

} // namespace

void logCreate(OplogUnit& log, const CollectionImpl& collection)
{
    if (isUnlogged(log, collection)) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    bson::Builder o;
    o.append("create", ns.collection).appendAll(collection.options().listed);
    if (const auto shape = collection.shape(); !shape->clustered && !shape->timeSeries) {
        o.append("idIndex", collection.indexSet()->front()->definition.listEntry());
    }
    log.command(ns, &collection, o.take());
}

void logDrop(OplogUnit& log, const CollectionImpl& collection)
{
    if (isUnlogged(log, collection)) {
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
    if (isUnlogged(log, collection)) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    bson::Builder o;
    o.append("collMod", ns.collection);
    o.appendAll(changedOptions(collection.options().listed, listed));
    log.command(ns, &collection, o.take(),
                bson::makeDocument("collectionOptions_old", optionsBefore(collection)));
}

void logIndexCreated(OplogUnit& log, const CollectionImpl& collection, const IndexDefinition& index)
{
    // MongoDB expires buckets without that index
    if (!log.enabled() || index.name == kBucketExpiryIndex) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    bson::Builder o;
    o.append("createIndexes", ns.collection).appendAll(index.listEntry());
    log.command(ns, &collection, o.take());
}

void logIndexesBuilt(OplogUnit& log, const CollectionImpl& collection,
                     const std::vector<IndexDefinition>& indexes)
{
    if (indexes.size() == 1) {
        logIndexCreated(log, collection, indexes.front());
    }
    if (!log.enabled() || indexes.size() <= 1) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    const auto build = freshUuid();
    bson::Builder o;
    o.append("commitIndexBuild", ns.collection);
    o.append("indexBuildUUID", bson::Binary{bson::kUuidSubtype, build}).beginArray("indexes");
    for (const IndexDefinition& index : indexes) {
        o.push(index.listEntry());
    }
    log.command(ns, &collection, o.end().take());
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
    if (!log.enabled() || after.definition.listEntry() == before.definition.listEntry()) {
        return;
    }
    const protocol::Namespace ns = collection.ns();
    const auto [now, old] = changedIndex(before.definition, after.definition);
    log.command(ns, &collection, bson::makeDocument("collMod", ns.collection, "index", now),
                bson::makeDocument("collectionOptions_old", optionsBefore(collection),
                                   "indexOptions_old", old));
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
