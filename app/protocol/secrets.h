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
/// Passwords with fewer characters than this occur in ordinary words. They are masked only where
/// the text shows that they are a password: masking every occurrence would reveal the password.
inline constexpr std::size_t kShortestMasked = 4;

/// Whether two option names of a connection string are the same; case does not count. Pure.
bool isSameOption(std::string_view a, std::string_view b);

/// Whether the value of a connection string's option must not be shown or stored. The one list of
/// such options. Pure; any thread.
bool isSecretOption(std::string_view name);

/// Whether a text that cannot be read as a connection string may hold a secret. In doubt, yes.
/// Pure; any thread.
bool mayHoldSecret(std::string_view text);

/// The connection string without user, password and secret options. Takes any text, even with a
/// password that contains '@', '/' or '?' unescaped. Surrounding white space is removed. Pure; any
/// thread.
std::string withoutCredentials(std::string_view uri);

/// The secrets of one connection. It masks them in texts that are logged, stored or shown: the
/// password and the values of secret options, plain or percent-encoded in any case. Credentials and
/// secret options of all other connection strings are removed as well. Never log an object of this
/// class.
class Secrets
{
public:
    /// Without a connection: only the patterns of mask() are masked.
    Secrets() = default;
    /// `uri`: a connection string; one that cannot be read is searched as far as possible.
    explicit Secrets(std::string_view uri);
    /// Masks the secrets of another connection as well.
    void include(Secrets other);

    /// The text with "***" in place of each secret. Passwords of fewer than kShortestMasked
    /// characters are masked only in connection strings, "user:password" pairs and assignments to
    /// secret options. Any text of any length. Pure; any thread.
    std::string mask(std::string_view text) const;
    /// The document with every key and string masked, also in nested documents. In a field named
    /// after a secret option or a password, the whole value is replaced.
    bson::Document mask(bson::DocumentView document) const;
    /// The error with its message masked.
    base::Error mask(base::Error error) const;

private:
    /// Adds a secret as it is written in the URI, unless it is too short.
    void add(std::string_view rawSecret);
    /// Adds the values of secret options.
    void addOptions(std::string_view options);

    std::string m_uri;
    std::string m_pair; // "user:password", decoded; empty without a password
    std::vector<std::string> m_values; // decoded, longest first; none is too short
    std::vector<Secrets> m_others; // by include()
};

} // namespace sandglass::protocol
