// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/child_guard.h"

#include "app/platform/system_error.h"
#include "app/platform/windows/handle.h"

namespace sandglass::platform {

struct ChildGuard::State
{
    Handle job; ///< the system ends the job's processes when this handle closes
};

ChildGuard::ChildGuard()
    : m_state(std::make_unique<State>())
{
    m_state->job.reset(::CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (m_state->job) {
        ::SetInformationJobObject(m_state->job.get(), JobObjectExtendedLimitInformation, &limits,
                                  sizeof(limits));
    }
}

ChildGuard::~ChildGuard() = default;

Result<void> ChildGuard::add(std::int64_t processId)
{
    const Handle process(
        ::OpenProcess(PROCESS_SET_QUOTA | PROCESS_TERMINATE, FALSE, static_cast<DWORD>(processId)));
    if (!process || !m_state->job
        || ::AssignProcessToJobObject(m_state->job.get(), process.get()) == 0) {
        return systemFailure(lastError(), Errc::NotPermitted);
    }
    return {};
}

} // namespace sandglass::platform
