// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"

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
#include <utility>
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
        CorruptReply, ///< the answer's document has a wrong length
        SlowReply, ///< the answer comes in single bytes
        Partition, ///< from now on nothing arrives, in either direction, until heal()
        Elsewhere, ///< the command does not arrive; the address leads to alternative() now
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
    /// Disconnects the signals first, because the sockets outlive the links that these refer to.
    ~FaultProxy()
    {
        for (const std::unique_ptr<Link>& link : m_links) {
            link->client->disconnect();
            link->server->disconnect();
        }
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
    /// The message after `passing` more ones meets the fault, whatever it is; only that one.
    void breakAfter(int passing, Fault fault)
    {
        m_command.clear();
        m_passing = passing;
        m_fault = fault;
    }
    /// Takes a planned fault back, and returns it.
    std::optional<Fault> breakNothing() { return std::exchange(m_fault, std::nullopt); }
    /// Where Fault::Elsewhere leads to.
    void setAlternative(int port) { m_alternative = port; }
    /// Ends a partition. Connections from before are gone.
    void heal()
    {
        m_partitioned = false;
        cutAll();
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
    /// Answers commands with this field itself, as a server that does not know the field.
    void refuseField(const QByteArray& field) { m_refusedField = field; }
    /// Holds back every answer for so long.
    void delay(std::chrono::milliseconds pause) { m_delay = pause; }
    /// Replaces bytes in every message to the server by others of the same number.
    void replace(const QByteArray& from, const QByteArray& to)
    {
        m_replacements.emplace_back(from, to);
    }
    /// Commands that have passed, and bytes in both directions.
    int commands() const { return m_commands; }
    qint64 bytes() const { return m_bytes; }
    /// The commands that have passed in messages of the kind OP_MSG, each as its BSON, in the order
    /// of their arrival; those of the driver itself included.
    const std::vector<QByteArray>& messages() const { return m_messages; }
    /// Forgets the commands and bytes so far.
    void forgetTraffic()
    {
        m_commands = 0;
        m_bytes = 0;
        m_messages.clear();
    }

private:
    static constexpr int kDocumentAt = 16 + 4 + 1; // header, flags, section

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
        constexpr int kNameAt = kDocumentAt + 4 + 1; // length, type
        if (message.size() <= kNameAt
            || qFromLittleEndian<qint32>(message.constData() + 12) != kOpMsg) {
            return {};
        }
        return QByteArray(message.constData() + kNameAt);
    }

    void forward(Link& link)
    {
        link.up += link.client->readAll();
        if (m_partitioned) {
            link.up.clear();
            return;
        }
        while (link.up.size() >= 4) {
            const auto length = qFromLittleEndian<qint32>(link.up.constData());
            if (length < 16 || link.up.size() < length) {
                return;
            }
            QByteArray message = link.up.left(length);
            for (const auto& [from, to] : m_replacements) {
                message.replace(from, to);
            }
            link.up.remove(0, length);
            ++m_commands;
            m_bytes += length;
            if (!commandOf(message).isEmpty()) {
                m_messages.push_back(message.mid(kDocumentAt));
            }
            if (refuseIfUnknown(link, message)) {
                continue;
            }
            if (meetsFault(message) && !survives(link)) {
                return;
            }
            link.server->write(message);
        }
    }

    /// Whether this message is the one that meets the fault.
    bool meetsFault(const QByteArray& message)
    {
        if (!m_fault) {
            return false;
        }
        return m_command.isEmpty() ? m_passing-- == 0 : commandOf(message) == m_command;
    }

    /// Begins the fault. Returns whether the message arrives at the server.
    bool survives(Link& link)
    {
        link.pending = std::exchange(m_fault, std::nullopt);
        switch (*link.pending) {
        case Fault::CutBefore:
            link.client->abort();
            link.server->abort();
            return false;
        case Fault::Partition:
            m_partitioned = true;
            return false;
        case Fault::Elsewhere:
            leadTo(m_alternative);
            return false;
        default:
            return true;
        }
    }

    /// Writes in single bytes, each in a turn of the event loop.
    static void writeSlowly(QTcpSocket* client, const QByteArray& bytes)
    {
        if (bytes.isEmpty() || client->state() != QAbstractSocket::ConnectedState) {
            return;
        }
        client->write(bytes.first(1));
        client->flush();
        QTimer::singleShot(0, client, [client, rest = bytes.mid(1)] { writeSlowly(client, rest); });
    }

    /// Whether the command has the refused field, and has been answered for that.
    bool refuseIfUnknown(Link& link, const QByteArray& message) const
    {
        if (m_refusedField.isEmpty() || commandOf(message).isEmpty()
            || !message.contains('\x02' + m_refusedField + '\0')) { // a text of that name
            return false;
        }
        constexpr std::int32_t kUnknownField = 40'415;
        const bson::Document reply
            = bson::makeDocument("ok", 0.0, "errmsg",
                                 "BSON field '" + commandOf(message).toStdString() + '.'
                                     + m_refusedField.toStdString() + "' is an unknown field.",
                                 "code", kUnknownField, "codeName", "IDLUnknownField");
        QByteArray bytes(kDocumentAt, '\0');
        const auto size = static_cast<qint32>(kDocumentAt + reply.bytes().size());
        qToLittleEndian<qint32>(size, bytes.data());
        // which message it answers
        qToLittleEndian<qint32>(qFromLittleEndian<qint32>(message.constData() + 4),
                                bytes.data() + 8);
        qToLittleEndian<qint32>(2013, bytes.data() + 12);
        bytes.append(reinterpret_cast<const char*>(reply.bytes().data()),
                     static_cast<qsizetype>(reply.bytes().size()));
        link.client->write(bytes);
        return true;
    }

    void answer(Link& link)
    {
        QByteArray bytes = link.server->readAll();
        if (m_partitioned) {
            return;
        }
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
        if (link.pending == Fault::CorruptReply && bytes.size() >= kDocumentAt + 4) {
            qToLittleEndian<qint32>(0x7fffffff, bytes.data() + kDocumentAt);
            link.pending.reset();
        }
        if (std::exchange(link.pending, std::nullopt) == Fault::SlowReply) {
            writeSlowly(link.client, bytes);
            return;
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
    QByteArray m_refusedField; // empty: none
    std::optional<Fault> m_fault;
    int m_passing = 0; // messages before the one that meets the fault
    int m_alternative = 0;
    bool m_partitioned = false;
    bool m_refusing = false;
    std::chrono::milliseconds m_delay{0};
    int m_commands = 0;
    qint64 m_bytes = 0;
    std::vector<QByteArray> m_messages;
    std::vector<std::pair<QByteArray, QByteArray>> m_replacements; // from, to
};

} // namespace sandglass::tests
