// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/scram_credential.h"

#include "app/bson/builder.h"
#include "app/bson/extended_json.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::access {

namespace {

std::optional<Digest> digestFrom(bson::ValueView text)
{
    const auto bytes = bson::bytesFromBase64(text.asString());
    Digest digest{};
    if (!bytes || bytes->size() != digest.size()) {
        return std::nullopt;
    }
    std::ranges::copy(*bytes, digest.begin());
    return digest;
}

} // namespace

ScramCredential credentialOf(std::string_view prepared, std::vector<std::uint8_t> salt,
                             int iterations)
{
    Digest salted = saltedPassword(prepared, salt, iterations);
    Digest clientKey = hmacSha256(salted, bytesOf("Client Key"));
    ScramCredential credential;
    credential.iterations = iterations;
    credential.storedKey = sha256(clientKey);
    credential.serverKey = hmacSha256(salted, bytesOf("Server Key"));
    credential.salt = std::move(salt);
    wipe(salted);
    wipe(clientKey);
    return credential;
}

ScramCredential newCredential(std::string_view prepared)
{
    return credentialOf(prepared, randomBytes(kSaltBytes), kIterations);
}

ScramCredential pretendedCredential(ByteSpan secret, std::string_view user)
{
    const auto derived = [&](std::string_view purpose) {
        return hmacSha256(secret, bytesOf(std::string(purpose) + std::string(user)));
    };
    const Digest salt = derived("salt of ");
    ScramCredential credential;
    credential.salt.assign(salt.begin(), salt.begin() + kSaltBytes);
    credential.storedKey = derived("stored key of ");
    credential.serverKey = derived("server key of ");
    return credential;
}

bson::Document toDocument(const ScramCredential& credential)
{
    return bson::makeDocument("iterationCount", std::int32_t{credential.iterations}, "salt",
                              bson::base64(credential.salt), "storedKey",
                              bson::base64(credential.storedKey), "serverKey",
                              bson::base64(credential.serverKey));
}

std::optional<ScramCredential> credentialFrom(bson::DocumentView stored)
{
    const auto salt = bson::bytesFromBase64(stored["salt"].asString());
    const auto storedKey = digestFrom(stored["storedKey"]);
    const auto serverKey = digestFrom(stored["serverKey"]);
    const std::int64_t iterations = stored["iterationCount"].toInt64();
    if (!salt || salt->empty() || !storedKey || !serverKey || iterations < 1
        || iterations > 10'000'000) {
        return std::nullopt;
    }
    return ScramCredential{static_cast<int>(iterations), *salt, *storedKey, *serverKey};
}

} // namespace sandglass::engine::access
