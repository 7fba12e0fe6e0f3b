// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTcpServer>
#include <QTcpSocket>

#include <string>
#include <utility>

namespace sandglass::tests {

/// TLS in front of a server that has none: decrypts what comes and passes it on to a port of this
/// computer. Runs in the thread that made it, whose event loop must run.
class TlsRelay : public QTcpServer
{
public:
    TlsRelay(QSslConfiguration tls, quint16 target)
        : m_tls(std::move(tls))
        , m_target(target)
    {
        listen(QHostAddress::LocalHost);
    }

    /// A connection string for it.
    std::string uri(const std::string& options) const
    {
        return "mongodb://127.0.0.1:" + std::to_string(serverPort()) + '/' + options;
    }
    /// Connections whose handshake has succeeded.
    int accepted() const { return m_accepted; }

protected:
    void incomingConnection(qintptr handle) override
    {
        auto* front = new QSslSocket(this);
        front->setSocketDescriptor(handle);
        connect(front, &QSslSocket::disconnected, front, &QObject::deleteLater);
        connect(front, &QSslSocket::encrypted, this, [this, front] { pass(front); });
        front->setSslConfiguration(m_tls);
        front->startServerEncryption();
    }

private:
    void pass(QSslSocket* front)
    {
        ++m_accepted;
        auto* back = new QTcpSocket(front);
        connect(back, &QTcpSocket::readyRead, front,
                [front, back] { front->write(back->readAll()); });
        connect(back, &QTcpSocket::disconnected, front, &QSslSocket::disconnectFromHost);
        connect(front, &QSslSocket::readyRead, back,
                [front, back] { back->write(front->readAll()); });
        connect(back, &QTcpSocket::connected, back,
                [front, back] { back->write(front->readAll()); });
        back->connectToHost(QHostAddress(QHostAddress::LocalHost), m_target);
    }

    const QSslConfiguration m_tls;
    const quint16 m_target;
    int m_accepted = 0;
};

} // namespace sandglass::tests
