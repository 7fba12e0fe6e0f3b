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

/// A request that waits for its next attempt. I/O thread only; shared with the handlers that can
/// end the wait.
struct Wait
{
    explicit Wait(asio::io_context& io)
        : timer(io)
    {
    }
    asio::steady_timer timer; ///< cancelled to end the wait early
};

/// The requests that cannot be answered yet. They occupy no worker, only a timer on the I/O thread.
/// No change is missed between an attempt and the wait: a request reads changes() before its
/// attempt, and does not wait if the number has grown.
class WaitingRoom
{
public:
    explicit WaitingRoom(asio::io_context& io)
        : m_io(io)
    {
    }

    /// Number of changes so far. Any thread.
    std::uint64_t changes() const { return m_changes; }
    /// Counts a change and wakes all requests that wait for one. Any thread; never blocks.
    void announceChange();

    /// Adds a wait that the next change ends. False, and nothing added, when there was a change
    /// since `seen`. I/O thread.
    bool enter(const std::shared_ptr<Wait>& wait, std::uint64_t seen);
    /// Removes a wait; does nothing for an unknown one. I/O thread.
    void leave(const std::shared_ptr<Wait>& wait);

private:
    /// Ends all waits. I/O thread.
    void wakeAll();

    asio::io_context& m_io;
    std::atomic<std::uint64_t> m_changes{0};
    std::atomic<std::size_t> m_count{0}; ///< size of m_waiting, for announceChange()
    std::atomic<bool> m_posted{false}; ///< a wakeAll() is on its way
    std::set<std::shared_ptr<Wait>> m_waiting; // I/O thread only
};

} // namespace sandglass::engine::net
