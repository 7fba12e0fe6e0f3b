// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/waiting_room.h"

#include <asio/post.hpp>

namespace sandglass::engine::net {

void WaitingRoom::announceChange()
{
    ++m_changes;
    // a wake-up that is already on its way serves all changes until it runs
    if (m_count > 0 && !m_posted.exchange(true)) {
        asio::post(m_io, [this] { wakeAll(); });
    }
}

// Here the count is raised before the changes are read; announceChange() does it in the opposite
// order. So at least one of the two sees the other.
bool WaitingRoom::enter(const std::shared_ptr<Wait>& wait, std::uint64_t seen)
{
    m_waiting.insert(wait);
    ++m_count;
    if (m_changes == seen) {
        return true;
    }
    leave(wait);
    return false;
}

void WaitingRoom::leave(const std::shared_ptr<Wait>& wait)
{
    if (m_waiting.erase(wait) > 0) {
        --m_count;
    }
}

void WaitingRoom::wakeAll()
{
    // first, so that a change from now on posts another wake-up
    m_posted = false;
    for (const auto& wait : m_waiting) {
        wait->timer.cancel();
    }
}

} // namespace sandglass::engine::net
