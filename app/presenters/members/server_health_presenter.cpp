// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/members/server_health_presenter.h"

#include "app/presenters/words/server_state_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/members/start_warnings.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct ServerHealth
{
    Q_DECLARE_TR_FUNCTIONS(ServerHealth)
};

// More collections are only counted.
constexpr std::size_t kMostNamed = 3;

QString warningSentence(const services::StartWarning& warning)
{
    if (!warning.journalCut) {
        return ServerHealth::tr("The engine found its files damaged when it started.");
    }
    const QString lost = ServerHealth::tr(
        "The engine found its journal damaged when it started: what was written after the damage "
        "is lost.");
    return warning.copy.empty()
        ? lost
        //: %1 is a sentence, %2 a folder
        : ServerHealth::tr("%1 The damaged files were copied to %2.").arg(lost, text(warning.copy));
}

// One sentence for each collection, although each of its indexes is listed.
QStringList damageSentences(const std::vector<ttl::DamagedRule>& damaged, const QTimeZone& zone)
{
    QStringList sentences;
    std::vector<std::string> named;
    for (const ttl::DamagedRule& each : damaged) {
        if (std::ranges::find(named, each.ns) != named.end()) {
            continue;
        }
        named.push_back(each.ns);
        if (named.size() <= kMostNamed) {
            sentences << damageWords(each, zone);
        }
    }
    if (named.size() > kMostNamed) {
        sentences << ServerHealth::tr("The same is true of %Ln more collection(s).", nullptr,
                                      static_cast<int>(named.size() - kMostNamed));
    }
    return sentences;
}

} // namespace

ServerHealthPresenter::ServerHealthPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_reading(std::make_unique<services::Latest>())
{
    connect(&m_services.monitor, &services::MonitorService::changed, this,
            &ServerHealthPresenter::update);
    connect(&m_services.connections, &services::ConnectionService::connected, this,
            &ServerHealthPresenter::askForWarnings);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &ServerHealthPresenter::update);
    connect(&m_services.settings, &services::Settings::zoneChanged, this,
            &ServerHealthPresenter::update);
    askForWarnings();
    update();
}

ServerHealthPresenter::~ServerHealthPresenter() = default;

void ServerHealthPresenter::askForWarnings()
{
    m_warnings.clear();
    m_reading->drop();
    if (m_dismissedOf.change(services::serverName(m_services.connections.state()))) {
        m_dismissed = {}; // the same may be news of another server
    }
    const auto& server = m_services.connections.state().server;
    if (!m_services.connections.isConnected() || !server
        || server->product != ttl::Product::Sandglass) {
        return;
    }
    m_reading->ask(m_services.connections.run(services::readStartWarnings), this,
                   [this](const Result<std::vector<services::StartWarning>>& warnings) {
                       // a user who may not read the log gets no notice: it is no fact about the
                       // server
                       if (warnings) {
                           m_warnings = *warnings;
                           update();
                       }
                   });
}

void ServerHealthPresenter::dismiss()
{
    m_dismissed = found();
    update();
}

ServerHealthState ServerHealthPresenter::found() const
{
    ServerHealthState state;
    if (!m_services.connections.isConnected()) {
        return state;
    }
    const QTimeZone zone = m_services.settings.zone();
    QStringList sentences;
    QStringList details;
    if (const auto& metrics = m_services.monitor.metrics()) {
        if (metrics->readOnly) {
            sentences << readOnlyWords(*metrics->readOnly, zone);
        }
        sentences << damageSentences(metrics->damaged, zone);
    }
    for (const services::StartWarning& warning : m_warnings) {
        sentences << warningSentence(warning);
        details << text(warning.message);
    }
    sentences.removeDuplicates();
    state.sentence = sentences.join(u' ');
    state.details = details.join(u'\n');
    return state;
}

void ServerHealthPresenter::update()
{
    ServerHealthState now = found();
    if (now == m_dismissed) {
        now = {};
    }
    if (now != m_state) {
        m_state = std::move(now);
        Q_EMIT stateChanged();
    }
}

} // namespace sandglass::presenters

#include "moc_server_health_presenter.cpp"
