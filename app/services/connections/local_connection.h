// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

namespace sandglass::services {

class ConnectionService;

/// Finds the connection to the local engine among those of a window, for functions that work on the
/// engine whichever server is in front. GUI thread.
class LocalConnection : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Adds a connection of the window. forget() is due before it ends.
    void add(ConnectionService& connection);
    /// Removes a connection.
    void forget(ConnectionService& connection);

    /// The connection to the local engine, which may have been lost; null when there is none.
    ConnectionService* get() const;
    /// Whether the local engine can be asked now.
    bool isConnected() const;

Q_SIGNALS:
    /// get() or the state of a connection has changed.
    void changed();

private:
    std::vector<ConnectionService*> m_connections;
};

} // namespace sandglass::services
