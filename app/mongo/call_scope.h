// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/call_limits.h"

#include <chrono>

namespace sandglass::mongo {

/// Counts what uses the driver, so that the driver is not freed before. Any thread.
class DriverUse
{
public:
    DriverUse();
    DriverUse(const DriverUse&) = delete;
    DriverUse& operator=(const DriverUse&) = delete;
    ~DriverUse();

    /// Waits until nothing uses the driver, abandoned calls included; false when something still
    /// does after `patience`.
    static bool waitForNone(std::chrono::milliseconds patience);
};

/// One call under way and its limits, as its work sees them. The driver cannot be interrupted: the
/// work looks at check() between its commands, and a caller that cannot wait abandons it.
class CallScope
{
public:
    using Steady = std::chrono::steady_clock;

    explicit CallScope(const ttl::CallLimits& limits)
        : m_call(limits)
        , m_cancel(limits.cancel)
    {
    }

    /// Errors: Cancelled or Timeout once the call has to stop.
    Result<void> check() const;
    /// What is left of the time, at least one millisecond.
    std::chrono::milliseconds remaining() const;
    Steady::time_point deadline() const { return m_call.deadline(); }
    std::stop_token cancelled() const { return m_cancel.token(); }

private:
    DriverUse m_use;
    ttl::CallUnderWay m_call;
    ttl::CancelToken m_cancel;
};

} // namespace sandglass::mongo
