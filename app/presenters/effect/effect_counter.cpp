// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/effect/effect_counter.h"

#include "app/presenters/effect/edit_words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

namespace sandglass::presenters {

EffectCounter::EffectCounter(services::ServiceSet& services, std::chrono::milliseconds pause,
                             QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_query(std::make_unique<services::Latest>())
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause);
    connect(&m_pause, &QTimer::timeout, this, &EffectCounter::due);
}

EffectCounter::~EffectCounter()
{
    m_cancel.cancel();
}

void EffectCounter::clear()
{
    m_cancel.cancel();
    m_query->drop();
    m_pause.stop();
    m_count = {};
    Q_EMIT changed(m_count);
}

void EffectCounter::announce()
{
    // the answer of an older count would be shown as that of the new draft
    m_cancel.cancel();
    m_query->drop();
    m_count.phase = EditPhase::Counting;
    m_count.effect.phase = Phase::Loading;
    m_pause.start();
    Q_EMIT changed(m_count);
}

void EffectCounter::start(services::EffectQuery query)
{
    m_pause.stop();
    m_cancel.cancel();
    m_cancel = {};
    m_count.phase = EditPhase::Counting;
    m_count.effect.phase = Phase::Loading;
    m_count.preview.phase = Phase::Loading;
    Q_EMIT changed(m_count);
    query.zone = m_services.settings.zone();
    query.cancel = m_cancel;
    m_query->ask(m_services.indexes.effect(std::move(query)), this,
                 [this](const services::EffectAnswer& answer) { finish(answer); });
}

void EffectCounter::giveUp(const QString& sentence)
{
    // Ready with a failed effect: the change can be sent, but the name must be typed
    clear();
    m_count.effect.phase = Phase::Failed;
    m_count.effect.sentence = sentence;
    m_count.phase = EditPhase::Ready;
    Q_EMIT changed(m_count);
}

void EffectCounter::cancel()
{
    if (m_count.phase != EditPhase::Counting) {
        return;
    }
    m_cancel.cancel();
    m_pause.stop();
    // an answer whose impact has the error Cancelled, which is what a new EffectAnswer has
    services::EffectAnswer cancelled;
    cancelled.now = m_services.connections.serverNow();
    m_query->drop();
    finish(cancelled);
}

void EffectCounter::finish(const services::EffectAnswer& answer)
{
    m_count.effect = effectState(answer, m_services.monitor.deletionsPerSecondOfPass(),
                                 m_services.settings.zone());
    m_count.preview = previewState(answer);
    m_count.phase = EditPhase::Ready;
    Q_EMIT changed(m_count);
}

} // namespace sandglass::presenters

#include "moc_effect_counter.cpp"
