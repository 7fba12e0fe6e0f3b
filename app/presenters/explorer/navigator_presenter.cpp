// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/explorer/navigator_presenter.h"

#include "app/presenters/connections/connect_finding_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/settings/alert_presenter.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/alert_service.h"
#include "app/services/shell/service_set.h"

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

NavigatorNode indexNode(const protocol::Namespace& ns, const ttl::IndexSpec& index)
{
    NavigatorNode node;
    node.kind = NodeKind::Index;
    node.name = text(index.name);
    node.ns = ns;
    node.indexName = index.name;
    node.isTtl = index.isTtl();
    node.invalid = index.expiryValueInvalid;
    node.hidden = index.hidden;
    node.building = index.building;
    node.ttlRules = index.isTtl() ? 1 : 0;
    if (index.expireAfterSeconds) {
        node.durationWords = *index.expireAfterSeconds == 0
            ? ruleWords(0)
            : durationWords(*index.expireAfterSeconds);
    }
    return node;
}

// What could not be read below a row, and what would permit it.
void addProblem(const std::optional<Error>& error, NavigatorNode& node)
{
    if (error) {
        const FailureText failure = describe(*error);
        node.problem = (failure.sentence + u' ' + failure.advice).trimmed();
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
    if (collection.spec.expireAfterSeconds) {
        node.isTtl = true;
        node.ttlRules = 1;
        node.durationWords = durationWords(*collection.spec.expireAfterSeconds);
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
    for (const services::CatalogCollection& collection : database.collections) {
        node.children.push_back(collectionNode(collection));
        node.ttlRules += node.children.back().ttlRules;
    }
    return node;
}

} // namespace

NavigatorPresenter::NavigatorPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    m_filtered.setSourceModel(&m_model);
    // a match keeps its parents (recursive) and its children (auto-accept)
    m_filtered.setRecursiveFilteringEnabled(true);
    m_filtered.setAutoAcceptChildRows(true);
    m_filtered.setFilterCaseSensitivity(Qt::CaseInsensitive);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &NavigatorPresenter::rebuild);
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &NavigatorPresenter::rebuild);
    connect(&m_services.alerts, &services::AlertService::changed, this,
            &NavigatorPresenter::rebuild);
    rebuild();
}

NavigatorPresenter::~NavigatorPresenter() = default;

QModelIndex NavigatorPresenter::find(const protocol::Namespace& ns,
                                     const std::string& indexName) const
{
    return m_filtered.mapFromSource(m_model.find(ns, indexName));
}

void NavigatorPresenter::setFilterText(const QString& text)
{
    m_state.filterText = text;
    m_filtered.setFilterFixedString(text.trimmed());
    Q_EMIT stateChanged();
}

void NavigatorPresenter::refresh()
{
    m_services.catalog.refresh();
}

QString NavigatorPresenter::alertsOf(const protocol::Namespace& ns) const
{
    QStringList words;
    for (const services::Alert& alert : m_services.alerts.active()) {
        if (alert.key.index.ns == ns) {
            words << alertText(alert);
        }
    }
    return words.join(u' ');
}

void NavigatorPresenter::markAlerts(NavigatorNode& root) const
{
    root.alert = alertsOf({});
    for (NavigatorNode& database : root.children) {
        for (NavigatorNode& collection : database.children) {
            collection.alert = alertsOf(collection.ns);
        }
    }
}

NavigatorNode NavigatorPresenter::rootNode() const
{
    const services::LinkState& link = m_services.connections.state();
    NavigatorNode root;
    root.kind = NodeKind::Connection;
    root.name = connectionName(link);
    root.badge = link.local ? tr("local") : tagWords(link.label.tag);
    root.color = link.label.color;
    root.local = link.local;
    root.locked = m_services.connections.isLocked();
    root.connected = m_services.connections.isConnected();
    for (const services::CatalogDatabase& database : m_services.catalog.catalog().databases) {
        // Databases of the server itself are shown only if they contain a rule, as that of
        // config.system.sessions of MongoDB.
        NavigatorNode node = databaseNode(database);
        if (!isSystemDatabase(database.spec.name) || node.ttlRules > 0) {
            root.ttlRules += node.ttlRules;
            root.children.push_back(std::move(node));
        }
    }
    markAlerts(root);
    addProblem(m_services.catalog.catalog().refused, root);
    return root;
}

void NavigatorPresenter::describeTree(const NavigatorNode& root)
{
    const services::LinkState& link = m_services.connections.state();
    const std::optional<Error>& error = link.error ? link.error : m_services.catalog.error();
    if (error) {
        m_state.failure = link.error ? linkFailure(link) : describe(*error);
        m_state.canRetry = root.connected;
    }
    m_state.canNameDatabases
        = root.refused || (m_state.failure && m_state.failure->notPermitted && root.connected);
    if (!m_services.catalog.isLoaded()) {
        m_state.phase = error ? Phase::Failed : Phase::Loading;
        return;
    }
    // a catalogue that was read once stays on screen after an error
    m_state.phase = root.connected && !error ? Phase::Ready : Phase::Stale;
    if (root.children.empty()) {
        m_state.placeholder = m_services.catalog.catalog().isPartial()
            ? tr("No collection may be read.")
            : tr("This server has no collections yet.");
    }
}

void NavigatorPresenter::rebuild()
{
    std::vector<NavigatorNode> roots;
    m_state.failure.reset();
    m_state.placeholder.clear();
    m_state.canRetry = false;
    m_state.canNameDatabases = false;
    if (m_services.connections.state().phase == services::LinkPhase::Disconnected) {
        m_state.phase = Phase::Idle;
        m_state.placeholder = tr("Not connected. Start the local engine or connect to a server.");
    } else {
        NavigatorNode root = rootNode();
        describeTree(root);
        roots.push_back(std::move(root));
    }
    m_model.setTree(std::move(roots));
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_navigator_presenter.cpp"
