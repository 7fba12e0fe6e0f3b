// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/background_worker.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/collection_table.h"
#include "app/engine/catalog/damage_finder.h"
#include "app/engine/catalog/index_entries.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {

/// Frees the space of removed documents, builds missing block directories, and finds collections
/// with damaged tables, mostly in the background. Any thread.
class CatalogUpkeep
{
public:
    using Entry = CollectionTable::Entry;

    /// `table` must outlive it.
    CatalogUpkeep(std::shared_ptr<Core> core, const CollectionTable& table);

    /// See Catalog::tend().
    void tend(Catalog::Occasion occasion);
    /// Builds, in the background, the directories of a collection that are missing.
    void buildDirectories(const Entry& collection);
    /// Gives the space of dropped collections back, in the background; the journal was synced since
    /// they were dropped. Waits for readers that began before.
    void freeDropped(const std::vector<Entry>& collections);
    /// From now on looks at what compactions could not read. Call it once.
    void watchDamage();
    /// See Catalog::damaged().
    std::vector<DamagedCollection> damaged() const { return m_damage.found(); }
    /// See Catalog::reclaim(). Errors: Storage; those of `interrupted`; Unsupported after stop().
    Result<void> reclaim(const Entry& collection, const Collection::Interruption& interrupted);
    /// Waits until the work in the background is done.
    void settle() { m_background.settle(); }
    /// Ends the work in the background; later work is dropped.
    void stop();

private:
    void reclaimLater(const Entry& collection);
    /// Looks at the damaged tables in the background, one after the other; other work comes
    /// between.
    void lookForDamage();
    /// Runs `work` in the background, with the right to use the store.
    void post(std::string name, std::function<void()> work);
    /// Frees what waits in m_dropped.
    void free();

    std::shared_ptr<Core> m_core;
    const CollectionTable& m_table;
    DamageFinder m_damage;
    std::mutex m_droppedMutex;
    std::vector<KeyRange> m_dropped; // guarded by m_droppedMutex; to be freed
    BackgroundWorker m_background; ///< last, so that it ends before anything it uses
};

} // namespace sandglass::engine::catalog
