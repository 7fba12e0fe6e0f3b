// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog_upkeep.h"

#include "app/engine/catalog/date_classes.h"
#include "app/engine/catalog/index_entries.h"
#include "app/engine/catalog/reclaim.h"
#include "app/engine/storage/failpoint.h"

#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

constexpr std::uint64_t kWorthFreeing = 1U << 20U;
constexpr std::chrono::milliseconds kBetweenLooks{50};

// Whether the dead records are a large enough share of a collection to rewrite its tables. The
// share is higher in the middle of a pass, as more may follow soon.
bool isWorthwhile(const CollectionImpl& collection, Catalog::Occasion occasion)
{
    const std::int64_t dead = collection.unreclaimed();
    const std::int64_t all = dead + collection.figures().documents;
    constexpr std::int64_t kHalf = 2;
    constexpr std::int64_t kQuarter = 4;
    switch (occasion) {
    case Catalog::Occasion::Visit:
        return dead * kHalf > all;
    case Catalog::Occasion::PassEnd:
        return dead > 0 && dead * kQuarter >= all;
    case Catalog::Occasion::Idle:
        break;
    }
    return dead > 0;
}

// False when it was cancelled, or when the removal could not be verified.
Result<bool> reclaimAll(CollectionImpl& collection, std::atomic<bool>& cancelled)
{
    const bool rewrites = collection.unreclaimed() > 0;
    auto whole = reclaimDead(collection, cancelled);
    // with dead records it has rewritten all of the collection's tables
    if (!whole || !*whole || rewrites) {
        return whole;
    }
    std::vector<KeyRange> ranges{recordRange(collection.id())};
    const auto indexes = collection.indexSet();
    for (const auto& index : *indexes) {
        const auto own = allRanges(*index);
        ranges.insert(ranges.end(), own.begin(), own.end());
    }
    for (const KeyRange& range : ranges) {
        const std::array spans{storage::KeySpan{range.lower, range.upper}};
        TRY(collection.core().store.dropReleased(range.family, {spans}, cancelled));
        if (cancelled) {
            return false;
        }
    }
    return true;
}

} // namespace

CatalogUpkeep::CatalogUpkeep(std::shared_ptr<Core> core, const CollectionTable& table)
    : m_core(std::move(core))
    , m_table(table)
    , m_damage(*m_core, table)
{
}

void CatalogUpkeep::watchDamage()
{
    m_core->store.setDamageListener([this] { lookForDamage(); });
    // the store may have met some before
    if (!m_core->store.damagedTables().empty()) {
        lookForDamage();
    }
}

void CatalogUpkeep::lookForDamage()
{
    post("damage", [this] {
        if (m_damage.look()) {
            lookForDamage();
        }
    });
}

void CatalogUpkeep::stop()
{
    m_core->store.setDamageListener({});
    m_core->stopping = true;
    m_core->store.wakeRewrites();
    m_background.stop();
}

void CatalogUpkeep::tend(Catalog::Occasion occasion)
{
    if (m_core->standby) {
        return;
    }
    for (const Entry& collection : m_table.all()) {
        // an error has stopped the store's writes and was logged there
        static_cast<void>(forgetDoneLists(*collection).has_value());
        if (isWorthwhile(*collection, occasion) && !m_damage.blocks(*collection)) {
            reclaimLater(collection);
        }
        if (occasion != Catalog::Occasion::Visit) {
            buildDirectories(collection);
        }
    }
    post("free", [this] { free(); });
}

void CatalogUpkeep::post(std::string name, std::function<void()> work)
{
    m_background.post(std::move(name), [this, work = std::move(work)] {
        // not while the store is closed: the next pass asks again
        if (const auto use = m_core->store.uses().enter()) {
            work();
        }
    });
}

void CatalogUpkeep::freeDropped(const std::vector<Entry>& collections)
{
    {
        const std::lock_guard lock(m_droppedMutex);
        for (const Entry& collection : collections) {
            m_dropped.push_back(recordRange(collection->id()));
            const auto indexes = collection->indexSet();
            for (const auto& index : *indexes) {
                const auto ranges = allRanges(*index);
                m_dropped.insert(m_dropped.end(), ranges.begin(), ranges.end());
            }
        }
    }
    post("free", [this] { free(); });
}

void CatalogUpkeep::free()
{
    std::vector<KeyRange> ranges;
    {
        const std::lock_guard lock(m_droppedMutex);
        ranges.swap(m_dropped);
    }
    std::vector<KeyRange> left;
    for (const KeyRange& range : ranges) {
        storage::passFailpoint("drop-range");
        storage::KeyValueStore& store = m_core->store;
        // less than that is soon rewritten anyway
        if (m_core->stopping || store.writesRefused()
            || store.approximateBytes(range.family, range.lower, range.upper).sum()
                < kWorthFreeing) {
            continue;
        }
        const auto freed
            = store.dropRange(range.family, {range.lower, range.upper}, m_core->stopping);
        // an error has stopped the store's writes, or met a damaged table, and was logged there;
        // what is left of the range is then freed when its tables are compacted some day
        if (freed && !*freed) {
            left.push_back(range);
        }
    }
    const std::lock_guard lock(m_droppedMutex);
    m_dropped.insert(m_dropped.end(), left.begin(), left.end());
}

void CatalogUpkeep::reclaimLater(const Entry& collection)
{
    post("reclaim " + std::to_string(collection->id()), [collection] {
        // an error has stopped the store's writes, or met a damaged table, and was logged there
        static_cast<void>(reclaimDead(*collection, collection->core().stopping).has_value());
    });
}

void CatalogUpkeep::buildDirectories(const Entry& collection)
{
    const auto indexes = collection->indexSet(); // a copy: another thread may replace the set
    for (const auto& index : *indexes) {
        const bool wanted = index->datesApart && index->phase == IndexPhase::Ready
            && index->activity->dates->state() == DateDirectory::State::Unused;
        if (!wanted) {
            continue;
        }
        post("directory " + std::to_string(index->id), [collection, name = index->definition.name] {
            // without a directory, counts are made by a scan
            static_cast<void>(collectDates(*collection, name).has_value());
        });
    }
}

// On a thread of its own, because what RocksDB rewrites ends early only when a flag is set.
Result<void> CatalogUpkeep::reclaim(const Entry& collection,
                                    const Collection::Interruption& interrupted)
{
    Result<void> allowed = interrupted();
    TRY(allowed);
    std::atomic<bool> cancelled{false};
    auto work = std::async(std::launch::async, [&] { return reclaimAll(*collection, cancelled); });
    while (work.wait_for(kBetweenLooks) != std::future_status::ready) {
        if (allowed) {
            allowed = interrupted();
        }
        if (!allowed || m_core->stopping) {
            cancelled = true;
            m_core->store.wakeRewrites();
        }
    }
    const auto whole = work.get();
    TRY(allowed);
    TRY(whole);
    if (!*whole) {
        return base::failure(Errc::Unsupported,
                             "reclaiming the space of " + collection->ns().text()
                                 + " was interrupted");
    }
    return {};
}

} // namespace sandglass::engine::catalog
