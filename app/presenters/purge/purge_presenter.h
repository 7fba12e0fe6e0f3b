// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/purge/purge_state.h"
#include "app/presenters/restore/restore_offer.h"
#include "app/services/calls/latest.h"
#include "app/ttl/ttl_server.h"

#include <QObject>
#include <QString>

namespace sandglass::services {
struct ServiceSet;
struct PurgeJob;
} // namespace sandglass::services

namespace sandglass::presenters {

/// The dialog of a staged purge: first the form, then its progress. The purge itself belongs to no
/// dialog: it goes on as a task when this one is closed. GUI thread.
class PurgePresenter : public QObject
{
    Q_OBJECT
public:
    /// Offers to purge what a rule would delete; shows the progress when that is under way already.
    PurgePresenter(services::ServiceSet& services, PurgeTarget target, QObject* parent = nullptr);
    /// Shows the purge under way, or else the one of an earlier run that can be resumed.
    explicit PurgePresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~PurgePresenter() override;

    const PurgeState& state() const { return m_state; }

    void edit(const PurgeForm& form);
    void setTypedName(const QString& name);
    /// Counts what would go, again when it failed.
    void count();
    void cancelCount();
    /// Begins; only when state().confirm.enabled. A restore point comes first where it is offered
    /// and wanted.
    void start();
    void setRestoreWanted(bool wanted);
    void pause();
    void resume();
    void cancel();
    /// Forgets the purge of an earlier run.
    void discard();

Q_SIGNALS:
    void stateChanged();

private:
    void connectServices();
    void finishCount(const Result<ttl::Impact>& impact);
    void rebuild();
    void showScreen();
    void updateConfirm();
    void updateProgress();
    void showUnfinished(const services::PurgeJob& job);
    QString obstacle() const;
    ttl::ImpactRequest request() const;
    void begin();
    void report(const Result<void>& done);

    services::ServiceSet& m_services;
    std::optional<PurgeTarget> m_target;
    PurgeState m_state;
    base::Time m_now; // the moment that everything is judged by
    bool m_watching = false; // shows the service's purge
    QString m_unfinishedId;
    QString m_typedName;
    ttl::CancelToken m_cancel;
    services::Latest m_asked;
    RestoreOffer m_offer;
};

} // namespace sandglass::presenters
