// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/simple8b.h"

#include "app/bson/bytes.h"

#include <array>

namespace sandglass::bson {

namespace {

constexpr std::size_t kBlockBytes = 8;
constexpr unsigned kSelectorBits = 4;
constexpr std::uint64_t kSelectorMask = 15;
constexpr unsigned kBlockBits = 64;
constexpr std::uint64_t kRepeats = 15; // the selector of a block of repeats
constexpr std::size_t kRepeatsOfOne = 120; // repeats for each one of its count

/// How the bits of a block are cut. A number is its value, shifted by its count of zeros.
struct Cut
{
    unsigned valueBits; ///< 0: no such selector
    unsigned countBits = 0;
    unsigned zeros = 0; ///< for each one of the count
};

// Selectors 0 to 14. Selectors 7 and 8 have four more bits, which choose one of the lists below;
// their first entries are the plain ones.
constexpr std::array<Cut, 15> kCuts{
    {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {0}, {0}, {10}, {12}, {15}, {20}, {30}, {60}}};
constexpr std::array<Cut, 10> kCutsOf7{{{7},
                                        {2, 4, 1},
                                        {3, 4, 1},
                                        {4, 4, 1},
                                        {5, 4, 1},
                                        {7, 4, 1},
                                        {10, 4, 1},
                                        {14, 4, 1},
                                        {24, 4, 1},
                                        {52, 4, 1}}};
constexpr std::array<Cut, 14> kCutsOf8{{{8},
                                        {4, 4, 4},
                                        {5, 4, 4},
                                        {7, 4, 4},
                                        {10, 4, 4},
                                        {14, 4, 4},
                                        {24, 4, 4},
                                        {52, 4, 4},
                                        {4, 5, 4},
                                        {6, 5, 4},
                                        {9, 5, 4},
                                        {13, 5, 4},
                                        {23, 5, 4},
                                        {51, 5, 4}}};

/// The cut for a selector and the four bits after it; valueBits is 0 when there is none.
Cut cutOf(std::uint64_t selector, std::uint64_t extension)
{
    constexpr Cut kNone{0};
    if (selector == 7) {
        return extension < kCutsOf7.size() ? kCutsOf7[extension] : kNone;
    }
    if (selector == 8) {
        return extension < kCutsOf8.size() ? kCutsOf8[extension] : kNone;
    }
    return kCuts[selector];
}

} // namespace

Wide fromZigzag(Wide number)
{
    return (number >> 1U) ^ (~(number & 1U) + 1U);
}

Result<std::optional<Slot>> Simple8bReader::next()
{
    if (m_slotsLeft == 0) {
        if (m_blocks.empty()) {
            return std::optional<Slot>();
        }
        TRY(openBlock());
    }
    --m_slotsLeft;
    if (m_valueBits != 0) {
        m_last = cut();
    }
    return std::optional(m_last);
}

Result<void> Simple8bReader::openBlock()
{
    m_bits = loadLittle<std::uint64_t>(m_blocks.data());
    m_blocks = m_blocks.subspan(kBlockBytes);
    const std::uint64_t selector = m_bits & kSelectorMask;
    const std::uint64_t extension = (m_bits >> kSelectorBits) & kSelectorMask;
    if (selector == kRepeats) {
        m_valueBits = 0;
        m_slotsLeft = (extension + 1) * kRepeatsOfOne;
        return {};
    }
    const Cut chosen = cutOf(selector, extension);
    if (chosen.valueBits == 0) {
        return base::failure(Errc::InvalidInput, "Invalid column: unknown Simple-8b selector.");
    }
    const unsigned head = selector == 7 || selector == 8 ? 2 * kSelectorBits : kSelectorBits;
    m_bits >>= head;
    m_valueBits = chosen.valueBits;
    m_countBits = chosen.countBits;
    m_zeros = chosen.zeros;
    m_slotsLeft = (kBlockBits - head) / (m_valueBits + m_countBits);
    return {};
}

Slot Simple8bReader::cut()
{
    const unsigned width = m_valueBits + m_countBits;
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    const std::uint64_t slot = m_bits & mask;
    m_bits >>= width;
    // all ones: no value in this row
    if (slot == mask) {
        return {true, 0};
    }
    const std::uint64_t count = slot & ((std::uint64_t{1} << m_countBits) - 1);
    const auto shift = static_cast<unsigned>(count) * m_zeros;
    const std::uint64_t value = slot >> m_countBits;
    if (!m_wide) {
        return {false, value << (shift % kBlockBits)};
    }
    return {false, static_cast<Wide>(value) << shift};
}

} // namespace sandglass::bson
