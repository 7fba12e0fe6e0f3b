// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/worker_job.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace sandglass::services {

/// The threads behind a WorkerPool, and one more that watches their deadlines. The pool and each
/// thread hold a reference, so the crew lives until the last thread has ended. Any thread.
class Crew : public std::enable_shared_from_this<Crew>
{
public:
    using Steady = ttl::CallWatch::Steady;

    /// `threads`: most jobs that run at once, at least 1. Abandoned jobs do not count.
    explicit Crew(int threads);

    /// Appends a job to the queue. Starts a thread for it if none is idle and the limit allows one.
    void take(std::shared_ptr<WorkerJob> job);
    /// Answers a job with `error`. The thread of a running job no longer counts; another one may
    /// take its place.
    void abandon(WorkerJob& job, const Error& error);
    /// Sets when the server call of a job must end. Unset: no call is in progress.
    void setDeadline(WorkerJob& job, std::optional<Steady::time_point> deadline);
    /// Sets when a cancelled job must end. A job that is still in the queue is abandoned at once.
    void setCleanupEnd(WorkerJob& job, Steady::time_point end);
    /// Cancels all jobs and lets idle threads end. Does not wait. Call it once, after the last
    /// take().
    void close();

private:
    /// Starts a worker thread unless there are enough. If the system refuses the first one, answers
    /// all waiting jobs with Internal, with `lock` released.
    void startThread(std::unique_lock<std::mutex>& lock);
    /// The loop of a worker thread.
    void work();
    /// Takes a finished job off m_running. Returns false if it was abandoned: then its thread no
    /// longer belongs to the crew and must end.
    bool release(const WorkerJob& job);
    /// Makes sure that the watching thread runs and wakes up by `deadline`. The caller holds
    /// m_mutex.
    void startWatching(Steady::time_point deadline);
    /// The loop of the watching thread: abandons jobs that are overdue.
    void watch();
    /// Running jobs whose time is over. The caller holds m_mutex.
    std::vector<std::shared_ptr<WorkerJob>> overdue(Steady::time_point now);
    /// The earliest deadline of the running jobs; unset: none has one. The caller holds m_mutex.
    std::optional<Steady::time_point> nextDeadline() const;

    const int m_maxThreads;
    std::mutex m_mutex; // guards all below
    std::condition_variable m_workerWakeup; // wakes idle threads
    std::condition_variable m_watcherWakeup; // wakes the watching thread
    std::deque<std::shared_ptr<WorkerJob>> m_waiting;
    std::vector<std::shared_ptr<WorkerJob>> m_running; // without abandoned jobs
    int m_threads = 0; // without the threads of abandoned jobs
    int m_idle = 0;
    bool m_watching = false;
    // when the watching thread wakes up; unset: only when notified
    std::optional<Steady::time_point> m_nextDeadline;
    bool m_closed = false;
};

/// Counts the threads of all crews that are running a job, abandoned jobs included. Any thread.
class JobsUnderWay
{
public:
    /// Adds one.
    static void begin();
    /// Subtracts one and wakes waitForNone().
    static void end();
    /// Waits until the count is zero. Returns false if it is not after `patience`.
    static bool waitForNone(std::chrono::milliseconds patience);
};

} // namespace sandglass::services
