// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/types.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

/// The dead records of a collection: invisible to all readers, although documents and index entries
/// are still in the store. One bit per record, in chunks of 65 536 ids. Dead records stay dead and
/// ids are not reused; the bit is cleared when nothing of the record is left. Any thread reads.
class DeadRecords
{
public:
    static constexpr unsigned kChunkBits = 16;
    static constexpr std::size_t kChunkWords = (std::size_t{1} << kChunkBits) / 64;
    /// One bit for each id of a chunk.
    using Words = std::array<std::uint64_t, kChunkWords>;
    /// The dead records of one moment; immutable. Compactions query it for every key.
    struct Frozen
    {
        std::uint64_t firstChunk = 0; ///< number of chunks.front()
        std::vector<std::unique_ptr<const Words>> chunks; ///< null: none of its ids is dead

        /// Whether the record is dead.
        bool contains(RecordId id) const
        {
            const std::uint64_t at = (id >> kChunkBits) - firstChunk; // wraps below the first one
            if (at >= chunks.size() || !chunks[at]) {
                return false;
            }
            return ((*chunks[at])[(id >> 6U) % kChunkWords] & (1ULL << (id % 64))) != 0;
        }
        /// Whether one of the records from `first` to `last` is dead.
        bool containsAny(RecordId first, RecordId last) const;
        /// The stretches of at least `least` records, first and last, that are all dead, in order.
        std::vector<std::pair<RecordId, RecordId>> stretches(std::uint64_t least) const;
    };

    /// Whether no record is dead.
    bool none() const { return m_count.load(std::memory_order_acquire) == 0; }
    /// Number of dead records.
    std::int64_t count() const { return m_count.load(std::memory_order_acquire); }
    /// Whether the record is dead. Any thread.
    bool contains(RecordId id) const;
    /// Marks records as dead; those already dead are not counted again. The writer lock is held.
    void add(std::span<const RecordId> ids);
    /// A copy of all bits. The writer lock is held.
    Frozen freeze() const;
    /// Clears the bits of `dead`, once nothing of those records is left in the store. The writer
    /// lock is held.
    void forget(const Frozen& dead);

    /// A reader that caches the last chunk. One thread. `records` must outlive it.
    class Reader
    {
    public:
        explicit Reader(const DeadRecords& records)
            : m_records(records)
        {
        }
        /// Whether the record is dead.
        bool contains(RecordId id);

    private:
        const DeadRecords& m_records;
        std::shared_ptr<const std::array<std::atomic<std::uint64_t>, kChunkWords>> m_chunk;
        std::uint64_t m_number = 0;
        std::uint64_t m_version = 0; ///< version of the chunks when m_chunk was read
    };

private:
    using Chunk = std::array<std::atomic<std::uint64_t>, kChunkWords>;

    /// The chunk with that number; nullptr if none of its ids is dead.
    std::shared_ptr<Chunk> chunk(std::uint64_t number) const;
    /// The chunk with that number, created if necessary.
    std::shared_ptr<Chunk> madeChunk(std::uint64_t number);

    std::atomic<std::int64_t> m_count{0};
    std::atomic<std::uint64_t> m_version{1}; ///< grows when a chunk is added or removed
    mutable std::shared_mutex m_mutex;
    std::unordered_map<std::uint64_t, std::shared_ptr<Chunk>> m_chunks; // guarded by m_mutex
};

} // namespace sandglass::engine::catalog
