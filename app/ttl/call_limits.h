// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <utility>

namespace sandglass::ttl {

/// A flag by which a caller asks a running call to stop. Copies share it. Any thread.
class CancelToken
{
public:
    /// Raises the flag. Functions that wait for token() run before this returns.
    void cancel() const { m_source.request_stop(); }
    bool cancelled() const { return m_source.stop_requested(); }
    /// The same flag for std::stop_callback and std::condition_variable_any.
    std::stop_token token() const { return m_source.get_token(); }

private:
    mutable std::stop_source m_source; // const here means the copy, not the flag that it shares
};

/// Follows the server calls of one job, so that the job can be abandoned when one of them is
/// overdue. Any thread; one call at a time.
class CallWatch
{
public:
    using Steady = std::chrono::steady_clock;

    CallWatch() = default;
    CallWatch(const CallWatch&) = delete;
    CallWatch& operator=(const CallWatch&) = delete;
    virtual ~CallWatch() = default;

    /// A server call begins, which has to end by `deadline`.
    virtual void callBegins(Steady::time_point deadline) = 0;
    /// It has ended.
    virtual void callEnds() = 0;
};

/// Limits of each server call of a job.
struct CallLimits
{
    std::chrono::milliseconds timeout{30'000}; ///< of one call; several calls have it each
    CancelToken cancel; ///< of the whole job
    std::shared_ptr<CallWatch> watch = {}; ///< set by WorkerPool; null: nobody follows the calls
};

/// One server call under way: tells the watch of the limits when it begins and when it ends.
class CallUnderWay
{
public:
    explicit CallUnderWay(const CallLimits& limits)
        : m_deadline(CallWatch::Steady::now() + limits.timeout)
        , m_watch(limits.watch)
    {
        if (m_watch) {
            m_watch->callBegins(m_deadline);
        }
    }
    CallUnderWay(const CallUnderWay&) = delete;
    CallUnderWay& operator=(const CallUnderWay&) = delete;
    ~CallUnderWay()
    {
        if (m_watch) {
            m_watch->callEnds();
        }
    }

    CallWatch::Steady::time_point deadline() const { return m_deadline; }

private:
    CallWatch::Steady::time_point m_deadline;
    std::shared_ptr<CallWatch> m_watch;
};

} // namespace sandglass::ttl
