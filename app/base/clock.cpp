// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/clock.h"

#include <utility>

namespace sandglass::base {

int Clock::addJumpListener(std::function<void()> listener)
{
    const std::lock_guard lock(m_mutex);
    m_listeners.emplace(m_nextTicket, std::move(listener));
    return m_nextTicket++;
}

void Clock::removeJumpListener(int ticket)
{
    const std::lock_guard lock(m_mutex);
    m_listeners.erase(ticket);
}

void Clock::announceJump()
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [ticket, listener] : m_listeners)
        listener();
}

Time SystemClock::now() const
{
    return std::chrono::time_point_cast<Millis>(std::chrono::system_clock::now()) + offset();
}

void SystemClock::setOffset(Millis offset)
{
    m_offset = offset.count();
    announceJump();
}

Millis SystemClock::offset() const
{
    return Millis(m_offset.load());
}

} // namespace sandglass::base
