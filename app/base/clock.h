// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

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

    /// How many times faster than real time this clock runs when nobody moves it; at least 1.
    virtual int rate() const { return 1; }
    /// How far this clock moves while `real` passes.
    Millis duringReal(Millis real) const { return real * rate(); }
    /// How much real time passes while this clock moves by `span`, rounded up.
    Millis realTimeOf(Millis span) const;

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

/// The system's clock, moved by an offset that can be changed while the program runs; or, for
/// rehearsals, a clock that starts at a chosen moment and runs faster.
class SystemClock final : public Clock
{
public:
    SystemClock() = default;
    /// Shows `start` now and runs `rate` times (at least 1) as fast as real time from here on.
    SystemClock(Time start, int rate);

    Time now() const override;
    int rate() const override { return m_rate; }

    /// Moves this clock by `offset` against the system's clock.
    void setOffset(Millis offset);
    /// The offset in force.
    Millis offset() const;

private:
    /// Where a clock of its own began; unset: the system's clock is followed.
    std::optional<Time> m_start;
    std::chrono::steady_clock::time_point m_startedAt;
    int m_rate = 1;
    std::atomic<std::int64_t> m_offset{0};
};

} // namespace sandglass::base
