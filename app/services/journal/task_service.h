// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::services {

/// What a running task does; presenters turn it into words.
enum class TaskKind {
    CountEffect,
    CountExactly,
    CreateIndex,
    ChangeIndex,
    DropIndex,
    LoadSampleData,
    ChangeDocuments,
    Diagnose,
    Archive,
    StagedPurge
};

/// Whether a running task can be paused.
enum class TaskPause { None, Possible, Paused };

/// One running task.
struct Task
{
    std::uint64_t id = 0;
    TaskKind kind = TaskKind::CountEffect;
    protocol::Namespace ns;
    base::Time startedAt;
    int percent = -1; ///< −1: unknown
    std::optional<ttl::CancelToken> cancel; ///< unset: cannot be cancelled
    TaskPause pause = TaskPause::None;
};

/// The list of running tasks that the activity dock shows. GUI thread.
class TaskService : public QObject
{
    Q_OBJECT
public:
    explicit TaskService(const base::Clock& clock, QObject* parent = nullptr);

    /// Oldest first.
    const std::vector<Task>& tasks() const { return m_tasks; }

    /// Adds a task and returns its id.
    std::uint64_t begin(TaskKind kind, protocol::Namespace ns,
                        std::optional<ttl::CancelToken> cancel);
    void setPercent(std::uint64_t id, int percent);
    /// Says whether the task can be paused, or is; an unknown id is ignored.
    void setPause(std::uint64_t id, TaskPause pause);
    /// Asks the owner of a task to pause it, or to go on with a paused one.
    void togglePause(std::uint64_t id);
    /// Takes the task off the list; an unknown id is ignored.
    void end(std::uint64_t id);
    /// Raises the task's cancel flag; it ends when its work notices.
    void cancel(std::uint64_t id);

Q_SIGNALS:
    void changed();
    /// To the owner of the task.
    void pauseRequested(std::uint64_t id);
    void resumeRequested(std::uint64_t id);

private:
    Task* find(std::uint64_t id);

    const base::Clock& m_clock;
    std::vector<Task> m_tasks;
    std::uint64_t m_next = 1;
};

} // namespace sandglass::services
