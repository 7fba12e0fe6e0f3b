// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <asio/awaitable.hpp>
#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>

#include <cstddef>
#include <deque>
#include <memory>

namespace sandglass::engine::net {

/// Lets a limited number through at a time; who comes later waits in line, without a thread. Lives
/// on the I/O thread.
class Gate
{
public:
    /// `most`: at least 1.
    Gate(asio::io_context& io, std::size_t most)
        : m_io(io)
        , m_most(most)
    {
    }

    /// True when there was room; leave() has to follow.
    bool enter();
    /// After enter() said no: comes back inside; leave() has to follow.
    asio::awaitable<void> wait();
    /// Makes room for the first in line.
    void leave();

private:
    asio::io_context& m_io;
    const std::size_t m_most;
    std::size_t m_inside = 0;
    std::deque<std::shared_ptr<asio::steady_timer>> m_line; // each cancelled when its turn comes
};

} // namespace sandglass::engine::net
