// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/collation_upgrade.h"

#include "app/engine/catalog/directory_store.h"
#include "app/engine/catalog/index_change.h"
#include "app/engine/catalog/index_entries.h"
#include "app/engine/collation/collation.h"
#include "app/protocol/server_code.h"

#include <mutex>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

// The version of ICU that made the sort keys. Written to disk.
constexpr std::string_view kOrderVersionKey = "ucol";

// Removes all entries of an index and replaces its state by one that knows nothing of them.
Result<void> emptyIndex(CollectionImpl& collection, const IndexState& index,
                        const IndexDefinition& definition)
{
    Core& core = collection.core();
    auto activity = std::make_shared<IndexActivity>(core.clock.now());
    activity->multikey = index.activity->multikey.load();
    auto state = makeIndexState(index.id, definition, std::move(activity), core.compileFilter);
    TRY(state);
    (*state)->phase = index.phase;
    const std::unique_lock lock(core.writer);
    const auto batch = core.store.makeBatch();
    for (const KeyRange& range : allRanges(index)) {
        removeAll(core.store, *batch, range, collection.isSmall());
    }
    batch->remove(Family::Meta, directoryKey(index.id));
    TRY(core.commit(*batch, storage::Durability::Process));
    return replaceIndexes(collection, {*std::move(state)});
}

bool isDuplicate(const base::Error& error)
{
    return error.serverCode == static_cast<int>(protocol::ServerCode::DuplicateKey);
}

// What remains possible where two documents have equal strings.
IndexDefinition withDuplicates(IndexDefinition definition)
{
    if (definition.isIdIndex()) {
        definition.collation.reset();
    } else {
        definition.unique = false;
        definition.prepareUnique = true;
    }
    return definition;
}

Result<void> rebuild(const std::shared_ptr<CollectionImpl>& collection, const IndexState& index)
{
    TRY(emptyIndex(*collection, index, index.definition));
    auto built = moveDates(collection, index.id);
    if (built || !isDuplicate(built.error())) {
        return built;
    }
    TRY(emptyIndex(*collection, index, withDuplicates(index.definition)));
    return moveDates(collection, index.id);
}

// Writes the version of ICU that made the sort keys; empty: they are of no version.
Result<void> noteOrder(Core& core, std::string_view version)
{
    const std::unique_lock lock(core.writer);
    const auto batch = core.store.makeBatch();
    batch->put(Family::Meta, kOrderVersionKey, version);
    return core.commit(*batch, storage::Durability::Disk);
}

} // namespace

Result<bool> ordersOtherwise(storage::KeyValueStore& store)
{
    std::string version;
    const Result<bool> found = store.get(Family::Meta, kOrderVersionKey, version, nullptr);
    TRY(found);
    return !*found || version != collation::orderVersion();
}

Result<void> rebuildCollatedIndexes(Core& core,
                                    const std::vector<std::shared_ptr<CollectionImpl>>& all)
{
    const auto otherwise = ordersOtherwise(core.store);
    TRY(otherwise);
    if (!*otherwise) {
        return {};
    }
    // a standby with that other version must not read what is written from here on
    TRY(noteOrder(core, {}));
    for (const auto& collection : all) {
        const auto indexes = collection->indexSet();
        for (const auto& index : *indexes) {
            if (index->collation && index->ordered) {
                TRY(rebuild(collection, *index));
            }
        }
    }
    return noteOrder(core, collation::orderVersion());
}

} // namespace sandglass::engine::catalog
