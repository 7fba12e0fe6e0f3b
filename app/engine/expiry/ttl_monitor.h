// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/engine/expiry/purge_pass.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace sandglass::engine::expiry {

/// Decides when a pass runs: a thread of its own that sleeps first, then passes, and again. The
/// period counts on the clock it was given, so moving that clock makes a pass due. A changed period
/// acts at once, from the sleep's start. Source: app/ttl/SEMANTICS.md 3.1.
class TtlMonitor
{
public:
    TtlMonitor(PurgePass& pass, base::Clock& clock, base::Log& log, const TtlSettings& settings);
    /// Stops and joins.
    ~TtlMonitor();
    TtlMonitor(const TtlMonitor&) = delete;
    TtlMonitor& operator=(const TtlMonitor&) = delete;

    void start();
    /// Ends a running pass at its next batch and joins. May be called twice.
    void stop();
    /// Looks at the settings again: call after each change. Any thread.
    void settingsChanged();
    /// Moment of the next pass as planned now; nullopt while a pass runs or the monitor is stopped.
    /// Any thread.
    std::optional<base::Time> nextPass() const;

private:
    void loop(const std::stop_token& stop);
    bool sleepUntilDue(const std::stop_token& stop);
    void passOnce(const std::stop_token& stop);
    void debug(int id, const char* message, base::Severity severity);

    PurgePass& m_pass;
    base::Clock& m_clock;
    base::Log& m_log;
    const TtlSettings& m_settings;
    int m_jumpTicket = 0;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<base::Time> m_sleepStarted; // guarded by m_mutex
    bool m_lookAgain = false; // guarded by m_mutex
    std::jthread m_thread;
};

} // namespace sandglass::engine::expiry
