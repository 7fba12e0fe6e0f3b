// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::protocol {

/// One server of a connection string.
struct ConnectionHost
{
    std::string name; ///< host name, address (IPv6 without brackets) or path of a unix socket
    int port = 0; ///< 1 … 65535; 0: not given, which means 27017

    bool isSocket() const { return name.starts_with('/'); }
    bool operator==(const ConnectionHost&) const = default;
};

/// One option as it stands in the string: name and value exactly as written, escapes and all.
struct ConnectionOption
{
    std::string name;
    std::string rawValue;

    bool operator==(const ConnectionOption&) const = default;
};

/// What a connection string says, for a form. May hold secrets: never log it.
struct ConnectionParts
{
    bool seeded = false; ///< mongodb+srv: the hosts come from DNS
    std::vector<ConnectionHost> hosts;
    std::string user; ///< without escapes; empty: none
    std::optional<std::string> password; ///< without escapes
    std::string database; ///< without escapes; empty: not given
    std::vector<ConnectionOption> options; ///< in their order; also those that nobody knows

    /// The value of the first option of that name (case does not count), without escapes; empty
    /// when it is not there.
    std::string option(std::string_view name) const;
    bool hasOption(std::string_view name) const;
    /// Gives the first option of that name another value and drops further ones; a new one goes to
    /// the end; an empty value takes the option away. All others stay untouched.
    void setOption(std::string_view name, std::string_view value);

    bool operator==(const ConnectionParts&) const = default;
};

/// What is wrong with a connection string.
enum class ConnectionFault {
    None,
    Scheme, ///< begins with neither mongodb:// nor mongodb+srv://
    TooLong, ///< more than 64 KiB, or a zero byte in it
    UserEscape, ///< user: '%' without two hexadecimal digits, or %00
    PasswordEscape,
    CredentialCharacter, ///< user or password holds @ : / that must be written as an escape
    UserMissing, ///< a password without a user
    HostMissing, ///< no host, or an empty one; see position
    HostCharacter, ///< a character that no host name has
    HostBrackets, ///< an IPv6 address without [ ], or an unfinished one
    HostPort, ///< the port is no number from 1 to 65535
    SeededHosts, ///< mongodb+srv takes one host name without a port
    DatabaseEscape,
    DatabaseCharacter, ///< the database name holds a character that none has
    OptionShape, ///< an option is not name=value
    OptionEscape,
};

/// A string as read. The fault never repeats a part of the string, since any part may be a piece of
/// a password that was not escaped.
struct ConnectionReading
{
    ConnectionParts parts; ///< empty when there is a fault
    ConnectionFault fault = ConnectionFault::None;
    int position = 0; ///< hosts and options: which one, from 1

    bool good() const { return fault == ConnectionFault::None; }
};

/// Reads a connection string. Stricter than drivers in one thing: where no user is given, an '@'
/// behind the hosts must be written as %40, since otherwise it ends a careless password. Source:
/// MongoDB manual, "Connection String URI Format". Pure; any thread; any bytes.
ConnectionReading readConnectionString(std::string_view text);

/// The string of these parts; read again it gives the same parts. `mask`: written in place of a
/// password, as it is; empty: the password itself, escaped.
std::string writeConnectionString(const ConnectionParts& parts, std::string_view mask = {});

/// Takes password and secret options out of the parts and returns them as one text, for a
/// keychain; empty when there are none.
std::string takeSecrets(ConnectionParts& parts);
/// Puts back what takeSecrets() gave; anything else in `secrets` is ignored.
void putSecrets(ConnectionParts& parts, std::string_view secrets);

/// "host", "host:27017", "[::1]:27017" or "/path/of.sock", for people.
std::string hostText(const ConnectionHost& host);
/// Reads what hostText() writes, comma-separated; unix sockets as plain paths. The fault is one of
/// the host's. Pure.
ConnectionReading readHosts(std::string_view text, bool seeded);

} // namespace sandglass::protocol
