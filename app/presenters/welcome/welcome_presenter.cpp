// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/welcome/welcome_presenter.h"

#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/connections/engine_words.h"
#include "app/presenters/words/words.h"
#include "app/protocol/secrets.h"
#include "app/services/connections/connection_book.h"
#include "app/services/connections/connection_service.h"
#include "app/services/engine/engine_process.h"
#include "app/services/engine/sample_data_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <algorithm>

namespace sandglass::presenters {

using services::EngineProcessPhase;
using services::LinkPhase;

namespace {

constexpr std::size_t kMostConnections = 6; // so that the screen needs no scrolling

/// What two connection strings of one server have in common: neither user nor closing slash.
QString serverOf(const QString& uri)
{
    QString server = text(protocol::withoutCredentials(utf8(uri)));
    while (server.endsWith(u'/')) {
        server.chop(1);
    }
    return server;
}

} // namespace

WelcomePresenter::WelcomePresenter(services::ServiceSet& services, ConnectionPresenter& connection,
                                   QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_connection(connection)
{
    connect(&m_services.engine, &services::EngineProcess::phaseChanged, this,
            &WelcomePresenter::lookForEngine);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &WelcomePresenter::update);
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &WelcomePresenter::update);
    connect(&m_services.samples, &services::SampleDataService::changed, this,
            &WelcomePresenter::update);
    connect(&m_services.book, &services::ConnectionBook::changed, this, &WelcomePresenter::update);
    lookForEngine();
}

WelcomePresenter::~WelcomePresenter() = default;

void WelcomePresenter::startWithSampleData()
{
    m_wanted = true;
    m_loading = false;
    const bool there = m_services.connections.isConnected() && m_services.connections.state().local;
    // the engine may be another server of the window, whose own page offers the sample data
    if (!there && !m_connection.connectLocal()) {
        finish(false);
    }
    update();
}

void WelcomePresenter::startEmpty()
{
    m_connection.connectLocal();
}

void WelcomePresenter::lookForEngine()
{
    const services::EngineProcess& engine = m_services.engine;
    const bool runs = engine.phase() == EngineProcessPhase::Running;
    const bool missing = !runs && !engine.hasProgram();
    m_state.engineProblem = missing ? engineMissingText() : QString();
    m_state.enginePlaces = missing ? engine.programPlaces() : QStringList();
    update();
}

bool WelcomePresenter::hasSampleData() const
{
    const auto& databases = m_services.catalog.catalog().databases;
    // what could not be listed is not nothing: loading drops it
    return std::ranges::any_of(databases, [](const services::CatalogDatabase& database) {
        return database.spec.name == services::kSampleDatabase
            && (!database.collections.empty() || database.error);
    });
}

void WelcomePresenter::finish(bool ready)
{
    m_wanted = false;
    m_loading = false;
    if (ready) {
        Q_EMIT sampleDataReady();
    } else {
        Q_EMIT sampleDataFailed();
    }
}

void WelcomePresenter::proceed()
{
    const services::LinkState& link = m_services.connections.state();
    const EngineProcessPhase engine = m_services.engine.phase();
    const services::SampleDataService& samples = m_services.samples;
    // the user has chosen another server meanwhile
    const bool elsewhere = link.phase != LinkPhase::Disconnected && !link.local;
    if (elsewhere || engine == EngineProcessPhase::Failed || (m_loading && samples.error())) {
        finish(false);
    } else if (m_loading) {
        if (!samples.isLoading()) {
            finish(true);
        }
    } else if (m_services.connections.isConnected() && m_services.catalog.isLoaded()) {
        // loading again would undo what the user has changed in it
        if (hasSampleData() && !samples.isLoading()) {
            finish(true);
            return;
        }
        m_loading = true;
        m_services.samples.load();
    }
}

void WelcomePresenter::update()
{
    if (m_wanted) {
        proceed();
    }
    const services::LinkState& link = m_services.connections.state();
    const EngineProcessPhase engine = m_services.engine.phase();
    m_state.progress = progressText();
    m_state.canStartEmpty
        = engine == EngineProcessPhase::Stopped || engine == EngineProcessPhase::Failed;
    m_state.canStart = !m_wanted && !m_services.samples.isLoading()
        && link.phase != LinkPhase::Connecting && engine != EngineProcessPhase::Stopping;
    updateConnections();
    Q_EMIT stateChanged();
}

QString WelcomePresenter::progressText() const
{
    const services::LinkState& link = m_services.connections.state();
    const EngineProcessPhase engine = m_services.engine.phase();
    if (m_services.samples.isLoading()) {
        return tr("Loading the sample data: %1 %").arg(m_services.samples.percent());
    }
    if (engine == EngineProcessPhase::Starting || engine == EngineProcessPhase::Restarting) {
        return tr("Starting the local engine…");
    }
    if (link.phase == LinkPhase::Connecting) {
        return tr("Connecting to %1…").arg(connectionName(link));
    }
    if (m_services.connections.isConnected() && !m_services.catalog.isLoaded()
        && !m_services.catalog.error()) {
        return tr("Reading the collections…");
    }
    return {};
}

void WelcomePresenter::updateConnections()
{
    m_state.connections.clear();
    QStringList known;
    for (const services::SavedConnection& saved : m_services.book.connections()) {
        known << serverOf(saved.uri);
        m_state.connections.push_back({saved.id, saved.name.isEmpty() ? saved.uri : saved.name,
                                       saved.uri, saved.color, tagWords(saved.tag)});
    }
    for (const QString& uri : m_services.settings.recentUris()) {
        if (!uri.isEmpty() && !known.contains(serverOf(uri))) {
            known << serverOf(uri);
            m_state.connections.push_back({{}, uri, uri, {}, {}});
        }
    }
    if (m_state.connections.size() > kMostConnections) {
        m_state.connections.resize(kMostConnections);
    }
}

} // namespace sandglass::presenters

#include "moc_welcome_presenter.cpp"
