// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QObject>

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// How long an event had to wait for the event loop.
struct LoopStall
{
    std::chrono::microseconds waited{0}; ///< wall time; a busy machine lengthens it
    std::chrono::microseconds worked{0}; ///< CPU time that the loop's own thread used meanwhile
    std::string during; ///< what step() said last
};

/// Posts an event to the event loop of the thread that made it, every few milliseconds, and
/// measures how long it waits there. The measured thread must run its event loop.
class EventLoopWatchdog
{
public:
    static constexpr std::chrono::milliseconds kPause{5};
    static constexpr std::chrono::milliseconds kLongStall{50};

    EventLoopWatchdog()
    {
        pthread_getcpuclockid(pthread_self(), &m_cpuClock);
        m_thread = std::thread([this] { watch(); });
    }
    EventLoopWatchdog(const EventLoopWatchdog&) = delete;
    EventLoopWatchdog& operator=(const EventLoopWatchdog&) = delete;
    /// On the watched thread.
    ~EventLoopWatchdog()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ending = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }

    /// Names what follows, for the report.
    void step(const std::string& name)
    {
        const std::lock_guard lock(m_mutex);
        m_step = name;
    }
    /// Forgets what was measured so far.
    void reset()
    {
        const std::lock_guard lock(m_mutex);
        m_longest = {};
        m_mostWork = {};
        m_stalls.clear();
        m_events = 0;
    }

    /// The longest wait so far.
    LoopStall longest() const
    {
        const std::lock_guard lock(m_mutex);
        return m_longest;
    }
    /// Every wait above kLongStall, in order.
    std::vector<LoopStall> stalls() const
    {
        const std::lock_guard lock(m_mutex);
        return m_stalls;
    }
    /// How many events were measured.
    std::int64_t events() const
    {
        const std::lock_guard lock(m_mutex);
        return m_events;
    }
    /// The most CPU time that the thread used while one event waited: what a stall is made of when
    /// the machine is not to blame.
    std::chrono::microseconds mostWork() const
    {
        const std::lock_guard lock(m_mutex);
        return m_mostWork;
    }

private:
    using Steady = std::chrono::steady_clock;

    std::chrono::microseconds cpuTime() const
    {
        timespec time{};
        clock_gettime(m_cpuClock, &time);
        return std::chrono::seconds(time.tv_sec)
            + std::chrono::duration_cast<std::chrono::microseconds>(
                   std::chrono::nanoseconds(time.tv_nsec));
    }

    void watch()
    {
        std::unique_lock lock(m_mutex);
        while (!m_ending) {
            m_answered = false;
            const auto sent = Steady::now();
            const auto workedBefore = cpuTime();
            QMetaObject::invokeMethod(
                &m_target, [this] { answer(); }, Qt::QueuedConnection);
            m_changed.wait(lock, [this] { return m_answered || m_ending; });
            if (!m_answered) {
                return;
            }
            note({std::chrono::duration_cast<std::chrono::microseconds>(m_answeredAt - sent),
                  m_workedAt - workedBefore, m_step});
            m_changed.wait_for(lock, kPause, [this] { return m_ending; });
        }
    }

    void answer()
    {
        const std::lock_guard lock(m_mutex);
        m_answered = true;
        m_answeredAt = Steady::now();
        m_workedAt = cpuTime();
        m_changed.notify_all();
    }

    void note(LoopStall stall)
    {
        ++m_events;
        m_mostWork = std::max(m_mostWork, stall.worked);
        if (stall.waited > kLongStall) {
            m_stalls.push_back(stall);
        }
        if (stall.waited > m_longest.waited) {
            m_longest = std::move(stall);
        }
    }

    QObject m_target; // in the watched thread; events still queued for it go with it
    clockid_t m_cpuClock{};
    std::thread m_thread;
    std::condition_variable m_changed;
    mutable std::mutex m_mutex;
    bool m_ending = false; // all of these guarded by m_mutex
    bool m_answered = false;
    Steady::time_point m_answeredAt;
    std::chrono::microseconds m_workedAt{0};
    std::string m_step;
    LoopStall m_longest;
    std::chrono::microseconds m_mostWork{0};
    std::vector<LoopStall> m_stalls;
    std::int64_t m_events = 0;
};

} // namespace sandglass::tests
