// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/presenters/doctor/doctor_model.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/words/tone.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {
class Latest;
struct Diagnosis;
struct DoctorTarget;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What the doctor shows besides the table of checks.
struct DoctorState
{
    Phase phase = Phase::Idle; ///< Idle: nothing has been checked yet
    QStringList targets; ///< what can be checked: all rules, each index, a document
    int target = 0; ///< position of the chosen one
    bool busy = false; ///< checks are in progress
    bool canCheck = false; ///< connected and not busy
    QString headline; ///< "2 causes found. 1 warning."; empty before the first answer
    Tone headlineTone = Tone::Plain;
    QString asOfText; ///< "as of 12:04:31"; empty before the first answer
    std::optional<FailureText> failure;
};

/// "Why is this not expiring?" for one collection, or for every rule of the server. GUI thread.
class DoctorPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object. `ns`: unset for the whole server.
    DoctorPresenter(services::ServiceSet& services, std::optional<protocol::Namespace> ns,
                    QObject* parent = nullptr);
    ~DoctorPresenter() override;

    /// The current state; stateChanged() announces changes.
    const DoctorState& state() const { return m_state; }
    /// The report.
    DoctorModel& model() { return m_model; }

    /// Whether the report is on screen. refresh() does nothing while it is not.
    void setVisible(bool visible) { m_visible = visible; }
    /// Chooses another target by its position in state().targets. The report is empty until
    /// check().
    void setTarget(int target);
    /// Makes the document with this _id the target and checks it at once.
    void examineDocument(const bson::Value& id);
    /// Runs all checks for the target. Checks that are in progress are cancelled.
    void check();
    /// Cancels the checks that are in progress.
    void cancel();
    /// Repeats the checks if there is a report on screen (F5).
    void refresh();
    /// The whole report as plain text.
    QString reportText() const;

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills state().targets from the catalogue.
    void loadTargets();
    /// Clears everything after a disconnection.
    void forget();
    /// Updates state().canCheck.
    void updateConnection();
    /// The chosen target, as the service takes it.
    services::DoctorTarget chosen() const;
    /// Takes the answer of the service.
    void finish(const Result<services::Diagnosis>& answer);
    /// Shows a report.
    void show(const services::Diagnosis& diagnosis);
    /// The filter of the documents that a finding is about; empty if no filter can name them.
    QString filterOf(const ttl::doctor::Finding& finding, base::Time now) const;
    /// The headline of a report.
    QString summary(const services::Diagnosis& diagnosis) const;

    services::ServiceSet& m_services;
    const std::optional<protocol::Namespace> m_ns; // unset: the whole server
    DoctorState m_state;
    DoctorModel m_model;
    std::vector<std::string> m_indexes; // names, in the order of the targets after the first
    std::optional<bson::Value> m_document; // _id of the last target, if that is a document
    QString m_checked; // the target of the report
    ttl::CancelToken m_cancel; // of the checks in progress
    std::unique_ptr<services::Latest> m_query; // never null
    bool m_visible = false;
};

} // namespace sandglass::presenters
