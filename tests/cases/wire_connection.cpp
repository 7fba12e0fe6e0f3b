// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cases/wire_connection.h"

#include <QHostAddress>
#include <QtEndian>

namespace sandglass::cases {

namespace {

constexpr int kReplyPatienceMillis = 60'000; // sanitizers and shared machines are slow
constexpr qint64 kHeaderBytes = 16;
constexpr qint64 kBodyAt = 21; // the header, the flags and the kind of the only section
constexpr qint64 kMostBytes = 48'000'000;
constexpr std::int32_t kOpMsg = 2013;
constexpr std::uint32_t kMoreToCome = 2;

Error lost(const QTcpSocket& socket)
{
    return base::failure(Errc::Network,
                         "The connection failed: " + socket.errorString().toStdString());
}

void appendInt32(QByteArray& bytes, std::uint32_t number)
{
    const quint32 little = qToLittleEndian(number);
    bytes.append(reinterpret_cast<const char*>(&little), sizeof(little));
}

std::int32_t int32At(const QByteArray& bytes, qint64 at)
{
    return qFromLittleEndian<std::int32_t>(bytes.constData() + at);
}

} // namespace

Result<void> WireConnection::open(int port)
{
    m_socket.connectToHost(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(port));
    if (!m_socket.waitForConnected(kReplyPatienceMillis)) {
        return lost(m_socket);
    }
    return {};
}

Result<bson::Document> WireConnection::run(const std::string& database, bson::DocumentView command)
{
    TRY(send(database, command, 0));
    const auto header = receive(kHeaderBytes);
    TRY(header);
    const qint64 length = int32At(*header, 0);
    if (length <= kBodyAt || length > kMostBytes || int32At(*header, 12) != kOpMsg) {
        return base::failure(Errc::Protocol, "What came is no OP_MSG.");
    }
    if (int32At(*header, 8) != m_requestId) {
        return base::failure(Errc::Protocol, "What came answers another request.");
    }
    const auto rest = receive(length - kHeaderBytes);
    TRY(rest);
    const auto body = bson::Bytes(reinterpret_cast<const std::uint8_t*>(rest->constData()),
                                  static_cast<std::size_t>(rest->size()));
    return bson::Document::fromBytes(body.subspan(kBodyAt - kHeaderBytes));
}

Result<void> WireConnection::tell(const std::string& database, bson::DocumentView command)
{
    return send(database, command, kMoreToCome);
}

Result<void> WireConnection::send(const std::string& database, bson::DocumentView command,
                                  std::uint32_t flags)
{
    bson::Builder body;
    body.appendAll(command).append("$db", database);
    const bson::Document document = body.take();
    QByteArray message;
    appendInt32(message,
                static_cast<std::uint32_t>(kBodyAt)
                    + static_cast<std::uint32_t>(document.bytes().size()));
    appendInt32(message, static_cast<std::uint32_t>(++m_requestId));
    appendInt32(message, 0);
    appendInt32(message, kOpMsg);
    appendInt32(message, flags);
    message.append('\0');
    message.append(reinterpret_cast<const char*>(document.bytes().data()),
                   static_cast<qsizetype>(document.bytes().size()));
    m_socket.write(message);
    while (m_socket.bytesToWrite() > 0) {
        if (!m_socket.waitForBytesWritten(kReplyPatienceMillis)) {
            return lost(m_socket);
        }
    }
    return {};
}

Result<QByteArray> WireConnection::receive(qint64 bytes)
{
    while (m_socket.bytesAvailable() < bytes) {
        if (!m_socket.waitForReadyRead(kReplyPatienceMillis)) {
            return lost(m_socket);
        }
    }
    return m_socket.read(bytes);
}

} // namespace sandglass::cases
