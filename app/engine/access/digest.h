// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::access {

/// A SHA-256 digest, and every key that SCRAM-SHA-256 derives.
using Digest = std::array<std::uint8_t, 32>;
/// Bytes that somebody else owns.
using ByteSpan = std::span<const std::uint8_t>;

/// The bytes of a text; valid as long as the text.
ByteSpan bytesOf(std::string_view text);

// The functions below end the program only if OpenSSL has no memory or no entropy. Any thread.

/// SHA-256.
Digest sha256(ByteSpan bytes);
/// HMAC with SHA-256. Source: RFC 2104.
Digest hmacSha256(ByteSpan key, ByteSpan message);
/// PBKDF2 with HMAC-SHA-256: the `Hi` of SCRAM. Takes milliseconds: about 5 for 15 000 rounds.
/// `iterations`: at least 1.
Digest saltedPassword(std::string_view password, ByteSpan salt, int iterations);
/// How many digests this thread has computed, each round of a salted password as one. Almost all
/// the time of a login goes there, so equal counts are equal times.
std::uint64_t digestsOfThisThread();
/// Random bytes that nobody can predict.
std::vector<std::uint8_t> randomBytes(std::size_t count);
/// Whether two digests are equal, compared in constant time.
bool equalInConstantTime(const Digest& left, const Digest& right);
/// Overwrites a secret, so that it does not stay in memory that is freed.
void wipe(std::string& secret);
/// As above.
void wipe(Digest& secret);

} // namespace sandglass::engine::access
