// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_table.h"

#include <functional>
#include <memory>

namespace sandglass::engine::catalog {

class CatalogLoader;

/// Keeps a standby's collections in step with those of the primary. One thread.
class CatalogFollower
{
public:
    /// `table` must outlive it.
    CatalogFollower(std::shared_ptr<Core> core, CollectionTable& table);

    /// Advances the store and applies the changes; see Catalog::follow(). Errors: Conflict when the
    /// standby must be loaded again; Storage; those of `advance`.
    Result<void> follow(const std::function<Result<bool>()>& advance);
    /// Reads the store's present catalog; the caller holds Core::following once others read. False
    /// when lists of dead records were removed before they were read here. Errors: Storage.
    Result<bool> reload();

private:
    using Entry = CollectionTable::Entry;

    /// The collection of a catalog entry: `known` brought up to date, or a new one when that is
    /// null. `value`: the bytes of `stored`; empty: its indexes are read anew even if these are the
    /// same. Errors: Storage.
    Result<Entry> followed(CatalogLoader& loader, const Entry& known,
                           const StoredCollection& stored, storage::Slice value);

    std::shared_ptr<Core> m_core;
    CollectionTable& m_table;
};

} // namespace sandglass::engine::catalog
