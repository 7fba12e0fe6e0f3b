// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/sha1.h"

#include <bit>
#include <cstddef>
#include <string>

namespace sandglass::archive {

namespace {

constexpr std::size_t kBlockBytes = 64;
constexpr std::size_t kBitCountBytes = 8;
constexpr std::size_t kRounds = 80;

using State = std::array<std::uint32_t, 5>;

std::uint32_t wordAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        word = word << 8U | static_cast<std::uint8_t>(bytes[at + i]);
    }
    return word;
}

/// The function and constant of a round.
std::uint32_t mixed(std::size_t round, std::uint32_t b, std::uint32_t c, std::uint32_t d)
{
    switch (round / 20) {
    case 0:
        return ((b & c) | (~b & d)) + 0x5A827999U;
    case 1:
        return (b ^ c ^ d) + 0x6ED9EBA1U;
    case 2:
        return ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDCU;
    default:
        return (b ^ c ^ d) + 0xCA62C1D6U;
    }
}

void addBlock(State& state, std::string_view block)
{
    std::array<std::uint32_t, kRounds> words{};
    for (std::size_t i = 0; i < 16; ++i) {
        words[i] = wordAt(block, 4 * i);
    }
    for (std::size_t i = 16; i < kRounds; ++i) {
        words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    }
    auto [a, b, c, d, e] = state;
    for (std::size_t i = 0; i < kRounds; ++i) {
        const std::uint32_t next = std::rotl(a, 5) + mixed(i, b, c, d) + e + words[i];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    const State added{a, b, c, d, e};
    for (std::size_t i = 0; i < state.size(); ++i) {
        state[i] += added[i];
    }
}

} // namespace

std::array<std::uint8_t, 20> sha1(std::string_view text)
{
    // padded: a one bit, zeros, and the length in bits
    std::string padded(text);
    padded.push_back('\x80');
    while (padded.size() % kBlockBytes != kBlockBytes - kBitCountBytes) {
        padded.push_back('\0');
    }
    const std::uint64_t bits = std::uint64_t{8} * text.size();
    for (std::size_t i = kBitCountBytes; i-- > 0;) {
        padded.push_back(static_cast<char>(bits >> (8 * i)));
    }
    State state{0x67452301U, 0xEFCDAB89U, 0x98BADCFEU, 0x10325476U, 0xC3D2E1F0U};
    for (std::size_t at = 0; at < padded.size(); at += kBlockBytes) {
        addBlock(state, std::string_view(padded).substr(at, kBlockBytes));
    }
    std::array<std::uint8_t, 20> hash{};
    for (std::size_t i = 0; i < hash.size(); ++i) {
        hash[i] = static_cast<std::uint8_t>(state[i / 4] >> (8 * (3 - i % 4)));
    }
    return hash;
}

} // namespace sandglass::archive
