// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <cstddef>
#include <map>
#include <mutex>
#include <string>

namespace sandglass::engine::access {

/// Counts failed logins, so that passwords cannot be tried quickly. Any thread.
class LoginAttempts
{
public:
    static constexpr int kFreeFailures = 5; ///< before the first delay
    static constexpr base::Millis kDelay{1000}; ///< of each further attempt
    static constexpr base::Millis kMemory{15 * 60 * 1000}; ///< after the last failure
    static constexpr std::size_t kMost = 10'000; ///< remembered names and addresses

    /// `clock` must outlive it.
    explicit LoginAttempts(const base::Clock& clock);

    /// How long the next attempt must wait. `key`: a user or an address, in a form that tells them
    /// apart.
    base::Millis delayOf(const std::string& key) const;
    /// Counts a failure.
    void failed(const std::string& key);
    /// Forgets the failures.
    void succeeded(const std::string& key);

private:
    /// The failures of one key.
    struct Record
    {
        int failures = 0;
        base::Millis last{0}; // steady time
    };

    /// Makes room for one more. m_mutex must be locked.
    void forgetOldest();

    const base::Clock& m_clock;
    mutable std::mutex m_mutex;
    std::map<std::string, Record> m_records; // guarded by m_mutex
};

} // namespace sandglass::engine::access
