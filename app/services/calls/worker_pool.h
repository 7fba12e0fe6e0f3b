// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/worker_job.h"

#include <QFuture>

#include <chrono>
#include <memory>
#include <type_traits>
#include <utility>

namespace sandglass::services {

/// Runs blocking jobs, each on one thread, on a small set of threads that are used again. Jobs wait
/// their turn in the order in which they came. A driver's call cannot be interrupted; therefore a
/// job that is cancelled, or whose server call is overdue, is answered at once and abandoned: it
/// ends on its thread by itself and its answer is dropped, while another thread takes the next job.
/// GUI thread; destroying the pool cancels what is under way and never waits for it.
class WorkerPool
{
public:
    /// `threads`: how many jobs may run at once, at least 1; abandoned ones do not count.
    explicit WorkerPool(int threads = 4);
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;
    ~WorkerPool();

    /// Runs `work(limits) -> Result<T>`; the future always gets exactly one answer. `work` may
    /// outlive the pool and whoever asked, so it owns all that it uses. It hands `limits` on to
    /// every server call. `parting`: how long a cancelled job may take to clean up before it is
    /// abandoned; at first none. Errors: Cancelled, Timeout, Internal for an exception, and those
    /// of `work`.
    template <typename Work>
    auto run(Work work, ttl::CallLimits limits, std::chrono::milliseconds parting = {})
    {
        using Answer = std::invoke_result_t<Work&, const ttl::CallLimits&>;
        const auto job = std::make_shared<AnsweringJob<Answer, Work>>(std::move(work),
                                                                      std::move(limits), parting);
        QFuture<Answer> future = job->future();
        job->enter(m_crew);
        return future;
    }

    /// Waits until no job of any pool runs any more, abandoned ones included; false when one still
    /// does after `patience`.
    static bool waitForAll(std::chrono::milliseconds patience);

private:
    std::shared_ptr<Crew> m_crew;
};

/// Gives jobs that outlive their pools two seconds to end. Make it before the pools, and after what
/// their jobs refer to: it waits when it goes.
class LastJobs
{
public:
    LastJobs() = default;
    LastJobs(const LastJobs&) = delete;
    LastJobs& operator=(const LastJobs&) = delete;
    ~LastJobs();
};

} // namespace sandglass::services
