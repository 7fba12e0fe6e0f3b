// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace sandglass::engine::access {

/// Counts failed logins, so that passwords cannot be tried quickly. Any thread.
class LoginAttempts
{
public:
    static constexpr int kFreeFailures = 5; ///< before the first delay
    static constexpr base::Millis kDelay{1000}; ///< of each further attempt
    static constexpr base::Millis kMemory{15 * 60 * 1000}; ///< after the last failure
    static constexpr base::Millis kKnown{24 * 60 * 60 * 1000}; ///< after the last success
    static constexpr std::size_t kMost = 10'000; ///< remembered names and addresses

    /// `clock` must outlive it.
    explicit LoginAttempts(const base::Clock& clock);

    /// How long the next attempt must wait. `key`: a user, an address, or a user at an address, in
    /// a form that tells them apart.
    base::Millis delayOf(const std::string& key) const;
    /// Counts a failure.
    void failed(const std::string& key);
    /// Forgets the failures, and remembers the success for kKnown.
    void succeeded(const std::string& key);
    /// Whether there was a success not longer ago than kKnown.
    bool isKnown(const std::string& key) const;

private:
    /// The attempts of one key; both in steady time.
    struct Record
    {
        int failures = 0;
        base::Millis last{0}; // failure or success
        std::optional<base::Millis> success = {}; // the last one
    };

    /// The record of a key, which may be new. m_mutex must be locked.
    Record& recordOf(const std::string& key);
    /// Makes room for one more. m_mutex must be locked.
    void forgetOldest();

    const base::Clock& m_clock;
    mutable std::mutex m_mutex;
    std::map<std::string, Record> m_records; // guarded by m_mutex
};

} // namespace sandglass::engine::access
