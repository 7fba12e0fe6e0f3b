// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/connection_text.h"

#include <string>
#include <vector>

namespace sandglass::protocol {

/// Whether the parts demand TLS: the option tls or ssl decides; without either, mongodb+srv or any
/// other TLS option implies it. Pure.
bool wantsTls(const ConnectionParts& parts);

/// Why a connection string that can be read is not used. Nothing is sent then.
enum class ConnectionRefusal {
    None,
    PlainWithoutTls, ///< PLAIN would send the password unencrypted
    Proxy, ///< a SOCKS5 proxy: the driver would ignore it and connect directly
    UserMissing, ///< the mechanism of the string requires a user
};

/// Whether a connection string may be used. A unix socket needs no TLS. Pure.
ConnectionRefusal refusalOf(const ConnectionParts& parts);

/// Removes the options that a connection string from elsewhere, such as a link, must not decide:
/// those that weaken TLS, name files, or choose the mechanism of the login or a proxy. Returns
/// their names, each once, in the order of the string. A string that demanded TLS still does. Pure.
std::vector<std::string> takeRiskyOptions(ConnectionParts& parts);

/// How well a connection is protected on its way.
enum class LinkProtection {
    Sheltered, ///< it does not leave this computer
    Verified, ///< TLS with a verified certificate and host name
    AnyHostName, ///< TLS, but a certificate for another host is accepted
    AnyCertificate, ///< TLS, but every certificate is accepted
    None, ///< not encrypted
};

/// The protection that the options of a connection string demand. Pure.
LinkProtection protectionOf(const ConnectionParts& parts);

/// Whether this host is the computer itself: localhost, 127.0.0.0/8, ::1 or a unix socket. Pure.
bool isOwnHost(const ConnectionHost& host);

/// The database that the user is looked up in: authSource, or as the mechanism and the string
/// imply. Pure.
std::string authenticationDatabase(const ConnectionParts& parts);

/// The names of the options that the driver does not know, and so ignores; each once, in the order
/// of the string. Pure.
/// Source: MongoDB manual, "Connection String URI Format".
std::vector<std::string> unknownOptions(const ConnectionParts& parts);

} // namespace sandglass::protocol
