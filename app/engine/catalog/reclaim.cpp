// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/reclaim.h"

#include "app/engine/catalog/index_entries.h"
#include "app/engine/storage/failpoint.h"
#include "app/engine/storage/key_codec.h"

#include <chrono>
#include <future>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;
using storage::KeySpan;

// Time for a running standby to read the lists of removed documents before they are deleted.
constexpr base::Millis kListsAreKept{60'000};

constexpr std::chrono::milliseconds kBetweenTries{10};

/// The removed documents at the moment that a reclaim begins; later ones wait for the next reclaim.
struct Dying
{
    std::shared_ptr<const DeadRecords::Frozen> dead;
    std::uint64_t endOfLists = 0;
    std::int64_t records = 0;
    std::vector<KeySpan> documents; ///< in Records
    std::vector<KeySpan> stretches; ///< in Records, of documents that are all removed
    std::vector<KeySpan> indexes; ///< in Indexes and in Dates
};

KeySpan spanOf(std::uint32_t prefix)
{
    KeySpan span;
    storage::appendU32(span.from, prefix);
    span.to = storage::successor(span.from);
    return span;
}

// Less than a table has; shorter stretches are not worth a range.
constexpr std::uint64_t kLeastStretch = 4096;

// No document is ever written into such a stretch: record ids are not reused.
std::vector<KeySpan> stretchesOf(const CollectionImpl& collection, const DeadRecords::Frozen& dead)
{
    std::vector<KeySpan> spans;
    for (const auto& [first, last] : dead.stretches(kLeastStretch)) {
        spans.push_back({recordKey(collection.id(), first), recordKey(collection.id(), last + 1)});
    }
    return spans;
}

// An index may have dead entries in both families: an ordinary index that became a TTL index leaves
// those of removed documents in the family Indexes.
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
    dying.stretches = stretchesOf(collection, *dying.dead);
    const auto indexes = collection.indexSet();
    for (const auto& index : *indexes) {
        dying.indexes.push_back(spanOf(index->id));
    }
    return dying;
}

// All families at the same time; the store runs as many of their compactions as it may.
Result<bool> dropEverywhere(Core& core, const Dying& dying, std::atomic<bool>& cancelled)
{
    const auto holdsAny = [&dead = *dying.dead](std::uint64_t first, std::uint64_t last) {
        return dead.containsAny(first, last);
    };
    const storage::ReleasedKeys entries{dying.indexes, {}, holdsAny};
    auto documents = std::async([&] {
        return core.store.dropReleased(Family::Records,
                                       {dying.documents, dying.stretches, holdsAny}, cancelled);
    });
    auto dates
        = std::async([&] { return core.store.dropReleased(Family::Dates, entries, cancelled); });
    auto whole = core.store.dropReleased(Family::Indexes, entries, cancelled);
    storage::passFailpoint("reclaim-indexes");
    for (auto* each : {&documents, &dates}) {
        auto other = each->get();
        whole = whole && *whole ? other : whole;
    }
    storage::passFailpoint("reclaim-records");
    return whole;
}

Result<void> endReclaim(CollectionImpl& collection, const Dying& dying)
{
    Core& core = collection.core();
    // a standby that opens the folder later replays the journal; in a journal that began before
    // this point it would find the removed records again
    const auto journal = core.store.endJournal();
    TRY(journal);
    storage::passFailpoint("reclaim-flushed");
    const std::unique_lock lock(core.writer);
    if (collection.dropped()) {
        return {};
    }
    DeadFigures& figures = collection.counters().dead;
    const auto batch = core.store.makeBatch();
    putDoneLists(*batch, collection.id(), figures, {dying.endOfLists, dying.records});
    // commits directly, not by Core::commit(): no data changes, so saved directories stay current
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
    // the usual case, checked without the lock: this runs for every collection after every visit
    if (!figures.hasDoneLists) {
        return {};
    }
    const std::unique_lock lock(core.writer);
    if (collection.dropped()) {
        return {};
    }
    // a running standby reads the lists many times a second, so a minute is ample
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

Result<bool> reclaimDead(CollectionImpl& collection, std::atomic<bool>& cancelled)
{
    Core& core = collection.core();
    std::unique_lock alone(core.reclaiming, std::defer_lock);
    while (!alone.try_lock()) {
        // another reclaim may take minutes
        if (cancelled) {
            return false;
        }
        std::this_thread::sleep_for(kBetweenTries);
    }
    const Dying dying = beginReclaim(collection);
    if (!dying.dead) {
        return true;
    }
    // A compaction cannot be undone. The lists must be on disk before it begins: otherwise a crash
    // could bring back documents of which some parts are gone.
    storage::passFailpoint("reclaim-frozen");
    TRY(core.store.syncJournal());
    storage::passFailpoint("reclaim-synced");
    core.dead->release(collection.id(), dying.dead);
    auto whole = dropEverywhere(core, dying, cancelled);
    core.dead->release(collection.id(), nullptr);
    if (!whole || !*whole) {
        return whole;
    }
    TRY(endReclaim(collection, dying));
    storage::passFailpoint("reclaim-done");
    return true;
}

} // namespace sandglass::engine::catalog
