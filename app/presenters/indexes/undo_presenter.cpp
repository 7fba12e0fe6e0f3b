// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/undo_presenter.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/effect/edit_words.h"
#include "app/presenters/indexes/command_language.h"
#include "app/presenters/journal/journal_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/indexes/undo_service.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/own_rule.h"

#include <algorithm>

namespace sandglass::presenters {

namespace {

using services::UndoObstacle;
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

// Why nothing was sent. Every error of this kind means that somebody else was there.
FailureText conflictWords(const base::Error& error)
{
    FailureText failure = describe(error);
    failure.sentence = UndoPresenter::tr("Another client has changed, dropped or renamed the index "
                                         "or its collection since. Nothing was sent.");
    failure.advice = UndoPresenter::tr("Look at the indexes of the collection as they are now.");
    return failure;
}

FailureText wordsFor(UndoObstacle obstacle, bool droppedHere)
{
    FailureText failure;
    switch (obstacle) {
    case UndoObstacle::NoOpposite:
        failure.sentence = UndoPresenter::tr("This entry cannot be undone.");
        break;
    case UndoObstacle::IndexGone:
        failure.sentence = droppedHere
            ? UndoPresenter::tr("The index no longer exists: it was dropped in this window.")
            : UndoPresenter::tr("The index no longer exists: another client has dropped it, or has "
                                "dropped or renamed its collection.");
        failure.advice = droppedHere
            ? UndoPresenter::tr("Undo the drop of the index first.")
            : UndoPresenter::tr("There is nothing left to undo. Create the index again if it is "
                                "wanted.");
        break;
    case UndoObstacle::NameTaken:
        failure.sentence = UndoPresenter::tr("Another index has this name now.");
        failure.advice = UndoPresenter::tr("Drop that index first.");
        break;
    case UndoObstacle::AlreadyAsBefore:
        failure.sentence
            = UndoPresenter::tr("There is nothing to undo: the index is as it was before.");
        break;
    }
    return failure;
}

QString sentenceFor(const services::UndoPlan& plan)
{
    const QString index = text(plan.index.name);
    const QString collection = text(plan.index.ns.text());
    switch (plan.way) {
    case UndoWay::Drop:
        return UndoPresenter::tr("Drops the index %1 of %2.").arg(index, collection);
    case UndoWay::Create:
        return UndoPresenter::tr("Creates the index %1 of %2 again, with every option it had: %3.")
            .arg(index, collection, definitionWords(plan.definition));
    case UndoWay::Rebuild:
        return UndoPresenter::tr(
                   "Two steps: drops the index %1 of %2, then creates it again as it was: %3.")
            .arg(index, collection, definitionWords(plan.definition));
    case UndoWay::Change:
        break;
    }
    if (plan.change.switchedOff) {
        return UndoPresenter::tr("Switches the collection-level rule of %1 off again.")
            .arg(collection);
    }
    if (ttl::isOwnRule(plan.index)) {
        return UndoPresenter::tr(
                   "Resets the collection-level rule of %1: documents expire %2 again.")
            .arg(collection, ruleWords(plan.change.expireAfterSeconds.value_or(0)));
    }
    if (const auto seconds = plan.change.expireAfterSeconds) {
        return UndoPresenter::tr("Resets the index %1 of %2: documents expire %3 again.")
            .arg(index, collection, ruleWords(*seconds));
    }
    return plan.change.hidden.value_or(false)
        ? UndoPresenter::tr("Hides the index %1 of %2 again.").arg(index, collection)
        : UndoPresenter::tr("Makes the index %1 of %2 visible to queries again.")
              .arg(index, collection);
}

} // namespace

UndoPresenter::UndoPresenter(services::ServiceSet& services, std::uint64_t entryId, QObject* parent)
    : EditPresenter(services, std::chrono::milliseconds(0), parent) // there is no form to edit
    , m_entryId(entryId)
{
    m_state.commandLanguage = commandLanguage(m_services.settings);
    if (const services::JournalEntry* entry = m_services.journal.find(entryId)) {
        m_state.title = journalRow(*entry).what;
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
        m_state.failure = answer
            ? wordsFor(std::get<UndoObstacle>(*answer), droppedHere(m_services.journal, m_entryId))
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
    m_state.sentence = sentenceFor(*m_plan);
    m_state.expires = m_plan->ruleThen.has_value();
    m_state.notes.clear();
    if (m_plan->way == UndoWay::Rebuild) {
        m_state.notes << tr("A TTL index cannot be converted back to an ordinary index in place. "
                            "Queries cannot use it until it has been rebuilt.");
    }
    // the undo also reverts what was changed later, which the user may not expect
    if (m_plan->changedSince && m_plan->present) {
        m_state.notes << tr("The index has been changed again since then. It is now: %1. The undo "
                            "overwrites that.")
                             .arg(definitionWords(m_plan->present->listed));
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
    if (!m_state.confirm.enabled || !m_plan) {
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
    if (!answer && answer.error().code == Errc::Conflict) {
        m_state.failure = conflictWords(answer.error());
        load(); // to go on from what is there now
    } else if (!answer) {
        m_state.failure = describe(answer.error());
    }
    showConfirm();
}

} // namespace sandglass::presenters

#include "moc_undo_presenter.cpp"
