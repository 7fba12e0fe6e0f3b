// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/worker_job.h"

#include <QFuture>

#include <chrono>
#include <memory>
#include <type_traits>
#include <utility>

namespace sandglass::services {

/// Runs blocking jobs on a small set of reusable threads, each job on one thread, in the order in
/// which they came. A driver call cannot be interrupted. A job that is cancelled, or whose server
/// call is overdue, is therefore answered at once and abandoned: its thread finishes it, its result
/// is dropped, and another thread takes the next job. GUI thread. Destroying the pool cancels its
/// jobs and does not wait for them.
class WorkerPool
{
public:
    /// `threads`: most jobs that run at once, at least 1. Abandoned jobs do not count.
    explicit WorkerPool(int threads = 4);
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;
    ~WorkerPool();

    /// Runs `work(limits) -> Result<T>`. The future always gets exactly one answer. `work` may
    /// outlive the pool and its caller, so it must own everything that it uses. It must pass
    /// `limits` to every server call. `cleanupTime`: how long a cancelled job may clean up before
    /// it is abandoned; 0: it is abandoned at once. Errors: Cancelled, Timeout, Internal for an
    /// exception or when no thread can be started, and those of `work`.
    template <typename Work>
    auto run(Work work, ttl::CallLimits limits, std::chrono::milliseconds cleanupTime = {})
    {
        using Answer = std::invoke_result_t<Work&, const ttl::CallLimits&>;
        const auto job = std::make_shared<AnsweringJob<Answer, Work>>(
            std::move(work), std::move(limits), cleanupTime);
        QFuture<Answer> future = job->future();
        job->enter(m_crew);
        return future;
    }

    /// Waits until no job of any pool is running, abandoned ones included. Returns false if one
    /// still is after `patience`. Any thread.
    static bool waitForAll(std::chrono::milliseconds patience);

private:
    std::shared_ptr<Crew> m_crew;
};

/// Its destructor gives jobs that outlive their pools two seconds to end. Construct it before the
/// pools, and after everything that their jobs refer to.
class LastJobs
{
public:
    LastJobs() = default;
    LastJobs(const LastJobs&) = delete;
    LastJobs& operator=(const LastJobs&) = delete;
    ~LastJobs();
};

} // namespace sandglass::services
