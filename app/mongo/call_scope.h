// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/call_limits.h"

#include <chrono>

namespace sandglass::mongo {

/// Counts the users of the driver, so that it is not freed while there are any. Any thread.
class DriverUse
{
public:
    DriverUse();
    DriverUse(const DriverUse&) = delete;
    DriverUse& operator=(const DriverUse&) = delete;
    ~DriverUse();

    /// Waits until nothing uses the driver, abandoned calls included. Returns false if something
    /// still does after `patience`.
    static bool waitForNone(std::chrono::milliseconds patience);
};

/// One call in progress and its limits, as the work of the call sees them. The driver cannot be
/// interrupted. The work therefore calls check() between its commands, and a caller that cannot
/// wait abandons it.
class CallScope
{
public:
    using Steady = std::chrono::steady_clock;

    /// The call begins now; its destruction ends it.
    explicit CallScope(const ttl::CallLimits& limits)
        : m_call(limits)
        , m_cancel(limits.cancel)
        , m_key(limits.key)
    {
    }

    /// Errors: Cancelled or Timeout once the call must stop.
    Result<void> check() const;
    /// The time that is left, at least one millisecond.
    std::chrono::milliseconds remaining() const;
    /// When the call must have ended.
    Steady::time_point deadline() const { return m_call.deadline(); }
    /// Errors: NotPermitted unless the call has the key of an unlocked connection.
    Result<void> checkMayChange() const;
    /// For waiting until the call is cancelled.
    std::stop_token cancelled() const { return m_cancel.token(); }

private:
    DriverUse m_use;
    ttl::CallUnderWay m_call;
    ttl::CancelToken m_cancel;
    ttl::ChangeKey m_key;
};

} // namespace sandglass::mongo
