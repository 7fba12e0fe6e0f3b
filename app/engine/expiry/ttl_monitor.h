// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/engine/expiry/clock_guard.h"
#include "app/engine/expiry/purge_pass.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace sandglass::engine::storage {
class UseGate;
}

namespace sandglass::engine::expiry {

/// Decides when a pass runs. Its thread sleeps, runs a pass, and repeats. The sleep is measured
/// with the steady clock, so that setting the time of day does not stop it. Moving the given clock
/// ahead on purpose can make a pass due. A new period takes effect at once, counted from the start
/// of the sleep. Source: app/ttl/SEMANTICS.md 3.1.
class TtlMonitor
{
public:
    TtlMonitor(PurgePass& pass, base::Clock& clock, base::Log& log, const TtlSettings& settings);
    /// Stops the thread and waits for it.
    ~TtlMonitor();
    TtlMonitor(const TtlMonitor&) = delete;
    TtlMonitor& operator=(const TtlMonitor&) = delete;

    /// No pass runs while the guard has noticed a step of the time of day. `guard` must outlive the
    /// monitor. Call before start().
    void setClockGuard(ClockGuard& guard) { m_guard = &guard; }
    /// A pass, and what is called after it, holds a pass of this gate; while it stays closed, there
    /// is none. `uses` must outlive the monitor. Call before start().
    void setUses(storage::UseGate& uses) { m_uses = &uses; }
    /// Called on the monitor's thread after each sleep, whether or not a pass ran. Call before
    /// start().
    void setAfterPass(std::function<void()> hook) { m_afterPass = std::move(hook); }
    /// Starts the thread. Call once.
    void start();
    /// Ends a running pass after its current batch and waits for the thread. May be called twice.
    void stop();
    /// Call after each change of the settings: the monitor reads them again. Any thread.
    void settingsChanged();
    /// When the next pass is due; nullopt while a pass runs or when the monitor is stopped. Any
    /// thread.
    std::optional<base::Time> nextPass() const;

private:
    /// The body of the thread.
    void loop(const std::stop_token& stop);
    /// The clock was moved on purpose: that counts as time that has passed, if it went ahead.
    void onClockMoved();
    /// How much of the sleep has passed, on the given clock. Call with m_mutex locked.
    base::Millis slept() const;
    /// A sleep starts. Call with m_mutex locked.
    void startSleep();
    /// Whether the guard has noticed a step; logs a new one.
    bool isClockDoubtful();
    /// Sleeps until a pass is due. False when the thread must stop.
    bool sleepUntilDue(const std::stop_token& stop);
    /// passOnce(), and what is called after it, unless the store is closed.
    void useStore(const std::stop_token& stop);
    /// Runs a pass unless the monitor is disabled or writes are locked.
    void passOnce(const std::stop_token& stop);
    /// Writes a log line without attributes. `id`, `message`: MongoDB's own.
    void debug(int id, const char* message, base::Severity severity);

    PurgePass& m_pass;
    base::Clock& m_clock;
    base::Log& m_log;
    const TtlSettings& m_settings;
    int m_jumpTicket = 0;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_wake;
    /// The start of a sleep.
    struct Sleep
    {
        base::Time wall;
        base::Millis steady{0};
        base::Millis moved{0}; ///< by moving the clock ahead on purpose
    };
    std::optional<Sleep> m_sleep; // guarded by m_mutex
    ClockGuard* m_guard = nullptr;
    storage::UseGate* m_uses = nullptr; ///< null: the store is never closed
    std::function<void()> m_afterPass;
    bool m_recheck = false; // guarded by m_mutex
    std::jthread m_thread;
};

} // namespace sandglass::engine::expiry
