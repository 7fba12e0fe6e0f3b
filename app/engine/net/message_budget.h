// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/net/waiting_room.h"

#include <cstddef>
#include <deque>
#include <memory>

namespace sandglass::engine::net {

/// Limits the memory of all messages that have arrived, in part or as a whole, and are not answered
/// yet. A message may be large, may never be completed, or may be small and decompress to a large
/// one. I/O thread only.
class MessageBudget
{
public:
    /// `most`: bytes of all connections together.
    explicit MessageBudget(std::size_t most)
        : m_most(most)
    {
    }

    /// Changes what a connection holds to `now` bytes. Returns false and changes nothing when that
    /// is more than before and the total would exceed the limit.
    bool change(std::size_t before, std::size_t now);
    /// Whether this many bytes would fit if no other connection held any.
    bool canEverHold(std::size_t bytes) const { return bytes <= m_most; }
    /// Bytes that all connections hold.
    std::size_t held() const { return m_held; }

    /// Joins the queue of connections that wait for memory. Whenever memory is released, the first
    /// one is woken: its timer is cancelled, and it tries again.
    void join(const std::shared_ptr<Wait>& wait) { m_line.push_back(wait); }
    /// Whether a connection is waiting. Every other one that needs more memory must then join the
    /// queue, however little it needs: otherwise small messages that keep coming would leave no
    /// room for a large one.
    bool hasLine() const { return !m_line.empty(); }
    /// Leaves the queue; the next connection is woken, as there may be room for both.
    void leave(const std::shared_ptr<Wait>& wait);

private:
    void wakeFirst();

    const std::size_t m_most;
    std::size_t m_held = 0;
    std::deque<std::shared_ptr<Wait>> m_line;
};

} // namespace sandglass::engine::net
