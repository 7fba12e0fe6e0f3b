// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/words/failure_text.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// State of the connection. Reconnecting: it was lost and is retried with growing pauses. Same
/// values as services::LinkPhase.
enum class ConnectionPhase { Disconnected, Connecting, Connected, Reconnecting, Failed };

/// The connection as dialogs, navigator and status bar show it. Never holds a password.
struct ConnectionState
{
    ConnectionPhase phase = ConnectionPhase::Disconnected;
    QString name; ///< "Local engine", or the name or host of the remote server
    QString host; ///< as the server reports it; before that the string without credentials
    bool local = false; ///< the bundled engine
    bool locked = false; ///< changes are refused until the user unlocks the connection
    QString nameToUnlock; ///< what must be typed to unlock a production connection; empty: nothing
    QString lostText; ///< since when what is shown is old; empty while connected
    int attempt = 0; ///< number of the reconnect attempt, from 1
    QString serverText; ///< "MongoDB 7.0.5 · Standalone"; empty before the first connection
    QString
        typedUri; ///< the string of this connection with its user, without secrets; may be empty
    QStringList recent; ///< connection strings used before, without credentials, latest first
    QString warning; ///< which options of the connection string are ignored; empty: none
    std::optional<FailureText> failure; ///< of the last attempt
    std::optional<FailureText> engineFailure; ///< why the local engine could not be started
};

/// Connects, disconnects, locks and unlocks the connection to one server of a window. GUI thread.
class ConnectionPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit ConnectionPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~ConnectionPresenter() override;

    /// The current state; stateChanged() announces changes.
    const ConnectionState& state() const { return m_state; }

    /// Closes the current connection and connects to a server by its connection string
    /// (mongodb://…). An error is in state().failure.
    void connectTo(const QString& uri);
    /// Connects to the local engine, and starts it first if it is not running. Beside another
    /// server, it becomes a further server of the window. Returns whether it is this connection.
    bool connectLocal();
    /// Closes the connection.
    void disconnectNow();
    /// Tries to connect now instead of after the pause.
    void retryNow();
    /// Unlocks a remote connection for ten minutes. Does nothing if `typedName` is not the one that
    /// state().nameToUnlock demands.
    void unlock(const QString& typedName = {});
    /// Locks the connection again.
    void lock();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Fills state() from the service.
    void update();
    /// Since when what the window shows is old, in words.
    QString lostText(base::Time lostAt) const;

    services::ServiceSet& m_services;
    ConnectionState m_state;
};

} // namespace sandglass::presenters
