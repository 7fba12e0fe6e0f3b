// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/connection_text.h"

#include <QDateTime>
#include <QString>

namespace sandglass::services {

/// Why a connection could not be made. With a later value, the attempt came closer to a connection
/// that works.
enum class ConnectTrouble {
    None, ///< the cause was not found
    BadString, ///< the connection string cannot be read; see ConnectFinding::reading
    PlainWithoutTls, ///< PLAIN would send the password unencrypted
    ProxyOption, ///< a SOCKS5 proxy, which the driver cannot use
    UserMissing, ///< the mechanism `asked` requires a user
    CaFileMissing, ///< there is no file or folder `asked`
    CaFileUnusable, ///< `asked` has no certificate
    KeyFileMissing, ///< there is no file `asked`
    KeyFileUnusable, ///< `asked` has no certificate, no key, or its password is wrong
    SshMissing, ///< there is no program ssh
    SshSeeded, ///< mongodb+srv cannot go through a tunnel
    SshHostKey, ///< the host key of `asked` is unknown or has changed
    SshLogin, ///< the SSH server `asked` accepts none of the keys
    SshUnreachable, ///< the SSH server `asked` cannot be reached
    SshForward, ///< the SSH server `asked` cannot reach the host behind it
    SshOther, ///< ssh ended for another reason
    SeedNotFound, ///< DNS has no service record for `asked`
    NameNotFound, ///< DNS does not know the name `asked`
    SocketMissing, ///< there is no unix socket `asked`
    Unreachable, ///< the network has no way to the host
    NoAnswer, ///< no packet came back in time
    Refused, ///< the host is up; nothing listens on the port
    Silent, ///< the host accepts the connection and then sends nothing
    ClosedAtOnce, ///< the host accepts the connection and closes it
    NotMongo, ///< something else than a MongoDB server answers
    HttpAnswer, ///< an HTTP server or proxy answers
    TlsOnPlainPort, ///< TLS was requested, but the server does not use it
    PlainOnTlsPort, ///< the server demands TLS
    TlsFailed, ///< the handshake failed for another reason
    ClientCertificate, ///< the server demands a client certificate, or refuses that in the file
                       ///< `asked`, issued by `found` and valid until `at`
    Untrusted, ///< the issuer `found` is not known to this computer
    CertificateExpired, ///< the certificate was valid until `at`
    CertificateTooNew, ///< the certificate is valid from `at` on
    HostNameMismatch, ///< the certificate is for `found`, not for `asked`
    SetName, ///< the set is called `found`, not `asked`; `found` empty: the server is in no set
    LoginRequired, ///< the server answers to no command without a login
    Mechanism, ///< the server does not offer the mechanism `asked`; it offers `found`, if known
    Password, ///< the server does not accept the user `asked` in the database `found`
};

/// What a look at the stages of a connection has found. Holds no secret.
struct ConnectFinding
{
    ConnectTrouble trouble = ConnectTrouble::None;
    QString host; ///< "db1.example:27017", of the server that it is about; may be empty
    QString asked = {}; ///< what the connection string says; see ConnectTrouble
    QString found = {}; ///< what is there instead; see ConnectTrouble
    QDateTime at = {}; ///< the end or the start of a certificate; invalid: there is none
    protocol::ConnectionReading reading = {}; ///< what is wrong with the string, without its parts

    bool operator==(const ConnectFinding& other) const
    {
        return trouble == other.trouble && host == other.host && asked == other.asked
            && found == other.found && at == other.at;
    }
};

/// A finding of the tunnel as an error: Network, with `found` as the message.
inline Error errorOf(const ConnectFinding& finding)
{
    return base::failure(Errc::Network, finding.found.toStdString());
}

} // namespace sandglass::services
