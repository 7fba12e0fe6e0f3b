// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/trash/trash_model.h"
#include "app/presenters/trash/trash_words.h"
#include "app/presenters/words/failure_text.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {
struct PutBackReply;
struct ServiceSet;
struct TrashChoice;
struct TrashLimits;
struct TrashReading;
} // namespace sandglass::services

namespace sandglass::presenters {

/// Everything that the dialog shows besides its table.
struct TrashState
{
    Phase phase = Phase::Loading;
    bool available = false; ///< false: the server has no trash
    QString sentence; ///< what is kept, or why there is nothing to show
    std::int64_t days = 0; ///< the limits in effect; 0: none
    std::int64_t mebibytes = 0;
    QStringList collections; ///< of what the trash holds
    QStringList passes; ///< the TTL passes, latest first
    QString countText; ///< "1–50 of 1,284 documents"
    bool canGoBack = false; ///< there is a page before this one
    bool canGoOn = false; ///< there is a page after this one
    bool canPutBack = false; ///< something matches, and nothing is in progress
    QString filterText; ///< the filter of the page
    QString filterProblem; ///< why the filter cannot be used; empty: it can
    QString busyText; ///< what is in progress; empty: nothing
    QString message; ///< result of the last action
    std::optional<FailureText> failure; ///< of the last action, or of reading
};

/// The dialog of documents that TTL indexes of the local engine have deleted: finds them by
/// collection, pass, time and conditions, and puts them back. GUI thread.
class TrashPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit TrashPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~TrashPresenter() override;

    /// The current state; stateChanged() announces changes.
    const TrashState& state() const { return m_state; }
    /// The documents of the page.
    TrashModel& documents() { return m_documents; }

    /// Now, in the zone in which times are shown.
    QDateTime shownNow() const;

    /// For a dialog that opens: forgets what was searched for in the one before, and reads.
    void startOver();
    /// Reads the trash again, and clears message and failure of the last action.
    void refresh();
    /// Reads the trash again, as after a connection that was lost. Message and failure of the last
    /// action stay; that of a reading is cleared.
    void readAgain();
    /// Shows only documents of one of state().collections. −1: of all.
    void chooseCollection(int index);
    /// Shows only documents of one of state().passes. −1: of all.
    void choosePass(int index);
    /// Shows only documents that were deleted in [from, to); unset: no limit. The dates and times
    /// are read in the chosen zone, whatever their own.
    void chooseTimes(const std::optional<QDateTime>& from, const std::optional<QDateTime>& to);
    /// Shows only documents that match, in MongoDB's query language. Empty: all.
    void setFilter(const QString& typed);
    /// Goes to the next (1) or the previous (−1) page.
    void turnPage(int by);

    /// Counts what would be put back, and then emits putBackAsked(), or says why nothing can be.
    /// `rows`: of the table; empty: all that match, on all pages. Does nothing while an action is
    /// in progress, as the functions below.
    void askPutBack(const std::vector<int>& rows);
    /// Puts back what the last question was about, if its server is still the one in front.
    /// `byName`: also into a collection that has the name of the one that held a document and was
    /// dropped.
    void putBack(bool byName);
    /// Sets what the engine keeps from now on, also after its next start. 0: no limit.
    void setLimits(std::int64_t days, std::int64_t mebibytes);

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();
    /// The question before putBack().
    void putBackAsked(const sandglass::presenters::PutBackQuestion& question);
    /// The server was left: its documents, and what was searched for among them, are forgotten.
    void serverLeft();
    /// There is a server, another one or the same again: what is shown must be read anew.
    void serverCame();

private:
    struct Private;

    /// Asks for the page that is chosen.
    void read();
    /// Clears the failure if it is that of a reading.
    void forgetReadingFailure();
    /// Shows an answer.
    void show(const Result<services::TrashReading>& answer);
    /// Fills the parts of the state that depend on the reading.
    void showReading(const services::TrashReading& reading);
    /// Shows that an action is in progress.
    void begin(const QString& busyText);
    /// Shows how the action has ended, and reads again. `server`: Private::server when it began; an
    /// action on one that was left shows nothing.
    void end(int server, const std::optional<Error>& error, const QString& message);
    /// Forgets all that is of a server which was left. A lost one comes back, and keeps it.
    void leaveServer();

    services::ServiceSet& m_services;
    TrashState m_state;
    TrashModel m_documents;
    std::unique_ptr<Private> m_p;
};

} // namespace sandglass::presenters
