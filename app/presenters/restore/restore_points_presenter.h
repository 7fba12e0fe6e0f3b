// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/restore/restore_point_model.h"
#include "app/presenters/words/failure_text.h"
#include "app/ttl/call_limits.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sandglass::services {
struct OverdueData;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// Everything that the dialog shows besides its table.
struct RestorePointsState
{
    Phase phase = Phase::Loading; ///< of the list; Ready also for an empty list
    bool offered = false; ///< false: a rehearsal has no restore points
    bool canMake = false; ///< make() works now
    QString whyNotMake; ///< what to do first; empty if a restore point can be made
    bool canUse = false; ///< a restore point can be restored, rehearsed or deleted now
    QString busyText; ///< what is in progress; empty: nothing
    bool canCancel = false; ///< cancel() ends what is in progress
    QString message; ///< result of the last action; empty: none, or it failed
    QString folder; ///< where the files of the restore points are
    std::optional<FailureText> failure; ///< of the last action, or of reading the list
};

/// The dialog of the restore points of the local engine: lists, makes, restores, rehearses and
/// deletes them. GUI thread.
class RestorePointsPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit RestorePointsPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~RestorePointsPresenter() override;

    /// The current state; stateChanged() announces changes.
    const RestorePointsState& state() const { return m_state; }
    /// The restore points, newest first.
    RestorePointModel& points() { return m_points; }
    /// Counts what is overdue in a restore point and then emits restoreAsked(). It does nothing
    /// while an action is in progress.
    void askRestore(const QString& id);
    /// The question before remove(); empty for an unknown id.
    QString removeQuestion(const QString& id) const;

    /// Reads the restore points again, and clears message and failure of the last action.
    void refresh();
    /// Ends what is in progress, if state().canCancel: nothing of it remains.
    void cancel();
    /// Makes a restore point of the current data. Like the functions below, it does nothing while
    /// an action is in progress; the result is in state().message or state().failure.
    void make();
    /// Restores the data of a restore point. The current data become a restore point.
    void restore(const QString& id);
    /// Deletes a restore point.
    void remove(const QString& id);
    /// Opens a rehearsal that starts with the data of a restore point, or with the current data if
    /// `id` is empty. `rate`: how many times faster its clock runs, 1…86 400.
    void rehearse(const QString& id, int rate);

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();
    /// The question before restore(), with the consequences.
    void restoreAsked(const QString& id, const QString& question);

private:
    /// Fills state() and points() from the service.
    void rebuild();
    /// The question before restore(); empty for an unknown id.
    QString restoreQuestion(const QString& id, const Result<services::OverdueData>& overdue) const;
    /// Shows that an action is in progress.
    void begin(const QString& busyText);
    /// Shows the result of the action. `message`: for a success.
    void finish(const Result<void>& answer, const QString& message);

    services::ServiceSet& m_services;
    RestorePointsState m_state;
    RestorePointModel m_points;
    std::optional<Error> m_error; // of the last action
    std::optional<ttl::CancelToken> m_rehearsal; // that is being copied; unset: none
};

} // namespace sandglass::presenters
