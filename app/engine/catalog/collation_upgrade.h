// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

#include <memory>
#include <vector>

namespace sandglass::engine::catalog {

/// Rewrites the entries of all indexes with a collation if another version of ICU made their sort
/// keys, or an earlier format that had none. Repeats what a crash has interrupted. If strings are
/// equal now that were not before, a unique index becomes one with prepareUnique, and an index on
/// `_id` loses its collation. Call it at the start, before other threads read. Errors: Storage.
Result<void> rebuildCollatedIndexes(Core& core,
                                    const std::vector<std::shared_ptr<CollectionImpl>>& all);

/// Whether another version of ICU made the sort keys of the store's indexes: then they are useless
/// here. Errors: Storage.
Result<bool> ordersOtherwise(storage::KeyValueStore& store);

} // namespace sandglass::engine::catalog
