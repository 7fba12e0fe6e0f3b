// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/tls_authority.h"

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <string>

namespace sandglass::tests {

/// A server of the program openssl that demands a client certificate of an authority and, unlike
/// QSslSocket, sends the alert before it ends a handshake. It answers nothing else.
class TlsServer
{
public:
    explicit TlsServer(TlsAuthority& authority)
    {
        authority.server(u"IP:127.0.0.1"_s);
        QTcpServer finder;
        finder.listen(QHostAddress::LocalHost);
        m_port = finder.serverPort();
        finder.close();
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(u"openssl"_s,
                        {u"s_server"_s, u"-accept"_s, u"127.0.0.1:%1"_s.arg(m_port), u"-cert"_s,
                         authority.file(u"server.pem"_s), u"-key"_s,
                         authority.file(u"server.key"_s), u"-CAfile"_s, authority.caFile(),
                         u"-Verify"_s, u"1"_s, u"-verify_return_error"_s, u"-quiet"_s});
    }
    TlsServer(const TlsServer&) = delete;
    TlsServer& operator=(const TlsServer&) = delete;
    ~TlsServer()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    /// Waits until it takes connections.
    bool isUp() const
    {
        return QTest::qWaitFor(
            [this] {
                QTcpSocket socket;
                socket.connectToHost(QHostAddress(QHostAddress::LocalHost),
                                     static_cast<quint16>(m_port));
                return socket.waitForConnected(1'000);
            },
            30'000);
    }
    /// A connection string for it.
    std::string uri(const std::string& options) const
    {
        return "mongodb://127.0.0.1:" + std::to_string(m_port) + '/' + options;
    }

private:
    QProcess m_process;
    int m_port = 0;
};

} // namespace sandglass::tests
