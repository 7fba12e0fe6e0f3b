// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/capability_service.h"

#include "app/services/connections/connection_service.h"
#include "app/services/settings/settings.h"

#include <QStringList>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr std::chrono::seconds kProbeTimeout{15};
constexpr const char* kLearned = "learned";
constexpr const char* kChosen = "chosen";

ttl::Capability capabilityAt(std::size_t row)
{
    return static_cast<ttl::Capability>(row);
}

Result<ttl::CapabilityTable> askCapabilities(ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    return server.capabilities(limits);
}

} // namespace

CapabilityService::CapabilityService(ConnectionService& connections, Settings& settings,
                                     QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_settings(settings)
{
    connect(&connections, &ConnectionService::connected, this, [this] {
        m_probed = {};
        m_observed = {};
        apply();
        probe();
    });
    connect(&connections, &ConnectionService::disconnected, this, [this] {
        m_probing.drop();
        m_error.reset();
        Q_EMIT changed();
    });
}

CapabilityService::~CapabilityService() = default;

ttl::CapabilityFact CapabilityService::fact(ttl::Capability capability) const
{
    const std::optional<ttl::ServerInfo>& server = m_connections.state().server;
    return server ? server->capability(capability) : ttl::CapabilityFact();
}

QString CapabilityService::key(const char* kind, ttl::Capability capability) const
{
    const std::string_view name = ttl::name(capability);
    return u"capabilities/%1/%2/%3"_s.arg(settingsName(m_connections.state()),
                                          QLatin1StringView(kind),
                                          QLatin1StringView(name.data(), qsizetype(name.size())));
}

QString CapabilityService::version() const
{
    const std::optional<ttl::ServerInfo>& server = m_connections.state().server;
    return server ? QString::fromStdString(server->version + ' ' + server->productVersion).trimmed()
                  : QString();
}

std::optional<bool> CapabilityService::chosen(ttl::Capability capability) const
{
    const QString value = m_settings.value(key(kChosen, capability)).toString();
    return value.isEmpty() ? std::nullopt : std::optional(value == "yes"_L1);
}

void CapabilityService::choose(ttl::Capability capability, std::optional<bool> can)
{
    if (!m_connections.state().server) {
        return;
    }
    m_settings.setValue(key(kChosen, capability), !can ? QString() : *can ? u"yes"_s : u"no"_s);
    apply();
}

void CapabilityService::learn(ttl::Capability capability, ttl::Can can, const std::string& evidence)
{
    if (can == ttl::Can::NotKnown || !m_connections.state().server
        || ownFact(capability).can == can) {
        return;
    }
    m_settings.setValue(key(kLearned, capability),
                        QStringList{can == ttl::Can::Yes ? u"yes"_s : u"no"_s, version(),
                                    QString::fromStdString(evidence)});
    apply();
}

ttl::CapabilityFact CapabilityService::remembered(ttl::Capability capability) const
{
    const QStringList parts = m_settings.value(key(kLearned, capability)).toStringList();
    if (parts.size() != 3 || parts[1] != version()) {
        return {};
    }
    return {parts[0] == "yes"_L1 ? ttl::Can::Yes : ttl::Can::No, ttl::KnownFrom::Use,
            parts[2].toStdString()};
}

ttl::CapabilityFact CapabilityService::ownFact(ttl::Capability capability) const
{
    if (ttl::CapabilityFact used = remembered(capability); used.can != ttl::Can::NotKnown) {
        return used;
    }
    ttl::CapabilityFact probed = m_probed.of(capability);
    return probed.can != ttl::Can::NotKnown || probed.refused
        ? probed
        : ttl::documented(*m_connections.state().server, capability);
}

void CapabilityService::takeObserved()
{
    // the answers to the probes come first: they explain more
    if (isProbing() || !m_connections.isConnected()) {
        return;
    }
    const ttl::CapabilityTable observed = m_connections.observed();
    if (observed == m_observed) {
        return;
    }
    m_observed = observed;
    for (std::size_t row = 0; row < ttl::kCapabilityCount; ++row) {
        const ttl::Capability capability = capabilityAt(row);
        const ttl::CapabilityFact& seen = observed.of(capability);
        learn(capability, seen.can, seen.evidence);
        const ttl::CapabilityFact known = ownFact(capability);
        // a privilege may be granted at any time, so that a refusal is not kept
        if (seen.refused && known.can == ttl::Can::NotKnown && !known.refused) {
            m_probed.set(capability, seen);
            apply();
        }
    }
}

void CapabilityService::probe()
{
    if (!m_connections.isConnected()) {
        return;
    }
    m_probing.ask(m_connections.run(&askCapabilities, {kProbeTimeout, {}}), this,
                  [this](const Result<ttl::CapabilityTable>& answer) {
                      m_error = answer ? std::optional<Error>() : answer.error();
                      if (answer) {
                          m_probed = *answer;
                      }
                      apply();
                  });
    Q_EMIT changed();
}

void CapabilityService::apply()
{
    if (!m_connections.state().server) {
        return;
    }
    ttl::CapabilityTable table = m_probed;
    for (std::size_t row = 0; row < ttl::kCapabilityCount; ++row) {
        const ttl::Capability capability = capabilityAt(row);
        if (ttl::CapabilityFact used = remembered(capability); used.can != ttl::Can::NotKnown) {
            table.set(capability, std::move(used));
        }
        if (const std::optional<bool> can = chosen(capability)) {
            table.set(capability, {*can ? ttl::Can::Yes : ttl::Can::No, ttl::KnownFrom::User});
        }
    }
    m_connections.setCapabilities(std::move(table));
    Q_EMIT changed();
}

} // namespace sandglass::services

#include "moc_capability_service.cpp"
