// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <set>

namespace sandglass::engine::net {

/// One request that rests until something happens. Lives on the I/O thread; shared with the
/// handlers that may end the rest.
struct Rest
{
    explicit Rest(asio::io_context& io)
        : timer(io)
    {
    }
    asio::steady_timer timer; ///< cancelled to end the rest early
    bool over = false;
    bool peerGone = false;
};

/// The requests that have nothing to answer yet. They occupy no worker: one timer each, on the I/O
/// thread. A change that happens between a request's look and its rest is not missed: the request
/// notes changes() before it looks, and does not rest when the number has moved.
class WaitingRoom
{
public:
    explicit WaitingRoom(asio::io_context& io)
        : m_io(io)
    {
    }

    /// How many changes there were. Any thread.
    std::uint64_t changes() const { return m_changes; }
    /// Something changed: all that rest for a change are woken. Any thread; quick.
    void announceChange();

    /// Of the I/O thread: a rest that a change ends, unless there was one since `seen`. False when
    /// there was; then it has not been taken in.
    bool enter(const std::shared_ptr<Rest>& rest, std::uint64_t seen);
    void leave(const std::shared_ptr<Rest>& rest);

private:
    void wakeAll();

    asio::io_context& m_io;
    std::atomic<std::uint64_t> m_changes{0};
    std::atomic<std::size_t> m_count{0};
    std::atomic<bool> m_posted{false};
    std::set<std::shared_ptr<Rest>> m_resting; // the I/O thread's
};

} // namespace sandglass::engine::net
