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

/// What is on disk of a collection's dead records; guarded by the writer lock.
struct DeadFigures
{
    std::uint64_t nextList = 1; ///< number of the next list
    /// Lists with smaller numbers are done: nothing of their records is left in the tables. They
    /// stay until no standby can meet the records in the journal.
    std::uint64_t doneBelow = 1;
    std::atomic<bool> hasDoneLists{
        false}; ///< some of them are still there; may be read at any time
    std::atomic<std::int64_t> listed{0}; ///< records in the lists that are not done; may be read at
                                         ///< any time
    std::uint64_t doneJournal = 0; ///< first journal file without records of lists that are done
    base::Time doneAt{}; ///< when the last list was done
};

/// The bytes of a dead list: the ids, ascending, each as the distance to the one before it in 7-bit
/// groups, least significant first.
std::string encodeRecordIds(std::span<const RecordId> ascending);
/// What encodeRecordIds() made. Errors: Storage for anything else.
Result<std::vector<RecordId>> decodeRecordIds(storage::Slice bytes);

/// Puts a list of records that died into a batch, and the figures with it. `ids` ascend.
void putDeadList(storage::Batch& batch, std::uint32_t collectionId, const DeadFigures& figures,
                 std::span<const RecordId> ids);
/// Notes in a batch that the lists with numbers below `end`, which hold `records` ids, are done.
void putDoneLists(storage::Batch& batch, std::uint32_t collectionId, const DeadFigures& figures,
                  std::pair<std::uint64_t, std::int64_t> endAndRecords);
/// Removes lists that are done.
void removeDoneLists(storage::Batch& batch, std::uint32_t collectionId, const DeadFigures& figures);
/// Removes everything about a collection's dead records.
void removeAllDeadLists(storage::Batch& batch, std::uint32_t collectionId,
                        const DeadFigures& figures);
/// For a standby: reads the lists from `figures.nextList` on; their records die, the figures move
/// on. False when lists were removed before they were read: then the records may be in what was
/// taken from the journal. Errors: Storage.
Result<bool> followDeadLists(storage::KeyValueStore& store, std::uint32_t collectionId,
                             DeadRecords& records, DeadFigures& figures);
/// When a folder is opened: reads the lists that are not done. Errors: Storage, also for lists that
/// do not hold as many records as there should be.
Result<void> loadDeadLists(storage::KeyValueStore& store, std::uint32_t collectionId,
                           DeadRecords& records, DeadFigures& figures);

} // namespace sandglass::engine::catalog
