// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/scram_conversation.h"

#include "app/bson/extended_json.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::access {

namespace {

constexpr std::size_t kNonceBytes = 24;
/// Names and nonces of drivers have a few dozen bytes.
constexpr std::size_t kMostBytes = 4096;

/// Cuts the text up to the next comma off the front.
std::string_view takeField(std::string_view& rest)
{
    const std::size_t comma = rest.find(',');
    const std::string_view field = rest.substr(0, comma);
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    return field;
}

/// The value of a field "<name>=…"; nullopt for another field.
std::optional<std::string_view> valueOf(std::string_view field, char name)
{
    if (field.size() < 2 || field[0] != name || field[1] != '=') {
        return std::nullopt;
    }
    return field.substr(2);
}

/// "=2C" stands for a comma, "=3D" for an equals sign; nothing else follows an equals sign.
std::optional<std::string> decodedName(std::string_view text)
{
    std::string name;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '=') {
            name += text[at];
            continue;
        }
        const std::string_view code = text.substr(at + 1, 2);
        if (code != "2C" && code != "3D") {
            return std::nullopt;
        }
        name += code == "2C" ? ',' : '=';
        at += 2;
    }
    return name.empty() ? std::nullopt : std::optional(name);
}

} // namespace

std::optional<ScramFirst> parseFirst(std::string_view message)
{
    // "y,,": the client could bind the channel and believes that the server cannot
    if (message.size() > kMostBytes
        || !(message.starts_with("n,,") || message.starts_with("y,,"))) {
        return std::nullopt;
    }
    ScramFirst first;
    first.header = message.substr(0, 3);
    first.bare = message.substr(3);
    std::string_view rest = first.bare;
    // a field "m=" first would be a mandatory extension
    const auto name = valueOf(takeField(rest), 'n');
    const auto nonce = valueOf(takeField(rest), 'r');
    if (!name || !nonce || nonce->empty()) {
        return std::nullopt;
    }
    const auto decoded = decodedName(*name);
    if (!decoded) {
        return std::nullopt;
    }
    first.user = *decoded;
    first.nonce = *nonce;
    return first;
}

ScramConversation::ScramConversation(ScramFirst first, ScramCredential credential, bool exists,
                                     const std::string& serverNonce)
    : m_first(std::move(first))
    , m_credential(std::move(credential))
    , m_exists(exists)
    , m_nonce(m_first.nonce + serverNonce)
    , m_challenge("r=" + m_nonce + ",s=" + bson::base64(m_credential.salt)
                  + ",i=" + std::to_string(m_credential.iterations))
{
}

std::optional<std::string> ScramConversation::finish(std::string_view message) const
{
    const std::size_t proofAt = message.rfind(",p=");
    if (message.size() > kMostBytes || proofAt == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view withoutProof = message.substr(0, proofAt);
    std::string_view rest = withoutProof;
    const auto binding = valueOf(takeField(rest), 'c');
    const auto nonce = valueOf(takeField(rest), 'r');
    const auto proof = bson::bytesFromBase64(message.substr(proofAt + 3));
    if (!binding || *binding != bson::base64(bytesOf(m_first.header)) || !nonce || *nonce != m_nonce
        || !proof || proof->size() != Digest().size()) {
        return std::nullopt;
    }
    const std::string signedText
        = m_first.bare + "," + m_challenge + "," + std::string(withoutProof);
    const Digest signature = hmacSha256(m_credential.storedKey, bytesOf(signedText));
    Digest clientKey{};
    std::ranges::transform(*proof, signature, clientKey.begin(),
                           [](std::uint8_t left, std::uint8_t right) {
                               return static_cast<std::uint8_t>(left ^ right);
                           });
    // both are computed in any case: a user that does not exist takes the same time
    const bool fits = equalInConstantTime(sha256(clientKey), m_credential.storedKey);
    const Digest server = hmacSha256(m_credential.serverKey, bytesOf(signedText));
    if (!fits || !m_exists) {
        return std::nullopt;
    }
    return "v=" + bson::base64(server);
}

std::string newNonce()
{
    return bson::base64(randomBytes(kNonceBytes));
}

} // namespace sandglass::engine::access
