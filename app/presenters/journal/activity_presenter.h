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

/// A change just made that deletes nothing now and can be taken back.
struct UndoOffer
{
    std::uint64_t entryId = 0; ///< of the journal
    QString text; ///< "createdAt_1 of app.sessions is now: after 3 h."
};

/// What stands around the two tables.
struct ActivityState
{
    int runningTasks = 0;
    std::optional<UndoOffer> offer; ///< stands for some seconds after the change
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
    /// Asks a running task to pause, or a paused one to go on.
    void togglePause(std::uint64_t taskId);
    /// Takes the offer of an undo away before its time.
    void dismissOffer();
    /// How long an offer stands; tests shorten it. At first 15 s.
    void setOfferTime(std::chrono::milliseconds time) { m_offerEnd.setInterval(time); }

Q_SIGNALS:
    void stateChanged();

private:
    void rebuildJournal();
    void rebuildTasks();
    void noteOutcomes();

    services::ServiceSet& m_services;
    ActivityState m_state;
    JournalModel m_journal;
    TaskModel m_tasks;
    QTimer m_tick;
    QTimer m_offerEnd;
    std::set<std::uint64_t> m_sent; // entries that had no answer yet when last looked at
};

} // namespace sandglass::presenters
