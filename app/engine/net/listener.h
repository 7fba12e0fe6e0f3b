// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/net/server.h"

#include <asio/basic_socket_acceptor.hpp>
#include <asio/generic/stream_protocol.hpp>
#include <asio/io_context.hpp>

#include <string>
#include <vector>

namespace sandglass::engine::net {

/// A listening socket, TCP or unix.
using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;
/// A connected socket, TCP or unix.
using Socket = asio::generic::stream_protocol::socket;

/// The result of openListeners().
struct Listening
{
    std::vector<Acceptor> acceptors; ///< one for TCP and one for the unix socket, as configured
    int port = -1; ///< the TCP port; -1 without TCP
};

/// Opens the sockets of `options` and starts listening. Errors: as Server::listen().
Result<Listening> openListeners(asio::io_context& io, const ListenOptions& options);

/// Whether this is a connection through the unix socket.
bool isLocal(const Socket& socket);
/// The peer's address for logs, as in ConnectionInfo::remote; "unknown" when it has gone.
std::string remoteText(const Socket& socket);

} // namespace sandglass::engine::net
