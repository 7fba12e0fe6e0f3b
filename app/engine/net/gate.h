// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <asio/awaitable.hpp>
#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>

#include <cstddef>
#include <deque>
#include <memory>

namespace sandglass::engine::net {

/// Limits how many requests are handled at a time. Further ones queue up without occupying a
/// thread. I/O thread only.
class Gate
{
public:
    /// `most`: at least 1.
    Gate(asio::io_context& io, std::size_t most)
        : m_io(io)
        , m_most(most)
    {
    }

    /// Takes a place if one is free, and returns whether it did. Then call leave().
    bool enter();
    /// Call after enter() returned false: resumes when a place is taken. Then call leave().
    asio::awaitable<void> wait();
    /// Frees a place, or hands it to the first in the queue.
    void leave();

private:
    asio::io_context& m_io;
    const std::size_t m_most;
    std::size_t m_inside = 0;
    std::deque<std::shared_ptr<asio::steady_timer>>
        m_line; // cancelling a timer resumes its request
};

} // namespace sandglass::engine::net
