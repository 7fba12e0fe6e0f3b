// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/purge/purge_notice_presenter.h"

#include "app/presenters/purge/purge_words.h"
#include "app/presenters/words/words.h"
#include "app/services/purge/purge_service.h"
#include "app/services/shell/service_set.h"

namespace sandglass::presenters {

PurgeNoticePresenter::PurgeNoticePresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    connect(&m_services.purges, &services::PurgeService::changed, this,
            &PurgeNoticePresenter::rebuild);
    rebuild();
}

void PurgeNoticePresenter::rebuild()
{
    PurgeNoticeState state;
    const services::PurgeService& purges = m_services.purges;
    const std::vector<services::PurgeJob> unfinished = purges.unfinished();
    if (purges.isActive()) {
        state.visible = true;
        state.inProgress = true;
        //: %1 is a collection, %2 the phase of the purge, %3 its figures
        state.sentence = tr("Staged purge of %1: %2 %3")
                             .arg(text(purges.job()->rule.ns.text()),
                                  purgeStatusText(*purges.job(), purges.status()),
                                  purgeFigures(*purges.job(), purges.status()));
        state.buttonText = tr("Show &purge…");
    } else if (!unfinished.empty()) {
        // one at a time; the next one follows when this one is resumed or discarded
        const services::PurgeJob& job = unfinished.front();
        state.visible = true;
        state.canDiscard = true;
        const int left = pluralCount(job.left());
        const QString sentence = !isLeftKnown(job) ? tr("A staged purge of %1 was interrupted.")
            : !job.totalExact
            ? tr("A staged purge of %1 was interrupted; about %Ln document(s) were left.", nullptr,
                 left)
            : job.deletedExact
            ? tr("A staged purge of %1 was interrupted; %Ln document(s) were left.", nullptr, left)
            : tr("A staged purge of %1 was interrupted; at most %Ln document(s) were left.",
                 nullptr, left);
        state.sentence = sentence.arg(text(job.rule.ns.text()));
        state.buttonText = tr("Resume &purge…");
    }
    m_state = std::move(state);
    Q_EMIT stateChanged();
}

void PurgeNoticePresenter::discard()
{
    const std::vector<services::PurgeJob> unfinished = m_services.purges.unfinished();
    if (!unfinished.empty() && !m_services.purges.isActive()) {
        m_services.purges.discardUnfinished(unfinished.front().id);
    }
}

} // namespace sandglass::presenters

#include "moc_purge_notice_presenter.cpp"
