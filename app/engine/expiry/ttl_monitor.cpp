// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/ttl_monitor.h"

#include "app/engine/storage/use_gate.h"
#include "app/platform/process.h"

#include <algorithm>
#include <chrono>

namespace sandglass::engine::expiry {

TtlMonitor::TtlMonitor(PurgePass& pass, base::Clock& clock, base::Log& log,
                       const TtlSettings& settings)
    : m_pass(pass)
    , m_clock(clock)
    , m_log(log)
    , m_settings(settings)
{
    m_jumpTicket = m_clock.addJumpListener([this] { onClockMoved(); });
}

TtlMonitor::~TtlMonitor()
{
    m_clock.removeJumpListener(m_jumpTicket);
    stop();
}

void TtlMonitor::start()
{
    {
        // the sleep starts here, not when the thread first runs
        const std::lock_guard lock(m_mutex);
        startSleep();
    }
    m_thread = std::jthread([this](const std::stop_token& stop) { loop(stop); });
}

void TtlMonitor::stop()
{
    if (!m_thread.joinable()) {
        return;
    }
    m_thread.request_stop();
    m_thread.join();
    m_log.write({base::Severity::Info,
                 "INDEX",
                 3684101,
                 "TTLMonitor",
                 "Finished shutting down TTL collection monitor thread",
                 {}});
}

void TtlMonitor::settingsChanged()
{
    {
        const std::lock_guard lock(m_mutex);
        m_recheck = true;
    }
    m_wake.notify_all();
}

std::optional<base::Time> TtlMonitor::nextPass() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_sleep) {
        return std::nullopt;
    }
    return m_clock.now() + std::chrono::seconds(m_settings.sleepSeconds) - slept();
}

void TtlMonitor::startSleep()
{
    m_sleep = Sleep{m_clock.now(), m_clock.steady()};
}

base::Millis TtlMonitor::slept() const
{
    return m_clock.duringReal(m_clock.steady() - m_sleep->steady) + m_sleep->moved;
}

void TtlMonitor::onClockMoved()
{
    if (m_guard != nullptr) {
        m_guard->follow();
    }
    {
        const std::lock_guard lock(m_mutex);
        if (m_sleep) {
            const base::Millis passed = m_clock.duringReal(m_clock.steady() - m_sleep->steady);
            m_sleep->moved = std::max(m_clock.now() - m_sleep->wall - passed, base::Millis::zero());
        }
    }
    settingsChanged();
}

void TtlMonitor::loop(const std::stop_token& stop)
{
    // with few processors, readers go first
    platform::lowerThreadPriority();
    while (sleepUntilDue(stop)) {
        useStore(stop);
        const std::lock_guard lock(m_mutex);
        startSleep();
    }
}

void TtlMonitor::useStore(const std::stop_token& stop)
{
    storage::UseGate::Pass use;
    if (m_uses != nullptr) {
        use = m_uses->enter();
        if (!use) {
            return;
        }
    }
    passOnce(stop);
    if (m_afterPass) {
        m_afterPass();
    }
}

bool TtlMonitor::sleepUntilDue(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        const base::Millis left = std::chrono::seconds(m_settings.sleepSeconds) - slept();
        if (left <= base::Millis::zero()) {
            // nextPass() has no answer while a pass runs
            m_sleep.reset();
            return true;
        }
        m_recheck = false;
        const bool woken
            = m_wake.wait_for(lock, stop, m_clock.realTimeOf(left), [this] { return m_recheck; });
        if (woken && !stop.stop_requested()) {
            debug(7005501, "TTL sleep deadline has changed", base::Severity::Debug1);
        }
    }
    return false;
}

void TtlMonitor::passOnce(const std::stop_token& stop)
{
    if (!m_settings.enabled) {
        debug(22529, "TTLMonitor is disabled", base::Severity::Debug1);
        return;
    }
    if (m_pass.lockedOut()) {
        debug(22530, "Locked for writing", base::Severity::Debug3);
        return;
    }
    if (isClockDoubtful()) {
        debug(kClockLogId, "TTL deletion is paused: the time of day was set",
              base::Severity::Debug1);
        return;
    }
    debug(22528, "TTL thread awake", base::Severity::Debug3);
    m_pass.run([this, &stop] { return stop.stop_requested() || !m_settings.enabled; });
}

bool TtlMonitor::isClockDoubtful()
{
    if (m_guard == nullptr || !m_settings.clockGuard) {
        return false;
    }
    const bool before = m_guard->step().has_value();
    if (const auto step = m_guard->check()) {
        logClockStep(m_log, *step);
    }
    const bool now = m_guard->step().has_value();
    if (before && !now) {
        m_log.write({base::Severity::Info,
                     "INDEX",
                     kClockLogId,
                     "TTLMonitor",
                     "The clocks agree again. TTL deletion goes on",
                     {}});
    }
    return now;
}

void TtlMonitor::debug(int id, const char* message, base::Severity severity)
{
    m_log.write({severity, "INDEX", id, "TTLMonitor", message, {}});
}

} // namespace sandglass::engine::expiry
