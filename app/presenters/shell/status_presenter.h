// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/forecast/figures_state.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QTimeZone>

#include <optional>
#include <utility>

namespace sandglass::presenters {

/// The parts of the status bar; each has a text and a tool tip.
struct StatusState
{
    ConnectionPhase connection = ConnectionPhase::Disconnected;
    QString
        connectionText; ///< "Local engine", "db1.example:27017 – connection lost, attempt 3 in 8 s"
    bool locked = false;
    QString lockText; ///< "locked", "unlocked for 9:42"; empty without a connection
    QString serverText; ///< "MongoDB 7.0.5 · Standalone"
    QString clockText; ///< "server clock +1.2 s"
    bool clockSuspicious = false; ///< more than 2 s off
    MonitorState monitor = MonitorState::Unknown;
    QString monitorText; ///< "TTL monitor on · last pass 12 s ago · next in 48 s"
    QString monitorToolTip;
    int runningTasks = 0;
    QString tasksText; ///< "2 tasks"
    QTimeZone zone;
    QString zoneText; ///< "Europe/Berlin (UTC+02:00)"
};

/// The status bar. Ticks once a second while visible. GUI thread.
class StatusPresenter : public QObject
{
    Q_OBJECT
public:
    explicit StatusPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~StatusPresenter() override;

    const StatusState& state() const { return m_state; }

    void setVisible(bool visible);
    /// Zones to choose from: UTC, the system's, then all others by name.
    QList<QByteArray> zones() const;
    /// Shows all times in another zone and remembers it; an unknown id is ignored. Empty: the
    /// system's zone.
    void setZone(const QByteArray& id);
    /// Locks or unlocks (ten minutes) the connection.
    void toggleLock();

Q_SIGNALS:
    void stateChanged();

private:
    void update();
    void updateMonitor();
    void updateLock();
    QString connectionText() const;
    QString reconnectingText(const QString& name) const;
    QString zoneText(const QDateTime& now);

    services::ServiceSet& m_services;
    StatusState m_state;
    QTimer m_tick;
    std::pair<QByteArray, int> m_namedOffset; // zone and seconds east that m_offsetName names
    QString m_offsetName;
};

} // namespace sandglass::presenters
