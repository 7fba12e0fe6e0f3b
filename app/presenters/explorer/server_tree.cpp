// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/explorer/server_tree.h"

#include "app/presenters/connections/connect_finding_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/settings/alert_presenter.h"
#include "app/presenters/words/server_state_words.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/engine/engine_process.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/alert_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/rule.h"

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

QString periodOf(std::int64_t seconds)
{
    return seconds == 0 ? ruleWords(0) : periodWords(seconds);
}

NavigatorNode indexNode(const protocol::Namespace& ns, const ttl::IndexSpec& index)
{
    NavigatorNode node;
    node.kind = NodeKind::Index;
    node.name = text(index.name);
    node.ns = ns;
    node.indexName = index.name;
    node.isTtl = index.isTtl();
    node.invalid = index.isTtl() && !ttl::expiryRuleOf(index).valid;
    node.hidden = index.hidden;
    node.building = index.building;
    node.ttlRules = index.isTtl() ? 1 : 0;
    if (index.expireAfterSeconds && !node.invalid) {
        node.durationWords = periodOf(*index.expireAfterSeconds);
    }
    return node;
}

// What could not be read below a row, and what would permit it.
void addProblem(const std::optional<Error>& error, NavigatorNode& node)
{
    if (error) {
        const FailureText failure = describe(*error);
        node.problem = inOneLine(failure);
        node.refused = failure.notPermitted;
    }
}

NavigatorNode collectionNode(const services::CatalogCollection& collection)
{
    NavigatorNode node;
    node.kind = NodeKind::Collection;
    node.name = text(collection.spec.ns.collection);
    node.ns = collection.spec.ns;
    addProblem(collection.error, node);
    node.partial = !collection.read || collection.error;
    if (collection.spec.expireAfterSeconds) {
        node.isTtl = true;
        node.ttlRules = 1;
        node.durationWords = periodOf(*collection.spec.expireAfterSeconds);
    }
    for (const ttl::IndexSpec& index : collection.indexes) {
        node.children.push_back(indexNode(collection.spec.ns, index));
        node.ttlRules += node.children.back().ttlRules;
    }
    return node;
}

NavigatorNode databaseNode(const services::CatalogDatabase& database)
{
    NavigatorNode node;
    node.kind = NodeKind::Database;
    node.name = text(database.spec.name);
    node.ns = {database.spec.name, {}};
    addProblem(database.error, node);
    node.partial = !database.listed || database.error;
    for (const services::CatalogCollection& collection : database.collections) {
        node.children.push_back(collectionNode(collection));
        node.ttlRules += node.children.back().ttlRules;
        node.partial = node.partial || node.children.back().partial;
    }
    return node;
}

} // namespace

ServerTree::ServerTree(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &ServerTree::changed);
    connect(&m_services.catalog, &services::CatalogService::changed, this, &ServerTree::changed);
    connect(&m_services.alerts, &services::AlertService::changed, this, &ServerTree::changed);
    connect(&m_services.settings, &services::Settings::zoneChanged, this, &ServerTree::changed);
    // read every second, but the tree shows only what is damaged
    connect(&m_services.monitor, &services::MonitorService::changed, this, [this] {
        const auto& metrics = m_services.monitor.metrics();
        std::vector<ttl::DamagedRule> damaged;
        if (metrics) {
            damaged = metrics->damaged;
        }
        if (damaged != m_damaged) {
            m_damaged = std::move(damaged);
            Q_EMIT changed();
        }
    });
    // the address of the local engine
    connect(&m_services.engine, &services::EngineProcess::phaseChanged, this, &ServerTree::changed);
}

int ServerTree::server() const
{
    return m_services.linkId;
}

bool ServerTree::isShown() const
{
    // the only server disappears when it is disconnected; among several, each keeps its place
    const bool idle = m_services.connections.state().phase == services::LinkPhase::Disconnected;
    return !idle
        || (m_services.links.size() > 1 && m_services.links.known(m_services.linkId).isSet());
}

QString ServerTree::address() const
{
    const services::LinkState& link = m_services.connections.state();
    const services::KnownServer& known = m_services.links.known(m_services.linkId);
    const bool closed = link.phase == services::LinkPhase::Disconnected;
    if (closed ? known.local : link.local) {
        return m_services.engine.address();
    }
    if (closed) {
        return known.uri;
    }
    return link.typedUri.isEmpty() ? link.safeUri : link.typedUri;
}

std::vector<NodeOffer> ServerTree::offers(const ttl::IndexRef& target) const
{
    return nodeOffers(m_services, target);
}

void ServerTree::refresh()
{
    m_services.catalog.refresh();
}

QString ServerTree::alertsOf(const protocol::Namespace& ns) const
{
    QStringList words;
    for (const services::Alert& alert : m_services.alerts.active()) {
        if (alert.key.index.ns == ns) {
            words << alertText(alert);
        }
    }
    for (const ttl::DamagedRule& damage : m_damaged) {
        if (!ns.collection.empty() && damage.ns == ns.text()) {
            words << damageWords(damage, m_services.settings.zone());
        }
    }
    words.removeDuplicates();
    return words.join(u' ');
}

void ServerTree::markAlerts(NavigatorNode& root) const
{
    root.alert = alertsOf({});
    for (NavigatorNode& database : root.children) {
        for (NavigatorNode& collection : database.children) {
            collection.alert = alertsOf(collection.ns);
        }
    }
}

NavigatorNode ServerTree::root() const
{
    const services::LinkState& link = m_services.connections.state();
    const services::KnownServer& known = m_services.links.known(m_services.linkId);
    NavigatorNode root;
    root.kind = NodeKind::Connection;
    root.server = m_services.linkId;
    root.name = serverTitle(link, known);
    root.closed = link.phase == services::LinkPhase::Disconnected;
    root.connecting = link.phase == services::LinkPhase::Connecting;
    root.local = root.closed ? known.local : link.local;
    root.badge = root.local ? tr("local") : tagWords(root.closed ? known.tag : link.label.tag);
    root.color = root.closed ? known.color : link.label.color;
    root.address = address();
    root.stateWords = linkStateWords(link, m_services.settings.zone(), false);
    root.stateSpoken = linkStateWords(link, m_services.settings.zone(), true);
    root.locked = m_services.connections.isLocked();
    root.connected = m_services.connections.isConnected();
    if (root.closed) {
        return root;
    }
    root.partial = !m_services.catalog.isLoaded() || m_services.catalog.catalog().isPartial();
    for (const services::CatalogDatabase& database : m_services.catalog.catalog().databases) {
        // Databases of the server itself are shown only if they contain a rule, as that of
        // config.system.sessions of MongoDB.
        NavigatorNode node = databaseNode(database);
        if (!services::isSystemDatabase(database.spec.name) || node.ttlRules > 0) {
            root.ttlRules += node.ttlRules;
            root.children.push_back(std::move(node));
        }
    }
    markAlerts(root);
    addProblem(m_services.catalog.catalog().refused, root);
    return root;
}

ServerTreeState ServerTree::describe(const NavigatorNode& root) const
{
    ServerTreeState state;
    const services::LinkState& link = m_services.connections.state();
    if (root.closed) {
        state.placeholder = tr("Not connected. Start the local engine or connect to a server.");
        return state;
    }
    const std::optional<Error>& error = link.error ? link.error : m_services.catalog.error();
    if (error) {
        state.failure = link.error ? linkFailure(link) : sandglass::presenters::describe(*error);
        state.canRetry = root.connected;
    }
    state.canNameDatabases
        = root.refused || (state.failure && state.failure->notPermitted && root.connected);
    if (!m_services.catalog.isLoaded()) {
        state.phase = error ? Phase::Failed : Phase::Loading;
        return state;
    }
    // a catalogue that was read once stays on screen after an error
    state.phase = root.connected && !error ? Phase::Ready : Phase::Stale;
    if (root.children.empty()) {
        state.placeholder = m_services.catalog.catalog().isPartial()
            ? tr("No collection may be read.")
            : tr("This server has no collections yet.");
    }
    return state;
}

} // namespace sandglass::presenters

#include "moc_server_tree.cpp"
