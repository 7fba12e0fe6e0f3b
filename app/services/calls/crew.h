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

/// The threads behind a WorkerPool, and the one that looks after their deadlines. The threads share
/// it with the pool, so it lives until the last of them has ended. Any thread.
class Crew : public std::enable_shared_from_this<Crew>
{
public:
    using Steady = ttl::CallWatch::Steady;

    /// `threads`: how many jobs may run at once, at least 1; abandoned ones do not count.
    explicit Crew(int threads);

    /// Puts a job at the end of the queue.
    void take(std::shared_ptr<WorkerJob> job);
    /// Answers a job with an error. When it runs, its thread is left to it and another one takes
    /// the thread's place.
    void abandon(WorkerJob& job, const Error& error);
    /// When the server call of a job has to end; unset: none is under way.
    void setDeadline(WorkerJob& job, std::optional<Steady::time_point> deadline);
    /// When a cancelled job has to end.
    void setParting(WorkerJob& job, Steady::time_point end);
    /// Cancels every job; no more are taken. Does not wait.
    void close();

private:
    void startThread(std::unique_lock<std::mutex>& lock);
    void work();
    bool release(const WorkerJob& job);
    void startWatching(Steady::time_point look);
    void watch();
    std::vector<std::shared_ptr<WorkerJob>> overdue(Steady::time_point now);
    std::optional<Steady::time_point> nextLook() const;

    const int m_most;
    std::mutex m_mutex; // guards all below
    std::condition_variable m_wake; // of idle threads
    std::condition_variable m_look; // of the watching thread
    std::deque<std::shared_ptr<WorkerJob>> m_waiting;
    std::vector<std::shared_ptr<WorkerJob>> m_running; // without the abandoned
    int m_threads = 0; // without those of abandoned jobs
    int m_idle = 0;
    bool m_watching = false;
    std::optional<Steady::time_point> m_nextLook; // of the watching thread; unset: when told
    bool m_closed = false;
};

/// Counts the threads of all crews that do a job, abandoned jobs included. Any thread.
class JobsUnderWay
{
public:
    static void begin();
    static void end();
    /// Waits until there is none; false when there still is one after `patience`.
    static bool waitForNone(std::chrono::milliseconds patience);
};

} // namespace sandglass::services
