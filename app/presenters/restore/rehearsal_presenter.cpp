// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/restore/rehearsal_presenter.h"

#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/restore/rehearsal_run.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace sandglass::presenters {

RehearsalPresenter::RehearsalPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    if (!m_services.rehearsal) {
        return;
    }
    m_state.active = true;
    connect(m_services.rehearsal, &services::RehearsalRun::changed, this,
            &RehearsalPresenter::update);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &RehearsalPresenter::update);
    connect(&m_tick, &QTimer::timeout, this, &RehearsalPresenter::update);
    // the clock of a rehearsal can pass an hour in a second, so once a second would jump
    m_tick.start(250ms);
    update();
}

RehearsalPresenter::~RehearsalPresenter() = default;

void RehearsalPresenter::update()
{
    const services::RehearsalPlan& plan = m_services.rehearsal->plan();
    const QTimeZone zone = m_services.settings.zone();
    m_state.sentence
        = tr("Rehearsal: a copy of %1, clock %2 times faster. The original is not changed.")
              .arg(zonedMomentText(plan.copyOf, zone), countText(plan.rate));
    m_state.clockText.clear();
    if (m_services.connections.isConnected()) {
        m_state.clockText
            = tr("Clock: %1").arg(zonedMomentText(m_services.connections.serverNow(), zone));
    }
    m_state.problem.clear();
    if (const std::optional<Error>& refused = m_services.rehearsal->error()) {
        m_state.problem = tr("Something failed in the copy: %1").arg(inOneLine(describe(*refused)));
    }
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_rehearsal_presenter.cpp"
