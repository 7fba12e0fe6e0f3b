// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/dead_records.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

std::uint64_t chunkOf(RecordId id)
{
    return id >> DeadRecords::kChunkBits;
}

std::size_t wordOf(RecordId id)
{
    return (id >> 6U) % DeadRecords::kChunkWords;
}

std::uint64_t bitOf(RecordId id)
{
    return 1ULL << (id % 64);
}

// The bits of a word from bit `first` to bit `last`.
std::uint64_t bitsBetween(unsigned first, unsigned last)
{
    const std::uint64_t upTo = last == 63 ? ~0ULL : (1ULL << (last + 1)) - 1;
    return upTo & ~((1ULL << first) - 1);
}

// Collects stretches of set bits.
class Stretches
{
public:
    explicit Stretches(std::uint64_t least)
        : m_least(least)
    {
    }

    // 64 records from `first` on; each word follows the one before.
    void add(RecordId first, std::uint64_t bits)
    {
        if (bits == 0) {
            end();
        } else if (bits == ~0ULL) {
            go(first, 64);
        } else {
            addEach(first, bits);
        }
    }
    // All of them; the last call.
    std::vector<std::pair<RecordId, RecordId>> take()
    {
        end();
        return std::move(m_found);
    }

private:
    void addEach(RecordId first, std::uint64_t bits)
    {
        for (unsigned bit = 0; bit < 64; ++bit) {
            if ((bits >> bit & 1U) != 0) {
                go(first + bit, 1);
            } else {
                end();
            }
        }
    }
    void go(RecordId from, std::uint64_t records)
    {
        m_begin = m_length == 0 ? from : m_begin;
        m_length += records;
    }
    void end()
    {
        if (m_length >= m_least) {
            m_found.emplace_back(m_begin, m_begin + m_length - 1);
        }
        m_length = 0;
    }

    std::uint64_t m_least;
    RecordId m_begin = 0;
    std::uint64_t m_length = 0;
    std::vector<std::pair<RecordId, RecordId>> m_found;
};

} // namespace

bool DeadRecords::Frozen::containsAny(RecordId first, RecordId last) const
{
    if (chunks.empty() || last < first) {
        return false;
    }
    const RecordId begin = firstChunk << kChunkBits;
    const RecordId end = begin + (RecordId{chunks.size()} << kChunkBits) - 1;
    first = std::max(first, begin);
    last = std::min(last, end);
    for (RecordId id = first; id <= last && id >= first; id = (id | 63U) + 1) {
        const auto& words = chunks[(id >> kChunkBits) - firstChunk];
        if (!words) {
            id |= (1ULL << kChunkBits) - 1; // the rest of the chunk
            continue;
        }
        const RecordId lastOfWord = std::min<RecordId>(last, id | 63U);
        const std::uint64_t bits = bitsBetween(id % 64, lastOfWord % 64);
        if (((*words)[wordOf(id)] & bits) != 0) {
            return true;
        }
    }
    return false;
}

std::vector<std::pair<RecordId, RecordId>> DeadRecords::Frozen::stretches(std::uint64_t least) const
{
    Stretches stretches(least);
    for (std::size_t at = 0; at < chunks.size(); ++at) {
        const RecordId first = (firstChunk + at) << kChunkBits;
        for (std::size_t word = 0; word < kChunkWords; ++word) {
            stretches.add(first + word * 64, chunks[at] ? (*chunks[at])[word] : 0);
        }
    }
    return stretches.take();
}

std::shared_ptr<DeadRecords::Chunk> DeadRecords::chunk(std::uint64_t number) const
{
    const std::shared_lock lock(m_mutex);
    const auto found = m_chunks.find(number);
    return found == m_chunks.end() ? nullptr : found->second;
}

// Creates the chunk unless another thread did so since the caller looked. The version tells readers
// that their cached pointers are stale.
std::shared_ptr<DeadRecords::Chunk> DeadRecords::madeChunk(std::uint64_t number)
{
    const std::unique_lock lock(m_mutex);
    std::shared_ptr<Chunk>& made = m_chunks[number];
    if (!made) {
        made = std::make_shared<Chunk>();
        m_version.fetch_add(1, std::memory_order_release);
    }
    return made;
}

bool DeadRecords::contains(RecordId id) const
{
    if (none()) {
        return false;
    }
    const auto found = chunk(chunkOf(id));
    return found && ((*found)[wordOf(id)].load(std::memory_order_relaxed) & bitOf(id)) != 0;
}

void DeadRecords::add(std::span<const RecordId> ids)
{
    std::shared_ptr<Chunk> at;
    std::uint64_t number = 0;
    std::int64_t added = 0;
    for (const RecordId id : ids) {
        if (!at || number != chunkOf(id)) {
            number = chunkOf(id);
            at = chunk(number);
            if (!at) {
                at = madeChunk(number);
            }
        }
        const std::uint64_t before
            = (*at)[wordOf(id)].fetch_or(bitOf(id), std::memory_order_relaxed);
        added += (before & bitOf(id)) == 0 ? 1 : 0;
    }
    // after the bits: release pairs with none(), so a reader that sees the count also sees the bits
    m_count.fetch_add(added, std::memory_order_release);
}

DeadRecords::Frozen DeadRecords::freeze() const
{
    Frozen copy;
    const std::shared_lock lock(m_mutex);
    if (m_chunks.empty()) {
        return copy;
    }
    const auto [first, last]
        = std::minmax_element(m_chunks.begin(), m_chunks.end(),
                              [](const auto& a, const auto& b) { return a.first < b.first; });
    copy.firstChunk = first->first;
    copy.chunks.resize(last->first - first->first + 1);
    for (const auto& [number, words] : m_chunks) {
        auto copied = std::make_unique<Words>();
        for (std::size_t i = 0; i < kChunkWords; ++i) {
            (*copied)[i] = (*words)[i].load(std::memory_order_relaxed);
        }
        copy.chunks[number - copy.firstChunk] = std::move(copied);
    }
    return copy;
}

void DeadRecords::forget(const Frozen& dead)
{
    std::int64_t cleared = 0;
    const std::unique_lock lock(m_mutex);
    for (std::size_t at = 0; at < dead.chunks.size(); ++at) {
        const auto found = m_chunks.find(dead.firstChunk + at);
        if (!dead.chunks[at] || found == m_chunks.end()) {
            continue;
        }
        const Words& words = *dead.chunks[at];
        bool empty = true;
        for (std::size_t i = 0; i < kChunkWords; ++i) {
            // documents that died since freeze() have bits that the frozen copy lacks; these stay
            const std::uint64_t before
                = (*found->second)[i].fetch_and(~words[i], std::memory_order_relaxed);
            cleared += std::popcount(before & words[i]);
            empty = empty && (before & ~words[i]) == 0;
        }
        if (empty) {
            m_chunks.erase(found);
        }
    }
    m_version.fetch_add(1, std::memory_order_release);
    m_count.fetch_sub(cleared, std::memory_order_release);
}

bool DeadRecords::Reader::contains(RecordId id)
{
    if (m_records.none()) {
        return false;
    }
    const std::uint64_t number = chunkOf(id);
    const std::uint64_t version = m_records.m_version.load(std::memory_order_acquire);
    if (m_version != version || m_number != number) {
        m_chunk = m_records.chunk(number);
        m_number = number;
        m_version = version;
    }
    return m_chunk && ((*m_chunk)[wordOf(id)].load(std::memory_order_relaxed) & bitOf(id)) != 0;
}

} // namespace sandglass::engine::catalog
