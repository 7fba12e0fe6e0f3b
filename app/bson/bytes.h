// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace sandglass::bson {

static_assert(
    std::endian::native == std::endian::little,
    "BSON and the wire protocol are little endian; loads and stores are plain copies here");

/// The little-endian number at `at`; any alignment.
template <typename T>
T loadLittle(const std::uint8_t* at)
{
    T number{};
    std::memcpy(&number, at, sizeof(T));
    return number;
}

/// Stores `number` at `at` as little endian; any alignment.
template <typename T>
void storeLittle(std::uint8_t* at, T number)
{
    std::memcpy(at, &number, sizeof(T));
}

/// Appends `number` as little endian.
template <typename T>
void appendLittle(std::vector<std::uint8_t>& bytes, T number)
{
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof(T));
    storeLittle(bytes.data() + at, number);
}

} // namespace sandglass::bson
