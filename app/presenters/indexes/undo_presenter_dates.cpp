// SPDX-License-Identifier: GPL-3.0-or-later
// The undo of changes of dates.
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/effect/edit_words.h"
#include "app/presenters/indexes/undo_presenter.h"
#include "app/presenters/indexes/undo_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/indexes/undo_service.h"
#include "app/services/shell/service_set.h"

#include <algorithm>

namespace sandglass::presenters {

void UndoPresenter::loadDates()
{
    const services::DateUndo* undo = m_services.documents.dateUndo(m_entryId);
    if (!undo) {
        const bool undone
            = services::undoneEntries(m_services.journal.entries()).contains(m_entryId);
        m_state.phase = EditPhase::Failed;
        m_state.failure = datesUnknownWords(undone);
        showConfirm();
        return;
    }
    m_dates = std::make_unique<services::DateUndo>(*undo);
    m_state.phase = EditPhase::Ready;
    m_state.collection = m_dates->ns;
    m_state.effect = datesDue();
    m_state.sentence = dateUndoSentence(*m_dates);
    m_state.notes = dateUndoNotes(m_state.effect);
    updateCommand();
    showConfirm();
}

EffectState UndoPresenter::datesDue() const
{
    const base::Time now = m_services.connections.serverNow();
    const std::vector<ttl::Rule> rules = m_services.forecasts.rules(m_dates->ns);
    const services::CatalogService& catalog = m_services.catalog;
    // rules that were not read are not no rules
    const bool unread = rules.empty()
        && (!catalog.knows(m_dates->ns) || catalog.catalog().isPartial(m_dates->ns));
    EffectState due;
    due.phase = unread ? Phase::Failed : Phase::Ready;
    due.documents = static_cast<std::int64_t>(m_dates->back.size());
    for (const ttl::ValueChange& change : m_dates->back) {
        const bson::ValueView date = change.to.view();
        const auto deletes = [&](const ttl::Rule& rule) {
            return rule.field == m_dates->field && date.type() == bson::Type::Date
                && ttl::isDue(rule.forJudging(), date.asDate(), now);
        };
        const auto rule = std::ranges::find_if(rules, deletes);
        if (rule != rules.end()) {
            ++due.affected;
            // only the server evaluates the filter
            due.exact = due.exact && !rule->partialFilter;
        }
    }
    return due;
}

void UndoPresenter::confirmDates()
{
    const EffectState& due = m_state.effect;
    const bool onProduction = m_services.connections.state().label.isProduction();
    ConfirmState confirm;
    confirm.buttonText = due.affected == 0 ? tr("Undo the change")
        : due.exact
        ? tr("Undo and delete %Ln document(s)", nullptr, pluralCount(due.affected))
        : tr("Undo and delete about %Ln document(s)", nullptr, pluralCount(due.affected));
    const bool idle = m_state.phase == EditPhase::Ready || m_state.phase == EditPhase::Failed;
    if (const QString refused = whyNoChanges(m_services.connections); !refused.isEmpty()) {
        confirm.reason = refused;
        confirm.canUnlock = canBeUnlocked(m_services.connections);
    } else if (idle && m_services.documents.dateUndo(m_entryId)) {
        confirm.ceremony = ceremonyFor(due, onProduction);
        confirm.enabled = true;
        if (confirm.ceremony == Ceremony::TypeName) {
            confirm.nameToType = text(m_dates->ns.collection);
            confirm.enabled = m_typedName == confirm.nameToType;
            confirm.reason = whyTypeName(due, onProduction);
        }
    }
    m_offer.fill(confirm, &due, false);
    m_state.confirm = confirm;
    m_state.isHarmless = m_state.phase == EditPhase::Ready && confirm.enabled && !confirm.deletes
        && confirm.ceremony != Ceremony::TypeName;
}

void UndoPresenter::sendDates()
{
    services::whenAnswered(m_services.documents.undoDates(m_entryId), this,
                           [this](const Result<std::int64_t>& answer) { finishDates(answer); });
}

void UndoPresenter::finishDates(const Result<std::int64_t>& answer)
{
    m_state.phase = answer && *answer > 0 ? EditPhase::Done : EditPhase::Failed;
    if (!answer) {
        m_state.failure = describe(answer.error());
    } else if (*answer == 0) {
        m_state.failure = dateConflictWords(*m_dates);
    } else {
        m_state.result.sentence = datesRestoredWords(*m_dates, *answer);
    }
    showConfirm();
}

} // namespace sandglass::presenters
