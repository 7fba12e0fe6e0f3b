// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/worker_job.h"

#include "app/services/calls/crew.h"

namespace sandglass::services {

WorkerJob::WorkerJob(ttl::CancelToken cancel, std::chrono::milliseconds cleanupTime)
    : m_cancel(std::move(cancel))
    , m_cleanupTime(cleanupTime)
{
}

void WorkerJob::enter(const std::shared_ptr<Crew>& crew)
{
    m_crew = crew;
    crew->take(shared_from_this());
    // last, since a token that is already cancelled calls back at once; weak, since the token may
    // long outlive the job
    m_onCancel.emplace(m_cancel.token(), [job = weak_from_this()] {
        if (const std::shared_ptr<WorkerJob> cancelled = job.lock()) {
            cancelled->onCancel();
        }
    });
}

void WorkerJob::onCancel()
{
    const std::shared_ptr<Crew> crew = m_crew.lock();
    if (!crew) {
        return;
    }
    if (m_cleanupTime.count() > 0) {
        crew->setCleanupEnd(*this, Steady::now() + m_cleanupTime);
    } else {
        crew->abandon(*this, base::failure(Errc::Cancelled, "The call was cancelled."));
    }
}

void WorkerJob::callBegins(Steady::time_point deadline)
{
    if (const std::shared_ptr<Crew> crew = m_crew.lock()) {
        crew->setDeadline(*this, deadline);
    }
}

void WorkerJob::callEnds()
{
    if (const std::shared_ptr<Crew> crew = m_crew.lock()) {
        crew->setDeadline(*this, {});
    }
}

} // namespace sandglass::services
