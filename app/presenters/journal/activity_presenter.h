// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/journal/change_result.h"
#include "app/presenters/journal/journal_export.h"
#include "app/presenters/journal/journal_filter.h"
#include "app/presenters/journal/journal_model.h"
#include "app/presenters/journal/task_model.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// A change that was just made and can be undone.
struct UndoOffer
{
    std::uint64_t entryId = 0; ///< of its journal entry
    ChangeResult change; ///< "createdAt_1 of app.sessions is now: after 3 h."
};

/// What the dock shows besides its two tables.
struct ActivityState
{
    int runningTasks = 0;
    int entries = 0; ///< of the journal, those that the filter leaves out too
    bool severalServers = false; ///< the entries are of more than one server
    QString filterCaption; ///< "3 of 20 changes"; empty: there is no filter
    std::optional<UndoOffer> offer; ///< for some seconds after the change
    QString message; ///< what the last change did, and when the documents go that it deletes; empty
                     ///< some seconds later
    bool messageHasUndo = false; ///< `offer` takes back what the message is about
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
    /// The entries of the journal that fit the filter.
    JournalFilter& shownJournal() { return m_shown; }
    /// Makes the entries of shownJournal() into the table of a file. It holds copies of the entries
    /// of now; any thread.
    std::function<std::unique_ptr<JournalExport>()> copyOfShownJournal() const;
    /// Shows only entries with this text; see JournalFilter::setText().
    void setFilterText(const QString& text);
    /// Whether the table shows a column; see JournalFilter::setColumnShown().
    void setColumnShown(int column, bool shown);
    /// The running tasks, oldest first.
    TaskModel& tasks() { return m_tasks; }

    /// Cancels a task. It ends when its work notices that.
    void cancelTask(std::uint64_t taskId);
    /// Pauses a task, or resumes a paused one.
    void togglePause(std::uint64_t taskId);
    /// Shows what a dialog has changed, for the same time as an offer. It says more than the offer.
    void showResult(const ChangeResult& result);
    /// Withdraws the message and the offer to undo.
    void dismissOffer();
    /// Whether the user is at the message, so that it must not end. Its time then starts anew.
    void holdMessage(bool held);
    /// Sets how long an offer is shown. Default: 15 s. Tests shorten it.
    void setOfferTime(std::chrono::milliseconds time) { m_offerEnd.setInterval(time); }

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills the table of the journal.
    void rebuildJournal();
    /// Fills state().filterCaption. Returns whether it has changed.
    bool updateCaption();
    /// The same, and announces it.
    void noteShown();
    /// Fills the table of the tasks.
    void rebuildTasks();
    /// Makes an offer for a change that has just succeeded.
    void noteOutcomes();
    /// Starts the time of a message.
    void startMessage();
    /// Fills state().message.
    void updateMessage();
    /// When the documents of a message go: the end of its sentence.
    QString passWords(const QString& deletions) const;

    services::ServiceSet& m_services;
    ActivityState m_state;
    JournalModel m_journal;
    JournalFilter m_shown{m_journal};
    TaskModel m_tasks;
    QTimer m_tick; // advances the elapsed times while there are tasks
    QTimer m_offerEnd; // of state().offer and state().message
    QTimer m_messageTick; // advances the time to the next pass
    std::optional<ChangeResult> m_result; // of the last dialog; unset once its time is over
    std::optional<base::Time> m_passBefore; // the last pass before the message
    std::set<std::uint64_t> m_sent; // ids of the entries that had no reply the last time
};

} // namespace sandglass::presenters
