// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/crc32c.h"

#include <array>

namespace sandglass::base {

namespace {

// 0x1edc6f41 with its bits reversed: the bytes are processed lowest bit first
constexpr std::uint32_t kReversedPolynomial = 0x82f63b78;

constexpr std::array<std::uint32_t, 256> makeTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value & 1U) != 0 ? (value >> 1U) ^ kReversedPolynomial : value >> 1U;
        }
        table.at(byte) = value;
    }
    return table;
}

constexpr std::array<std::uint32_t, 256> kTable = makeTable();

} // namespace

std::uint32_t crc32c(std::span<const std::uint8_t> bytes)
{
    std::uint32_t sum = 0xffffffff;
    for (const std::uint8_t byte : bytes) {
        sum = (sum >> 8U) ^ kTable[(sum ^ byte) & 0xffU];
    }
    return ~sum;
}

} // namespace sandglass::base
