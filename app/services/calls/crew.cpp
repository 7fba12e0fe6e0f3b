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

// A server stops at maxTimeMS, which equals the limit; its own answer shall have time to arrive.
constexpr std::chrono::milliseconds kGrace{100};
constexpr std::chrono::seconds kIdleThreadLives{10};

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
    : m_most(std::max(1, threads))
{
}

void Crew::take(std::shared_ptr<WorkerJob> job)
{
    std::unique_lock lock(m_mutex);
    m_waiting.push_back(std::move(job));
    if (std::cmp_less(m_idle, m_waiting.size())) {
        startThread(lock);
    }
    m_wake.notify_one();
}

// The lock is given up for a moment only when no thread can be had at all.
void Crew::startThread(std::unique_lock<std::mutex>& lock)
{
    if (m_threads >= m_most) {
        return;
    }
    try {
        // detached, because nobody may wait for a call that hangs
        std::thread([self = shared_from_this()] { self->work(); }).detach();
        ++m_threads;
    } catch (const std::system_error&) {
        if (m_threads > 0) {
            return;
        }
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
        m_wake.wait_for(lock, kIdleThreadLives, [this] { return m_closed || !m_waiting.empty(); });
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
        const bool goesOn = release(*job);
        job.reset();
        JobsUnderWay::end();
        if (!goesOn) {
            return; // another thread has taken its place
        }
    }
}

// Whether the job was not abandoned, so that its thread still belongs to the crew.
bool Crew::release(const WorkerJob& job)
{
    const std::lock_guard lock(m_mutex);
    const bool ours
        = std::erase_if(m_running, [&](const auto& running) { return running.get() == &job; }) > 0;
    if (m_closed && m_running.empty()) {
        m_look.notify_all();
    }
    return ours;
}

void Crew::abandon(WorkerJob& job, const Error& error)
{
    {
        std::unique_lock lock(m_mutex);
        const auto isIt = [&](const auto& known) { return known.get() == &job; };
        std::erase_if(m_waiting, isIt);
        if (std::erase_if(m_running, isIt) > 0) {
            --m_threads;
            if (!m_waiting.empty()) {
                startThread(lock);
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

void Crew::setParting(WorkerJob& job, Steady::time_point end)
{
    bool runs = false;
    {
        const std::lock_guard lock(m_mutex);
        runs = std::ranges::any_of(m_running,
                                   [&](const auto& running) { return running.get() == &job; });
        if (runs) {
            job.m_partingEnd = end;
            startWatching(end);
        }
    }
    if (!runs) {
        abandon(job, base::failure(Errc::Cancelled, "The call was cancelled."));
    }
}

// The mutex is held.
void Crew::startWatching(Steady::time_point look)
{
    if (!m_watching) {
        try {
            std::thread([self = shared_from_this()] { self->watch(); }).detach();
            m_watching = true;
        } catch (const std::system_error&) {
            return; // the next call tries again; until then calls end by themselves
        }
    }
    if (!m_nextLook || look < *m_nextLook) {
        m_look.notify_all();
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
        m_wake.notify_all();
        m_look.notify_all();
    }
    for (const ttl::CancelToken& token : tokens) {
        token.cancel();
    }
}

// Looks only when a deadline comes, and when a call brings an earlier one.
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
        m_nextLook = nextLook();
        if (m_nextLook) {
            m_look.wait_until(lock, Steady::time_point(*m_nextLook));
        } else {
            m_look.wait(lock);
        }
    }
    m_watching = false;
}

std::vector<std::shared_ptr<WorkerJob>> Crew::overdue(Steady::time_point now)
{
    std::vector<std::shared_ptr<WorkerJob>> due;
    std::ranges::copy_if(m_running, std::back_inserter(due), [now](const auto& job) {
        return (job->m_deadline && *job->m_deadline <= now)
            || (job->m_partingEnd && *job->m_partingEnd <= now);
    });
    return due;
}

std::optional<Crew::Steady::time_point> Crew::nextLook() const
{
    std::optional<Steady::time_point> next;
    for (const auto& job : m_running) {
        for (const auto& end : {job->m_deadline, job->m_partingEnd}) {
            if (end && (!next || *end < *next)) {
                next = end;
            }
        }
    }
    return next;
}

} // namespace sandglass::services
