// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog_impl.h"
#include "app/engine/catalog/date_classes.h"
#include "app/engine/catalog/directory_store.h"
#include "app/engine/catalog/index_change.h"
#include "app/engine/catalog/reclaim.h"
#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/open_store.h"

#include <utility>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

// From which share of a collection's records on the dead ones are worth a rewriting of its tables:
// in the middle of a pass more may follow soon.
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

} // namespace

CatalogImpl::~CatalogImpl()
{
    m_core->stopping = true;
    m_core->store.wakeRewrites();
    m_background.stop();
    if (!m_loaded || m_core->store.writesRefused()) {
        return;
    }
    // what could not be saved is built anew
    static_cast<void>(saveDirectories(*m_core, allCollections()).has_value());
}

std::vector<CatalogImpl::Entry> CatalogImpl::allCollections() const
{
    const std::shared_lock lock(m_mutex);
    std::vector<Entry> all;
    for (const auto& [ns, collection] : m_collections) {
        all.push_back(collection);
    }
    return all;
}

void CatalogImpl::tend(Occasion occasion)
{
    if (m_core->standby) {
        return;
    }
    for (const Entry& collection : allCollections()) {
        // an error has stopped the store's writes and was logged there
        static_cast<void>(forgetDoneLists(*collection).has_value());
        if (isWorthwhile(*collection, occasion)) {
            reclaimLater(collection);
        }
        if (occasion != Occasion::Visit) {
            buildDirectories(collection);
        }
    }
}

void CatalogImpl::reclaimLater(const Entry& collection)
{
    m_background.post("reclaim " + std::to_string(collection->id()), [collection] {
        // an error has stopped the store's writes and was logged there
        static_cast<void>(reclaimDead(*collection).has_value());
    });
}

void CatalogImpl::buildDirectories(const Entry& collection)
{
    const auto indexes = collection->indexSet(); // others may replace it meanwhile
    for (const auto& index : *indexes) {
        const bool wanted = index->datesApart && index->phase == IndexPhase::Ready
            && index->activity->dates->state() == DateDirectory::State::Unused;
        if (!wanted) {
            continue;
        }
        m_background.post("directory " + std::to_string(index->id),
                          [collection, name = index->definition.name] {
                              // questions are answered from a scan when it could not be built
                              static_cast<void>(collectDates(*collection, name).has_value());
                          });
    }
}

Result<void> CatalogImpl::reclaim(const protocol::Namespace& ns)
{
    const auto found = require(ns);
    TRY(found);
    const bool rewrites = (*found)->unreclaimed() > 0;
    const auto whole = reclaimDead(**found);
    TRY(whole);
    if (!*whole) {
        return base::failure(Errc::Unsupported,
                             "giving back the space of " + ns.text() + " was interrupted");
    }
    if (rewrites) { // all of the collection's tables are new now
        return {};
    }
    const auto indexes = (*found)->indexSet();
    for (const auto& index : *indexes) {
        for (const KeyRange& range : allRanges(*index)) {
            TRY(m_core->store.compact(range.family, range.lower, range.upper));
        }
    }
    const KeyRange records = recordRange((*found)->id());
    return m_core->store.compact(records.family, records.lower, records.upper);
}

Result<void> CatalogImpl::checkpoint(const std::string& folder)
{
    TRY(saveDirectories(*m_core, allCollections()));
    return m_core->store.checkpoint(folder);
}

// Format 1 had nothing beside the dates of TTL indexes, and no dead records. A crash on the way
// leaves a folder of format 1, where some dates have their notes already.
Result<void> CatalogImpl::upgradeFormat()
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
    for (const Entry& collection : allCollections()) {
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
