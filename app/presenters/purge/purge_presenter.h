// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/purge/purge_state.h"
#include "app/presenters/restore/restore_offer.h"
#include "app/ttl/forecast.h"
#include "app/ttl/ttl_server.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {
class Latest;
struct ServiceSet;
struct PurgeJob;
} // namespace sandglass::services

namespace sandglass::presenters {

/// The dialog of a staged purge: first its form, then its progress. The purge runs in the service,
/// so it continues after the dialog is closed. GUI thread.
class PurgePresenter : public QObject
{
    Q_OBJECT
public:
    /// Offers to purge what a rule would delete. Shows the progress if that purge runs already.
    /// `services` must outlive this object.
    PurgePresenter(services::ServiceSet& services, ttl::Rule target, QObject* parent = nullptr);
    /// Shows the purge in progress, or else the unfinished one of an earlier run.
    explicit PurgePresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~PurgePresenter() override;

    /// The current state; stateChanged() announces changes.
    const PurgeState& state() const { return m_state; }

    /// Takes the form after a change in it.
    void edit(const PurgeForm& form);
    /// The text of the box into which the name must be typed before a large purge.
    void setTypedName(const QString& name);
    /// Counts what would be deleted, also after a cancelled or failed count.
    void count();
    /// Cancels the count; the effect is unknown then.
    void cancelCount();
    /// Starts the purge, if state().confirm.enabled. Before it deletes, a restore point is made if
    /// that is offered and wanted. Errors are in state().failure.
    void start();
    /// Sets whether a restore point is wanted.
    void setRestoreWanted(bool wanted);
    /// Pauses the purge.
    void pause();
    /// Resumes a paused or unfinished purge. Errors are in state().failure.
    void resume();
    /// Cancels the purge. What is deleted stays deleted.
    void cancel();
    /// Forgets the unfinished purge of an earlier run.
    void discard();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// The common part of the constructors.
    void connectServices();
    /// Finds out whether the archive can be written to its folder.
    void checkFolder();
    /// Takes the result of the count.
    void finishCount(const Result<ttl::Impact>& impact);
    /// Counts how documents expire by the rule.
    void countTimeline();
    /// Fills state().preview.
    void updatePreview();
    /// Whether the form deletes, and does not only archive.
    bool deletes() const;
    /// Fills state() from the services.
    void rebuild();
    /// Chooses between form and progress, and fills that side.
    void showScreen();
    /// Updates state().confirm.
    void updateConfirm();
    /// Shows the purge in progress.
    void updateProgress();
    /// Shows a purge that can be resumed.
    void showUnfinished(const services::PurgeJob& job);
    /// Whether Resume can be pressed, and what must be typed before.
    void updateResume(const services::PurgeJob& job);
    /// Why the purge cannot be started; empty if it can.
    QString obstacle() const;
    /// What to count and to delete, as of the moment of the count.
    ttl::ImpactRequest request() const;
    /// Starts the purge, after the restore point.
    void begin();
    /// Shows an error of the service.
    void report(const Result<void>& done);

    services::ServiceSet& m_services;
    std::optional<ttl::Rule> m_target; // unset: opened without a rule
    PurgeState m_state;
    base::Time m_now; // server time of the count, by which documents count as due
    std::vector<base::Time> m_edges; // of m_timeline
    std::optional<ttl::ExpiryHistogram> m_timeline; // unset: not counted
    QString m_timelineProblem; // why not; empty: it was, or was not asked for
    bool m_watching = false; // the progress of the service's purge is shown
    QString m_unfinishedId; // of the purge that can be resumed; empty: none
    QString m_typedName;
    ttl::CancelToken m_cancel; // of the count in progress
    std::optional<QString> m_checkedFolder; // that m_folderProblem is about
    QString m_folderProblem; // why no archive can be written there; empty: one can
    std::unique_ptr<services::Latest> m_query; // for the count; never null
    std::unique_ptr<services::Latest> m_timelineQuery; // for m_timeline; never null
    std::unique_ptr<services::Latest> m_folderQuery; // for the folder; never null
    RestoreOffer m_offer;
};

} // namespace sandglass::presenters
