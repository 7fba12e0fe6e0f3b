// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/net/server.h"

#include <asio/basic_socket_acceptor.hpp>
#include <asio/generic/stream_protocol.hpp>
#include <asio/io_context.hpp>

#include <string>
#include <vector>

namespace sandglass::engine::net {

/// An open, listening socket of either kind.
using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;
using Socket = asio::generic::stream_protocol::socket;

/// What listening gave.
struct Listening
{
    std::vector<Acceptor> acceptors;
    int port = -1;
};

/// Opens what `options` asks for. Errors as Server::listen().
Result<Listening> openListeners(asio::io_context& io, const ListenOptions& options);

/// The other side of a connection, for logs.
std::string remoteText(const Socket& socket);

} // namespace sandglass::engine::net
