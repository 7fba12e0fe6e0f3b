// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/worker_pool.h"

#include "app/services/calls/crew.h"

namespace sandglass::services {

namespace {

// after that, a job that still hangs ends with the process
constexpr std::chrono::seconds kShutdownPatience{2};

} // namespace

WorkerPool::WorkerPool(int threads)
    : m_crew(std::make_shared<Crew>(threads))
{
}

WorkerPool::~WorkerPool()
{
    m_crew->close();
}

bool WorkerPool::waitForAll(std::chrono::milliseconds patience)
{
    return JobsUnderWay::waitForNone(patience);
}

LastJobs::~LastJobs()
{
    WorkerPool::waitForAll(kShutdownPatience);
}

} // namespace sandglass::services
