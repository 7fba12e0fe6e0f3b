// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/task_service.h"

#include <algorithm>
#include <utility>

namespace sandglass::services {

TaskService::TaskService(const base::Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
{
}

TaskService::TaskService(TaskService& program, std::function<QString()> server, QObject* parent)
    : QObject(parent)
    , m_clock(program.m_clock)
    , m_program(&program)
    , m_server(std::move(server))
{
    connect(m_program, &TaskService::changed, this, &TaskService::changed);
    connect(m_program, &TaskService::pauseRequested, this, &TaskService::pauseRequested);
    connect(m_program, &TaskService::resumeRequested, this, &TaskService::resumeRequested);
}

TaskService::~TaskService()
{
    const std::set<std::uint64_t> begun = std::exchange(m_begun, {});
    for (const std::uint64_t id : begun) {
        m_program->cancel(id);
        m_program->end(id);
    }
}

std::uint64_t TaskService::begin(TaskKind kind, protocol::Namespace ns,
                                 std::optional<ttl::CancelToken> cancel)
{
    Task task;
    task.kind = kind;
    task.ns = std::move(ns);
    task.startedAt = m_clock.now();
    task.cancel = std::move(cancel);
    task.server = m_server ? m_server() : QString();
    if (!m_program) {
        return add(std::move(task));
    }
    const std::uint64_t id = m_program->add(std::move(task));
    m_begun.insert(id);
    return id;
}

std::uint64_t TaskService::add(Task task)
{
    task.id = m_next++;
    const std::uint64_t id = task.id;
    m_tasks.push_back(std::move(task));
    Q_EMIT changed();
    return id;
}

void TaskService::setPercent(std::uint64_t id, int percent)
{
    if (m_program) {
        m_program->setPercent(id, percent);
        return;
    }
    Task* task = find(id);
    if (task && task->percent != percent) {
        task->percent = percent;
        Q_EMIT changed();
    }
}

void TaskService::setPause(std::uint64_t id, TaskPause pause)
{
    if (m_program) {
        m_program->setPause(id, pause);
        return;
    }
    Task* task = find(id);
    if (task && task->pause != pause) {
        task->pause = pause;
        Q_EMIT changed();
    }
}

void TaskService::togglePause(std::uint64_t id)
{
    if (m_program) {
        m_program->togglePause(id);
        return;
    }
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
    if (m_program) {
        m_begun.erase(id);
        m_program->end(id);
        return;
    }
    if (std::erase_if(m_tasks, [id](const Task& task) { return task.id == id; }) > 0) {
        Q_EMIT changed();
    }
}

void TaskService::cancel(std::uint64_t id)
{
    if (m_program) {
        m_program->cancel(id);
        return;
    }
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
