// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/collation.h"
#include "app/bson/compare.h"
#include "app/bson/value.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

/// Numbers distinct values in the order of their first appearance. Equality is bson::equal(), with
/// a collation if there is one. An open hash table of positions: a lookup copies nothing and rarely
/// compares.
class ValueIndex
{
public:
    /// `collation`: of strings; null: by their bytes.
    explicit ValueIndex(bson::CollationPtr collation = nullptr)
        : m_collation(std::move(collation))
    {
    }
    /// Adds a value if it is new. Returns its position, and whether it is new.
    std::pair<std::size_t, bool> insert(bson::ValueView value)
    {
        if ((m_values.size() + 1) * 2 > m_slots.size()) {
            grow();
        }
        const std::size_t hash = bson::hash(value, m_collation.get());
        const std::size_t slot = find(value, hash);
        if (m_slots[slot] != 0) {
            return {m_slots[slot] - 1, false};
        }
        m_values.emplace_back(value);
        m_hashes.push_back(hash);
        m_slots[slot] = static_cast<std::uint32_t>(m_values.size());
        return {m_values.size() - 1, true};
    }
    /// Whether the value was inserted.
    bool contains(bson::ValueView value) const
    {
        return !m_slots.empty() && m_slots[find(value, bson::hash(value, m_collation.get()))] != 0;
    }
    /// The position of a value; nullopt when it was not inserted.
    std::optional<std::size_t> position(bson::ValueView value) const
    {
        if (m_slots.empty()) {
            return std::nullopt;
        }
        const std::uint32_t slot = m_slots[find(value, bson::hash(value, m_collation.get()))];
        return slot == 0 ? std::nullopt : std::optional<std::size_t>(slot - 1);
    }
    /// The distinct values, by position.
    const std::vector<bson::Value>& values() const { return m_values; }
    /// Number of distinct values.
    std::size_t size() const { return m_values.size(); }

private:
    static constexpr std::size_t kFirstSlots = 16;

    // The slot that holds `value`, or the free slot where it belongs. There always is a free one.
    std::size_t find(bson::ValueView value, std::size_t hash) const
    {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t slot = spread(hash) & mask;
        while (m_slots[slot] != 0) {
            const std::size_t position = m_slots[slot] - 1;
            if (m_hashes[position] == hash
                && bson::equal(m_values[position], value, m_collation.get())) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }
    /// Doubles the number of slots.
    void grow()
    {
        const std::size_t size = m_slots.empty() ? kFirstSlots : m_slots.size() * 2;
        m_slots.assign(size, 0);
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            std::size_t slot = spread(m_hashes[i]) & (size - 1);
            while (m_slots[slot] != 0) {
                slot = (slot + 1) & (size - 1);
            }
            m_slots[slot] = static_cast<std::uint32_t>(i + 1);
        }
    }
    // The hash of an integer is the integer itself. Dates that are multiples of an hour would share
    // their low bits, so the bits are mixed.
    static std::size_t spread(std::size_t hash)
    {
        hash ^= hash >> 32U;
        hash *= 0x9e3779b97f4a7c15U;
        return hash ^ (hash >> 29U);
    }

    std::vector<std::uint32_t> m_slots; ///< position + 1, 0 for free; the size is a power of two
    std::vector<std::size_t> m_hashes;
    std::vector<bson::Value> m_values;
    bson::CollationPtr m_collation;
};

} // namespace sandglass::engine::query
