// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/listener.h"

#include "app/platform/local_socket.h"
#include "app/platform/socket_path.h"

#include <asio/ip/tcp.hpp>
#include <asio/local/stream_protocol.hpp>

#include <cstring>
#include <filesystem>
#include <utility>

namespace sandglass::engine::net {

namespace {

using Endpoint = asio::generic::stream_protocol::endpoint;

Error cannotListen(const std::string& where, const asio::error_code& code)
{
    const bool inUse = code == asio::error::address_in_use;
    return base::failure(inUse ? Errc::Conflict : Errc::Network,
                         "Cannot listen on " + where + ": " + code.message());
}

Result<Acceptor> openTcp(asio::io_context& io, const ListenOptions& options)
{
    constexpr int kMaxPort = 65535;
    if (options.port < 0 || options.port > kMaxPort) {
        return base::failure(Errc::InvalidInput,
                             "The port must be in 0 to 65535, not " + std::to_string(options.port)
                                 + ".");
    }
    asio::error_code code;
    const std::string text = options.bindAddress == "localhost" ? "127.0.0.1" : options.bindAddress;
    const asio::ip::address address = asio::ip::make_address(text, code);
    if (code) {
        return base::failure(Errc::InvalidInput,
                             "\"" + options.bindAddress + "\" is not an IP address.");
    }
    const asio::ip::tcp::endpoint endpoint(address, static_cast<asio::ip::port_type>(options.port));
    Acceptor acceptor(io);
    acceptor.open(Endpoint(endpoint).protocol(), code);
    if (!code) {
        // otherwise a restart within a minute would fail while old connections time out
        acceptor.set_option(asio::socket_base::reuse_address(true), code);
    }
    if (!code) {
        acceptor.bind(endpoint, code);
    }
    if (!code) {
        acceptor.listen(asio::socket_base::max_listen_connections, code);
    }
    if (code) {
        return cannotListen(text + ":" + std::to_string(options.port), code);
    }
    return acceptor;
}

Result<Acceptor> openUnix(asio::io_context& io, const std::string& path)
{
    TRY(platform::checkSocketPath(path));
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    TRY(platform::checkSocketFolder(folder.empty() ? "." : folder.string()));
    TRY(platform::clearSocketPath(path));
    const asio::local::stream_protocol::endpoint endpoint(path);
    asio::error_code code;
    Acceptor acceptor(io);
    acceptor.open(Endpoint(endpoint).protocol(), code);
    if (!code) {
        // before bind, so that nobody else can connect at any time
        if (const auto restricted = platform::makeSocketPrivate(acceptor.native_handle());
            !restricted) {
            return base::failure(Errc::Network,
                                 "Cannot listen on " + path + ": " + restricted.error().message);
        }
        acceptor.bind(endpoint, code);
    }
    if (!code) {
        acceptor.listen(asio::socket_base::max_listen_connections, code);
    }
    if (code) {
        return cannotListen(path, code);
    }
    return acceptor;
}

asio::ip::tcp::endpoint tcpEndpoint(const Endpoint& endpoint)
{
    asio::ip::tcp::endpoint result;
    // copies the address: Asio's generic endpoint has no conversion
    if (endpoint.size() <= result.capacity()) {
        std::memcpy(result.data(), endpoint.data(), endpoint.size());
        result.resize(endpoint.size());
    }
    return result;
}

} // namespace

Result<Listening> openListeners(asio::io_context& io, const ListenOptions& options)
{
    Listening listening;
    if (options.port != -1) {
        auto acceptor = openTcp(io, options);
        TRY(acceptor);
        asio::error_code code;
        listening.port = tcpEndpoint(acceptor->local_endpoint(code)).port();
        listening.acceptors.push_back(std::move(*acceptor));
    }
    if (!options.unixSocketPath.empty()) {
        auto acceptor = openUnix(io, options.unixSocketPath);
        TRY(acceptor);
        listening.acceptors.push_back(std::move(*acceptor));
    }
    if (listening.acceptors.empty()) {
        return base::failure(Errc::InvalidInput, "Neither a port nor a unix socket is given.");
    }
    return listening;
}

bool isLocal(const Socket& socket)
{
    asio::error_code code;
    const Endpoint own = socket.local_endpoint(code);
    return !code && own.protocol().family() == AF_UNIX;
}

std::string remoteText(const Socket& socket)
{
    asio::error_code code;
    const Endpoint endpoint = socket.remote_endpoint(code);
    // the peer may have gone already
    if (code) {
        return "unknown";
    }
    if (endpoint.protocol().family() == AF_UNIX) {
        return "anonymous unix socket";
    }
    const asio::ip::tcp::endpoint tcp = tcpEndpoint(endpoint);
    const std::string address = tcp.address().to_string();
    return (tcp.address().is_v6() ? "[" + address + "]" : address) + ":"
        + std::to_string(tcp.port());
}

} // namespace sandglass::engine::net
