// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/shell/servers.h"

#include "app/presenters/explorer/navigator_presenter.h"
#include "app/presenters/shell/workspace.h"
#include "app/services/connections/connection_book.h"
#include "app/services/connections/connection_service.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"

#include <algorithm>

namespace sandglass::presenters {

namespace {

// The saved connection to this server, best the one of the same name; empty without one.
QString savedId(const services::ConnectionBook& book, const services::KnownServer& server)
{
    QString found;
    for (const services::SavedConnection& saved : book.connections()) {
        services::KnownServer candidate;
        candidate.uri = saved.uri;
        candidate.ssh = saved.ssh.destination;
        if (isSameServer(candidate, server) && (found.isEmpty() || saved.name == server.name)) {
            found = saved.id;
        }
    }
    return found;
}

} // namespace

Servers::Servers(services::LinkList& links, QObject* parent)
    : QObject(parent)
    , m_links(links)
{
    for (services::ServiceSet* link : m_links.all()) {
        append(*link);
    }
    m_current = m_all.front().get();
    m_navigator = std::make_unique<NavigatorPresenter>(*m_links.all().front());
    m_navigator->setCurrent(m_current->server());
    connect(&m_links, &services::LinkList::added, this,
            [this](services::ServiceSet* link) { Q_EMIT added(&append(*link)); });
    connect(&m_links, &services::LinkList::removing, this,
            [this](services::ServiceSet* link) { drop(*link); });
    connect(&m_links, &services::LinkList::chosen, this,
            [this](services::ServiceSet* link) { choose(link->linkId); });
    connect(&m_links, &services::LinkList::changed, this, &Servers::namesChanged);
}

Servers::Servers(services::ServiceSet& services, QObject* parent)
    : Servers(services.links, parent)
{
}

Servers::~Servers() = default;

std::vector<Workspace*> Servers::all() const
{
    std::vector<Workspace*> pointers;
    for (const auto& each : m_all) {
        pointers.push_back(each.get());
    }
    return pointers;
}

Workspace& Servers::append(services::ServiceSet& link)
{
    m_all.push_back(std::make_unique<Workspace>(link));
    // the name of a connection is known for certain only once the server has answered
    connect(&link.connections, &services::ConnectionService::connected, m_all.back().get(),
            [this] { Q_EMIT namesChanged(); });
    return *m_all.back();
}

void Servers::drop(const services::ServiceSet& link)
{
    const auto found = std::ranges::find(m_all, link.linkId, &Workspace::server);
    if (found == m_all.end() || m_all.size() == 1) {
        return;
    }
    Workspace* leaving = found->get();
    if (leaving == m_current) {
        setCurrent(found == m_all.begin() ? **(found + 1) : **(found - 1));
    }
    Q_EMIT removing(leaving);
    m_navigator->forget(link.linkId);
    m_all.erase(found);
}

void Servers::setCurrent(Workspace& workspace)
{
    m_current = &workspace;
    m_navigator->setCurrent(workspace.server());
    Q_EMIT currentChanged();
}

void Servers::choose(int server)
{
    const auto found = std::ranges::find(m_all, server, &Workspace::server);
    if (found != m_all.end() && found->get() != m_current) {
        setCurrent(**found);
    }
}

void Servers::connectAgain(int server)
{
    services::ServiceSet* link = m_links.find(server);
    if (!link) {
        return;
    }
    choose(server);
    const services::KnownServer known = m_links.known(server);
    if (link->connections.state().phase != services::LinkPhase::Disconnected) {
        link->connections.retryNow();
    } else if (known.local) {
        m_links.openLocal(server);
    } else {
        Q_EMIT connectionWanted(savedId(link->book, known), known.uri);
    }
}

bool Servers::canConnectAgain() const
{
    const services::LinkPhase phase = m_links.find(m_current->server())->connections.state().phase;
    const bool idle = phase == services::LinkPhase::Disconnected;
    return phase == services::LinkPhase::Reconnecting || phase == services::LinkPhase::Failed
        || (idle && m_links.known(m_current->server()).isSet());
}

void Servers::disconnect(int server)
{
    if (services::ServiceSet* link = m_links.find(server)) {
        link->connections.disconnectNow();
    }
}

void Servers::remove(int server)
{
    if (m_links.find(server)) {
        m_links.remove(server);
    }
}

} // namespace sandglass::presenters

#include "moc_servers.cpp"
