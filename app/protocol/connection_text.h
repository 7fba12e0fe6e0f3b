// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
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

    /// Whether `name` is the path of a unix socket.
    bool isSocket() const { return name.starts_with('/'); }
    bool operator==(const ConnectionHost&) const = default;
};

/// One option exactly as written in the string, with its escapes.
struct ConnectionOption
{
    std::string name;
    std::string rawValue;

    bool operator==(const ConnectionOption&) const = default;
};

/// The content of a connection string. May hold secrets: never log it.
struct ConnectionParts
{
    bool seeded = false; ///< mongodb+srv: the hosts come from DNS
    std::vector<ConnectionHost> hosts;
    std::string user; ///< decoded; empty: no user
    std::optional<std::string> password; ///< decoded; unset: no password
    std::string database; ///< decoded; empty: none given
    std::vector<ConnectionOption> options; ///< in the order of the string, unknown ones included

    /// The decoded value of the first option of that name; empty when there is none. Case of `name`
    /// is ignored.
    std::string option(std::string_view name) const;
    /// Whether there is an option of that name. Case is ignored.
    bool hasOption(std::string_view name) const;
    /// Sets the first option of that name to `value` (plain; escaped here) and removes further
    /// ones. A new option goes to the end. An empty value removes the option. All other options
    /// stay unchanged.
    void setOption(std::string_view name, std::string_view value);
    /// Sets the option at this place of `options` to `value` (plain; escaped here); others of its
    /// name stay. An empty value removes it. Ignores a place that does not exist.
    void setOptionAt(std::size_t place, std::string_view value);
    /// Appends an option that may be given several times, as readPreferenceTags may; any other is
    /// set by setOption().
    void addOption(std::string_view name, std::string_view value);

    bool operator==(const ConnectionParts&) const = default;
};

/// What is wrong with a connection string.
enum class ConnectionFault {
    None,
    Scheme, ///< begins with neither mongodb:// nor mongodb+srv://
    TooLong, ///< more than 64 KiB, or a zero byte in it
    UserEscape, ///< user: '%' without two hexadecimal digits, or %00
    PasswordEscape, ///< password: as UserEscape
    CredentialCharacter, ///< user or password holds @ : / unescaped
    UserMissing, ///< a password without a user
    HostMissing, ///< no host, or an empty one; see position
    HostCharacter, ///< a character that no host name has
    HostBrackets, ///< an IPv6 address without [ ], or an unfinished one
    HostPort, ///< the port is not a number from 1 to 65535
    SeededHosts, ///< mongodb+srv takes one host name without a port
    DatabaseEscape, ///< database name: as UserEscape
    DatabaseCharacter, ///< the database name holds a character that is never allowed
    OptionShape, ///< an option is not name=value
    OptionEscape, ///< option value: as UserEscape
};

/// The result of reading a string. A fault never quotes the string, because any part of it may
/// belong to a password that was not escaped.
struct ConnectionReading
{
    ConnectionParts parts; ///< empty when there is a fault
    ConnectionFault fault = ConnectionFault::None;
    int position = 0; ///< which host or option is at fault, from 1; 0: neither

    /// Whether the string was read without a fault.
    bool good() const { return fault == ConnectionFault::None; }
};

/// Reads a connection string of any bytes. Stricter than drivers in one point: without a user, an
/// '@' behind the hosts must be written as %40, because it usually ends an unescaped password.
/// Source: MongoDB manual, "Connection String URI Format". Pure; any thread.
ConnectionReading readConnectionString(std::string_view text);

/// Writes the parts as a connection string that reads back to the same parts. `mask`: text to write
/// in place of each secret, unescaped; empty: secrets are written. Pure; any thread.
std::string writeConnectionString(const ConnectionParts& parts, std::string_view mask = {});

/// Removes the password and the secret options from `parts` and returns them as one text for a
/// keychain; empty when there are none. Pure.
std::string takeSecrets(ConnectionParts& parts);
/// Puts back what takeSecrets() has returned. Anything else in `secrets` is ignored. Pure.
void putSecrets(ConnectionParts& parts, std::string_view secrets);

/// The host for display: "host", "host:27017", "[::1]:27017" or "/path/of.sock".
std::string hostText(const ConnectionHost& host);
/// Reads a comma-separated list of hosts as hostText() writes them. Unix sockets are plain paths.
/// `seeded`: mongodb+srv, one name without a port. Only host faults occur. Pure.
ConnectionReading readHosts(std::string_view text, bool seeded);

} // namespace sandglass::protocol
