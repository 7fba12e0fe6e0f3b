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
#include <vector>

namespace sandglass::engine::catalog {

/// Which records of a collection are dead: gone for every reader, although documents and index
/// entries are still in the store. One bit for each record, in chunks of 64 Ki ids. A record never
/// comes back, and its id is never given again; the bit goes when nothing of the record is left.
/// Reading from any thread.
class DeadRecords
{
public:
    static constexpr unsigned kChunkBits = 16;
    static constexpr std::size_t kChunkWords = (std::size_t{1} << kChunkBits) / 64;
    /// One bit for each id of a chunk.
    using Words = std::array<std::uint64_t, kChunkWords>;
    /// The dead of one moment; never changed. Compactions ask it about every key that they move.
    struct Frozen
    {
        std::uint64_t firstChunk = 0; ///< number of chunks.front()
        std::vector<std::unique_ptr<const Words>> chunks; ///< null: none of its ids is dead

        bool contains(RecordId id) const
        {
            const std::uint64_t at = (id >> kChunkBits) - firstChunk; // wraps below the first one
            if (at >= chunks.size() || !chunks[at]) {
                return false;
            }
            return ((*chunks[at])[(id >> 6U) % kChunkWords] & (1ULL << (id % 64))) != 0;
        }
    };

    /// Whether no record is dead.
    bool none() const { return m_count.load(std::memory_order_acquire) == 0; }
    /// Number of dead records.
    std::int64_t count() const { return m_count.load(std::memory_order_acquire); }
    bool contains(RecordId id) const;
    /// Records die; ids that are dead already are not counted again. Call under the writer lock.
    void add(std::span<const RecordId> ids);
    /// A copy of all bits. Call under the writer lock.
    Frozen freeze() const;
    /// Takes the bits of `dead` back, when nothing of those records is left in the store. Call
    /// under the writer lock.
    void forget(const Frozen& dead);

    /// A reader that remembers the chunk that it looked at last. One thread; `records` must outlive
    /// it.
    class Reader
    {
    public:
        explicit Reader(const DeadRecords& records)
            : m_records(records)
        {
        }
        bool contains(RecordId id);

    private:
        const DeadRecords& m_records;
        std::shared_ptr<const std::array<std::atomic<std::uint64_t>, kChunkWords>> m_chunk;
        std::uint64_t m_number = 0;
        std::uint64_t m_version = 0; ///< of the chunks when m_chunk was looked up
    };

private:
    using Chunk = std::array<std::atomic<std::uint64_t>, kChunkWords>;

    std::shared_ptr<Chunk> chunk(std::uint64_t number) const;
    std::shared_ptr<Chunk> madeChunk(std::uint64_t number);

    std::atomic<std::int64_t> m_count{0};
    std::atomic<std::uint64_t> m_version{1}; ///< moves on when a chunk comes or goes
    mutable std::shared_mutex m_mutex;
    std::unordered_map<std::uint64_t, std::shared_ptr<Chunk>> m_chunks; // guarded by m_mutex
};

} // namespace sandglass::engine::catalog
