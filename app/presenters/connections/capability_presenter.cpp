// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/capability_presenter.h"

#include "app/presenters/connections/capability_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/words/words.h"
#include "app/protocol/namespace.h"
#include "app/services/connections/capability_service.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/shell/service_set.h"

namespace sandglass::presenters {

CapabilityPresenter::CapabilityPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    connect(&m_services.capabilities, &services::CapabilityService::changed, this,
            &CapabilityPresenter::update);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &CapabilityPresenter::update);
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &CapabilityPresenter::update);
    update();
}

CapabilityPresenter::~CapabilityPresenter() = default;

void CapabilityPresenter::choose(ttl::Capability capability, std::optional<bool> can)
{
    m_services.capabilities.choose(capability, can);
}

void CapabilityPresenter::probe()
{
    m_services.capabilities.probe();
}

void CapabilityPresenter::nameDatabases(const QStringList& names)
{
    m_services.connections.nameDatabases(names);
    m_services.catalog.refresh();
    update();
}

QString CapabilityPresenter::databaseProblem(const QString& name) const
{
    return protocol::checkDatabaseName(utf8(name)) ? QString()
                                                   : tr("%1 is not a valid name.").arg(name);
}

void CapabilityPresenter::update()
{
    m_state = {};
    const services::LinkState& link = m_services.connections.state();
    m_state.connected = m_services.connections.isConnected();
    m_state.probing = m_services.capabilities.isProbing();
    if (const std::optional<Error>& error = m_services.capabilities.error()) {
        m_state.failure = describe(*error);
    }
    for (const std::string& name : m_services.connections.namedDatabases()) {
        m_state.databases << text(name);
    }
    if (link.server) {
        m_state.server = serverWords(*link.server);
        for (std::size_t i = 0; i < ttl::kCapabilityCount; ++i) {
            const auto capability = static_cast<ttl::Capability>(i);
            const ttl::CapabilityFact fact = link.server->capability(capability);
            m_state.rows.push_back({capability, capabilityTitle(capability), fact.can,
                                    answerText(fact.can), knownFromText(fact, *link.server),
                                    m_services.capabilities.chosen(capability)});
        }
    }
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_capability_presenter.cpp"
