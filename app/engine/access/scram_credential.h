// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/access/digest.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::access {

/// The only mechanism.
inline constexpr std::string_view kMechanism = "SCRAM-SHA-256";
/// Rounds of the key derivation, as in MongoDB.
inline constexpr int kIterations = 15'000;
/// Bytes of a salt, as in MongoDB.
inline constexpr std::size_t kSaltBytes = 28;

/// What the server stores of a password. Nobody can log in with it, and the password can be found
/// only by trying. Source: RFC 5802, section 3.
struct ScramCredential
{
    int iterations = kIterations;
    std::vector<std::uint8_t> salt;
    Digest storedKey{};
    Digest serverKey{};
};

/// The credential of a password that saslPrep() has prepared. Slow on purpose; see
/// saltedPassword().
ScramCredential credentialOf(std::string_view prepared, std::vector<std::uint8_t> salt,
                             int iterations);
/// As above, with a new random salt and kIterations rounds.
ScramCredential newCredential(std::string_view prepared);

/// A credential that no password matches, always the same for the same name and secret, so that a
/// client cannot distinguish a user that does not exist from one that does.
ScramCredential pretendedCredential(ByteSpan secret, std::string_view user);

/// As MongoDB stores it: {iterationCount, salt, storedKey, serverKey}, the bytes in base64.
bson::Document toDocument(const ScramCredential& credential);
/// Reads such a document; nullopt when it is damaged.
std::optional<ScramCredential> credentialFrom(bson::DocumentView stored);

} // namespace sandglass::engine::access
