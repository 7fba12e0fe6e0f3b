// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/types.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace sandglass::bson {

/// A number of a column: deltas of strings, binary data and decimals have 128 bits.
__extension__ using Wide = unsigned __int128;

/// One number of a Simple-8b block.
struct Slot
{
    bool skipped = false; ///< the row has no value
    Wide number = 0; ///< unsigned, in zigzag form; see fromZigzag()
};

/// The signed number behind a zigzag form, as the two's complement of 128 bits.
Wide fromZigzag(Wide number);

/// Reads the numbers of consecutive Simple-8b blocks of 8 bytes: the lower 4 bits choose how the
/// other bits are cut into numbers. The bytes must outlive the reader. One thread. Source: MongoDB
/// server source, bson/column, README.
class Simple8bReader
{
public:
    /// `wide`: numbers may be shifted by more than 63 bits.
    explicit Simple8bReader(bool wide)
        : m_wide(wide)
    {
    }

    /// Starts with further blocks; all before must have been read. A block of repeats goes on with
    /// the last number of the blocks before, or with 0. `blocks`: a multiple of 8 bytes.
    void open(Bytes blocks) { m_blocks = blocks; }
    /// The next number; nullopt behind the last block. Errors: InvalidInput for an unknown
    /// selector.
    Result<std::optional<Slot>> next();
    /// Whether next() has nothing more to return.
    bool atEnd() const { return m_slotsLeft == 0 && m_blocks.empty(); }

private:
    Result<void> openBlock();
    Slot cut();

    bool m_wide;
    Bytes m_blocks; // not opened yet
    std::uint64_t m_bits = 0; // of the open block that are not read yet
    std::size_t m_slotsLeft = 0; // of the open block
    unsigned m_valueBits = 0; // of a number; 0: the block repeats m_last
    unsigned m_countBits = 0; // of its count of trailing zeros
    unsigned m_zeros = 0; // that one of that count stands for
    Slot m_last;
};

} // namespace sandglass::bson
