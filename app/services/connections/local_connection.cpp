// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/local_connection.h"

#include "app/services/connections/connection_service.h"

#include <algorithm>

namespace sandglass::services {

void LocalConnection::add(ConnectionService& connection)
{
    m_connections.push_back(&connection);
    connect(&connection, &ConnectionService::stateChanged, this, &LocalConnection::changed);
}

void LocalConnection::forget(ConnectionService& connection)
{
    connection.disconnect(this);
    std::erase(m_connections, &connection);
    Q_EMIT changed();
}

ConnectionService* LocalConnection::get() const
{
    const auto found = std::ranges::find_if(
        m_connections, [](const ConnectionService* each) { return each->state().local; });
    return found == m_connections.end() ? nullptr : *found;
}

bool LocalConnection::isConnected() const
{
    const ConnectionService* local = get();
    return local && local->isConnected();
}

} // namespace sandglass::services

#include "moc_local_connection.cpp"
