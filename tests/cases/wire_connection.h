// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"

#include <QTcpSocket>

#include <cstdint>
#include <string>

namespace sandglass::cases {

/// A connection as a driver opens it, without a driver's opinions: one OP_MSG for each command, and
/// the reply as it came, errors included. One thread.
class WireConnection
{
public:
    /// Connects to a port of this machine. Errors: Network.
    Result<void> open(int port);

    /// Sends `command` for a database and returns the reply: {…, ok: 1} or {ok: 0, code, …}. A
    /// reply to anything but this command breaks the conversation. Errors: Network, Protocol.
    Result<bson::Document> run(const std::string& database, bson::DocumentView command);

    /// Sends a command that asks for no reply. Errors: Network.
    Result<void> tell(const std::string& database, bson::DocumentView command);

private:
    Result<void> send(const std::string& database, bson::DocumentView command, std::uint32_t flags);
    Result<QByteArray> receive(qint64 bytes);

    QTcpSocket m_socket;
    std::int32_t m_requestId = 0;
};

} // namespace sandglass::cases
