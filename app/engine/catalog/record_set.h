// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/types.h"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace sandglass::engine::catalog {

/// A set of record ids, with one bit per record where ids are dense. Used to return each document
/// once.
class RecordSet
{
public:
    /// Adds an id. False if it was already in the set.
    bool insert(RecordId id)
    {
        std::uint64_t& word = m_chunks[id >> 16U][(id >> 6U) & 0x3FFU];
        const std::uint64_t bit = 1ULL << (id & 0x3FU);
        if ((word & bit) != 0) {
            return false;
        }
        word |= bit;
        ++m_size;
        return true;
    }

    /// Number of ids.
    std::int64_t size() const { return m_size; }

private:
    std::unordered_map<std::uint64_t, std::array<std::uint64_t, 1024>> m_chunks; ///< 64 Ki ids each
    std::int64_t m_size = 0;
};

} // namespace sandglass::engine::catalog
