// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/words/shown_server.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace sandglass::services {
class Latest;
struct ServiceSet;
struct StartWarning;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What the notice about the state of the server shows.
struct ServerHealthState
{
    QString sentence; ///< what is wrong; empty: nothing, or the user has closed the notice
    QString details; ///< in the server's words, folded away; may be empty

    bool operator==(const ServerHealthState&) const = default;
};

/// Shows that the server takes no writes, that data of a collection are damaged, or that its files
/// were repaired when it started. GUI thread.
class ServerHealthPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit ServerHealthPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~ServerHealthPresenter() override;

    /// The current state; stateChanged() announces changes.
    const ServerHealthState& state() const { return m_state; }
    /// Closes the notice until there is something else to say, or another server.
    void dismiss();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Asks our own engine what it has found when it started.
    void askForWarnings();
    /// Fills state().
    void update();
    /// What the notice says now.
    ServerHealthState found() const;

    services::ServiceSet& m_services;
    std::unique_ptr<services::Latest> m_reading;
    std::vector<services::StartWarning> m_warnings; // of this connection
    ServerHealthState m_state;
    ServerHealthState m_dismissed;
    ShownServer m_dismissedOf;
};

} // namespace sandglass::presenters
