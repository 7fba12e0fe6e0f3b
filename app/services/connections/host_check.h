// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"
#include "app/bson/value.h"
#include "app/protocol/connection_text.h"
#include "app/services/connections/connect_finding.h"

#include <QDeadlineTimer>

#include <optional>

class QIODevice;
class QSslSocket;

namespace sandglass::services {

/// Checks one host of a connection string below the driver. Sends no password. Blocks; any thread
/// but that of the GUI.
class HostCheck
{
public:
    /// `parts`: of the connection string. `host`: the one to check. `deadline`: of the whole check.
    HostCheck(protocol::ConnectionParts parts, protocol::ConnectionHost host,
              QDeadlineTimer deadline);

    /// Goes through name, socket, TLS and hello until something fails; then looks at what `error`
    /// of the driver says about the login. `trouble` of the result is None when all of it works.
    ConnectFinding run(const Error& error);

private:
    /// The reply to a message, or why there is none.
    struct Reply
    {
        ConnectTrouble trouble = ConnectTrouble::None; ///< None: `document` is set
        std::optional<bson::Document> document;
    };

    /// Looks up the name.
    ConnectFinding resolve();
    /// Negotiates TLS on a connected socket and says hello.
    ConnectFinding checkSecure(QSslSocket& socket, const Error& error);
    /// Why a server closes the connection after the handshake.
    ConnectFinding explainClosed();
    /// Connects to a unix socket, such as that of an SSH tunnel.
    ConnectFinding reachLocally(QSslSocket& socket) const;
    /// Connects the socket.
    ConnectFinding reach(QSslSocket& socket);
    /// Negotiates TLS as the options demand.
    ConnectFinding encrypt(QSslSocket& socket);
    /// Why a handshake failed without a word about the certificate: a second connection without TLS
    /// shows whether the server speaks at all.
    ConnectFinding explainNoTls(const QString& reason);
    /// Why a server without TLS does not answer: a second connection tries TLS.
    ConnectFinding explainNoHello(ConnectTrouble trouble);
    /// Compares the reply to hello with what the string asks for.
    ConnectFinding judge(QIODevice& device, bson::DocumentView hello, const Error& error);
    /// Which part of a failed login is at fault.
    ConnectFinding judgeLogin(QIODevice& device, bson::DocumentView hello, const Error& error);
    /// Sends a command to the database admin and reads its reply.
    Reply ask(QIODevice& device, const bson::Document& command) const;
    /// The hello of this check. `named`: with the user, so that the reply lists the mechanisms.
    bson::Document hello(bool named) const;
    /// Milliseconds for the next step: at most 3 s, less near the deadline.
    int step() const;
    /// The finding that the server refuses our certificate, or demands one.
    ConnectFinding clientCertificate() const;
    /// A finding about this host.
    ConnectFinding found(ConnectTrouble trouble) const;

    const protocol::ConnectionParts m_parts;
    const protocol::ConnectionHost m_host;
    const QDeadlineTimer m_deadline;
};

} // namespace sandglass::services
