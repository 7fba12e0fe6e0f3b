// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/presenters/doctor/doctor_model.h"
#include "app/presenters/explorer/inspector_presenter.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/services/calls/latest.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {
struct Diagnosis;
struct DoctorTarget;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What stands around the list of checks.
struct DoctorState
{
    Phase phase = Phase::Idle; ///< Idle: nothing was checked yet
    QStringList targets; ///< what can be looked at: all, each index, a document
    int target = 0; ///< the chosen one
    bool busy = false; ///< the server is being asked
    bool canCheck = false; ///< connected and not busy
    QString headline; ///< "2 causes found, 1 warning."; empty before the first answer
    Tone headlineTone = Tone::Plain;
    QString asOfText; ///< "as of 12:04:31"; empty before the first answer
    std::optional<FailureText> failure;
};

/// "Why is this not expiring?" for one collection, or for every rule of the server. GUI thread.
class DoctorPresenter : public QObject
{
    Q_OBJECT
public:
    /// `ns` unset: the whole server.
    DoctorPresenter(services::ServiceSet& services, std::optional<protocol::Namespace> ns,
                    QObject* parent = nullptr);
    ~DoctorPresenter() override;

    const DoctorState& state() const { return m_state; }
    DoctorModel& model() { return m_model; }

    /// Only a visible list is read anew by refresh().
    void setVisible(bool visible) { m_visible = visible; }
    /// Looks at another target (position in state().targets); its list is empty until check().
    void setTarget(int target);
    /// Makes this document the target and checks it at once.
    void examineDocument(const bson::Value& id);
    /// Asks the server; an answer that is still awaited is dropped.
    void check();
    void cancel();
    /// Checks again if something was checked before and is on screen (F5).
    void refresh();
    /// The whole list as plain text.
    QString reportText() const;

Q_SIGNALS:
    void stateChanged();

private:
    void loadTargets();
    void forget();
    void updateConnection();
    services::DoctorTarget chosen() const;
    void finish(const Result<services::Diagnosis>& answer);
    void show(const services::Diagnosis& diagnosis);
    QString summary(const services::Diagnosis& diagnosis) const;

    services::ServiceSet& m_services;
    const std::optional<protocol::Namespace> m_ns;
    DoctorState m_state;
    DoctorModel m_model;
    std::vector<std::string> m_indexes; // names, in the order of the targets after the first
    std::optional<bson::Value> m_document; // the last target, when there is one
    QString m_checked; // the target that the list is about
    ttl::CancelToken m_cancel;
    services::Latest m_asked;
    bool m_visible = false;
};

} // namespace sandglass::presenters
