// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/shell/link_list.h"

#include "app/services/shell/link_services.h"
#include "app/services/shell/program_services.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::services {

LinkList::LinkList(ProgramServices& program, QObject* parent)
    : QObject(parent)
    , m_program(program)
{
    append({});
    connect(&m_program.engine, &EngineProcess::ready, this, &LinkList::onEngineReady);
    connect(&m_program.engine, &EngineProcess::phaseChanged, this, &LinkList::onEnginePhase);
    m_program.journal.setSecrets([this] {
        protocol::Secrets all;
        for (const Entry& each : m_links) {
            all.include(each.services->set().connections.secrets());
        }
        return all;
    });
}

LinkList::~LinkList()
{
    m_program.journal.setSecrets({});
}

std::vector<ServiceSet*> LinkList::all() const
{
    std::vector<ServiceSet*> sets;
    for (const Entry& each : m_links) {
        sets.push_back(&each.services->set());
    }
    return sets;
}

LinkServices& LinkList::link(int id) const
{
    return *entry(id).services;
}

LinkServices& LinkList::first() const
{
    return *m_links.front().services;
}

const KnownServer& LinkList::known(int id) const
{
    return entry(id).server;
}

LinkList::Entry& LinkList::entry(int id)
{
    const auto found = std::ranges::find(m_links, id, &Entry::id);
    Q_ASSERT(found != m_links.end());
    return *found;
}

const LinkList::Entry& LinkList::entry(int id) const
{
    const auto found = std::ranges::find(m_links, id, &Entry::id);
    Q_ASSERT(found != m_links.end());
    return *found;
}

ServiceSet& LinkList::append(KnownServer server)
{
    const int id = ++m_lastId;
    m_links.push_back(
        {id, std::move(server), std::make_unique<LinkServices>(m_program, *this, id)});
    ServiceSet& set = m_links.back().services->set();
    connect(&set.connections, &ConnectionService::stateChanged, this, [this, id] { follow(id); });
    connect(&set.alerts, &AlertService::limitsChanged, this, [this, id] { shareLimits(id); });
    return set;
}

ServiceSet& LinkList::add()
{
    ServiceSet& set = append({});
    Q_EMIT added(&set);
    Q_EMIT changed();
    return set;
}

void LinkList::remove(int id)
{
    Entry& leaving = entry(id);
    leaving.services->set().connections.disconnectNow();
    if (m_links.size() == 1) {
        leaving.server = {};
    } else {
        Q_EMIT removing(&leaving.services->set());
        // its end may announce changes, which must not find it in the list any more
        const std::unique_ptr<LinkServices> services = std::move(entry(id).services);
        services->set().connections.disconnect(this);
        std::erase_if(m_links, [id](const Entry& each) { return each.id == id; });
    }
    store();
    Q_EMIT changed();
}

ServiceSet* LinkList::find(int id) const
{
    const auto found = std::ranges::find(m_links, id, &Entry::id);
    return found == m_links.end() ? nullptr : &found->services->set();
}

ServiceSet* LinkList::find(const KnownServer& server) const
{
    const auto same = std::ranges::find_if(
        m_links, [&](const Entry& each) { return isSameServer(each.server, server); });
    return same == m_links.end() ? nullptr : &same->services->set();
}

ServiceSet& LinkList::placeFor(const KnownServer& server, int from)
{
    if (ServiceSet* same = find(server)) {
        return *same;
    }
    return entry(from).server.isSet() ? add() : link(from).set();
}

void LinkList::choose(int id)
{
    Q_EMIT chosen(&link(id).set());
}

ServiceSet& LinkList::placeLocal(int from, bool replaces)
{
    const auto local
        = std::ranges::find_if(m_links, [](const Entry& each) { return each.server.local; });
    if (local != m_links.end()) {
        m_local = local->id;
    } else {
        ConnectionService& here = link(from).set().connections;
        const bool idle = here.state().phase == LinkPhase::Disconnected;
        // among several servers, one that is not connected keeps its place too
        const bool free = idle && (m_links.size() == 1 || !entry(from).server.isSet());
        if (replaces && !idle) {
            here.disconnectNow();
        }
        m_local = free || replaces ? from : add().linkId;
    }
    entry(m_local).server = {u"local"_s, {}, true, {}, {}, {}};
    store();
    Q_EMIT changed();
    return link(m_local).set();
}

ServiceSet& LinkList::openLocal(int from, bool replaces)
{
    ServiceSet& place = placeLocal(from, replaces);
    choose(place.linkId);
    if (m_program.engine.phase() == EngineProcessPhase::Running) {
        place.connections.connectTo(m_program.engine.uri(), u"local"_s, true);
    } else {
        // the connection follows when the engine is ready
        place.connections.disconnectNow();
        m_program.engine.start();
    }
    return place;
}

void LinkList::onEngineReady(const QString& uri)
{
    const auto local = std::ranges::find_if(
        m_links, [](const Entry& each) { return each.services->set().connections.state().local; });
    const auto meant = std::ranges::find(m_links, m_local, &Entry::id);
    auto place = local != m_links.end() ? local : meant;
    if (place == m_links.end() && m_links.size() == 1) {
        place = m_links.begin();
    }
    if (place == m_links.end() || (m_links.size() > 1 && !place->server.local)) {
        return; // among several servers, one that is not connected keeps its place
    }
    // a remote connection that was made in the meantime stays
    const LinkState& state = place->services->set().connections.state();
    if (state.local || state.phase == LinkPhase::Disconnected) {
        m_local = place->id;
        place->services->set().connections.connectTo(uri, u"local"_s, true);
    }
}

void LinkList::onEnginePhase()
{
    const bool ended = m_program.engine.phase() == EngineProcessPhase::Stopped
        || m_program.engine.phase() == EngineProcessPhase::Failed;
    if (!ended) {
        return;
    }
    if (ConnectionService* local = m_program.localConnection.get()) {
        local->disconnectNow();
    }
}

void LinkList::follow(int id)
{
    Entry& changedLink = entry(id);
    const KnownServer now = knownServer(changedLink.services->set().connections.state());
    if (now.isSet() && now != changedLink.server) {
        changedLink.server = now;
        store();
        Q_EMIT changed();
    }
}

void LinkList::shareLimits(int id)
{
    const AlertLimits limits = link(id).set().alerts.limits();
    for (const Entry& each : m_links) {
        each.services->set().alerts.setLimits(limits); // equal ones are not announced again
    }
}

void LinkList::remember()
{
    const std::vector<KnownServer> servers = readKnownServers(m_program.settings);
    if (servers.size() > 1) {
        m_links.front().server = servers.front();
        for (auto server = servers.begin() + 1; server != servers.end(); ++server) {
            ServiceSet& set = append(*server);
            Q_EMIT added(&set);
        }
    }
    m_remembers = true;
    Q_EMIT changed();
}

void LinkList::store()
{
    if (!m_remembers) {
        return;
    }
    std::vector<KnownServer> servers;
    for (const Entry& each : m_links) {
        if (each.server.isSet()) {
            servers.push_back(each.server);
        }
    }
    storeKnownServers(m_program.settings, servers);
}

bool LinkList::isPurgedElsewhere(const QString& purge, int id) const
{
    return std::ranges::any_of(m_links, [&](const Entry& each) {
        if (each.id == id || !each.services) {
            return false;
        }
        const PurgeService& purges = each.services->set().purges;
        return purges.isActive() && purges.job()->id == purge;
    });
}

} // namespace sandglass::services

#include "moc_link_list.cpp"
