// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"
#include "app/bson/value.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::protocol {

/// The text that replaces a secret.
inline constexpr std::string_view kMask = "***";
/// Passwords of fewer characters occur in ordinary words. They are masked only where the text says
/// that they are a password: masking each of them would give the password away.
inline constexpr std::size_t kShortestMasked = 4;

/// Whether two option names of a connection string are the same; case does not count.
bool isSameOption(std::string_view a, std::string_view b);

/// Whether the value of a connection string's option must not be shown or stored. The one list of
/// such options. Pure; any thread.
bool isSecretOption(std::string_view name);

/// Whether a string that cannot be read as a connection string may hold a secret. Errs on the side
/// of yes. Pure; any thread.
bool mayHoldSecret(std::string_view text);

/// The connection string without user, password and secret options. Any text, also one with a
/// careless password that holds '@', '/' or '?' unescaped; white space around it goes. Pure; any
/// thread.
std::string withoutCredentials(std::string_view uri);

/// The secrets of one connection, and how they are taken out of what is logged, stored or shown:
/// the password and the values of secret options, as they are or percent-encoded in any case.
/// Credentials and secret options of every other connection string go as well. Never print one.
class Secrets
{
public:
    /// Knows no connection.
    Secrets() = default;
    /// `uri`: a connection string; one that cannot be read is searched as well as it can be.
    explicit Secrets(std::string_view uri);

    /// The text with "***" in place of each secret. Passwords below kShortestMasked characters go
    /// from connection strings, "user:password" pairs and assignments to secret options only. Any
    /// text, any length; pure; any thread.
    std::string mask(std::string_view text) const;
    /// The document with every key and string masked, nested ones too. The value of a field that is
    /// named after a secret option or a password is replaced whole.
    bson::Document mask(bson::DocumentView document) const;
    /// The error with its message masked.
    base::Error mask(base::Error error) const;

private:
    void add(std::string_view rawSecret);
    void addOptions(std::string_view options);

    std::string m_uri;
    std::string m_pair; // "user:password", decoded; empty without a password
    std::vector<std::string> m_values; // decoded, the longest first; none is short
};

} // namespace sandglass::protocol
