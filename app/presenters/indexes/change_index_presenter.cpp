// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/change_index_presenter.h"

#include "app/bson/json.h"
#include "app/presenters/connections/capability_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/effect/edit_words.h"
#include "app/presenters/indexes/change_index_words.h"
#include "app/presenters/indexes/command_language.h"
#include "app/presenters/words/words.h"
#include "app/protocol/limits.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/journal/journal_service.h"
#include "app/services/restore/rehearsal_service.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

std::optional<std::int64_t> ChangeDraft::wantedSeconds() const
{
    if (kind == ChangeKind::StopExpiring) {
        return protocol::kMaxExpireAfterSeconds;
    }
    if (!setsPeriod()) {
        return {};
    }
    if (atStoredDate) {
        return 0;
    }
    const bool usable = seconds && *seconds >= 1 && *seconds <= protocol::kMaxExpireAfterSeconds;
    return usable ? seconds : std::nullopt;
}

ChangeIndexPresenter::ChangeIndexPresenter(services::ServiceSet& services, ttl::IndexRef index,
                                           std::chrono::milliseconds debounce, QObject* parent)
    : EditPresenter(services, debounce, parent)
{
    m_state.index = std::move(index);
    m_state.ownRule = ttl::isOwnRule(m_state.index);
    m_state.commandLanguage = commandLanguage(m_services.settings);
    load();
}

ChangeIndexPresenter::~ChangeIndexPresenter() = default;

void ChangeIndexPresenter::load()
{
    services::whenAnswered(
        m_services.indexes.read(m_state.index), this,
        [this](const Result<std::optional<ttl::IndexSpec>>& answer) { finishLoad(answer); });
}

void ChangeIndexPresenter::finishLoad(const Result<std::optional<ttl::IndexSpec>>& answer)
{
    if (!answer || !*answer) {
        m_state.phase = EditPhase::Failed;
        m_state.failure = describe(
            answer ? base::failure(Errc::NotFound,
                                   m_state.ownRule ? "The collection cannot have a rule of its own."
                                                   : "The index no longer exists.")
                   : answer.error());
        Q_EMIT stateChanged();
        return;
    }
    m_state.spec = **answer;
    m_loaded = true;
    m_state.phase = EditPhase::Editing;
    findKinds();
    if (m_state.alternativeDraft) {
        m_state.draft.kind = ChangeKind::Convert; // the reason and the other way are shown
    } else if (!m_state.kinds.empty()) {
        m_state.draft.kind = m_state.kinds.front();
    } else if (!m_state.impossible.empty()) {
        m_state.draft.kind = m_state.impossible.front().kind;
    }
    // the form starts with the present value
    m_state.draft.atStoredDate = m_state.spec.expireAfterSeconds == 0;
    if (m_state.spec.expireAfterSeconds.value_or(0) > 0) {
        m_state.draft.seconds = m_state.spec.expireAfterSeconds;
    }
    if (m_state.spec.isTtl()) {
        if (const std::optional<ttl::Rule> rule = ttl::ruleOf(m_state.index.ns, m_state.spec)) {
            countToday(*rule);
        }
    }
    recheck();
}

bool ChangeIndexPresenter::keepsToday() const
{
    const ChangeKind kind = m_state.draft.kind;
    return m_unchanged || kind == ChangeKind::Hide || kind == ChangeKind::Unhide;
}

void ChangeIndexPresenter::todayCounted()
{
    explainUncounted();
}

bool ChangeIndexPresenter::hasOtherRule() const
{
    const services::CatalogCollection* entry = m_services.catalog.catalog().find(m_state.index.ns);
    if (!entry) {
        return false;
    }
    const bool ownRule = entry->spec.expireAfterSeconds.has_value() && !m_state.ownRule;
    return ownRule || std::ranges::any_of(entry->indexes, [this](const ttl::IndexSpec& other) {
               return other.isTtl() && other.name != m_state.index.name;
           });
}

// A change without a count deletes nothing, and is explained by how documents expire now.
void ChangeIndexPresenter::explainUncounted()
{
    if (m_state.effect.phase != Phase::Idle || !m_loaded) {
        return;
    }
    const ChangeKind kind = m_state.draft.kind;
    const bool ends
        = (kind == ChangeKind::Drop || kind == ChangeKind::StopExpiring) && m_state.spec.isTtl();
    m_state.effect.sentence.clear();
    if (m_blocked) {
        m_state.effect.sentence = isCountingToday() && m_unchanged
            ? tr("Counting how documents expire now…")
            : uncountedText(today(), m_unchanged);
    } else if (!m_state.draft.setsPeriod()) {
        m_state.effect.sentence = tr("Deletes no documents.");
        if (ends && today()) {
            m_state.effect.sentence += u' ' + endedText(*today(), hasOtherRule());
        }
    }
}

// The other way builds a TTL index beside the old index, which is dropped afterwards. The opposite
// direction is needed, because a second index with the same key is refused.
void ChangeIndexPresenter::offerAlternative(const ttl::ServerInfo& server)
{
    m_state.impossible.push_back(
        {ChangeKind::Convert, whyNot(server, ttl::Capability::ConvertIndex)});
    if (server.capability(ttl::Capability::TsOnly).can == ttl::Can::Yes) {
        return; // there is no TTL index on another field
    }
    m_state.alternative = tr("This server cannot convert an index. To avoid a gap, create a TTL "
                             "index on the field in the other direction, then drop this one.");
    ttl::TtlIndexDraft draft;
    draft.ns = m_state.index.ns;
    draft.field = m_state.spec.singleField();
    draft.descending = m_state.spec.key[draft.field].toDouble() > 0;
    draft.seconds = ttl::kFirstProposalSeconds;
    if (m_state.spec.partialFilter) {
        draft.partialFilterJson = bson::toJson(*m_state.spec.partialFilter);
    }
    m_state.alternativeDraft = std::move(draft);
}

// The first kind is chosen when the dialog opens, so the likeliest one comes first.
void ChangeIndexPresenter::findKinds()
{
    m_state.kinds.clear();
    m_state.impossible.clear();
    m_state.alternative.clear();
    m_state.alternativeDraft.reset();
    if (!m_state.ownRule) {
        findIndexKinds();
        addOtherKinds();
    } else if (m_state.spec.isTtl()) {
        m_state.kinds = {ChangeKind::Seconds, ChangeKind::StopExpiring};
    } else {
        m_state.kinds = {ChangeKind::Convert};
    }
    refuseOnSecondary();
    m_state.currentWords = currentRuleWords(m_state);
}

void ChangeIndexPresenter::refuseOnSecondary()
{
    const std::optional<ttl::ServerInfo>& server = m_services.connections.state().server;
    if (!server || server->writable) {
        return;
    }
    for (const ChangeKind kind : m_state.kinds) {
        m_state.impossible.push_back(
            {kind, tr("this server accepts no changes; in a replica set, only the primary does")});
    }
    m_state.kinds.clear();
    m_state.alternative.clear();
    m_state.alternativeDraft.reset();
}

void ChangeIndexPresenter::findIndexKinds()
{
    const ttl::IndexSpec& spec = m_state.spec;
    const std::optional<ttl::ServerInfo>& server = m_services.connections.state().server;
    const services::CatalogCollection* entry = m_services.catalog.catalog().find(m_state.index.ns);
    const bool single = !spec.singleField().empty();
    // servers refuse collMod for the index of a time series
    if (entry && entry->spec.kind == ttl::CollectionKind::TimeSeries) {
        if (spec.isTtl()) {
            m_state.impossible.push_back(
                {ChangeKind::Seconds, tr("on a time series: drop the index and create it again")});
        }
    } else if (spec.isTtl()) {
        m_state.kinds = {ChangeKind::Seconds, ChangeKind::StopExpiring};
    } else if (single && !spec.isIdIndex() && (!server || server->canConvertIndexes())) {
        m_state.kinds = {ChangeKind::Convert};
    } else if (single && !spec.isIdIndex()) {
        offerAlternative(*server);
    }
}

void ChangeIndexPresenter::addOtherKinds()
{
    const ttl::IndexSpec& spec = m_state.spec;
    const std::optional<ttl::ServerInfo>& server = m_services.connections.state().server;
    if (!spec.isIdIndex()) {
        const ChangeKind hiding = spec.hidden ? ChangeKind::Unhide : ChangeKind::Hide;
        if (!server || server->canHideIndexes()) {
            m_state.kinds.push_back(hiding);
        } else {
            m_state.impossible.push_back({hiding, whyNot(*server, ttl::Capability::HideIndex)});
        }
        m_state.kinds.push_back(ChangeKind::Drop);
    }
}

ttl::IndexChange ChangeIndexPresenter::change() const
{
    ttl::IndexChange change{m_state.index, m_state.draft.wantedSeconds(), {}};
    if (m_state.ownRule && m_state.draft.kind == ChangeKind::StopExpiring) {
        change.expireAfterSeconds.reset();
        change.switchedOff = true;
    }
    if (m_state.draft.kind == ChangeKind::Hide || m_state.draft.kind == ChangeKind::Unhide) {
        change.hidden = m_state.draft.kind == ChangeKind::Hide;
    }
    return change;
}

void ChangeIndexPresenter::edit(const ChangeDraft& draft)
{
    if (m_state.phase == EditPhase::Sending || m_state.phase == EditPhase::Done) {
        return;
    }
    m_state.draft = draft;
    recheck();
}

void ChangeIndexPresenter::recheck()
{
    if (!m_loaded) {
        return;
    }
    checkDraft();
    // count, offer and failure belong to the draft before
    m_counter.clear();
    m_offer.clear();
    m_state.failure.reset();
    updateWords();
    if (m_blocked) {
        m_state.phase = EditPhase::Editing;
    } else if (m_state.draft.setsPeriod()) {
        m_counter.announce();
    } else {
        m_state.phase = EditPhase::Ready;
    }
    explainUncounted();
    updateConfirm();
    Q_EMIT stateChanged();
}

bool ChangeIndexPresenter::isImpossible() const
{
    return std::ranges::find(m_state.impossible, m_state.draft.kind, &ImpossibleChange::kind)
        != m_state.impossible.end();
}

void ChangeIndexPresenter::checkDraft()
{
    const ChangeDraft& draft = m_state.draft;
    m_state.verdicts.clear();
    m_unchanged = false;
    m_blocked = std::ranges::find(m_state.kinds, draft.kind) == m_state.kinds.end();
    if (!m_state.draft.setsPeriod()) {
        return;
    }
    // The rules for a new index are applied, of which only those about the period matter here.
    ttl::TtlIndexDraft asCreated;
    asCreated.ns = m_state.index.ns;
    asCreated.field = m_state.spec.singleField();
    asCreated.atStoredDate = draft.atStoredDate;
    asCreated.seconds = draft.seconds;
    ttl::DraftSurroundings surroundings;
    surroundings.server = m_services.connections.state().server.value_or(ttl::ServerInfo());
    surroundings.collection.ns = m_state.index.ns;
    for (const ttl::DraftProblem& problem : ttl::check(asCreated, surroundings)) {
        if (problem.field == ttl::DraftField::Duration) {
            m_state.verdicts.push_back(verdictFor(problem));
        }
    }
    m_unchanged = draft.kind == ChangeKind::Seconds
        && draft.wantedSeconds() == m_state.spec.expireAfterSeconds;
    checkOwnRule();
    m_blocked = m_blocked || anyBlocks(m_state.verdicts) || !draft.wantedSeconds() || m_unchanged;
}

// A period that reaches back beyond 1970 is refused for a collection's own rule.
// Source: app/ttl/SEMANTICS.md 1.6.
void ChangeIndexPresenter::checkOwnRule()
{
    const base::Millis since1970 = m_services.connections.serverNow().time_since_epoch();
    if (m_state.ownRule && m_state.verdicts.empty()
        && std::chrono::seconds(m_state.draft.wantedSeconds().value_or(0)) > since1970) {
        m_state.verdicts.push_back({ttl::DraftField::Duration,
                                    ttl::DraftRule::DurationTooLarge,
                                    tr("A collection-level rule cannot reach back beyond 1970."),
                                    {},
                                    true});
    }
}

void ChangeIndexPresenter::updateWords()
{
    const ChangeDraft& draft = m_state.draft;
    m_state.commandText.clear();
    if (!m_blocked) {
        const ttl::CommandLanguage language = m_state.commandLanguage;
        m_state.commandText
            = text(draft.kind == ChangeKind::Drop ? ttl::commandText(language, m_state.index)
                                                  : ttl::commandText(language, change()));
    }
    m_state.warning = changeWarning(m_state);
}

void ChangeIndexPresenter::count()
{
    const std::optional<std::int64_t> seconds = m_state.draft.wantedSeconds();
    if (!m_loaded || m_blocked || !m_state.draft.setsPeriod() || !seconds
        || m_state.phase == EditPhase::Sending || m_state.phase == EditPhase::Done) {
        return;
    }
    // the rule after the change is that of the index with the new value
    ttl::IndexSpec changed = m_state.spec;
    changed.expireAfterSeconds = seconds;
    changed.expiryValueInvalid = false;
    services::EffectQuery query;
    query.before = ttl::ruleOf(m_state.index.ns, m_state.spec);
    query.after = *ttl::ruleOf(m_state.index.ns, changed);
    m_counter.start(std::move(query));
    showConfirm();
}

void ChangeIndexPresenter::setCommandLanguage(ttl::CommandLanguage language)
{
    m_state.commandLanguage = language;
    rememberCommandLanguage(m_services.settings, language);
    if (m_loaded) {
        updateWords();
    }
    Q_EMIT stateChanged();
}

QString ChangeIndexPresenter::whyNotReady() const
{
    if (isImpossible()) {
        return tr("This server cannot do it. The form above shows another way.");
    }
    return m_unchanged && m_blocked ? tr("This is already the current value.")
                                    : tr("Correct the marked fields first.");
}

void ChangeIndexPresenter::updateConfirm()
{
    // The first obstacle is the reason shown. Without one the button is enabled, unless a name must
    // be typed.
    ConfirmState confirm;
    confirm.buttonText = changeButtonText(m_state);
    confirm.deletes = m_state.draft.kind == ChangeKind::Drop;
    const bool onProduction = m_services.connections.state().label.isProduction();
    if (m_state.draft.kind == ChangeKind::Drop || onProduction) {
        confirm.ceremony = Ceremony::TypeName;
    } else if (m_state.draft.setsPeriod()) {
        confirm.ceremony = ceremonyFor(m_state.effect);
    }
    if (m_state.phase == EditPhase::Editing || m_state.phase == EditPhase::Loading) {
        confirm.ceremony = Ceremony::None;
    }
    if (const QString refused = whyNoChanges(m_services.connections); !refused.isEmpty()) {
        confirm.reason = refused;
        confirm.canUnlock = canBeUnlocked(m_services.connections);
    } else if (m_state.phase == EditPhase::Editing || m_state.phase == EditPhase::Loading) {
        confirm.reason = whyNotReady();
    } else if (m_state.phase == EditPhase::Counting) {
        confirm.ceremony = Ceremony::None;
        confirm.reason = tr("Counting what this would delete.");
    } else if (m_state.phase == EditPhase::Ready || m_state.phase == EditPhase::Failed) {
        confirm.enabled = m_loaded && !m_blocked;
        if (confirm.ceremony == Ceremony::TypeName) {
            confirm.nameToType = text(m_state.index.ns.collection);
            confirm.enabled = confirm.enabled && m_typedName == confirm.nameToType;
            confirm.reason = m_state.draft.kind == ChangeKind::Drop
                ? tr("Dropping an index: type the collection's name.")
                : whyTypeName(m_state.effect, onProduction);
        }
    }
    m_offer.fill(confirm, m_state.draft.setsPeriod() ? &m_state.effect : nullptr,
                 m_loaded && !m_blocked && m_state.draft.setsPeriod());
    m_state.confirm = confirm;
}

void ChangeIndexPresenter::rehearse(int rate)
{
    if (m_state.confirm.restore.rehearsalOffered) {
        m_offer.rehearse({{}, rate, services::ProposedIndexChange{change(), m_state.spec}});
    }
}

void ChangeIndexPresenter::apply()
{
    if (!m_state.confirm.enabled) {
        return;
    }
    sendAfterRestorePoint(
        m_state.draft.setsPeriod() && mayDelete(m_state.effect),
        {services::RestoreReason::BeforeChange, m_state.index.ns, utf8(m_state.commandText)},
        [this] { send(); });
}

bool ChangeIndexPresenter::wasRefused(const Error& error, std::uint64_t entryBefore) const
{
    const bool refusal = (error.code == Errc::Server || error.code == Errc::NotPermitted)
        && !services::leavesOutcomeUnknown(error);
    // what was executed may be refused to be read back
    return refusal
        && std::ranges::none_of(m_services.journal.entries(),
                                [&](const services::JournalEntry& entry) {
                                    return entry.id > entryBefore && entry.ns == m_state.index.ns
                                        && entry.index == m_state.index.name
                                        && entry.status == services::JournalStatus::Succeeded;
                                });
}

void ChangeIndexPresenter::send()
{
    const bool sentBefore = std::exchange(m_state.sent, true);
    const std::vector<services::JournalEntry>& entries = m_services.journal.entries();
    const std::uint64_t entryBefore = entries.empty() ? 0 : entries.back().id;
    // the number in the journal; only 0 allows an offer to undo, and an estimate is left out
    services::ChangeNote note;
    if (!m_state.draft.setsPeriod()) {
        note.deletes = 0;
    } else if (m_state.effect.phase == Phase::Ready && m_state.effect.exact) {
        note.deletes = m_state.effect.affected;
    }
    auto sending = m_state.draft.kind == ChangeKind::Drop
        ? m_services.indexes.drop(m_state.index, m_state.spec, std::move(note))
        : m_services.indexes.change(change(), m_state.spec, std::move(note));
    services::whenAnswered(
        sending, this, [this, sentBefore, entryBefore](const Result<void>& answer) {
            m_state.sent = sentBefore || answer || !wasRefused(answer.error(), entryBefore);
            finishApply(answer);
        });
}

void ChangeIndexPresenter::finishApply(const Result<void>& answer)
{
    if (!answer) {
        m_state.phase = EditPhase::Failed;
        m_state.failure = describe(answer.error());
        // the refusal may have shown that the server cannot do it at all
        findKinds();
        m_blocked = m_blocked || isImpossible();
    } else {
        m_state.phase = EditPhase::Done;
        m_state.result = changeResult(m_state);
    }
    showConfirm();
}

} // namespace sandglass::presenters

#include "moc_change_index_presenter.cpp"
