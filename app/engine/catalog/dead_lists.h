// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/engine/catalog/dead_records.h"
#include "app/engine/storage/key_value_store.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {

/// What is on disk about a collection's dead records. Guarded by the writer lock.
struct DeadFigures
{
    std::uint64_t nextList = 1; ///< number of the next list
    /// Lists with smaller numbers are done: the tables hold nothing of their records. The lists
    /// stay until no standby can find the records in the journal.
    std::uint64_t doneBelow = 1;
    std::atomic<bool> hasDoneLists{
        false}; ///< some of those lists still exist; may be read at any time
    std::atomic<std::int64_t> listed{0}; ///< records in the lists that are not done; may be read at
                                         ///< any time
    std::uint64_t doneJournal = 0; ///< first journal file without records of lists that are done
    base::Time doneAt{}; ///< when the last list was done
};

/// A dead list as bytes: the ascending ids, each as its distance from the previous one, in groups
/// of 7 bits, least significant first.
std::string encodeRecordIds(std::span<const RecordId> ascending);
/// Decodes encodeRecordIds(). Errors: Storage for anything else.
Result<std::vector<RecordId>> decodeRecordIds(storage::Slice bytes);

/// Adds a list of records that died, and the figures, to a batch. `ids`: ascending.
void putDeadList(storage::Batch& batch, std::uint32_t collectionId, const DeadFigures& figures,
                 std::span<const RecordId> ids);
/// Records in a batch that the lists with numbers below `end`, with `records` ids, are done.
void putDoneLists(storage::Batch& batch, std::uint32_t collectionId, const DeadFigures& figures,
                  std::pair<std::uint64_t, std::int64_t> endAndRecords);
/// Removes the lists that are done.
void removeDoneLists(storage::Batch& batch, std::uint32_t collectionId, const DeadFigures& figures);
/// Removes everything about a collection's dead records.
void removeAllDeadLists(storage::Batch& batch, std::uint32_t collectionId,
                        const DeadFigures& figures);
/// For a standby: reads the lists from `figures.nextList` on, marks their records as dead and
/// updates the figures. False when lists were removed before they could be read: what was taken
/// from the journal may then hold their records. Errors: Storage.
Result<bool> followDeadLists(storage::KeyValueStore& store, std::uint32_t collectionId,
                             DeadRecords& records, DeadFigures& figures);
/// At opening: reads the lists that are not done. Errors: Storage, also for a list with another
/// number of records than recorded.
Result<void> loadDeadLists(storage::KeyValueStore& store, std::uint32_t collectionId,
                           DeadRecords& records, DeadFigures& figures);

} // namespace sandglass::engine::catalog
