// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

#include <atomic>

namespace sandglass::engine::catalog {

/// Removes the rest of a collection's dead records, their documents and all index entries, by
/// compacting the tables that hold them; then the lists that name them. The order matters: only
/// what the disk knows as dead is removed, and lists stay until every family is done. Slow; readers
/// and writers continue. False when `cancelled` became true or the removal could not be verified;
/// the records stay dead then, and the next call continues. Errors: Storage.
Result<bool> reclaimDead(CollectionImpl& collection, std::atomic<bool>& cancelled);

/// Removes the lists of records that were removed a while ago and are not in the journal any more.
/// Fast. Errors: Storage.
Result<void> forgetDoneLists(CollectionImpl& collection);

} // namespace sandglass::engine::catalog
