// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog_loader.h"

#include "app/engine/catalog/collation_upgrade.h"
#include "app/engine/catalog/directory_store.h"
#include "app/engine/catalog/index_change.h"
#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/open_store.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::catalog {

using storage::Family;

CatalogLoader::CatalogLoader(std::shared_ptr<Core> core, CollectionTable& table)
    : m_core(std::move(core))
    , m_table(table)
{
}

Result<void> CatalogLoader::load()
{
    TRY(loadNextIds());
    std::vector<Entry> loaded;
    const auto [lower, upper] = collectionKeys();
    const auto entries = m_core->store.iterate(Family::Meta, lower, upper, nullptr);
    for (entries->seekToFirst(); entries->valid(); entries->next()) {
        const auto stored = decodeCollection(collectionIdOf(entries->key()), entries->value());
        TRY(stored);
        auto collection = loadCollection(*stored);
        if (!collection) {
            return std::move(collection.error()).during("opening collection " + stored->ns.text());
        }
        loaded.push_back(*std::move(collection));
    }
    TRY(entries->status());
    // before the repairs: their commits would make the saved directories outdated
    TRY(loadDirectories(*m_core, loaded));
    for (const Entry& collection : loaded) {
        m_table.add(collection);
        if (auto repaired = repair(collection); !repaired) {
            return std::move(repaired.error())
                .during("repairing collection " + collection->ns().text());
        }
    }
    if (auto upgraded = upgradeFormat(); !upgraded) {
        return std::move(upgraded.error()).during("upgrading the data folder");
    }
    // after the version: an earlier program must not open indexes whose keys are sort keys
    if (auto rebuilt = rebuildCollatedIndexes(*m_core, m_table.all()); !rebuilt) {
        return std::move(rebuilt.error()).during("rebuilding indexes with a collation");
    }
    return {};
}

Result<void> CatalogLoader::loadNextIds()
{
    std::string value;
    const Result<bool> found = m_core->store.get(Family::Meta, nextIdsKey(), value, nullptr);
    TRY(found);
    if (!*found) {
        return {};
    }
    const auto ids = decodeNextIds(value);
    TRY(ids);
    m_core->nextIds = *ids;
    return {};
}

Result<CatalogLoader::Entry> CatalogLoader::loadCollection(const StoredCollection& stored)
{
    auto indexes = std::make_shared<IndexSet>();
    const bool clustered = shapeOf(stored.options).clustered;
    for (const StoredIndex& index : stored.indexes) {
        auto activity = std::make_shared<IndexActivity>(m_core->clock.now());
        activity->multikey = index.multikey;
        IndexDefinition definition = index.definition;
        definition.clustered = clustered && indexes->empty();
        auto state
            = makeIndexState(index.id, definition, std::move(activity), m_core->compileFilter);
        if (!state) {
            return std::move(state.error()).during("index " + index.definition.name);
        }
        const bool useless = m_core->ordersOtherwise && (*state)->collation && (*state)->ordered;
        (*state)->phase = useless ? IndexPhase::Building : index.phase;
        indexes->push_back(*std::move(state));
    }
    if (indexes->empty() || !indexes->front()->definition.isIdIndex()) {
        return base::failure(Errc::Storage, "the catalog is damaged: there is no _id index");
    }
    auto collection = std::make_shared<CollectionImpl>(m_core, stored, std::move(indexes));
    TRY(loadCounters(*collection));
    return collection;
}

Result<bool> CatalogLoader::checkOrder()
{
    const auto otherwise = ordersOtherwise(m_core->store);
    TRY(otherwise);
    return std::exchange(m_core->ordersOtherwise, *otherwise) != *otherwise;
}

Result<void> CatalogLoader::loadCounters(CollectionImpl& collection)
{
    std::string value;
    Result<bool> found
        = m_core->store.get(Family::Meta, figuresKey(collection.id()), value, nullptr);
    TRY(found);
    const auto figures = decodeFigures(value);
    if (!*found || !figures) {
        return base::failure(Errc::Storage, "the catalog is damaged: figures are missing");
    }
    CollectionCounters& counters = collection.counters();
    counters.documents = figures->documents;
    counters.bytes = figures->bytes;
    found = m_core->store.get(Family::Meta, recordLimitKey(collection.id()), value, nullptr);
    TRY(found);
    if (*found && value.size() == 8) {
        counters.recordLimit = storage::readU64(value);
    }
    // ids up to the limit may have been used before a crash, so numbering continues after it
    counters.nextRecord = counters.recordLimit;
    if (!m_core->standby) {
        return loadDeadLists(m_core->store, collection.id(), collection.dead(), counters.dead);
    }
    const auto whole
        = followDeadLists(m_core->store, collection.id(), collection.dead(), counters.dead);
    TRY(whole);
    m_missedLists = m_missedLists || !*whole;
    return {};
}

// Removes indexes whose build was interrupted and completes interrupted conversions.
Result<void> CatalogLoader::repair(const Entry& collection)
{
    std::vector<std::uint32_t> unfinished;
    std::vector<std::uint32_t> converting;
    const auto indexes = collection->indexSet();
    for (const auto& index : *indexes) {
        if (index->phase == IndexPhase::Building) {
            unfinished.push_back(index->id);
        }
        if (index->phase == IndexPhase::Converting) {
            converting.push_back(index->id);
        }
    }
    if (!unfinished.empty()) {
        const std::unique_lock lock(m_core->writer);
        TRY(eraseIndexes(*collection, unfinished));
    }
    for (const std::uint32_t id : converting) {
        TRY(moveDates(collection, id));
    }
    return {};
}

// Format 1 had no notes in date entries and no dead records. After a crash during the upgrade, the
// folder still has format 1, with notes in some entries; the next start repeats the upgrade. Format
// 2 had no sort keys: see rebuildCollatedIndexes().
Result<void> CatalogLoader::upgradeFormat()
{
    std::string version;
    const Result<bool> found
        = m_core->store.get(Family::Meta, storage::kFormatKey, version, nullptr);
    TRY(found);
    std::string current;
    storage::appendU32(current, storage::kFormatVersion);
    if (!*found || version == current) {
        return {};
    }
    constexpr std::uint32_t kWithoutNotes = 1;
    const bool addsNotes = version.size() == 4 && storage::readU32(version) == kWithoutNotes;
    for (const Entry& collection : addsNotes ? m_table.all() : std::vector<Entry>()) {
        const auto indexes = collection->indexSet();
        for (const auto& index : *indexes) {
            if (!index->datesApart) {
                continue;
            }
            TRY(moveDates(collection, index->id));
        }
    }
    const std::unique_lock lock(m_core->writer);
    const auto batch = m_core->store.makeBatch();
    batch->put(Family::Meta, storage::kFormatKey, current);
    return m_core->store.commit(*batch, storage::Durability::Disk);
}

} // namespace sandglass::engine::catalog
