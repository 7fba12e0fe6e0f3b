// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/exact_count_task.h"

#include "app/services/journal/task_service.h"

#include <utility>

namespace sandglass::presenters {

ExactCountTask::ExactCountTask(services::TaskService& tasks)
    : m_tasks(tasks)
{
}

void ExactCountTask::begin(const protocol::Namespace& ns, const ttl::CancelToken& cancel)
{
    m_id = m_tasks.begin(services::TaskKind::CountExactly, ns, cancel);
}

void ExactCountTask::setPercent(int percent)
{
    if (m_id != 0) {
        m_tasks.setPercent(m_id, percent);
    }
}

bool ExactCountTask::end()
{
    if (m_id == 0) {
        return false;
    }
    m_tasks.end(std::exchange(m_id, 0));
    return true;
}

} // namespace sandglass::presenters
