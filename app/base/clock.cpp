// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/clock.h"

#include <algorithm>
#include <utility>

namespace sandglass::base {

Millis movedBy(std::chrono::nanoseconds passed, int rate)
{
    // Nanoseconds times the rate would overflow: at a day per second after 30 hours. The rest is
    // multiplied before it is rounded, so that a fast clock does not move in jumps.
    const Millis whole = std::chrono::duration_cast<Millis>(passed);
    return whole * rate + std::chrono::duration_cast<Millis>((passed - whole) * rate);
}

Millis Clock::steady() const
{
    return std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now().time_since_epoch());
}

Millis Clock::realTimeOf(Millis span) const
{
    return (span + Millis(rate() - 1)) / rate();
}

int Clock::addJumpListener(std::function<void()> listener)
{
    const std::lock_guard lock(m_mutex);
    m_listeners.emplace(m_nextTicket, std::move(listener));
    return m_nextTicket++;
}

void Clock::removeJumpListener(int ticket)
{
    const std::lock_guard lock(m_mutex);
    // m_mutex is held while listeners run: a listener that is being called cannot be removed
    // meanwhile
    m_listeners.erase(ticket);
}

void Clock::announceJump()
{
    const std::lock_guard lock(m_mutex);
    // called under the lock, see removeJumpListener()
    for (const auto& [ticket, listener] : m_listeners) {
        listener();
    }
}

SystemClock::SystemClock(Time start, int rate)
    : m_start(start)
    , m_startedAt(std::chrono::steady_clock::now())
    , m_rate(std::max(rate, 1))
{
}

Time SystemClock::now() const
{
    if (m_start) {
        return *m_start + movedBy(std::chrono::steady_clock::now() - m_startedAt, m_rate)
            + offset();
    }
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
