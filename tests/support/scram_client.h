// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/extended_json.h"
#include "app/engine/access/digest.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace sandglass::tests {

/// The client's side of a login with SCRAM-SHA-256, for ASCII names without commas.
class ScramClient
{
public:
    ScramClient(const std::string& user, std::string password,
                std::string nonce = "fyko+d2lbbFgONRv9qkxdawL")
        : m_password(std::move(password))
        , m_nonce(std::move(nonce))
        , m_bare("n=" + user + ",r=" + m_nonce)
    {
    }

    /// The first message.
    std::string first() const { return "n,," + m_bare; }

    /// The last message, for the server's challenge.
    std::string last(std::string_view challenge)
    {
        using namespace engine::access;
        const std::string nonce(field(challenge, "r="));
        const auto salt = bson::bytesFromBase64(field(challenge, "s=")).value();
        const int rounds = std::stoi(std::string(field(challenge, "i=")));
        const Digest salted = saltedPassword(m_password, salt, rounds);
        const Digest clientKey = hmacSha256(salted, bytesOf("Client Key"));
        const std::string withoutProof = "c=biws,r=" + nonce;
        const std::string signedText = m_bare + "," + std::string(challenge) + "," + withoutProof;
        const Digest signature = hmacSha256(sha256(clientKey), bytesOf(signedText));
        Digest proof{};
        std::ranges::transform(clientKey, signature, proof.begin(),
                               [](std::uint8_t left, std::uint8_t right) {
                                   return static_cast<std::uint8_t>(left ^ right);
                               });
        m_expected = "v="
            + bson::base64(hmacSha256(hmacSha256(salted, bytesOf("Server Key")),
                                      bytesOf(signedText)));
        return withoutProof + ",p=" + bson::base64(proof);
    }

    /// What a server answers that knows the password, too. Call it after last().
    const std::string& expected() const { return m_expected; }

    /// A field of a message: what follows "s=" up to the next comma.
    static std::string_view field(std::string_view message, std::string_view name)
    {
        const std::size_t at = message.find(name) + name.size();
        return message.substr(at, message.find(',', at) - at);
    }

private:
    std::string m_password;
    std::string m_nonce;
    std::string m_bare;
    std::string m_expected;
};

} // namespace sandglass::tests
