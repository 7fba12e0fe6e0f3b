// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sandglass::engine::storage {

// Numbers in keys. Compared as unsigned bytes from left to right, the encodings sort like the
// numbers. Pure; any thread.

/// Appends 4 bytes, most significant first.
inline void appendU32(std::string& key, std::uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        key.push_back(static_cast<char>(value >> static_cast<unsigned>(shift)));
    }
}

/// Appends 8 bytes, most significant first.
inline void appendU64(std::string& key, std::uint64_t value)
{
    for (int shift = 56; shift >= 0; shift -= 8) {
        key.push_back(static_cast<char>(value >> static_cast<unsigned>(shift)));
    }
}

/// Appends 8 bytes; the sign bit is flipped so that negative numbers come first.
inline void appendI64(std::string& key, std::int64_t value)
{
    appendU64(key, static_cast<std::uint64_t>(value) ^ (1ULL << 63U));
}

/// Decodes appendU32(). `bytes`: at least 4.
inline std::uint32_t readU32(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = (value << 8U) | static_cast<std::uint8_t>(bytes[i]);
    }
    return value;
}

/// Decodes appendU64(). `bytes`: at least 8.
inline std::uint64_t readU64(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        value = (value << 8U) | static_cast<std::uint8_t>(bytes[i]);
    }
    return value;
}

/// Decodes appendI64(). `bytes`: at least 8.
inline std::int64_t readI64(std::string_view bytes)
{
    return static_cast<std::int64_t>(readU64(bytes) ^ (1ULL << 63U));
}

/// The smallest key above all keys with this prefix; empty (no bound) when there is none.
inline std::string successor(std::string_view prefix)
{
    std::string next(prefix);
    while (!next.empty() && next.back() == '\xFF') {
        next.pop_back();
    }
    if (!next.empty()) {
        next.back() = static_cast<char>(static_cast<std::uint8_t>(next.back()) + 1);
    }
    return next;
}

} // namespace sandglass::engine::storage
