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

/// Where the connection stands. Reconnecting: it was lost and is retried with growing pauses.
enum class ConnectionPhase { Disconnected, Connecting, Connected, Reconnecting, Failed };

/// The connection for dialogs, navigator and status bar. Never holds a password.
struct ConnectionState
{
    ConnectionPhase phase = ConnectionPhase::Disconnected;
    QString name; ///< "Local engine", or host of the remote server
    QString host;
    bool local = false;
    bool locked = false; ///< changes are refused until unlocked
    int attempt = 0; ///< of reconnecting, from 1
    QString serverText; ///< "MongoDB 7.0.5, standalone"
    QStringList recent; ///< connection strings used before, without credentials, latest first
    std::optional<FailureText> failure;
};

/// Connects, disconnects, locks and unlocks. GUI thread.
class ConnectionPresenter : public QObject
{
    Q_OBJECT
public:
    explicit ConnectionPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~ConnectionPresenter() override;

    const ConnectionState& state() const { return m_state; }

    /// Connects to a server by its connection string (mongodb://…); ends the present connection.
    void connectTo(const QString& uri);
    /// Connects to the local engine, starting it when needed.
    void connectLocal();
    void disconnectNow();
    /// Tries to reconnect now instead of waiting.
    void retryNow();
    /// Unlocks a remote connection for ten minutes.
    void unlock();
    void lock();
    /// Why this is no connection string, for the form while typing; empty when it may be one.
    QString problemWith(const QString& uri) const;

Q_SIGNALS:
    void stateChanged();

private:
    void update();

    services::ServiceSet& m_services;
    ConnectionState m_state;
};

} // namespace sandglass::presenters
