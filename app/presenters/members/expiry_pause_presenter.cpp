// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/members/expiry_pause_presenter.h"

#include "app/presenters/members/member_words.h"
#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/answer.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/members/member_service.h"
#include "app/services/restore/overdue_count.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <QStringList>

#include <algorithm>
#include <optional>

namespace sandglass::presenters {

ExpiryPausePresenter::ExpiryPausePresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_counting(std::make_unique<services::Latest>())
{
    connect(&m_services.members, &services::MemberService::pausesChanged, this, [this] {
        m_problem.clear();
        m_kept = false;
        update();
        count();
    });
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &ExpiryPausePresenter::count);
    connect(&m_services.members, &services::MemberService::changed, this,
            &ExpiryPausePresenter::update);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &ExpiryPausePresenter::update);
    connect(&m_services.settings, &services::Settings::zoneChanged, this,
            &ExpiryPausePresenter::update);
    update();
}

ExpiryPausePresenter::~ExpiryPausePresenter() = default;

void ExpiryPausePresenter::resume()
{
    if (!m_state.canResume) {
        return;
    }
    m_problem.clear();
    services::whenAnswered(m_services.members.resumeExpiry(m_host), this,
                           [this](const Result<void>& answer) {
                               if (!answer) {
                                   m_problem = inOneLine(describe(answer.error()));
                               }
                               update();
                           });
    update();
}

void ExpiryPausePresenter::keepPaused()
{
    m_kept = true;
    update();
}

void ExpiryPausePresenter::count()
{
    const auto& pauses = m_services.members.pauses();
    const bool paused = std::ranges::any_of(
        pauses, [this](const auto& pause) { return m_services.members.isHere(pause); });
    if (!paused || !m_services.connections.state().local || !m_services.connections.isConnected()
        || !m_services.catalog.isLoaded()) {
        m_counting->drop();
        m_overdue.clear();
        return;
    }
    if (m_counting->isWaiting()) {
        return; // a busy catalogue changes faster than it can be counted
    }
    const auto work = [rules = m_services.forecasts.rules(std::nullopt),
                       now = m_services.connections.serverNow(),
                       unread = m_services.catalog.catalog().isPartial()](
                          ttl::TtlServer& server, const ttl::CallLimits& limits) {
        Result<services::OverdueData> overdue = services::countOverdue(server, rules, now, limits);
        if (overdue) {
            overdue->unread = unread;
        }
        return overdue;
    };
    m_counting->ask(m_services.connections.run(work), this,
                    [this](const Result<services::OverdueData>& answer) {
                        m_overdue = answer ? overdueDataWords(*answer) : QString();
                        update();
                    });
}

void ExpiryPausePresenter::update()
{
    m_state = {};
    QStringList sentences;
    QStringList elsewhere;
    int here = 0;
    services::LinkState localLink;
    localLink.local = true;
    const QString localName = services::serverName(localLink);
    for (const services::ExpiryPause& pause : m_services.members.pauses()) {
        const bool local = pause.server == localName;
        const QString connection = local ? tr("Local engine")
            : pause.connection.isEmpty() ? pause.server
                                         : pause.connection;
        const QString since = zonedMomentText(pause.since, m_services.settings.zone());
        sentences << (pause.confirmed
                          //: %1: a host; %2: a connection; %3: a moment
                          ? tr("Expiry is paused on %1 (%2) since %3.")
                          : tr("Expiry may be paused on %1 (%2) since %3: the answer was lost."))
                         .arg(memberName(pause.host), connection, since);
        if (m_services.members.isHere(pause)) {
            ++here;
            m_host = pause.host;
        } else if (!elsewhere.contains(connection)) {
            elsewhere << connection;
        }
    }
    if (!elsewhere.isEmpty()) {
        sentences << tr("To resume, connect to %1.").arg(elsewhere.join(QStringLiteral(", ")));
    }
    m_state.visible = !m_services.members.pauses().empty();
    m_state.sentence = sentences.join(u' ');
    m_state.problem = m_problem;
    m_state.canResume = here == 1 && !m_services.members.isSwitching(m_host);
    m_state.canShow = here > 1;
    m_state.overdue = here == 1 && !m_kept ? m_overdue : QString();
    m_state.canKeep = m_state.canResume && !m_kept;
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_expiry_pause_presenter.cpp"
