// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

namespace sandglass::engine::net {

/// Limits the memory of all replies that clients have not read yet: each may have 16 MB, and a
/// client may read as slowly as kLeastBytesPerMillisecond. I/O thread only.
class ReplyBudget
{
public:
    /// A reply that its client has not read. Counts towards the total as long as it lives.
    class Unread
    {
    public:
        Unread(ReplyBudget& budget, std::size_t bytes)
            : m_budget(budget)
            , m_bytes(bytes)
        {
            m_budget.m_held += m_bytes;
        }
        Unread(const Unread&) = delete;
        Unread& operator=(const Unread&) = delete;
        ~Unread() { m_budget.m_held -= m_bytes; }

    private:
        ReplyBudget& m_budget;
        const std::size_t m_bytes;
    };

    /// `most`: bytes of all connections together. `makeRoom`: drops the clients that read most
    /// slowly.
    ReplyBudget(std::size_t most, std::function<void()> makeRoom)
        : m_most(most)
        , m_makeRoom(std::move(makeRoom))
    {
    }

    /// Calls `makeRoom` when the total exceeds the limit.
    void enforce()
    {
        if (m_held > m_most) {
            m_makeRoom();
        }
    }

private:
    const std::size_t m_most;
    const std::function<void()> m_makeRoom;
    std::size_t m_held = 0;
};

} // namespace sandglass::engine::net
