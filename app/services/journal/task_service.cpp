// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/task_service.h"

#include <algorithm>

namespace sandglass::services {

TaskService::TaskService(const base::Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
{
}

std::uint64_t TaskService::begin(TaskKind kind, protocol::Namespace ns,
                                 std::optional<ttl::CancelToken> cancel)
{
    const std::uint64_t id = m_next++;
    m_tasks.push_back(
        {id, kind, std::move(ns), m_clock.now(), -1, std::move(cancel), TaskPause::None});
    Q_EMIT changed();
    return id;
}

void TaskService::setPercent(std::uint64_t id, int percent)
{
    Task* task = find(id);
    if (task && task->percent != percent) {
        task->percent = percent;
        Q_EMIT changed();
    }
}

void TaskService::setPause(std::uint64_t id, TaskPause pause)
{
    Task* task = find(id);
    if (task && task->pause != pause) {
        task->pause = pause;
        Q_EMIT changed();
    }
}

void TaskService::togglePause(std::uint64_t id)
{
    const Task* task = find(id);
    // by signal, since the list does not know who owns a task
    if (task && task->pause == TaskPause::Possible) {
        Q_EMIT pauseRequested(id);
    } else if (task && task->pause == TaskPause::Paused) {
        Q_EMIT resumeRequested(id);
    }
}

void TaskService::end(std::uint64_t id)
{
    if (std::erase_if(m_tasks, [id](const Task& task) { return task.id == id; }) > 0) {
        Q_EMIT changed();
    }
}

void TaskService::cancel(std::uint64_t id)
{
    const Task* task = find(id);
    if (task && task->cancel) {
        task->cancel->cancel();
    }
}

Task* TaskService::find(std::uint64_t id)
{
    const auto found = std::ranges::find(m_tasks, id, &Task::id);
    return found == m_tasks.end() ? nullptr : &*found;
}

} // namespace sandglass::services

#include "moc_task_service.cpp"
