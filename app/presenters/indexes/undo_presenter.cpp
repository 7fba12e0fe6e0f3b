// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/undo_presenter.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/effect/edit_words.h"
#include "app/presenters/indexes/command_language.h"
#include "app/presenters/indexes/undo_words.h"
#include "app/presenters/journal/journal_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/indexes/undo_service.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <algorithm>

namespace sandglass::presenters {

namespace {

using services::UndoWay;

// Whether this program has dropped the index after the entry, so that it can bring it back.
bool droppedHere(const services::JournalService& journal, std::uint64_t entryId)
{
    const services::JournalEntry* entry = journal.find(entryId);
    return entry
        && std::ranges::any_of(journal.entries(), [entry](const services::JournalEntry& later) {
               return later.id > entry->id && later.kind == services::JournalKind::DropIndex
                   && later.status == services::JournalStatus::Succeeded && later.ns == entry->ns
                   && later.index == entry->index;
           });
}

} // namespace

UndoPresenter::UndoPresenter(services::ServiceSet& services, std::uint64_t entryId, QObject* parent)
    : EditPresenter(services, std::chrono::milliseconds(0), parent) // there is no form to edit
    , m_entryId(entryId)
{
    m_state.commandLanguage = commandLanguage(m_services.settings);
    if (const services::JournalEntry* entry = m_services.journal.find(entryId)) {
        m_state.title = journalRow(*entry).what;
        if (entry->kind == services::JournalKind::SetDate) {
            loadDates();
            return;
        }
    }
    load();
}

void UndoPresenter::load()
{
    services::whenAnswered(
        m_services.undos.outlook(m_entryId), this,
        [this](const Result<services::UndoOutlook>& answer) { finishLoad(answer); });
}

UndoPresenter::~UndoPresenter() = default;

void UndoPresenter::finishLoad(const Result<services::UndoOutlook>& answer)
{
    const auto* plan = answer ? std::get_if<services::UndoPlan>(&*answer) : nullptr;
    if (!plan) {
        m_state.phase = EditPhase::Failed;
        m_plan.reset(); // of before a conflict
        const services::JournalEntry* entry = m_services.journal.find(m_entryId);
        m_state.failure = answer
            ? undoObstacleWords(std::get<services::UndoObstacle>(*answer),
                                entry ? ttl::IndexRef{entry->ns, entry->index} : ttl::IndexRef{},
                                droppedHere(m_services.journal, m_entryId))
            : describe(answer.error());
        showConfirm();
        return;
    }
    m_plan = std::make_unique<services::UndoPlan>(*plan);
    m_state.phase = EditPhase::Ready;
    m_state.collection = plan->index.ns;
    explain();
    updateCommand();
    if (m_state.expires) {
        count();
    } else {
        showConfirm();
    }
}

void UndoPresenter::explain()
{
    m_state.sentence = undoSentence(*m_plan);
    m_state.expires = m_plan->ruleThen.has_value();
    m_state.notes.clear();
    if (m_plan->way == UndoWay::Rebuild) {
        m_state.notes << tr("A TTL index cannot be converted back to an ordinary index in place. "
                            "Queries cannot use it until it has been rebuilt.");
    }
    // the undo also reverts what was changed later, which the user may not expect
    const services::JournalEntry* entry = m_services.journal.find(m_entryId);
    if (m_plan->changedSince && entry) {
        m_state.notes << laterChangeWords(*m_plan, *entry, m_services.journal.entries());
    }
    m_state.notes << tr("Documents that were deleted do not come back.");
}

void UndoPresenter::setCommandLanguage(ttl::CommandLanguage language)
{
    m_state.commandLanguage = language;
    rememberCommandLanguage(m_services.settings, language);
    updateCommand();
    Q_EMIT stateChanged();
}

void UndoPresenter::updateCommand()
{
    QStringList lines;
    if (m_dates) {
        const Result<bson::Document> command
            = ttl::valuesCommand(m_dates->ns, m_dates->field, m_dates->back);
        lines << (command ? text(
                      ttl::commandText(m_state.commandLanguage, m_dates->ns.database, *command))
                          : QString());
    }
    if (m_plan) {
        for (const bson::Document& command : m_plan->commands()) {
            lines << text(
                ttl::commandText(m_state.commandLanguage, m_plan->index.ns.database, command));
        }
    }
    m_state.commandText = lines.join(u'\n');
}

void UndoPresenter::count()
{
    if (!m_plan || !m_plan->ruleThen || m_state.phase == EditPhase::Sending
        || m_state.phase == EditPhase::Done) {
        return;
    }
    services::EffectQuery query;
    query.after = *m_plan->ruleThen;
    query.before = m_plan->ruleNow;
    m_counter.start(std::move(query));
    showConfirm();
}

void UndoPresenter::updateConfirm()
{
    if (m_dates) {
        confirmDates();
        return;
    }
    const EffectState& effect = m_state.effect;
    const bool onProduction = m_services.connections.state().label.isProduction();
    ConfirmState confirm;
    if (!m_state.expires || effect.phase != Phase::Ready || effect.affected == 0) {
        confirm.buttonText = m_plan && m_plan->changedSince
            ? tr("Undo and overwrite the later change")
            : tr("Undo the change");
    } else {
        confirm.buttonText = effect.exact
            ? tr("Undo and delete %Ln document(s)", nullptr, pluralCount(effect.affected))
            : tr("Undo and delete about %Ln document(s)", nullptr, pluralCount(effect.affected));
    }
    if (m_state.phase == EditPhase::Loading || m_state.phase == EditPhase::Counting) {
        confirm.reason = m_state.phase == EditPhase::Loading
            ? tr("Reading the current state of the index.")
            : tr("Counting what this would delete.");
    } else if (const QString refused = whyNoChanges(m_services.connections);
               m_plan && !refused.isEmpty()) {
        confirm.reason = refused;
        confirm.canUnlock = canBeUnlocked(m_services.connections);
    } else if (m_plan
               && (m_state.phase == EditPhase::Ready || m_state.phase == EditPhase::Failed)) {
        // an undo that makes nothing expire deletes nothing, so its effect is not counted
        confirm.ceremony = m_state.expires || onProduction ? ceremonyFor(effect, onProduction)
                                                           : Ceremony::Confirm;
        confirm.enabled = true;
        if (confirm.ceremony == Ceremony::TypeName) {
            confirm.nameToType = text(m_plan->index.ns.collection);
            confirm.enabled = m_typedName == confirm.nameToType;
            confirm.reason = whyTypeName(effect, onProduction);
        }
    }
    m_offer.fill(confirm, m_state.expires ? &effect : nullptr, false);
    m_state.confirm = confirm;
    m_state.isHarmless = m_state.phase == EditPhase::Ready && confirm.enabled && !confirm.deletes
        && confirm.ceremony != Ceremony::TypeName && isHarmless();
}

bool UndoPresenter::isHarmless() const
{
    const bool keepsIndexes = m_plan->way == UndoWay::Change || m_plan->way == UndoWay::Create;
    return keepsIndexes && !m_plan->changedSince;
}

void UndoPresenter::undo()
{
    if (!m_state.confirm.enabled || (!m_plan && !m_dates)) {
        return;
    }
    if (m_dates) {
        sendAfterRestorePoint(
            mayDelete(m_state.effect),
            {services::RestoreReason::BeforeChange, m_dates->ns, utf8(m_state.commandText)},
            [this] { sendDates(); });
        return;
    }
    sendAfterRestorePoint(
        m_state.expires && mayDelete(m_state.effect),
        {services::RestoreReason::BeforeChange, m_plan->index.ns, utf8(m_state.commandText)},
        [this] { send(); });
}

void UndoPresenter::send()
{
    // the number in the journal; unset if it is unknown or only estimated
    const bool counted = m_state.effect.phase == Phase::Ready && m_state.effect.exact;
    const std::optional<std::int64_t> deletes = !m_state.expires ? std::optional<std::int64_t>(0)
        : counted ? std::optional(m_state.effect.affected)
                  : std::nullopt;
    services::whenAnswered(m_services.undos.undo(*m_plan, deletes), this,
                           [this](const Result<void>& answer) { finishUndo(answer); });
}

void UndoPresenter::finishUndo(const Result<void>& answer)
{
    m_state.phase = answer ? EditPhase::Done : EditPhase::Failed;
    if (!answer) {
        m_state.failure = undoFailureWords(answer.error(), m_plan->index);
    }
    if (!answer && answer.error().code == Errc::Conflict) {
        load(); // to go on from what is there now
    }
    showConfirm();
}

} // namespace sandglass::presenters

#include "moc_undo_presenter.cpp"
