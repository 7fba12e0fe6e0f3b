// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/restore/restore_offer.h"

#include "app/presenters/restore/restore_words.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/restore/rehearsal_service.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/shell/service_set.h"

#include <utility>

namespace sandglass::presenters {

bool mayDelete(const EffectState& effect)
{
    return effect.phase == Phase::Ready ? effect.affected > 0 || !effect.exact
                                        : effect.phase == Phase::Failed;
}

RestoreOffer::RestoreOffer(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    // canMake() depends on the connection, and another dialog may make a point
    connect(&m_services.restorePoints, &services::RestorePointService::changed, this,
            &RestoreOffer::changed);
}

RestoreOffer::~RestoreOffer() = default;

bool RestoreOffer::isPossible() const
{
    // the points are those of the local engine, which may be another server of the window
    return m_services.connections.state().local && m_services.restorePoints.canMake();
}

void RestoreOffer::fill(ConfirmState& confirm, const EffectState* effect, bool rehearsable)
{
    // while counting, the box must not disappear and reappear with each key
    const bool counted = effect && effect->phase != Phase::Loading && effect->phase != Phase::Idle;
    if (counted || !effect) {
        m_deletes = effect && mayDelete(*effect);
    }
    // canMake() is false while a point is being made, but the box stays
    const bool possible = m_making || isPossible();
    confirm.deletes = confirm.deletes || m_deletes;
    confirm.restore.offered = possible && m_deletes;
    confirm.restore.wanted = m_wanted;
    confirm.restore.rehearsalOffered = possible && rehearsable;
    confirm.restore.making = m_making;
    confirm.restore.preparing = m_preparing;
    confirm.restore.problem = m_problem;
    if (m_making) {
        confirm.enabled = false;
        confirm.reason = tr("Making a restore point first.");
    }
}

void RestoreOffer::setWanted(bool wanted)
{
    m_wanted = wanted;
    m_problem.clear();
    Q_EMIT changed();
}

void RestoreOffer::clear()
{
    m_problem.clear();
}

void RestoreOffer::makeFirst(bool deletes, services::RestoreCause cause,
                             std::function<void()> proceed, std::function<void()> giveUp)
{
    m_problem.clear();
    if (!deletes || !m_wanted || !isPossible()) {
        proceed();
        return;
    }
    m_making = true;
    Q_EMIT changed();
    services::whenAnswered(m_services.restorePoints.make(std::move(cause)), this,
                           [this, proceed = std::move(proceed), giveUp = std::move(giveUp)](
                               const Result<services::RestorePoint>& made) {
                               m_making = false;
                               if (made) {
                                   proceed();
                               } else {
                                   m_problem = restoreProblem(made.error());
                                   giveUp();
                               }
                           });
}

void RestoreOffer::rehearse(services::RehearsalRequest request)
{
    if (m_preparing) {
        return;
    }
    m_preparing = true;
    m_problem.clear();
    Q_EMIT changed();
    services::whenAnswered(m_services.rehearsals.prepare(std::move(request)), this,
                           [this](const Result<void>& prepared) {
                               m_preparing = false;
                               if (!prepared) {
                                   m_problem = rehearsalProblem(prepared.error());
                               }
                               Q_EMIT changed();
                           });
}

} // namespace sandglass::presenters

#include "moc_restore_offer.cpp"
