// SPDX-License-Identifier: GPL-3.0-or-later
// How BatchChangePresenter sends the changes.
#include "app/presenters/indexes/batch_change_presenter.h"
#include "app/presenters/indexes/batch_change_words.h"
#include "app/presenters/indexes/change_index_words.h"
#include "app/services/calls/answer.h"
#include "app/services/indexes/index_service.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/shell/service_set.h"

#include <utility>

namespace sandglass::presenters {

void BatchChangePresenter::apply()
{
    if (!m_state.confirm.enabled) {
        return;
    }
    // the stages of the rows say something else once they are sent
    m_sent = total();
    const bool deletes = mayDelete(m_sent);
    m_batch = countIn(BatchStage::Changed) + toChange();
    m_ending = false;
    m_targets.setLeftOut(false);
    m_state.phase = EditPhase::Sending;
    m_state.failure.reset();
    update();
    m_offer.makeFirst(
        deletes, {services::RestoreReason::BeforeChange, {}, {}}, [this] { sendNext(); },
        [this] {
            m_state.phase = EditPhase::Failed;
            update();
        });
}

void BatchChangePresenter::cancelRest()
{
    if (m_state.phase == EditPhase::Sending) {
        m_ending = true;
        update();
    }
}

void BatchChangePresenter::setRestoreWanted(bool wanted)
{
    m_offer.setWanted(wanted);
}

void BatchChangePresenter::sendNext()
{
    // a row leaves this set when it is sent, so each is sent once
    const std::optional<std::size_t> row = firstToSend();
    if (!row) {
        m_state.phase = EditPhase::Done;
        m_state.result = batchResult(m_targets.targets());
        if (m_state.draft.setsPeriod()) {
            m_state.result.deletions = deletionsOf(m_sent);
        }
        update();
        return;
    }
    if (m_ending) {
        m_targets.setLeftOut(true);
        m_state.phase = EditPhase::Ready;
        update();
        return;
    }
    const BatchTarget target = m_targets.targets()[*row];
    services::ChangeNote note;
    if (target.stage == BatchStage::Counted && target.exact) {
        note.deletes = target.affected;
    }
    setStage(*row, BatchStage::Sending);
    services::whenAnswered(
        m_services.indexes.change(changeOf(target), target.spec, std::move(note)), this,
        [this, row = *row](const Result<void>& answer) { finishSend(row, answer); });
    update();
}

void BatchChangePresenter::finishSend(std::size_t row, const Result<void>& answer)
{
    if (answer) {
        setStage(row, BatchStage::Changed);
        ++m_state.changed;
        sendNext();
        return;
    }
    // The rest is not sent: what made this command fail may make the others fail, too.
    m_state.failure = describe(answer.error());
    setStage(row, BatchStage::Failed, m_state.failure->sentence);
    m_state.phase = EditPhase::Failed;
    update();
}

} // namespace sandglass::presenters
