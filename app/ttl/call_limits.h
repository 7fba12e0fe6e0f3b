// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
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
    /// Whether cancel() has been called.
    bool cancelled() const { return m_source.stop_requested(); }
    /// The same flag for std::stop_callback and std::condition_variable_any.
    std::stop_token token() const { return m_source.get_token(); }

private:
    mutable std::stop_source m_source; // const here means the copy, not the flag that it shares
};

/// The permission to change a server; an unlocked connection hands it out. Copies share it. Any
/// thread.
class ChangeKey
{
public:
    /// Permits nothing.
    ChangeKey() = default;
    /// A key that permits changes until it is revoked.
    static ChangeKey make()
    {
        ChangeKey key;
        key.m_valid = std::make_shared<std::atomic<bool>>(true);
        return key;
    }

    /// Ends the permission, of all copies.
    void revoke() const
    {
        if (m_valid) {
            *m_valid = false;
        }
    }
    /// Whether changes are permitted.
    bool permits() const { return m_valid && *m_valid; }

private:
    std::shared_ptr<std::atomic<bool>> m_valid; // null: it never permitted anything
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
    /// The call has ended, with or without an error.
    virtual void callEnds() = 0;
};

/// Limits of each server call of a job.
struct CallLimits
{
    std::chrono::milliseconds timeout{30'000}; ///< of one call; several calls have it each
    CancelToken cancel; ///< of the whole job
    std::shared_ptr<CallWatch> watch = {}; ///< set by WorkerPool; null: calls are not followed
    ChangeKey key = {}; ///< without it, a connection sends only commands that read
};

/// A server call in progress: reports its begin and end to the watch of the limits. One per call,
/// on the stack.
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

    /// When the call must have ended.
    CallWatch::Steady::time_point deadline() const { return m_deadline; }

private:
    CallWatch::Steady::time_point m_deadline;
    std::shared_ptr<CallWatch> m_watch;
};

} // namespace sandglass::ttl
