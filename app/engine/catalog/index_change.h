// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace sandglass::engine::catalog {

/// Fills new indexes, already published in phase Building, with the documents that were there
/// before them, and makes them Ready. Takes the writer lock for about a thousand documents at a
/// time; writers keep the indexes meanwhile. On failure nothing is left of the indexes. Errors:
/// 11000, 171, 175 when the collection was dropped, 276 when an index was, Storage.
Result<void> buildIndexes(const std::shared_ptr<CollectionImpl>& collection,
                          const std::vector<std::uint32_t>& indexIds);

/// Puts the dates of an index where a TTL index has them, a thousand documents at a time: for an
/// index in phase Converting, which becomes Ready, and for one that an earlier format wrote. May be
/// repeated after a crash. Errors: 175, 276, Storage.
Result<void> moveDates(const std::shared_ptr<CollectionImpl>& collection, std::uint32_t indexId);

/// Takes indexes out of a collection together with all their entries. Called under the writer lock.
/// When it fails, the collection is as before. Errors: Storage.
Result<void> eraseIndexes(CollectionImpl& collection, const std::vector<std::uint32_t>& indexIds);

/// Replaces the states of some indexes, on disk and then for everybody. Called under the writer
/// lock. Errors: Storage.
Result<void> replaceIndexes(CollectionImpl& collection,
                            const std::vector<std::shared_ptr<const IndexState>>& states);

} // namespace sandglass::engine::catalog
