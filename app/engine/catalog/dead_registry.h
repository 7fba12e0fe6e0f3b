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

/// The dead records of all collections, as the store asks for them: which keys belong to a dead
/// record, and which of those may be removed for good. Keys name a record by their layout alone
/// (app/engine/storage/FORMAT.md). Any thread.
class DeadRegistry final : public storage::KeyFilter
{
public:
    DeadRegistry();

    /// The dead of a collection; made at the first call.
    std::shared_ptr<DeadRecords> records(std::uint32_t collectionId);
    /// Entries of that index belong to records of that collection. Call before the first entry.
    void addIndex(std::uint32_t collectionId, std::uint32_t indexId);
    /// The collection was dropped; its keys are removed by other means.
    void forgetCollection(std::uint32_t collectionId);

    /// Compactions that begin from now on remove everything of these records; null: nothing of this
    /// collection any more. What is released must be known to the disk as dead.
    void release(std::uint32_t collectionId, std::shared_ptr<const DeadRecords::Frozen> dead);
    /// Nothing of these records is left in the store: their bits go when nobody reads a state any
    /// more that has them.
    void retire(std::shared_ptr<DeadRecords> records,
                std::shared_ptr<const DeadRecords::Frozen> dead);
    /// Takes bits back that nobody needs any more. Call under the writer lock.
    void forgetRetired();

    std::unique_ptr<View> forReading(storage::Family family) const override;
    std::unique_ptr<View> forRemoval(storage::Family family) const override;
    bool hides(storage::Family family, storage::Slice key, storage::Slice value) const override;
    std::shared_ptr<const void> hold() const override;

private:
    class ReadingView;
    class RemovalView;

    struct Grave
    {
        std::shared_ptr<DeadRecords> records;
        std::shared_ptr<const DeadRecords::Frozen> released;
        std::vector<std::uint32_t> indexes;
    };
    struct Retired
    {
        std::weak_ptr<const void> readers; ///< that may see the records without their bits
        std::shared_ptr<DeadRecords> records;
        std::shared_ptr<const DeadRecords::Frozen> dead;
    };

    const Grave* find(storage::Family family, std::uint32_t prefix) const;
    std::shared_ptr<DeadRecords> recordsOf(storage::Family family, std::uint32_t prefix) const;
    std::shared_ptr<const DeadRecords::Frozen> releasedOf(storage::Family family,
                                                          std::uint32_t prefix) const;

    mutable std::shared_mutex m_mutex;
    std::unordered_map<std::uint32_t, Grave> m_graves; // guarded by m_mutex; by collection
    std::unordered_map<std::uint32_t, std::uint32_t> m_owners; // guarded by m_mutex; by index
    std::shared_ptr<const void> m_generation; // guarded by m_mutex; held by readers
    std::deque<Retired> m_retired; // guarded by m_mutex; in the order of their readers
};

} // namespace sandglass::engine::catalog
