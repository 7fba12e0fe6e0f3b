// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/create_index_presenter.h"

#include "app/presenters/connections/capability_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/effect/edit_words.h"
#include "app/presenters/indexes/change_index_words.h"
#include "app/presenters/indexes/command_language.h"
#include "app/presenters/indexes/create_presets.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/restore/rehearsal_service.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/rule.h"

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// Whether two drafts expire the same documents at the same time, so that a count stays valid.
bool sameEffect(const ttl::TtlIndexDraft& left, const ttl::TtlIndexDraft& right)
{
    return left.field == right.field && left.atStoredDate == right.atStoredDate
        && left.seconds == right.seconds && left.partialFilterJson == right.partialFilterJson;
}

QString typesText(const ttl::FieldCandidate& candidate)
{
    QStringList parts;
    for (const auto& [type, share] : candidate.types) {
        //: a type and its share: "date 99.2 %"
        parts << CreateIndexPresenter::tr("%1 %2").arg(text(type), shareText(share));
    }
    return parts.join(u", "_s);
}

// A sample may miss the documents that have a date, so this is no fault of the form.
QString dateWarning(const ttl::FieldCandidate& candidate)
{
    return candidate.dateShare > 0.0
        ? QString()
        //: %1 is what the field holds instead: "string 99.2 %, missing 0.8 %"
        : CreateIndexPresenter::tr("No document of the sample has a date in this field (%1). An "
                                   "index on it would delete none of them.")
              .arg(typesText(candidate));
}

} // namespace

CreateIndexPresenter::CreateIndexPresenter(services::ServiceSet& services, protocol::Namespace ns,
                                           std::chrono::milliseconds debounce, QObject* parent)
    : EditPresenter(services, debounce, parent)
{
    m_state.draft.ns = std::move(ns);
    m_state.commandLanguage = commandLanguage(m_services.settings);
    loadSurroundings();
}

CreateIndexPresenter::~CreateIndexPresenter() = default;

std::vector<CreatePreset> CreateIndexPresenter::presets() const
{
    return createPresets(m_services.connections.state().server);
}

void CreateIndexPresenter::loadSurroundings()
{
    services::whenAnswered(
        m_services.indexes.list(m_state.draft.ns), this,
        [this](const Result<std::vector<ttl::IndexSpec>>& answer) { takeSurroundings(answer); });
    services::whenAnswered(
        m_services.indexes.candidates(m_state.draft.ns), this,
        [this](const Result<std::vector<ttl::FieldCandidate>>& answer) { takeCandidates(answer); });
    m_state.candidatesText = tr("Reading a sample of the fields…");
}

void CreateIndexPresenter::takeCandidates(const Result<std::vector<ttl::FieldCandidate>>& answer)
{
    m_state.candidatesText = candidatesProblem(answer);
    // without a sample there are no proposals, but all else works
    if (m_state.candidatesText.isEmpty()) {
        for (const ttl::FieldCandidate& found : *answer) {
            m_state.candidates.push_back(
                {text(found.path), typesText(found), found.dateShare, dateWarning(found)});
        }
        m_sampled = true;
        propose();
    }
    Q_EMIT stateChanged();
}

QString
CreateIndexPresenter::candidatesProblem(const Result<std::vector<ttl::FieldCandidate>>& answer)
{
    if (!answer) {
        const QString why = describe(answer.error()).sentence;
        //: %1 is why, a sentence
        return tr("The fields could not be read: %1").arg(why);
    }
    return answer->empty() ? tr("The sample has no fields: the collection may be empty.")
                           : QString();
}

void CreateIndexPresenter::propose()
{
    if (!m_surroundings || !m_sampled) {
        return;
    }
    const auto hasDates = [](const CandidateRow& row) { return row.dateShare > 0.0; };
    const auto first = std::ranges::find_if(m_state.candidates, hasDates);
    if (first == m_state.candidates.end()
        || std::ranges::count_if(m_state.candidates, hasDates) != 1) {
        return;
    }
    const std::string path = utf8(first->path);
    const bool indexed
        = std::ranges::any_of(m_surroundings->indexes, [&path](const ttl::IndexSpec& index) {
              return index.singleField() == path;
          });
    // it would open with an error: that index is to be converted or changed
    if (!indexed) {
        m_state.proposedField = first->path;
    }
}

void CreateIndexPresenter::takeSurroundings(const Result<std::vector<ttl::IndexSpec>>& answer)
{
    const services::LinkState& link = m_services.connections.state();
    // a collection that does not exist has no indexes, and createIndexes creates it
    const bool missing = !answer && services::meansNoCollection(answer.error());
    if ((!answer && !missing) || !link.server) {
        m_state.phase = EditPhase::Failed;
        m_state.failure = describe(answer ? base::failure(Errc::Network, "There is no connection.")
                                          : answer.error());
        Q_EMIT stateChanged();
        return;
    }
    ttl::DraftSurroundings surroundings;
    surroundings.server = *link.server;
    surroundings.collection.ns = m_state.draft.ns;
    if (const services::CatalogCollection* entry
        = m_services.catalog.catalog().find(m_state.draft.ns)) {
        surroundings.collection = entry->spec;
    }
    if (answer) {
        surroundings.indexes = *answer;
    }
    m_surroundings = std::move(surroundings);
    findOptions();
    propose();
    const auto rule = std::ranges::find_if(m_surroundings->indexes, &ttl::IndexSpec::isTtl);
    if (rule != m_surroundings->indexes.end()) {
        if (const std::optional<ttl::Rule> today = ttl::ruleOf(m_state.draft.ns, *rule)) {
            countToday(*today);
        }
    }
    m_state.failure.reset();
    recheck(true);
}

void CreateIndexPresenter::findOptions()
{
    const ttl::ServerInfo& server = m_surroundings->server;
    m_state.hiddenAvailable = server.canHideIndexes();
    const QString whyNotHidden = whyNot(server, ttl::Capability::HideIndex);
    m_state.hiddenReason = m_state.hiddenAvailable
        ? QString()
        //: %1 is a reason such as "needs MongoDB 4.4"
        : tr("This server cannot hide indexes: %1.").arg(whyNotHidden);
    const bool cosmos = server.capability(ttl::Capability::TsOnly).can == ttl::Can::Yes;
    m_state.filterAvailable = !cosmos;
    m_state.filterReason = cosmos ? tr("Cosmos DB has no partial indexes.") : QString();
    m_state.storedDateAvailable = !cosmos;
    m_state.storedDateReason = cosmos
        ? tr("Cosmos DB counts from the last change of a document and ignores dates in it.")
        : QString();
    m_state.ownTtlAvailable = cosmos;
    m_state.buildFirstAvailable = whyNotBuildFirst(server, m_surroundings->collection).isEmpty();
}

ttl::TtlIndexSpec CreateIndexPresenter::toSend(const ttl::TtlIndexSpec& wanted) const
{
    return buildsFirst() && m_surroundings ? ttl::firstStep(wanted, m_surroundings->server)
                                           : wanted;
}

bool CreateIndexPresenter::sendsOrdinary() const
{
    return toSend({}).ordinary;
}

QString CreateIndexPresenter::stepsNote() const
{
    return buildsFirst()
        ? buildFirstNote(m_surroundings->server, toSend({}), m_services.connections.serverNow(),
                         m_services.settings.zone())
        : whyNotBuildFirst(m_surroundings->server, m_surroundings->collection);
}

void CreateIndexPresenter::edit(ttl::TtlIndexDraft draft)
{
    draft.ns = m_state.draft.ns;
    // what is converted later has the effect of an index in one step
    const bool stepsChanged = m_state.draft.buildFirst != draft.buildFirst && m_surroundings
        && !ttl::firstStep({}, m_surroundings->server).ordinary;
    const bool effectChanged = stepsChanged || !sameEffect(m_state.draft, draft);
    m_state.draft = std::move(draft);
    recheck(effectChanged);
}

void CreateIndexPresenter::setCommandLanguage(ttl::CommandLanguage language)
{
    m_state.commandLanguage = language;
    rememberCommandLanguage(m_services.settings, language);
    const Result<ttl::TtlIndexSpec> spec = ttl::toSpec(m_state.draft);
    if (!m_state.commandText.isEmpty() && spec) {
        m_state.commandText = text(ttl::commandText(language, toSend(*spec)));
    }
    Q_EMIT stateChanged();
}

void CreateIndexPresenter::recheck(bool effectChanged)
{
    // without the surroundings rules would be missed; after sending, the form no longer matters
    if (!m_surroundings || m_state.phase == EditPhase::Sending
        || m_state.phase == EditPhase::Done) {
        return;
    }
    m_state.verdicts = verdictsFor(ttl::check(m_state.draft, *m_surroundings));
    m_state.commandText.clear();
    m_offer.clear();
    m_state.failure.reset();
    const Result<ttl::TtlIndexSpec> spec = ttl::toSpec(m_state.draft);
    const bool blocked = anyBlocks(m_state.verdicts) || !spec;
    if (!blocked) {
        m_state.commandText = text(ttl::commandText(m_state.commandLanguage, toSend(*spec)));
    }
    m_state.buildFirstNote = stepsNote();
    m_state.longestFirst = buildsFirst() && !sendsOrdinary();
    // an edit of name, direction or hiding keeps the count, which may have taken long
    if (effectChanged || blocked) {
        m_counter.clear();
    }
    if (blocked) {
        m_state.phase = EditPhase::Editing;
        m_state.effect.sentence = tr("The effect is counted once the form is complete.");
    } else if (m_state.effect.phase == Phase::Idle) {
        m_counter.announce();
    } else {
        m_state.phase
            = m_state.effect.phase == Phase::Loading ? EditPhase::Counting : EditPhase::Ready;
    }
    updateConfirm();
    Q_EMIT stateChanged();
}

void CreateIndexPresenter::count()
{
    const Result<ttl::TtlIndexSpec> spec = ttl::toSpec(m_state.draft);
    if (!m_surroundings || anyBlocks(m_state.verdicts) || !spec
        || m_state.phase == EditPhase::Sending || m_state.phase == EditPhase::Done) {
        return;
    }
    if (m_surroundings->server.product == ttl::Product::CosmosDb) {
        // clients cannot see the time of the last change, so a count would wrongly find nothing
        m_counter.giveUp(tr("It cannot be counted how many documents this would delete: Cosmos DB "
                            "does not expose the time of their last change."));
        return;
    }
    services::EffectQuery query;
    const ttl::TtlIndexSpec sent = toSend(*spec);
    query.after = ttl::plannedRule(sent.ordinary ? *spec : sent);
    m_counter.start(std::move(query));
    showConfirm();
}

void CreateIndexPresenter::updateConfirm()
{
    // The first obstacle is the reason shown. Without one the button is enabled, unless a name must
    // be typed.
    ConfirmState confirm;
    const bool onProduction = m_services.connections.state().label.isProduction();
    const bool ordinary = sendsOrdinary();
    const EffectState& effect = m_state.effect;
    confirm.ceremony
        = ordinary && !onProduction ? Ceremony::None : ceremonyFor(effect, onProduction);
    confirm.buttonText = buttonText();
    const QString name = text(m_state.draft.ns.collection);
    if (m_state.phase == EditPhase::Editing) {
        confirm.ceremony = Ceremony::None;
    }
    if (const QString refused = whyNoChanges(m_services.connections); !refused.isEmpty()) {
        confirm.reason = refused;
        confirm.canUnlock = canBeUnlocked(m_services.connections);
    } else if (m_state.phase == EditPhase::Editing) {
        confirm.reason = whyBlocked();
    } else if (m_state.phase == EditPhase::Counting || m_state.phase == EditPhase::Loading) {
        confirm.ceremony = Ceremony::None;
        confirm.reason = tr("Counting what this would delete.");
    } else if (m_state.phase == EditPhase::Ready || m_state.phase == EditPhase::Failed) {
        confirm.enabled = m_surroundings.has_value() && !m_state.commandText.isEmpty();
        if (confirm.ceremony == Ceremony::TypeName) {
            confirm.nameToType = name;
            confirm.enabled = confirm.enabled && m_typedName == name;
            confirm.reason = whyTypeName(effect, onProduction);
        }
    }
    // of two steps, the second one can be rehearsed
    m_offer.fill(confirm, ordinary ? nullptr : &m_state.effect,
                 !m_state.commandText.isEmpty() && !buildsFirst());
    m_state.confirm = confirm;
}

QString CreateIndexPresenter::buttonText() const
{
    const EffectState& effect = m_state.effect;
    if (buildsFirst()) {
        return buildFirstButton(toSend({}), effect);
    }
    if (effect.phase != Phase::Ready || effect.affected == 0) {
        return tr("Create");
    }
    return effect.exact
        ? tr("Create and delete %Ln document(s)", nullptr, pluralCount(effect.affected))
        : tr("Create and delete about %Ln document(s)", nullptr, pluralCount(effect.affected));
}

QString CreateIndexPresenter::whyBlocked() const
{
    const auto isMistake = [](const FieldVerdict& verdict) {
        return verdict.blocks && verdict.rule != ttl::DraftRule::FieldEmpty;
    };
    return std::ranges::any_of(m_state.verdicts, isMistake)
        ? tr("Correct the marked fields first.")
        : tr("Choose the field with the date first.");
}

void CreateIndexPresenter::rehearse(int rate)
{
    Result<ttl::TtlIndexSpec> spec = ttl::toSpec(m_state.draft);
    if (m_state.confirm.restore.rehearsalOffered && spec) {
        m_offer.rehearse({{}, rate, std::move(*spec)});
    }
}

void CreateIndexPresenter::create()
{
    const Result<ttl::TtlIndexSpec> spec = ttl::toSpec(m_state.draft);
    if (!m_state.confirm.enabled || !spec) {
        return;
    }
    const ttl::TtlIndexSpec sent = toSend(*spec);
    // the draft may change until the answer comes; a period that is the longest is there at once
    std::optional<std::int64_t> later;
    if (buildsFirst() && (sent.ordinary || sent.expireAfterSeconds != spec->expireAfterSeconds)) {
        later = spec->expireAfterSeconds;
    }
    sendAfterRestorePoint(
        !sendsOrdinary() && mayDelete(m_state.effect),
        {services::RestoreReason::BeforeChange, spec->ns, utf8(m_state.commandText)},
        [this, sent, later] { send(sent, later); });
}

void CreateIndexPresenter::send(const ttl::TtlIndexSpec& spec, std::optional<std::int64_t> later)
{
    // the number in the journal; an estimate is left out
    services::ChangeNote note;
    if (spec.ordinary) {
        note.deletes = 0;
    } else if (m_state.effect.phase == Phase::Ready && m_state.effect.exact) {
        note.deletes = m_state.effect.affected;
    }
    services::whenAnswered(m_services.indexes.create(spec, std::move(note)), this,
                           [this, spec, later](const Result<ttl::IndexRef>& answer) {
                               finishCreate(spec, later, answer);
                           });
}

void CreateIndexPresenter::finishCreate(const ttl::TtlIndexSpec& sent,
                                        std::optional<std::int64_t> later,
                                        const Result<ttl::IndexRef>& answer)
{
    if (answer && later) {
        m_state.phase = EditPhase::Done;
        m_state.created = *answer;
        m_state.result = buildFirstResult(sent, m_state.effect);
        m_state.secondStep = secondStepOf(sent, *later);
    } else if (answer) {
        m_state.phase = EditPhase::Done;
        m_state.created = *answer;
        //: an index, its collection, and when its documents expire: "after 1 h"
        m_state.result.sentence
            = tr("Created, read back and verified: %1 on %2 now expires documents %3.")
                  .arg(text(answer->name), text(answer->ns.text()),
                       ruleWords(sent.expireAfterSeconds));
        m_state.result.deletions = deletionsOf(m_state.effect);
    } else {
        m_state.phase = EditPhase::Failed;
        m_state.failure = describe(answer.error());
    }
    showConfirm();
}

} // namespace sandglass::presenters

#include "moc_create_index_presenter.cpp"
