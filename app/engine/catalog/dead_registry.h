// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/dead_records.h"
#include "app/engine/storage/key_filter.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

namespace sandglass::engine::catalog {

/// The dead records of all collections as a key filter for the store: which keys belong to a dead
/// record, and which of these compactions may remove. The layout of a key alone identifies its
/// record (app/engine/storage/FORMAT.md). Any thread.
class DeadRegistry final : public storage::KeyFilter
{
public:
    DeadRegistry();

    /// The dead records of a collection; created by the first call.
    std::shared_ptr<DeadRecords> records(std::uint32_t collectionId);
    /// Declares that an index belongs to a collection. Call it before the first entry is written.
    void addIndex(std::uint32_t collectionId, std::uint32_t indexId);
    /// The collection was dropped. Its keys are removed by other means.
    void forgetCollection(std::uint32_t collectionId);

    /// Compactions that begin from now on remove everything of these records; nullptr: nothing of
    /// this collection. The records must be dead on disk as well.
    void release(std::uint32_t collectionId, std::shared_ptr<const DeadRecords::Frozen> dead);
    /// Nothing of these records is left in the store. Their bits are cleared when no reader uses an
    /// older state any more.
    void retire(std::shared_ptr<DeadRecords> records,
                std::shared_ptr<const DeadRecords::Frozen> dead);
    /// Clears the bits of retired records that no reader needs. The writer lock is held.
    void forgetRetired();

    std::unique_ptr<View> forReading(storage::Family family) const override;
    std::unique_ptr<View> forRemoval(storage::Family family) const override;
    bool hides(storage::Family family, storage::Slice key, storage::Slice value) const override;
    std::shared_ptr<const void> hold() const override;

private:
    class ReadingView;
    class RemovalView;

    /// The dead records of a collection.
    struct Grave
    {
        std::shared_ptr<DeadRecords> records;
        std::shared_ptr<const DeadRecords::Frozen> released;
        std::vector<std::uint32_t> indexes;
    };
    /// Records that wait for their readers.
    struct Retired
    {
        std::weak_ptr<const void> readers; ///< readers of states that still have the records
        std::shared_ptr<DeadRecords> records;
        std::shared_ptr<const DeadRecords::Frozen> dead;
    };

    /// The collection that a key's prefix belongs to.
    const Grave* find(storage::Family family, std::uint32_t prefix) const;
    /// The dead records of that collection.
    std::shared_ptr<DeadRecords> recordsOf(storage::Family family, std::uint32_t prefix) const;
    /// The records of that collection that compactions may remove.
    std::shared_ptr<const DeadRecords::Frozen> releasedOf(storage::Family family,
                                                          std::uint32_t prefix) const;

    mutable std::shared_mutex m_mutex;
    std::unordered_map<std::uint32_t, Grave> m_graves; // guarded by m_mutex; by collection
    std::unordered_map<std::uint32_t, std::uint32_t> m_owners; // guarded by m_mutex; by index
    std::shared_ptr<const void> m_generation; // guarded by m_mutex; held by readers
    std::deque<Retired> m_retired; // guarded by m_mutex; in the order of their readers
};

} // namespace sandglass::engine::catalog
