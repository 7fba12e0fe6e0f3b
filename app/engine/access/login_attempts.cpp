// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/login_attempts.h"

#include <algorithm>

namespace sandglass::engine::access {

LoginAttempts::LoginAttempts(const base::Clock& clock)
    : m_clock(clock)
{
}

base::Millis LoginAttempts::delayOf(const std::string& key) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_records.find(key);
    const bool often = found != m_records.end() && found->second.failures >= kFreeFailures
        && m_clock.steady() - found->second.last < kMemory;
    return often ? kDelay : base::Millis(0);
}

void LoginAttempts::failed(const std::string& key)
{
    const std::lock_guard lock(m_mutex);
    const base::Millis now = m_clock.steady();
    Record& record = recordOf(key);
    if (now - record.last >= kMemory) {
        record.failures = 0;
    }
    ++record.failures;
    record.last = now;
}

void LoginAttempts::succeeded(const std::string& key)
{
    const std::lock_guard lock(m_mutex);
    const base::Millis now = m_clock.steady();
    recordOf(key) = {0, now, now};
}

bool LoginAttempts::isKnown(const std::string& key) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_records.find(key);
    return found != m_records.end() && found->second.success
        && m_clock.steady() - *found->second.success < kKnown;
}

LoginAttempts::Record& LoginAttempts::recordOf(const std::string& key)
{
    if (m_records.size() >= kMost && !m_records.contains(key)) {
        forgetOldest();
    }
    return m_records[key];
}

// Walks over all of them, which costs less than the digests of the failed login.
void LoginAttempts::forgetOldest()
{
    const auto oldest = std::ranges::min_element(
        m_records, {}, [](const auto& entry) { return entry.second.last; });
    m_records.erase(oldest);
}

} // namespace sandglass::engine::access
