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

/// The parts of the status bar.
struct StatusState
{
    ConnectionPhase connection = ConnectionPhase::Disconnected;
    QString
        connectionText; ///< "Local engine", "db1.example:27017 – connection lost, attempt 3 in 8 s"
    QString connectionWarning; ///< which options of the connection string are ignored; may be empty
    QString tagText; ///< "production", translated; empty without a tag
    QString tagColor; ///< "#rrggbb" of the saved connection, or empty
    QString protectionText; ///< "any certificate accepted"; empty while TLS protects the connection
    bool locked = false; ///< changes are refused
    bool lockable = false; ///< it can be locked and unlocked: remote, and not saved as read-only
    QString lockText; ///< "locked", "unlocked for 9:42"; empty without a connection
    QString serverText; ///< "MongoDB 7.0.5 · Standalone"; empty before the first connection
    QString clockText; ///< "server clock +1.2 s"; empty while not connected
    bool clockSuspicious = false; ///< the server's clock differs from ours by more than 2 s
    MonitorState monitor = MonitorState::Unknown;
    QString monitorText; ///< "TTL monitor running, last pass 12 s ago · next in 48 s"
    QString monitorToolTip; ///< passes and deletions; empty while unknown
    int runningTasks = 0;
    QString tasksText; ///< "2 tasks", or how much of the catalogue has been read
    QTimeZone zone; ///< in which all times are shown
    QString zoneText; ///< "Europe/Berlin (UTC+02:00)"

    bool operator==(const StatusState&) const = default;
};

/// The status bar. It is updated once a second while visible. GUI thread.
class StatusPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit StatusPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~StatusPresenter() override;

    /// The current state; stateChanged() announces changes.
    const StatusState& state() const { return m_state; }

    /// Whether the status bar is on screen.
    void setVisible(bool visible);
    /// The IANA ids to choose from: UTC, that of the system, then all others by name.
    QList<QByteArray> zones() const;
    /// Shows all times in another zone and saves the choice. Empty: that of the system; an unknown
    /// id is ignored.
    void setZone(const QByteArray& id);
    /// Unlocks the connection for ten minutes, or locks it again. For a production connection it
    /// emits nameWanted() instead of unlocking.
    void toggleLock();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();
    /// Unlocking requires the name of the connection to be typed.
    void nameWanted();

private:
    /// Fills state() from the services.
    void update();
    /// What the server is asked for: tasks, or the first reading of the catalogue.
    QString tasksText() const;
    /// Updates the parts about the TTL monitor.
    void updateMonitor();
    /// Updates the parts about the tag and the protection.
    void updateMarks();
    /// Updates the parts about the lock.
    void updateLock();
    /// Name and phase of the connection.
    QString connectionText() const;
    /// The text while the connection is lost. `name`: of the connection.
    QString reconnectingText(const QString& name) const;
    /// The zone and its offset at `now`.
    QString zoneText(const QDateTime& now);

    services::ServiceSet& m_services;
    StatusState m_state;
    QTimer m_tick;
    std::pair<QByteArray, int> m_namedOffset; // zone and seconds east of UTC of m_offsetName
    QString m_offsetName; // "UTC+02:00"
};

} // namespace sandglass::presenters
