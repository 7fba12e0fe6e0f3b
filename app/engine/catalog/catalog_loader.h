// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_table.h"

#include <memory>

namespace sandglass::engine::catalog {

/// Reads the catalog of a store into memory. One thread.
class CatalogLoader
{
public:
    using Entry = CollectionTable::Entry;

    /// `table` must outlive it.
    CatalogLoader(std::shared_ptr<Core> core, CollectionTable& table);

    /// Fills the empty table and repairs what a crash left: indexes being built, conversions, an
    /// earlier format. Errors: Storage.
    Result<void> load();
    /// One collection with its indexes and counters, not yet in the table. Errors: Storage.
    Result<Entry> loadCollection(const StoredCollection& stored);
    /// Reads the values that change with every write: figures, record numbers and dead records.
    /// Errors: Storage.
    Result<void> loadCounters(CollectionImpl& collection);
    /// On a standby: decides whether indexes with a collation serve reads; they do not while their
    /// sort keys are those of another version of ICU. Returns whether that has changed. Errors:
    /// Storage.
    Result<bool> checkOrder();
    /// On a standby: whether the primary removed lists of dead records that were not read here yet.
    bool missedLists() const { return m_missedLists; }

private:
    // The steps of load(). Errors: Storage.
    Result<void> loadNextIds();
    Result<void> repair(const Entry& collection);
    Result<void> upgradeFormat();

    std::shared_ptr<Core> m_core;
    CollectionTable& m_table;
    bool m_missedLists = false;
};

} // namespace sandglass::engine::catalog
