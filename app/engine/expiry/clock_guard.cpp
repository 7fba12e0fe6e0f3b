// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/clock_guard.h"

#include <algorithm>
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
               step.isLeast
                   ? "The time of day is before the last run or the newest write. TTL deletion is "
                     "paused until setParameter sandglassTtlHold: \"none\", or until ten minutes "
                     "after the clock was set forward by as much"
                   : "The time of day was set. TTL deletion is paused until setParameter "
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
        m_isLeast = false;
        m_sameStart = true;
        return;
    }
    raise(earlier.wall);
}

void ClockGuard::notBefore(base::Time written)
{
    const std::lock_guard lock(m_mutex);
    // the time since that mark is known, and says more
    if (!m_sameStart) {
        raise(written);
    }
}

// How long the computer was off is not known, but it was not less than nothing.
void ClockGuard::raise(base::Time least)
{
    if (m_agreed.wall < least) {
        m_agreed.wall = least;
        m_isLeast = true;
    }
}

base::Millis ClockGuard::aheadOf(const ClockMark& moment) const
{
    return m_clock.now() - moment.wall - m_clock.duringReal(m_sinceBoot() - moment.sinceBoot);
}

base::Millis ClockGuard::ahead() const
{
    const base::Millis difference = aheadOf(m_agreed);
    return m_isLeast ? std::min(difference, base::Millis::zero()) : difference;
}

ClockMark ClockGuard::here() const
{
    return {m_clock.now(), m_sinceBoot(), m_bootId};
}

void ClockGuard::agree()
{
    m_agreed = here();
    m_isLeast = false;
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
        m_step = ClockStep{difference, m_clock.now(), m_isLeast};
        m_agreeing.reset();
        return m_step;
    }
    if (isStep(difference)) {
        m_agreeing.reset();
    } else if (!m_agreeing || isStep(aheadOf(*m_agreeing))) {
        m_agreeing = here(); // a time of day that is late enough may be set again
    } else if (m_sinceBoot() - m_agreeing->sinceBoot >= kAgreeing) {
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
    ClockMark mark = m_step ? m_agreed : here();
    if (m_step && m_isLeast) {
        mark.bootId.clear(); // nor does a later run know how much time had passed
    }
    return mark;
}

} // namespace sandglass::engine::expiry
