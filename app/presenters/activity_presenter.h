// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/failure_text.h"
#include "app/presenters/journal_model.h"
#include "app/presenters/task_model.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// What stands above the two tables.
struct ActivityState
{
    int runningTasks = 0;
    bool undoing = false;
    QString message; ///< what the last undo did
    std::optional<FailureText> failure; ///< of the last undo, or of the journal's file
};

/// The activity dock: running tasks and the journal. GUI thread.
class ActivityPresenter : public QObject
{
    Q_OBJECT
public:
    explicit ActivityPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~ActivityPresenter() override;

    const ActivityState& state() const { return m_state; }
    JournalModel& journal() { return m_journal; }
    TaskModel& tasks() { return m_tasks; }

    /// Asks a running task to stop.
    void cancelTask(std::uint64_t taskId);
    /// Does the opposite of a journalled change; deleted documents do not come back.
    void undo(std::uint64_t entryId);

Q_SIGNALS:
    void stateChanged();

private:
    void rebuildJournal();
    void rebuildTasks();
    void finishUndo(const Result<void>& answer);

    services::ServiceSet& m_services;
    ActivityState m_state;
    JournalModel m_journal;
    TaskModel m_tasks;
    QTimer m_tick;
};

} // namespace sandglass::presenters
