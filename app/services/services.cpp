// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/services.h"

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

EngineOptions completed(EngineOptions options, const QString& folder)
{
    if (options.folder.isEmpty()) {
        options.folder = folder + u"/engine"_s;
    }
    return options;
}

} // namespace

Services::Services(ServicesOptions options, const base::Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_settings(options.folder)
    , m_tasks(clock)
    , m_journal(m_settings.folder(), clock)
    , m_connections(std::move(options.factory), clock, m_settings)
    , m_catalog(m_connections)
    , m_monitor(m_connections)
    , m_forecasts(m_connections, m_catalog)
    , m_indexes(m_connections, m_forecasts, m_journal, m_tasks)
    , m_documents(m_connections, m_journal, m_tasks)
    , m_engine(completed(std::move(options.engine), m_settings.folder()), clock)
    , m_samples(SampleDataNeeds{m_connections, m_catalog, m_journal, m_tasks})
    , m_traffic(m_connections, m_catalog)
    , m_set{m_clock,   m_settings,  m_tasks,   m_journal,   m_connections, m_catalog,
            m_monitor, m_forecasts, m_indexes, m_documents, m_engine,      m_samples}
{
    connectParts();
    m_journal.load();
}

Services::~Services() = default;

void Services::connectParts()
{
    connect(&m_engine, &EngineProcess::ready, this, &Services::onEngineReady);
    connect(&m_engine, &EngineProcess::phaseChanged, this, [this] {
        const bool ended = m_engine.phase() == EngineProcessPhase::Stopped
            || m_engine.phase() == EngineProcessPhase::Failed;
        if (ended && m_connections.state().local) {
            m_connections.disconnectNow();
        }
        if (ended && m_stopping) {
            Q_EMIT stopped();
        }
    });
    connect(&m_indexes, &IndexService::indexesChanged, &m_catalog,
            [this](const protocol::Namespace& ns) { m_catalog.refresh(ns); });
}

void Services::openLocal()
{
    if (m_engine.phase() == EngineProcessPhase::Running) {
        onEngineReady(m_engine.uri());
        return;
    }
    m_connections.disconnectNow();
    m_engine.start();
}

void Services::onEngineReady(const QString& uri)
{
    // a remote connection made meanwhile is not taken away
    const LinkState& link = m_connections.state();
    if (link.local || link.phase == LinkPhase::Disconnected) {
        m_connections.connectTo(uri, u"local"_s, true);
    }
}

void Services::stop()
{
    m_stopping = true;
    m_connections.disconnectNow();
    if (m_engine.phase() == EngineProcessPhase::Stopped
        || m_engine.phase() == EngineProcessPhase::Failed) {
        Q_EMIT stopped();
        return;
    }
    m_engine.stop();
}

} // namespace sandglass::services
