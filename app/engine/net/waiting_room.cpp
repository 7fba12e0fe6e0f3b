// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/waiting_room.h"

#include <asio/post.hpp>

namespace sandglass::engine::net {

void WaitingRoom::announceChange()
{
    ++m_changes;
    // one wake-up under way serves all changes until it runs
    if (m_count > 0 && !m_posted.exchange(true)) {
        asio::post(m_io, [this] { wakeAll(); });
    }
}

// The count goes up before the look at the changes, and announceChange() does it the other way
// round: one of the two sees the other.
bool WaitingRoom::enter(const std::shared_ptr<Rest>& rest, std::uint64_t seen)
{
    m_resting.insert(rest);
    ++m_count;
    if (m_changes == seen) {
        return true;
    }
    leave(rest);
    return false;
}

void WaitingRoom::leave(const std::shared_ptr<Rest>& rest)
{
    if (m_resting.erase(rest) > 0) {
        --m_count;
    }
}

void WaitingRoom::wakeAll()
{
    m_posted = false;
    for (const auto& rest : m_resting) {
        rest->timer.cancel();
    }
}

} // namespace sandglass::engine::net
