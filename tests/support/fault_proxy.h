// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtEndian>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::tests {

/// Stands between a driver and a server and breaks their connection as networks do: it delays,
/// cuts, swallows a reply, stays silent, damages a reply, or leads to another server. It looks into
/// messages of the kind OP_MSG to find the command. Runs in the thread that made it, whose event
/// loop must run; the driver is in another one.
class FaultProxy
{
public:
    /// What happens to the answer of a command.
    enum class Fault {
        CutBefore, ///< the command does not arrive; the connection is cut
        SwallowReply, ///< the server executes it; the connection is cut instead of the answer
        Silence, ///< the server executes it; neither an answer nor an end of the connection arrives
        DamageReply, ///< the answer has a wrong length
    };

    /// Forwards to this port of the computer itself.
    explicit FaultProxy(int target)
        : m_target(target)
    {
        QObject::connect(&m_listener, &QTcpServer::newConnection, &m_listener, [this] {
            while (QTcpSocket* client = m_listener.nextPendingConnection()) {
                open(client);
            }
        });
        m_listener.listen(QHostAddress::LocalHost);
    }
    FaultProxy(const FaultProxy&) = delete;
    FaultProxy& operator=(const FaultProxy&) = delete;

    /// The connection string of the proxy.
    QByteArray uri() const
    {
        return "mongodb://127.0.0.1:" + QByteArray::number(m_listener.serverPort()) + "/";
    }
    /// The next command of this name meets the fault; only that one.
    void breakNext(const QByteArray& command, Fault fault)
    {
        m_command = command;
        m_fault = fault;
    }
    /// Whether the fault of breakNext() has happened.
    bool hasBroken() const { return !m_fault.has_value(); }
    /// New connections lead to this port; those that are open are cut.
    void leadTo(int target)
    {
        m_target = target;
        cutAll();
    }
    /// Ends every connection.
    void cutAll()
    {
        for (const std::unique_ptr<Link>& link : m_links) {
            link->client->abort();
            link->server->abort();
        }
    }
    /// Refuses new connections, or accepts them again.
    void refuse(bool refused) { m_refusing = refused; }
    /// Holds back every answer for so long.
    void delay(std::chrono::milliseconds pause) { m_delay = pause; }
    /// Commands that have passed, and bytes in both directions.
    int commands() const { return m_commands; }
    qint64 bytes() const { return m_bytes; }

private:
    struct Link
    {
        QTcpSocket* client = nullptr; // owned by the listener
        std::unique_ptr<QTcpSocket> server = std::make_unique<QTcpSocket>();
        QByteArray up; // what is not yet a whole message
        std::optional<Fault> pending; // of the answer that comes next
    };

    void open(QTcpSocket* client)
    {
        if (m_refusing) {
            client->abort();
            client->deleteLater();
            return;
        }
        m_links.push_back(std::make_unique<Link>());
        Link* link = m_links.back().get();
        link->client = client;
        QObject::connect(client, &QTcpSocket::readyRead, client, [this, link] { forward(*link); });
        QObject::connect(client, &QTcpSocket::disconnected, client,
                         [link] { link->server->disconnectFromHost(); });
        QObject::connect(link->server.get(), &QTcpSocket::readyRead, client,
                         [this, link] { answer(*link); });
        QObject::connect(link->server.get(), &QTcpSocket::disconnected, client,
                         [link] { link->client->disconnectFromHost(); });
        link->server->connectToHost(QHostAddress(QHostAddress::LocalHost),
                                    static_cast<quint16>(m_target));
    }

    /// The name of the command in an OP_MSG; empty for any other message.
    static QByteArray commandOf(const QByteArray& message)
    {
        constexpr int kOpMsg = 2013;
        constexpr int kNameAt = 16 + 4 + 1 + 4 + 1; // header, flags, section, length, type
        if (message.size() <= kNameAt
            || qFromLittleEndian<qint32>(message.constData() + 12) != kOpMsg) {
            return {};
        }
        return QByteArray(message.constData() + kNameAt);
    }

    void forward(Link& link)
    {
        link.up += link.client->readAll();
        while (link.up.size() >= 4) {
            const auto length = qFromLittleEndian<qint32>(link.up.constData());
            if (length < 16 || link.up.size() < length) {
                return;
            }
            const QByteArray message = link.up.left(length);
            link.up.remove(0, length);
            ++m_commands;
            m_bytes += length;
            if (m_fault && commandOf(message) == m_command) {
                link.pending = std::exchange(m_fault, std::nullopt);
                if (link.pending == Fault::CutBefore) {
                    link.client->abort();
                    link.server->abort();
                    return;
                }
            }
            link.server->write(message);
        }
    }

    void answer(Link& link)
    {
        QByteArray bytes = link.server->readAll();
        m_bytes += bytes.size();
        if (link.pending == Fault::SwallowReply) {
            link.client->abort();
            link.server->abort();
            return;
        }
        if (link.pending == Fault::Silence) {
            return;
        }
        if (link.pending == Fault::DamageReply) {
            qToLittleEndian<qint32>(7, bytes.data());
            link.pending.reset();
        }
        if (m_delay.count() == 0) {
            link.client->write(bytes);
            return;
        }
        QTimer::singleShot(m_delay, link.client, [client = QPointer(link.client), bytes] {
            if (client) {
                client->write(bytes);
            }
        });
    }

    QTcpServer m_listener;
    std::vector<std::unique_ptr<Link>> m_links; // open and closed ones
    int m_target;
    QByteArray m_command;
    std::optional<Fault> m_fault;
    bool m_refusing = false;
    std::chrono::milliseconds m_delay{0};
    int m_commands = 0;
    qint64 m_bytes = 0;
};

} // namespace sandglass::tests
