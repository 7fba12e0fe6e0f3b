// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/failure_text.h"
#include "app/ttl/capability.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// One line of "What this server can do".
struct CapabilityRow
{
    ttl::Capability capability = ttl::Capability::ConvertIndex;
    QString title; ///< "Hide an index from queries"
    ttl::Can can = ttl::Can::NotKnown;
    QString answer; ///< "yes", "no", "not known"
    QString source; ///< where the answer comes from, a sentence
    std::optional<bool> chosen; ///< the user's own answer; unset: none
};

/// What the dialog shows.
struct CapabilitiesState
{
    bool connected = false;
    QString server; ///< "FerretDB v2.7.0 (as MongoDB 7.0.77) · Standalone"
    bool probing = false; ///< the answers to the probes are still to come
    std::optional<FailureText> failure; ///< why the probes could not be sent
    std::vector<CapabilityRow> rows; ///< in the order of ttl::Capability; empty without a server
    QStringList databases; ///< named by hand, or in the connection string; sorted
};

/// What the connected server can do, and which databases were named by hand. GUI thread.
class CapabilityPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit CapabilityPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~CapabilityPresenter() override;

    /// The current state; stateChanged() announces changes.
    const CapabilitiesState& state() const { return m_state; }
    /// Sets the user's own answer for this connection, or removes it.
    void choose(ttl::Capability capability, std::optional<bool> can);
    /// Asks the server again.
    void probe();
    /// Names databases by hand, for this connection, and reads the catalogue again.
    void nameDatabases(const QStringList& names);
    /// Why a text cannot be the name of a database; empty if it can.
    QString databaseProblem(const QString& name) const;

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills state().
    void update();

    services::ServiceSet& m_services;
    CapabilitiesState m_state;
};

} // namespace sandglass::presenters
