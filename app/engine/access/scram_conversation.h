// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/access/scram_credential.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandglass::engine::access {

/// The first message of a client, taken apart.
struct ScramFirst
{
    std::string header; ///< the GS2 header: "n,,"
    std::string bare; ///< what follows it
    std::string user; ///< decoded
    std::string nonce; ///< the client's part
};

/// Reads a client's first message. nullopt when it is none, asks for channel binding, names another
/// identity to act for, or has an extension that is mandatory. Source: RFC 5802, section 7.
std::optional<ScramFirst> parseFirst(std::string_view message);

/// The server's side of one login with SCRAM-SHA-256. Source: RFC 5802, section 5, and RFC 7677.
class ScramConversation
{
public:
    /// `serverNonce`: printable without commas; a new one for each conversation. `exists`: false
    /// for a pretended credential, with which the proof is checked all the same but never accepted.
    ScramConversation(ScramFirst first, ScramCredential credential, bool exists,
                      const std::string& serverNonce);

    /// The server's first message: nonce, salt, rounds.
    const std::string& challenge() const { return m_challenge; }
    /// Checks the client's last message. Returns the server's last message, with which the client
    /// checks the server; nullopt when the proof, the nonce or the form is wrong.
    std::optional<std::string> finish(std::string_view message) const;

private:
    ScramFirst m_first;
    ScramCredential m_credential;
    bool m_exists;
    std::string m_nonce; // the client's and the server's part
    std::string m_challenge;
};

/// A new nonce for ScramConversation.
std::string newNonce();

} // namespace sandglass::engine::access
