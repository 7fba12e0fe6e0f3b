// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/clock_guard.h"

#include <utility>

namespace sandglass::engine::expiry {

namespace {

bool isStep(base::Millis difference)
{
    return difference > ClockGuard::kLargestStep || difference < -ClockGuard::kLargestStep;
}

} // namespace

void logClockStep(base::Log& log, const ClockStep& step)
{
    log.write({base::Severity::Warning,
               "INDEX",
               kClockLogId,
               "TTLMonitor",
               "The time of day was set. TTL deletion is paused until setParameter "
               "sandglassTtlHold: \"none\", or until the clocks have agreed for ten minutes",
               {{"byMillis", std::int64_t{step.by.count()}}}});
}

ClockGuard::ClockGuard(const base::Clock& clock, SinceBoot sinceBoot, std::string bootId)
    : m_clock(clock)
    , m_sinceBoot(std::move(sinceBoot))
    , m_bootId(std::move(bootId))
{
    agree();
}

void ClockGuard::resume(const ClockMark& earlier)
{
    const std::lock_guard lock(m_mutex);
    if (!m_bootId.empty() && earlier.bootId == m_bootId) {
        m_agreed = earlier;
        return;
    }
    // how long the computer was off is not known, but it was not less than nothing
    if (m_agreed.wall < earlier.wall) {
        m_agreed.wall = earlier.wall;
    }
}

base::Millis ClockGuard::ahead() const
{
    const base::Millis passed = m_clock.duringReal(m_sinceBoot() - m_agreed.sinceBoot);
    return m_clock.now() - m_agreed.wall - passed;
}

void ClockGuard::agree()
{
    m_agreed = {m_clock.now(), m_sinceBoot(), m_bootId};
}

std::optional<ClockStep> ClockGuard::check()
{
    const std::lock_guard lock(m_mutex);
    const base::Millis difference = ahead();
    if (!m_step) {
        if (!isStep(difference)) {
            agree(); // small corrections add up to no step
            return std::nullopt;
        }
        m_step = ClockStep{difference, m_clock.now()};
        m_agreeingSince.reset();
        return m_step;
    }
    if (isStep(difference)) {
        m_agreeingSince.reset();
        return std::nullopt;
    }
    const base::Millis now = m_sinceBoot();
    if (!m_agreeingSince) {
        m_agreeingSince = now;
    } else if (now - *m_agreeingSince >= kAgreeing) {
        m_step.reset();
        agree();
    }
    return std::nullopt;
}

std::optional<ClockStep> ClockGuard::step() const
{
    const std::lock_guard lock(m_mutex);
    return m_step;
}

void ClockGuard::confirm()
{
    const std::lock_guard lock(m_mutex);
    m_step.reset();
    agree();
}

void ClockGuard::follow()
{
    const std::lock_guard lock(m_mutex);
    agree();
}

ClockMark ClockGuard::mark() const
{
    const std::lock_guard lock(m_mutex);
    // while a step is not over, the time of day is not believed
    return m_step ? m_agreed : ClockMark{m_clock.now(), m_sinceBoot(), m_bootId};
}

} // namespace sandglass::engine::expiry
