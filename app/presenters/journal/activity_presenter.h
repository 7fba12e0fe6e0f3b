// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/journal/journal_model.h"
#include "app/presenters/journal/task_model.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// A change that was just made, deletes nothing now and can be undone.
struct UndoOffer
{
    std::uint64_t entryId = 0; ///< of its journal entry
    QString text; ///< "createdAt_1 of app.sessions is now: after 3 h."
};

/// What the dock shows besides its two tables.
struct ActivityState
{
    int runningTasks = 0;
    std::optional<UndoOffer> offer; ///< shown for some seconds after the change
};

/// The activity dock: the running tasks and the journal. GUI thread.
class ActivityPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit ActivityPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~ActivityPresenter() override;

    /// The current state; stateChanged() announces changes.
    const ActivityState& state() const { return m_state; }
    /// The journal, newest entry first.
    JournalModel& journal() { return m_journal; }
    /// The running tasks, oldest first.
    TaskModel& tasks() { return m_tasks; }

    /// Cancels a task. It ends when its work notices that.
    void cancelTask(std::uint64_t taskId);
    /// Pauses a task, or resumes a paused one.
    void togglePause(std::uint64_t taskId);
    /// Withdraws the offer to undo.
    void dismissOffer();
    /// Sets how long an offer is shown. Default: 15 s. Tests shorten it.
    void setOfferTime(std::chrono::milliseconds time) { m_offerEnd.setInterval(time); }

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills the table of the journal.
    void rebuildJournal();
    /// Fills the table of the tasks.
    void rebuildTasks();
    /// Makes an offer for a change that has just succeeded.
    void noteOutcomes();

    services::ServiceSet& m_services;
    ActivityState m_state;
    JournalModel m_journal;
    TaskModel m_tasks;
    QTimer m_tick; // advances the elapsed times while there are tasks
    QTimer m_offerEnd; // of state().offer
    std::set<std::uint64_t> m_sent; // ids of the entries that had no reply the last time
};

} // namespace sandglass::presenters
