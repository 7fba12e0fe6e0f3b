// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"

#include <QByteArray>
#include <QHostAddress>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtEndian>
#include <QThread>

#include <functional>
#include <map>
#include <mutex>
#include <semaphore>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// A server that gives the driver canned replies, as the documentation of a product shows them: a
/// member of a replica set, a router. Speaks OP_MSG, and OP_QUERY for the first handshake. Runs in
/// a thread of its own.
class PersonaServer : public QThread
{
public:
    /// Makes other bytes of a message, header included.
    using Distortion = std::function<QByteArray(const QByteArray&)>;

    PersonaServer()
    {
        start();
        m_listening.acquire();
    }
    PersonaServer(const PersonaServer&) = delete;
    PersonaServer& operator=(const PersonaServer&) = delete;
    ~PersonaServer() override
    {
        quit();
        wait();
    }

    int port() const { return m_port; }
    std::string host() const { return "127.0.0.1:" + std::to_string(m_port); }
    std::string uri(const std::string& options = {}) const
    {
        return "mongodb://" + host() + '/' + options;
    }
    /// What it answers to a command from now on; "hello" also stands for isMaster. Fields that
    /// every reply has are added.
    void answer(const std::string& command, const bson::Document& reply)
    {
        const std::lock_guard lock(m_mutex);
        m_answers.insert_or_assign(command, reply);
    }
    /// What it answers from now on to an aggregation that begins with this stage.
    void answerStage(const std::string& stage, const bson::Document& reply)
    {
        answer("aggregate " + stage, reply);
    }
    /// From now on commands of this name get no answer before a killSessions comes, which ends
    /// them.
    void holdUntilKilled(const std::string& command)
    {
        const std::lock_guard lock(m_mutex);
        m_held.insert(command);
    }
    /// The next command of this name gets no answer: its connection is closed instead.
    void closeAt(const std::string& command)
    {
        const std::lock_guard lock(m_mutex);
        m_closing.insert(command);
    }
    /// From now on the answers to this command are sent as `distortion` makes them; "hello" also
    /// stands for isMaster.
    void distort(const std::string& command, const Distortion& distortion)
    {
        const std::lock_guard lock(m_mutex);
        m_distortions.insert_or_assign(command, distortion);
    }
    /// The commands of that name that have come.
    std::vector<bson::Document> received(const std::string& command) const
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_received.find(command);
        return found == m_received.end() ? std::vector<bson::Document>() : found->second;
    }

protected:
    void run() override
    {
        QTcpServer listener;
        QObject::connect(&listener, &QTcpServer::newConnection, &listener, [this, &listener] {
            while (QTcpSocket* socket = listener.nextPendingConnection()) {
                QObject::connect(socket, &QTcpSocket::readyRead, socket,
                                 [this, socket] { read(*socket); });
                QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            }
        });
        listener.listen(QHostAddress::LocalHost);
        m_port = listener.serverPort();
        m_listening.release();
        exec();
    }

private:
    static constexpr qsizetype kHeaderBytes = 16;
    static constexpr qint32 kOpReply = 1;
    static constexpr qint32 kOpQuery = 2004;
    static constexpr qint32 kOpMsg = 2013;

    // One message at a time: the driver waits for each reply.
    void read(QTcpSocket& socket)
    {
        while (socket.bytesAvailable() >= kHeaderBytes) {
            const auto length = qFromLittleEndian<qint32>(socket.peek(4).constData());
            if (socket.bytesAvailable() < length) {
                return;
            }
            const QByteArray message = socket.read(length);
            const auto code = qFromLittleEndian<qint32>(message.constData() + 12);
            const bool query = code == kOpQuery;
            const qsizetype at = query
                ? message.indexOf('\0', kHeaderBytes + 4) + 1 + 8 // flags, name, skip, limit
                : kHeaderBytes + 5; // flags, section
            const auto size = qFromLittleEndian<qint32>(message.constData() + at);
            const auto command = bson::Document::fromBytes(
                bson::Bytes(reinterpret_cast<const std::uint8_t*>(message.constData()) + at,
                            static_cast<std::size_t>(size)));
            if (command) {
                answer(socket, *command, query, message.mid(4, 4));
            }
        }
    }

    void answer(QTcpSocket& socket, const bson::Document& command, bool query, const QByteArray& id)
    {
        const bson::Document reply = replyTo(command);
        const std::string name = nameOf(command);
        const std::unique_lock lock(m_mutex);
        if (m_closing.erase(name) > 0) {
            socket.abort();
            return;
        }
        if (m_held.contains(name)) {
            m_waiting.emplace_back(&socket, id);
            return;
        }
        const auto distortion = m_distortions.find(name);
        const QByteArray message = framed(reply, query, id);
        socket.write(distortion == m_distortions.end() ? message : distortion->second(message));
        if (name == "killSessions") {
            const bson::Document ended
                = bson::makeDocument("ok", 0.0, "code", 11601, "codeName", "Interrupted", "errmsg",
                                     "operation was interrupted");
            for (const auto& [held, heldId] : std::exchange(m_waiting, {})) {
                if (held) {
                    held->write(framed(ended, false, heldId));
                }
            }
        }
    }

    static std::string nameOf(const bson::Document& command)
    {
        const std::string name(command.view().begin()->key);
        return name == "isMaster" || name == "ismaster" ? "hello" : name;
    }

    static QByteArray framed(const bson::Document& reply, bool toQuery, const QByteArray& id)
    {
        QByteArray message(toQuery ? kHeaderBytes + 20 : kHeaderBytes + 5, '\0');
        qToLittleEndian(static_cast<qint32>(message.size() + reply.bytes().size()), message.data());
        message.replace(8, 4, id);
        qToLittleEndian(toQuery ? kOpReply : kOpMsg, message.data() + 12);
        if (toQuery) {
            qToLittleEndian(qint32{1}, message.data() + kHeaderBytes + 16); // one document
        }
        return message.append(reinterpret_cast<const char*>(reply.bytes().data()),
                              static_cast<qsizetype>(reply.bytes().size()));
    }

    bson::Document replyTo(const bson::Document& command)
    {
        const std::string name = nameOf(command);
        const std::lock_guard lock(m_mutex);
        m_received[name].push_back(command);
        const bson::DocumentView stage = command["pipeline"].asDocument()["0"].asDocument();
        auto found = stage.empty() ? m_answers.end()
                                   : m_answers.find(name + ' ' + std::string(stage.begin()->key));
        found = found == m_answers.end() ? m_answers.find(name) : found;
        bson::Builder reply;
        if (found == m_answers.end() && name != "hello") {
            return reply.append("ok", 0.0)
                .append("code", 59)
                .append("codeName", "CommandNotFound")
                .append("errmsg", "no such command: '" + name + "'")
                .take();
        }
        if (found != m_answers.end()) {
            reply.appendAll(found->second);
        }
        const bool versioned = found != m_answers.end() && found->second.contains("maxWireVersion");
        if (name == "hello") {
            if (!versioned) {
                reply.append("maxWireVersion", 21);
            }
            reply.append("minWireVersion", 0).append("maxBsonObjectSize", 16'777'216);
        }
        if (found == m_answers.end() || !found->second.contains("ok")) {
            reply.append("ok", 1.0);
        }
        return reply.take();
    }

    std::binary_semaphore m_listening{0}; // not Qt's: the thread sanitizer does not see that one
    int m_port = 0; // set before m_listening is released
    mutable std::mutex m_mutex; // guards all below
    std::map<std::string, bson::Document> m_answers;
    std::map<std::string, std::vector<bson::Document>> m_received;
    std::map<std::string, Distortion> m_distortions;
    std::set<std::string> m_held;
    std::set<std::string> m_closing;
    std::vector<std::pair<QPointer<QTcpSocket>, QByteArray>> m_waiting; // with their requests' ids
};

} // namespace sandglass::tests
