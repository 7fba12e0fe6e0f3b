// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"

#include <QByteArray>
#include <QHostAddress>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTcpServer>
#include <QtEndian>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// What a mock server does with a connection.
enum class MockManner {
    Mongo, ///< answers commands
    Http, ///< answers everything with an error of HTTP
    Garbage, ///< answers everything with noise
    Silent, ///< accepts and sends nothing
    Closing, ///< closes each connection when the first bytes arrive
};

/// A server that speaks the first words of a MongoDB server, with or without TLS. Runs in the
/// thread that made it, whose event loop must run.
class MockServer : public QTcpServer
{
public:
    explicit MockServer(MockManner manner = MockManner::Mongo,
                        std::optional<QSslConfiguration> tls = std::nullopt)
        : m_manner(manner)
        , m_tls(std::move(tls))
    {
        listen(QHostAddress::LocalHost);
    }

    QByteArray port() const { return QByteArray::number(serverPort()); }
    /// A connection string for it. `host`: a name of this computer.
    std::string uri(const std::string& options = {}, const std::string& host = "127.0.0.1") const
    {
        return "mongodb://" + host + ':' + port().toStdString() + '/' + options;
    }

    std::string setName; ///< of its replica set; empty: none
    std::vector<std::string> mechanisms; ///< that it lists for a user; empty: it lists none
    int loginCode = 18; ///< what it answers to saslStart
    QByteArray received; ///< every byte that came, decrypted

protected:
    void incomingConnection(qintptr handle) override
    {
        auto* socket = new QSslSocket(this);
        socket->setSocketDescriptor(handle);
        connect(socket, &QSslSocket::readyRead, this, [this, socket] { answer(*socket); });
        connect(socket, &QSslSocket::disconnected, socket, &QObject::deleteLater);
        if (m_tls) {
            socket->setSslConfiguration(*m_tls);
            socket->startServerEncryption();
        }
    }

private:
    void answer(QSslSocket& socket)
    {
        const QByteArray bytes = socket.readAll();
        received += bytes;
        switch (m_manner) {
        case MockManner::Mongo:
            answerCommand(socket, bytes);
            return;
        case MockManner::Http:
            socket.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
            return;
        case MockManner::Garbage:
            socket.write("220 mail.example ESMTP ready, but not for this\r\n");
            return;
        case MockManner::Silent:
            return;
        case MockManner::Closing:
            socket.disconnectFromHost();
            return;
        }
    }

    // Like a server, it closes the connection after something else than OP_MSG, such as TLS.
    void answerCommand(QSslSocket& socket, const QByteArray& bytes)
    {
        constexpr qsizetype kBodyAt = 21;
        if (bytes.size() <= kBodyAt || qFromLittleEndian<qint32>(bytes.constData() + 12) != 2013) {
            socket.disconnectFromHost();
            return;
        }
        bson::Builder reply;
        if (bytes.contains("saslStart")) {
            reply.append("ok", 0.0).append("code", loginCode).append("errmsg", "refused");
        } else {
            reply.append("ismaster", true).append("maxWireVersion", 21);
            if (!setName.empty()) {
                reply.append("setName", setName);
            }
            if (!mechanisms.empty() && bytes.contains("saslSupportedMechs")) {
                reply.beginArray("saslSupportedMechs");
                for (const std::string& each : mechanisms) {
                    reply.push(each);
                }
                reply.end();
            }
            reply.append("ok", 1.0);
        }
        const bson::Document document = reply.take();
        QByteArray message(kBodyAt, '\0');
        qToLittleEndian(static_cast<qint32>(kBodyAt + document.bytes().size()), message.data());
        qToLittleEndian(qint32{2013}, message.data() + 12);
        socket.write(message.append(reinterpret_cast<const char*>(document.bytes().data()),
                                    static_cast<qsizetype>(document.bytes().size())));
    }

    const MockManner m_manner;
    const std::optional<QSslConfiguration> m_tls;
};

} // namespace sandglass::tests
