// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection_impl.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace sandglass::engine::catalog {

/// Fills new indexes, which are already published in phase Building, with the existing documents,
/// and makes them Ready. Takes the writer lock for about a thousand documents at a time; writers
/// maintain the indexes meanwhile. `interrupted` is called before each of these parts, without the
/// lock. On failure nothing of the indexes remains. Errors: DuplicateKey,
/// CannotIndexParallelArrays, QueryPlanKilled when the collection was dropped, IndexBuildAborted
/// when an index was (all server), Storage; those of `interrupted`.
Result<void> buildIndexes(const std::shared_ptr<CollectionImpl>& collection,
                          const std::vector<std::uint32_t>& indexIds,
                          const Collection::Interruption& interrupted);

/// Moves the dates of an index to where a TTL index has them, a thousand documents at a time: for
/// an index in phase Converting, which becomes Ready, and for one from an earlier format. Can be
/// repeated after a crash. Errors: QueryPlanKilled, IndexBuildAborted (server), Storage.
Result<void> moveDates(const std::shared_ptr<CollectionImpl>& collection, std::uint32_t indexId);

/// Removes indexes with all their entries from a collection. The writer lock is held. On failure
/// the collection is unchanged. Errors: Storage.
Result<void> eraseIndexes(CollectionImpl& collection, const std::vector<std::uint32_t>& indexIds);

/// Replaces the states of some indexes, on disk and in memory. The writer lock is held. Errors:
/// Storage.
Result<void> replaceIndexes(CollectionImpl& collection,
                            const std::vector<std::shared_ptr<const IndexState>>& states);

} // namespace sandglass::engine::catalog
