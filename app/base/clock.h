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

/// How far a clock that runs `rate` times as fast as real time moves while `passed` goes by,
/// rounded toward zero. `rate`: 1 to 1,000,000. Pure; any thread.
Millis movedBy(std::chrono::nanoseconds passed, int rate);

/// The only source of time; tests put a FakeClock in its place. Any thread.
class Clock
{
public:
    Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
    virtual ~Clock() = default;

    /// The current moment.
    virtual Time now() const = 0;

    /// The time since a fixed moment. It never decreases, even when the time of day is set, so a
    /// duration is the difference of two values.
    virtual Millis steady() const;

    /// How many times faster than real time this clock runs on its own; at least 1.
    virtual int rate() const { return 1; }
    /// How far this clock moves while `real` passes.
    Millis duringReal(Millis real) const { return real * rate(); }
    /// How much real time passes while this clock moves by `span`, rounded up.
    Millis realTimeOf(Millis span) const;

    /// Registers `listener` to run after each jump of the clock. Normal passing of time is not a
    /// jump. The listener runs on the thread that moves the clock and holds the clock's lock, so it
    /// must be short and must not add or remove listeners. Returns a ticket for
    /// removeJumpListener().
    int addJumpListener(std::function<void()> listener);
    /// Removes a listener. When this returns, the listener is not running and will not run again.
    /// An unknown ticket is ignored.
    void removeJumpListener(int ticket);

protected:
    /// For implementations: calls all listeners, on this thread.
    void announceJump();

private:
    std::mutex m_mutex;
    std::map<int, std::function<void()>> m_listeners; // guarded by m_mutex
    int m_nextTicket = 1; // guarded by m_mutex
};

/// The system's clock plus an offset that can be changed while the program runs. For rehearsals it
/// can start at a chosen moment and run faster than real time.
class SystemClock final : public Clock
{
public:
    SystemClock() = default;
    /// Starts at `start` and runs `rate` times as fast as real time; a `rate` below 1 counts as 1.
    SystemClock(Time start, int rate);

    Time now() const override;
    int rate() const override { return m_rate; }

    /// Sets the offset from the system's clock, then calls the jump listeners. Any thread.
    void setOffset(Millis offset);
    /// The current offset; 0 at first. Any thread.
    Millis offset() const;

private:
    /// The start of a rehearsal clock; unset when the clock follows the system's.
    std::optional<Time> m_start;
    std::chrono::steady_clock::time_point m_startedAt;
    int m_rate = 1;
    std::atomic<std::int64_t> m_offset{0};
};

} // namespace sandglass::base
