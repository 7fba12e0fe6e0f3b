// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/restore/restore_point_model.h"
#include "app/presenters/words/failure_text.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// Everything the dialog of the restore points shows beside the table.
struct RestorePointsState
{
    Phase phase = Phase::Loading; ///< of the list; Ready also when there are none
    bool offered = false; ///< false in a rehearsal
    bool canMake = false;
    QString whyNotMake; ///< when canMake is false
    bool canUse = false; ///< a point may be restored, rehearsed or deleted now
    QString busyText; ///< what is under way; empty: nothing
    QString message; ///< what was done last
    QString folder; ///< where the points lie
    std::optional<FailureText> failure;
};

/// The restore points of the local engine. GUI thread.
class RestorePointsPresenter : public QObject
{
    Q_OBJECT
public:
    explicit RestorePointsPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~RestorePointsPresenter() override;

    const RestorePointsState& state() const { return m_state; }
    RestorePointModel& points() { return m_points; }
    /// What restoring a point means, for the question before it: title sentence and consequences.
    QString restoreQuestion(const QString& id) const;
    QString removeQuestion(const QString& id) const;

    /// Reads the points anew, and forgets what was done last.
    void refresh();
    void make();
    void restore(const QString& id);
    void remove(const QString& id);
    /// Opens a rehearsal that begins with a point, or with the data as they are now when `id` is
    /// empty. `rate`: how many times faster its clock runs.
    void rehearse(const QString& id, int rate);

Q_SIGNALS:
    void stateChanged();

private:
    void rebuild();
    void begin(const QString& busyText);
    void finish(const Result<void>& answer, const QString& message);

    services::ServiceSet& m_services;
    RestorePointsState m_state;
    RestorePointModel m_points;
    std::optional<Error> m_error; // of what was asked for last
};

} // namespace sandglass::presenters
