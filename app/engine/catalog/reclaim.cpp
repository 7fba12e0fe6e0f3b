// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/reclaim.h"

#include "app/engine/catalog/index_entries.h"
#include "app/engine/storage/key_codec.h"

#include <future>
#include <mutex>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;
using storage::KeySpan;

constexpr base::Millis kListsAreKept{60'000};

/// The dead of the moment that a reclaim begins with.
struct Dying
{
    std::shared_ptr<const DeadRecords::Frozen> dead;
    std::uint64_t endOfLists = 0;
    std::int64_t records = 0;
    std::vector<KeySpan> documents; ///< in Records
    std::vector<KeySpan> indexes; ///< in Indexes and in Dates
};

KeySpan spanOf(std::uint32_t prefix)
{
    KeySpan span;
    storage::appendU32(span.from, prefix);
    span.to = storage::successor(span.from);
    return span;
}

// An index may have entries in both families: what an ordinary index had stays until here when it
// became a TTL index.
Dying beginReclaim(CollectionImpl& collection)
{
    Core& core = collection.core();
    const std::unique_lock lock(core.writer);
    core.dead->forgetRetired();
    Dying dying;
    if (collection.dropped() || collection.unreclaimed() == 0) {
        return dying;
    }
    dying.dead = std::make_shared<const DeadRecords::Frozen>(collection.dead().freeze());
    dying.endOfLists = collection.counters().dead.nextList;
    dying.records = collection.counters().dead.listed;
    dying.documents.push_back(spanOf(collection.id()));
    for (const auto& index : *collection.indexSet()) {
        dying.indexes.push_back(spanOf(index->id));
    }
    return dying;
}

// The documents are about as much work as all their entries are.
Result<bool> dropEverywhere(Core& core, const Dying& dying)
{
    auto documents = std::async(
        [&] { return core.store.dropReleased(Family::Records, dying.documents, core.stopping); });
    auto whole = core.store.dropReleased(Family::Indexes, dying.indexes, core.stopping);
    if (whole && *whole) {
        whole = core.store.dropReleased(Family::Dates, dying.indexes, core.stopping);
    }
    auto wholeDocuments = documents.get();
    return whole && *whole ? wholeDocuments : whole;
}

Result<void> endReclaim(CollectionImpl& collection, const Dying& dying)
{
    Core& core = collection.core();
    // a standby that opens the folder later must not meet the records in the journal
    const auto journal = core.store.endJournal();
    TRY(journal);
    const std::unique_lock lock(core.writer);
    if (collection.dropped()) {
        return {};
    }
    DeadFigures& figures = collection.counters().dead;
    const auto batch = core.store.makeBatch();
    putDoneLists(*batch, collection.id(), figures, {dying.endOfLists, dying.records});
    // no data changes, so saved directories stay true
    TRY(core.store.commit(*batch, storage::Durability::Process));
    figures.listed -= dying.records;
    figures.doneBelow = dying.endOfLists;
    figures.hasDoneLists = true;
    figures.doneJournal = *journal;
    figures.doneAt = core.clock.now();
    core.dead->retire(collection.sharedDead(), dying.dead);
    core.dead->forgetRetired();
    return {};
}

} // namespace

Result<void> forgetDoneLists(CollectionImpl& collection)
{
    Core& core = collection.core();
    DeadFigures& figures = collection.counters().dead;
    if (!figures.hasDoneLists) { // asked after every visit, of every collection
        return {};
    }
    const std::unique_lock lock(core.writer);
    if (collection.dropped()) {
        return {};
    }
    // a standby that runs reads the lists many times a second
    const bool longAgo = core.clock.now() - figures.doneAt >= kListsAreKept;
    if (!longAgo || core.store.oldestJournal() < figures.doneJournal) {
        return {};
    }
    const auto batch = core.store.makeBatch();
    removeDoneLists(*batch, collection.id(), figures);
    auto committed = core.store.commit(*batch, storage::Durability::Process);
    if (committed) {
        figures.hasDoneLists = false;
    }
    return committed;
}

Result<bool> reclaimDead(CollectionImpl& collection)
{
    Core& core = collection.core();
    const std::lock_guard alone(core.reclaiming);
    const Dying dying = beginReclaim(collection);
    if (!dying.dead) {
        return true;
    }
    // a compaction cannot be taken back, so the disk has to know first that the records are dead
    TRY(core.store.syncJournal());
    core.dead->release(collection.id(), dying.dead);
    auto whole = dropEverywhere(core, dying);
    core.dead->release(collection.id(), nullptr);
    if (!whole || !*whole) {
        return whole;
    }
    TRY(endReclaim(collection, dying));
    return true;
}

} // namespace sandglass::engine::catalog
