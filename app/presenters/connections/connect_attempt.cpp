// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connect_attempt.h"

#include "app/presenters/connections/connection_words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/connections/known_server.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"

#include <utility>

namespace sandglass::presenters {

ConnectAttempt::ConnectAttempt(services::ServiceSet& from, QObject* parent)
    : QObject(parent)
    , m_from(from)
{
    follow(m_from);
}

ConnectAttempt::~ConnectAttempt() = default;

bool ConnectAttempt::canAdd() const
{
    const bool idle = m_from.connections.state().phase == services::LinkPhase::Disconnected;
    return !m_from.rehearsal && (!idle || m_from.links.size() > 1);
}

QString ConnectAttempt::replaced() const
{
    return serverTitle(m_from.connections.state(), m_from.links.known(m_from.linkId));
}

services::ServiceSet* ConnectAttempt::added() const
{
    return m_added ? m_from.links.find(*m_added) : nullptr;
}

services::ServiceSet& ConnectAttempt::place(const QString& uri, const services::LinkLabel& label,
                                            bool adds)
{
    if (services::ServiceSet* again = added()) {
        // the box may have been changed since
        m_goal = adds ? 0 : m_from.linkId;
        return *again;
    }
    services::KnownServer server;
    server.uri = uri;
    server.ssh = label.ssh.destination;
    if (!adds || !canAdd()) {
        // a server is in a window only once
        services::ServiceSet* same = m_from.links.find(server);
        return trial(same ? *same : m_from);
    }
    const std::size_t before = m_from.links.size();
    services::ServiceSet& link = m_from.links.placeFor(server, m_from.linkId);
    if (m_from.links.size() > before) {
        m_added = link.linkId;
        return link;
    }
    return trial(link);
}

services::ServiceSet& ConnectAttempt::trial(services::ServiceSet& goal)
{
    const services::LinkPhase phase = goal.connections.state().phase;
    const bool hasServer
        = phase == services::LinkPhase::Connected || phase == services::LinkPhase::Reconnecting;
    if (!hasServer || m_from.rehearsal) {
        return goal;
    }
    services::ServiceSet& link = m_from.links.add();
    m_added = link.linkId;
    m_goal = goal.linkId;
    return link;
}

void ConnectAttempt::connectTo(const QString& uri, const QString& name,
                               const services::LinkLabel& label, bool adds)
{
    services::ServiceSet& link = place(uri, label, adds);
    m_tried = true;
    follow(link);
    link.connections.connectTo(uri, name, false, label);
}

void ConnectAttempt::nameDatabases(const QStringList& names)
{
    if (services::ServiceSet* target = m_from.links.find(m_target)) {
        target->connections.nameDatabases(names);
    }
}

void ConnectAttempt::connectLocal(bool adds)
{
    abandon();
    m_tried = false; // an engine that is starting goes on
    const bool replaces = !adds && canAdd();
    follow(m_from.links.placeLocal(m_from.linkId, replaces));
    m_from.links.openLocal(m_from.linkId, replaces);
}

void ConnectAttempt::follow(services::ServiceSet& link)
{
    m_target = link.linkId;
    m_connection = std::make_unique<ConnectionPresenter>(link);
    connect(m_connection.get(), &ConnectionPresenter::stateChanged, this, &ConnectAttempt::changed);
}

void ConnectAttempt::finish()
{
    services::ServiceSet* made = added();
    services::ServiceSet* goal = m_goal != 0 ? m_from.links.find(m_goal) : nullptr;
    m_added.reset();
    m_goal = 0;
    if (made && goal) {
        follow(*goal);
        goal->connections.takeOver(made->connections);
        m_from.links.remove(made->linkId);
    }
    m_from.links.choose(m_target);
}

void ConnectAttempt::abandon()
{
    services::ServiceSet* link = added();
    const bool onTrial = m_goal != 0;
    m_added.reset();
    m_goal = 0;
    if (link && (onTrial || !link->connections.isConnected())) {
        follow(m_from);
        m_from.links.remove(link->linkId);
        return;
    }
    // a link that had no connection before
    services::ServiceSet* target = m_target != 0 ? m_from.links.find(m_target) : nullptr;
    const bool underWay = target
        && (target->connections.state().phase == services::LinkPhase::Connecting
            || target->connections.state().phase == services::LinkPhase::Failed);
    if (m_tried && underWay) {
        target->connections.disconnectNow();
    }
}

} // namespace sandglass::presenters

#include "moc_connect_attempt.cpp"
