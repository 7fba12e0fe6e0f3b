// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/crew.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <thread>
#include <utility>

namespace sandglass::services {

namespace {

using namespace std::chrono_literals;

// A server stops at maxTimeMS, which equals the time limit; its own answer needs time to arrive.
constexpr std::chrono::milliseconds kGrace{100};
// How long an idle thread waits for another job before it ends.
constexpr std::chrono::seconds kIdleThreadLives{10};

// The jobs in progress, of all crews.
struct Count
{
    std::mutex mutex;
    std::condition_variable changed;
    int jobs = 0; // guarded by mutex
};

Count& count()
{
    // never destroyed: an abandoned job may end while the process exits
    static Count& jobs = *new Count;
    return jobs;
}

// The answer of a job that is abandoned because its time is over.
Error overdueError(const WorkerJob& job)
{
    return job.cancelToken().cancelled()
        ? base::failure(Errc::Cancelled, "The call was cancelled.")
        : base::failure(Errc::Timeout, "The server did not answer within the time limit.");
}

} // namespace

void JobsUnderWay::begin()
{
    const std::lock_guard lock(count().mutex);
    ++count().jobs;
}

void JobsUnderWay::end()
{
    const std::lock_guard lock(count().mutex);
    --count().jobs;
    count().changed.notify_all();
}

bool JobsUnderWay::waitForNone(std::chrono::milliseconds patience)
{
    std::unique_lock lock(count().mutex);
    return count().changed.wait_for(lock, patience, [] { return count().jobs == 0; });
}

Crew::Crew(int threads)
    : m_maxThreads(std::max(1, threads))
{
}

void Crew::take(std::shared_ptr<WorkerJob> job)
{
    std::unique_lock lock(m_mutex);
    m_waiting.push_back(std::move(job));
    // each idle thread will take one job; only more jobs than that need another thread
    if (std::cmp_less(m_idle, m_waiting.size())) {
        startThread(lock);
    }
    m_workerWakeup.notify_one();
}

// Releases the lock only when no thread can be started at all.
void Crew::startThread(std::unique_lock<std::mutex>& lock)
{
    if (m_threads >= m_maxThreads) {
        return;
    }
    try {
        // detached: nobody may wait for a call that hangs
        std::thread([self = shared_from_this()] { self->work(); }).detach();
        ++m_threads;
    } catch (const std::system_error&) {
        if (m_threads > 0) {
            return; // one of the others takes the job later
        }
        // nobody is left to take these jobs, and each must be answered
        const std::deque<std::shared_ptr<WorkerJob>> refused = std::exchange(m_waiting, {});
        lock.unlock();
        for (const auto& job : refused) {
            job->answerWith(
                base::failure(Errc::Internal, "No thread could be started for the call."));
        }
        lock.lock();
    }
}

void Crew::work()
{
    while (true) {
        std::unique_lock lock(m_mutex);
        ++m_idle;
        // jobs that still wait when the crew closes are taken too: each must be answered
        m_workerWakeup.wait_for(lock, kIdleThreadLives,
                                [this] { return m_closed || !m_waiting.empty(); });
        --m_idle;
        if (m_waiting.empty()) {
            --m_threads;
            return;
        }
        std::shared_ptr<WorkerJob> job = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_running.push_back(job);
        lock.unlock();

        JobsUnderWay::begin();
        job->execute();
        const bool stillOurs = release(*job);
        // before the count drops: waitForNone() returns when nothing of a job is left
        job.reset();
        JobsUnderWay::end();
        if (!stillOurs) {
            return; // another thread has taken its place
        }
    }
}

// The watching thread of a closed crew ends with the last running job.
bool Crew::release(const WorkerJob& job)
{
    const std::lock_guard lock(m_mutex);
    const bool ours
        = std::erase_if(m_running, [&](const auto& running) { return running.get() == &job; }) > 0;
    if (m_closed && m_running.empty()) {
        m_watcherWakeup.notify_all();
    }
    return ours;
}

void Crew::abandon(WorkerJob& job, const Error& error)
{
    {
        std::unique_lock lock(m_mutex);
        const auto isIt = [&](const auto& known) { return known.get() == &job; };
        std::erase_if(m_waiting, isIt);
        // a running job keeps its thread, which ends after it: release() will not find the job
        if (std::erase_if(m_running, isIt) > 0) {
            --m_threads;
            if (!m_waiting.empty()) {
                startThread(lock); // in place of the one that stays in the abandoned job
            }
        }
    }
    job.answerWith(error);
}

void Crew::setDeadline(WorkerJob& job, std::optional<Steady::time_point> deadline)
{
    const std::lock_guard lock(m_mutex);
    job.m_deadline = deadline ? std::optional(*deadline + kGrace) : std::nullopt;
    if (deadline) {
        startWatching(*job.m_deadline);
    }
}

void Crew::setCleanupEnd(WorkerJob& job, Steady::time_point end)
{
    bool runs = false;
    {
        const std::lock_guard lock(m_mutex);
        runs = std::ranges::any_of(m_running,
                                   [&](const auto& running) { return running.get() == &job; });
        if (runs) {
            job.m_cleanupEnd = end;
            startWatching(end);
        }
    }
    if (!runs) {
        // still in the queue, so it has nothing to clean up
        abandon(job, base::failure(Errc::Cancelled, "The call was cancelled."));
    }
}

void Crew::startWatching(Steady::time_point deadline)
{
    if (!m_watching) {
        try {
            std::thread([self = shared_from_this()] { self->watch(); }).detach();
            m_watching = true;
        } catch (const std::system_error&) {
            return; // the next call tries again; until then only the driver's own limits apply
        }
    }
    if (!m_nextDeadline || deadline < *m_nextDeadline) {
        m_watcherWakeup.notify_all();
    }
}

void Crew::close()
{
    std::vector<ttl::CancelToken> tokens;
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        std::ranges::transform(m_waiting, std::back_inserter(tokens), &WorkerJob::cancelToken);
        std::ranges::transform(m_running, std::back_inserter(tokens), &WorkerJob::cancelToken);
        m_workerWakeup.notify_all();
        m_watcherWakeup.notify_all();
    }
    // without the lock: cancelling calls setCleanupEnd() or abandon() in this thread
    for (const ttl::CancelToken& token : tokens) {
        token.cancel();
    }
}

// Sleeps until the earliest deadline, or until startWatching() reports an earlier one.
void Crew::watch()
{
    std::unique_lock lock(m_mutex);
    while (!m_closed || !m_running.empty()) {
        if (const auto due = overdue(Steady::now()); !due.empty()) {
            lock.unlock();
            for (const auto& job : due) {
                abandon(*job, overdueError(*job));
            }
            lock.lock();
            continue;
        }
        m_nextDeadline = nextDeadline();
        if (m_nextDeadline) {
            m_watcherWakeup.wait_until(lock, Steady::time_point(*m_nextDeadline));
        } else {
            m_watcherWakeup.wait(lock);
        }
    }
    m_watching = false;
}

std::vector<std::shared_ptr<WorkerJob>> Crew::overdue(Steady::time_point now)
{
    std::vector<std::shared_ptr<WorkerJob>> due;
    std::ranges::copy_if(m_running, std::back_inserter(due), [now](const auto& job) {
        return (job->m_deadline && *job->m_deadline <= now)
            || (job->m_cleanupEnd && *job->m_cleanupEnd <= now);
    });
    return due;
}

std::optional<Crew::Steady::time_point> Crew::nextDeadline() const
{
    std::optional<Steady::time_point> next;
    for (const auto& job : m_running) {
        for (const auto& end : {job->m_deadline, job->m_cleanupEnd}) {
            if (end && (!next || *end < *next)) {
                next = end;
            }
        }
    }
    return next;
}

} // namespace sandglass::services
