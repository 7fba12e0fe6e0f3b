// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connection_presenter.h"

#include "app/presenters/connections/connect_finding_words.h"
#include "app/presenters/connections/connection_fault_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/connections/engine_words.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/engine/engine_process.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

// update() converts one enumeration to the other by its value
static_assert(static_cast<int>(ConnectionPhase::Failed)
                  == static_cast<int>(services::LinkPhase::Failed)
              && static_cast<int>(ConnectionPhase::Connected)
                  == static_cast<int>(services::LinkPhase::Connected));

ConnectionPresenter::ConnectionPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &ConnectionPresenter::update);
    connect(&m_services.engine, &services::EngineProcess::phaseChanged, this,
            &ConnectionPresenter::update);
    update();
}

ConnectionPresenter::~ConnectionPresenter() = default;

void ConnectionPresenter::connectTo(const QString& uri)
{
    m_services.connections.connectTo(uri.trimmed(), {}, false);
}

bool ConnectionPresenter::connectLocal()
{
    return &m_services.links.openLocal(m_services.linkId) == &m_services;
}

void ConnectionPresenter::disconnectNow()
{
    m_services.connections.disconnectNow();
}

void ConnectionPresenter::retryNow()
{
    m_services.connections.retryNow();
}

void ConnectionPresenter::unlock(const QString& typedName)
{
    m_services.connections.unlock(typedName);
}

void ConnectionPresenter::lock()
{
    m_services.connections.lock();
}

QString ConnectionPresenter::lostText(base::Time lostAt) const
{
    return tr("Lost at %1. Everything shown is from before. Sandglass tries again by itself; the "
              "status bar says when.")
        .arg(timeOfDayText(lostAt, m_services.settings.zone()));
}

void ConnectionPresenter::update()
{
    const services::LinkState& link = m_services.connections.state();
    m_state.phase = static_cast<ConnectionPhase>(link.phase);
    m_state.name = connectionName(link);
    m_state.host = link.server ? text(link.server->host) : link.safeUri;
    m_state.local = link.local;
    m_state.locked = m_services.connections.isLocked();
    m_state.nameToUnlock = m_services.connections.nameToUnlock();
    m_state.attempt = link.attempt;
    m_state.lostText = link.lostAt ? lostText(*link.lostAt) : QString();
    m_state.serverText = link.server ? serverWords(*link.server) : QString();
    m_state.typedUri = link.typedUri;
    m_state.recent = m_services.settings.recentUris();
    m_state.warning = ignoredOptionsText(link.ignoredOptions);
    m_state.failure = linkFailure(link);
    m_state.engineFailure = engineFailure(m_services.engine);
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_connection_presenter.cpp"
