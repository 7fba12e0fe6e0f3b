// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/net/waiting_room.h"

#include <cstddef>
#include <deque>
#include <memory>

namespace sandglass::engine::net {

/// The memory of all messages that have arrived, in part or as a whole, until they are answered.
/// Each may be large; nobody knows whether the end of a part will come, and a small compressed
/// message may hold a large one. I/O thread only.
class MessageBudget
{
public:
    /// `most`: bytes of all connections together.
    explicit MessageBudget(std::size_t most)
        : m_most(most)
    {
    }

    /// Replaces what a connection holds by `now` bytes. False, and nothing changed, when it would
    /// hold more and all together too much.
    bool change(std::size_t before, std::size_t now);
    /// Whether so many bytes fit when nobody else holds any.
    bool canEverHold(std::size_t bytes) const { return bytes <= m_most; }
    /// Bytes that all connections hold.
    std::size_t held() const { return m_held; }

    /// Joins the line of those who wait until they can hold more. The first in line is woken
    /// whenever somebody holds less: its timer is cancelled, and it tries again.
    void join(const std::shared_ptr<Wait>& wait) { m_line.push_back(wait); }
    /// Whether somebody waits. Who needs more then joins the line, however little it is: small ones
    /// that keep coming would leave no room for a large one.
    bool hasLine() const { return !m_line.empty(); }
    /// Leaves the line; the next one is woken, as there may be room for both.
    void leave(const std::shared_ptr<Wait>& wait);

private:
    void wakeFirst();

    const std::size_t m_most;
    std::size_t m_held = 0;
    std::deque<std::shared_ptr<Wait>> m_line;
};

} // namespace sandglass::engine::net
