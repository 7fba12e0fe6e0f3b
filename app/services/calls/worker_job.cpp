// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/worker_job.h"

#include "app/services/calls/crew.h"

namespace sandglass::services {

WorkerJob::WorkerJob(ttl::CancelToken cancel, std::chrono::milliseconds parting)
    : m_cancel(std::move(cancel))
    , m_parting(parting)
{
}

void WorkerJob::enter(const std::shared_ptr<Crew>& crew)
{
    m_crew = crew;
    crew->take(shared_from_this());
    // a weak pointer: the token may outlive the job by far
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
    if (m_parting.count() > 0) {
        crew->setParting(*this, Steady::now() + m_parting);
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
