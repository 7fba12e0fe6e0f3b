// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_table.h"

#include <functional>
#include <memory>

namespace sandglass::engine::catalog {

class CatalogLoader;

/// Keeps a standby's collections as the primary has them. One thread.
class CatalogFollower
{
public:
    /// `table` must outlive it.
    CatalogFollower(std::shared_ptr<Core> core, CollectionTable& table);

    /// Moves the store on and takes over what is new; see Catalog::follow().
    Result<void> follow(const std::function<Result<bool>()>& advance);
    /// Takes over the store's catalog as it is now, under the gate once others read. False when
    /// dead records went before they were read here. Errors: Storage.
    Result<bool> reload();

private:
    using Entry = CollectionTable::Entry;

    Result<Entry> followed(CatalogLoader& loader, const Entry& known,
                           const StoredCollection& stored, storage::Slice value);

    std::shared_ptr<Core> m_core;
    CollectionTable& m_table;
};

} // namespace sandglass::engine::catalog
