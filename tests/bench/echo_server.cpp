// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/echo_server.h"

#include <asio/io_context.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/write.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>

namespace sandglass::bench {

namespace {

using Protocol = asio::local::stream_protocol;

class Session : public std::enable_shared_from_this<Session>
{
public:
    explicit Session(Protocol::socket socket)
        : m_socket(std::move(socket))
    {
    }

    void read()
    {
        m_socket.async_read_some(
            asio::buffer(m_buffer),
            [self = shared_from_this()](const asio::error_code& code, std::size_t bytes) {
                if (!code) {
                    self->write(bytes);
                }
            });
    }

private:
    void write(std::size_t bytes)
    {
        asio::async_write(m_socket, asio::buffer(m_buffer, bytes),
                          [self = shared_from_this()](const asio::error_code& code, std::size_t) {
                              if (!code) {
                                  self->read();
                              }
                          });
    }

    Protocol::socket m_socket;
    std::array<char, 4096> m_buffer{};
};

void acceptNext(Protocol::acceptor& acceptor)
{
    acceptor.async_accept([&acceptor](const asio::error_code& code, Protocol::socket socket) {
        if (!code) {
            std::make_shared<Session>(std::move(socket))->read();
        }
        acceptNext(acceptor);
    });
}

} // namespace

int serveEcho(const char* path)
{
    try {
        asio::io_context io(1);
        Protocol::acceptor acceptor(io, Protocol::endpoint(path));
        acceptNext(acceptor);
        io.run();
        return EXIT_SUCCESS;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "echo server: %s\n", problem.what());
        return EXIT_FAILURE;
    }
}

} // namespace sandglass::bench
