// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

namespace sandglass::base {

using Millis = std::chrono::milliseconds;

/// A moment, in UTC milliseconds since 1970: BSON's own resolution and range.
using Time = std::chrono::sys_time<Millis>;

/// The only source of the time of day; tests put a FakeClock in its place. Any thread.
class Clock
{
public:
    Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
    virtual ~Clock() = default;

    /// The current moment.
    virtual Time now() const = 0;

    /// Calls `listener` (on the thread that moves the clock) after each jump that is not the plain
    /// passing of time, so that sleepers can look again. Returns a ticket for removeJumpListener.
    int addJumpListener(std::function<void()> listener);
    /// Forgets a listener; returns when no call to it is running any more.
    void removeJumpListener(int ticket);

protected:
    /// For implementations: tells all listeners that time jumped.
    void announceJump();

private:
    std::mutex m_mutex;
    std::map<int, std::function<void()>> m_listeners; // guarded by m_mutex
    int m_nextTicket = 1; // guarded by m_mutex
};

/// The system's clock, moved by an offset that can be changed while the program runs.
class SystemClock final : public Clock
{
public:
    Time now() const override;

    /// Moves this clock by `offset` against the system's clock.
    void setOffset(Millis offset);
    /// The offset in force.
    Millis offset() const;

private:
    std::atomic<std::int64_t> m_offset{0};
};

} // namespace sandglass::base
