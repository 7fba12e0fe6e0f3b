// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace sandglass::services {

/// The kind of a running task; presenters turn it into words.
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
    int percent = -1; ///< 0…100; −1: unknown
    std::optional<ttl::CancelToken> cancel; ///< unset: cannot be cancelled
    TaskPause pause = TaskPause::None;
    QString server; ///< that it runs on, as serverName(); empty: not known
};

/// The running tasks, as the activity dock shows them: one list for the program, to which each
/// connection adds its tasks through an object of its own. GUI thread.
class TaskService : public QObject
{
    Q_OBJECT
public:
    /// `clock` must outlive this object.
    explicit TaskService(const base::Clock& clock, QObject* parent = nullptr);
    /// For the tasks on one server: all functions work on the list of `program`, which must outlive
    /// this object. `server`: names the server when a task begins.
    TaskService(TaskService& program, std::function<QString()> server, QObject* parent = nullptr);
    /// Cancels and removes the tasks that were begun here.
    ~TaskService() override;

    /// The running tasks of all servers, oldest first.
    const std::vector<Task>& tasks() const { return m_program ? m_program->tasks() : m_tasks; }

    /// Adds a task and returns its id. `cancel`: unset if the task cannot be cancelled.
    std::uint64_t begin(TaskKind kind, protocol::Namespace ns,
                        std::optional<ttl::CancelToken> cancel);
    /// Sets the progress, 0…100 or −1 for unknown. An unknown id is ignored.
    void setPercent(std::uint64_t id, int percent);
    /// Sets whether the task can be paused or is paused. An unknown id is ignored.
    void setPause(std::uint64_t id, TaskPause pause);
    /// Asks the owner of a task to pause it, or to resume it if it is paused.
    void togglePause(std::uint64_t id);
    /// Removes a task. An unknown id is ignored.
    void end(std::uint64_t id);
    /// Cancels the task's token. The task ends when its work notices that; its owner then calls
    /// end().
    void cancel(std::uint64_t id);

Q_SIGNALS:
    /// tasks() has changed.
    void changed();
    /// The owner of the task should pause it.
    void pauseRequested(std::uint64_t id);
    /// The owner of the task should resume it.
    void resumeRequested(std::uint64_t id);

private:
    /// The task with this id; null when there is none.
    Task* find(std::uint64_t id);

    /// Adds a task that runs on `server`.
    std::uint64_t add(Task task);

    const base::Clock& m_clock;
    TaskService* m_program = nullptr; // null: this is the list
    std::function<QString()> m_server; // may be empty
    std::set<std::uint64_t> m_begun; // here; only with m_program
    std::vector<Task> m_tasks; // empty with m_program
    std::uint64_t m_next = 1;
};

} // namespace sandglass::services
