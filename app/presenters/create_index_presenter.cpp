// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/create_index_presenter.h"

#include "app/presenters/command_language.h"
#include "app/presenters/create_presets.h"
#include "app/presenters/edit_words.h"
#include "app/presenters/words.h"
#include "app/services/catalog_service.h"
#include "app/services/connection_service.h"
#include "app/services/index_service.h"
#include "app/services/monitor_service.h"
#include "app/services/service_set.h"
#include "app/services/settings.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// Two drafts that expire the same documents at the same moments.
bool sameEffect(const ttl::TtlIndexDraft& left, const ttl::TtlIndexDraft& right)
{
    return left.field == right.field && left.atStoredDate == right.atStoredDate
        && left.secondsText == right.secondsText
        && left.partialFilterJson == right.partialFilterJson;
}

services::Rule ruleFor(const ttl::TtlIndexSpec& spec, const std::string& field)
{
    services::Rule rule;
    rule.index = {spec.ns, spec.name};
    rule.field = field;
    rule.expireAfterSeconds = spec.expireAfterSeconds;
    rule.partialFilter = spec.partialFilter;
    rule.ready = false; // there is no such index yet that a query could use
    return rule;
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

} // namespace

CreateIndexPresenter::CreateIndexPresenter(services::ServiceSet& services, protocol::Namespace ns,
                                           std::chrono::milliseconds debounce, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    m_state.draft.ns = std::move(ns);
    m_state.commandLanguage = commandLanguage(m_services.settings);
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(debounce);
    connect(&m_debounce, &QTimer::timeout, this, &CreateIndexPresenter::count);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this, [this] {
        updateConfirm();
        Q_EMIT stateChanged();
    });
    loadSurroundings();
}

CreateIndexPresenter::~CreateIndexPresenter()
{
    m_cancel.cancel();
}

std::vector<CreatePreset> CreateIndexPresenter::presets() const
{
    return createPresets();
}

void CreateIndexPresenter::loadSurroundings()
{
    QCoro::connect(
        m_services.indexes.list(m_state.draft.ns), this,
        [this](const Result<std::vector<ttl::IndexSpec>>& answer) { takeSurroundings(answer); });
    QCoro::connect(
        m_services.indexes.candidates(m_state.draft.ns), this,
        [this](const Result<std::vector<ttl::FieldCandidate>>& answer) {
            // without a sample the field is typed by hand; nothing else depends on it
            for (const ttl::FieldCandidate& found :
                 answer ? *answer : std::vector<ttl::FieldCandidate>{}) {
                m_state.candidates.push_back({text(found.path), typesText(found), found.dateShare});
            }
            Q_EMIT stateChanged();
        });
}

void CreateIndexPresenter::takeSurroundings(const Result<std::vector<ttl::IndexSpec>>& answer)
{
    const services::LinkState& link = m_services.connections.state();
    // a collection that does not exist yet has no indexes; the command will make it
    const bool missing
        = !answer && (answer.error().code == Errc::NotFound || answer.error().serverCode == 26);
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
    m_state.hiddenAvailable = m_surroundings->server.canHideIndexes();
    m_state.hiddenReason
        = m_state.hiddenAvailable ? QString() : tr("Hiding indexes needs MongoDB 4.4 or later.");
    m_state.failure.reset();
    recheck(true);
}

void CreateIndexPresenter::edit(ttl::TtlIndexDraft draft)
{
    draft.ns = m_state.draft.ns;
    const bool effectChanged = !sameEffect(m_state.draft, draft);
    m_state.draft = std::move(draft);
    recheck(effectChanged);
}

void CreateIndexPresenter::setCommandLanguage(ttl::CommandLanguage language)
{
    m_state.commandLanguage = language;
    rememberCommandLanguage(m_services.settings, language);
    const Result<ttl::TtlIndexSpec> spec = ttl::toSpec(m_state.draft);
    if (!m_state.commandText.isEmpty() && spec) {
        m_state.commandText = text(ttl::commandText(language, *spec));
    }
    Q_EMIT stateChanged();
}

void CreateIndexPresenter::recheck(bool effectChanged)
{
    if (!m_surroundings || m_state.phase == EditPhase::Sending
        || m_state.phase == EditPhase::Done) {
        return;
    }
    m_state.durationText
        = m_state.draft.atStoredDate ? QString() : durationHint(m_state.draft.secondsText);
    m_state.verdicts = verdictsFor(ttl::check(m_state.draft, *m_surroundings));
    m_state.commandText.clear();
    m_state.failure.reset();
    const Result<ttl::TtlIndexSpec> spec = ttl::toSpec(m_state.draft);
    const bool blocked = anyBlocks(m_state.verdicts) || !spec;
    if (!blocked) {
        m_state.commandText = text(ttl::commandText(m_state.commandLanguage, *spec));
    }
    if (effectChanged || blocked) {
        m_cancel.cancel();
        ++m_ticket;
        m_debounce.stop();
        m_state.effect = {};
        m_state.preview = {};
    }
    if (blocked) {
        m_state.phase = EditPhase::Editing;
    } else if (m_state.effect.phase == Phase::Idle) {
        m_state.phase = EditPhase::Counting;
        m_state.effect.phase = Phase::Loading;
        m_debounce.start();
    } else {
        m_state.phase
            = m_state.effect.phase == Phase::Loading ? EditPhase::Counting : EditPhase::Ready;
    }
    updateConfirm();
    Q_EMIT stateChanged();
}

void CreateIndexPresenter::count()
{
    m_debounce.stop();
    const Result<ttl::TtlIndexSpec> spec = ttl::toSpec(m_state.draft);
    if (!m_surroundings || anyBlocks(m_state.verdicts) || !spec
        || m_state.phase == EditPhase::Sending || m_state.phase == EditPhase::Done) {
        return;
    }
    m_cancel.cancel();
    m_cancel = {};
    m_state.phase = EditPhase::Counting;
    m_state.effect.phase = Phase::Loading;
    m_state.preview.phase = Phase::Loading;
    services::EffectQuery query{
        ruleFor(*spec, m_state.draft.field), {}, m_services.settings.zone(), m_cancel};
    QCoro::connect(m_services.indexes.effect(std::move(query)), this,
                   [this, ticket = ++m_ticket](const services::EffectAnswer& answer) {
                       finishCount(ticket, answer);
                   });
    updateConfirm();
    Q_EMIT stateChanged();
}

void CreateIndexPresenter::cancelCount()
{
    if (m_state.phase != EditPhase::Counting) {
        return;
    }
    m_cancel.cancel();
    m_debounce.stop();
    services::EffectAnswer cancelled;
    cancelled.now = m_services.connections.serverNow();
    finishCount(++m_ticket, cancelled);
}

void CreateIndexPresenter::finishCount(std::uint64_t ticket, const services::EffectAnswer& answer)
{
    if (ticket != m_ticket) {
        return;
    }
    m_state.effect = effectState(answer, m_services.monitor.deletionsPerMinute(services::kRateSpan),
                                 m_services.settings.zone());
    m_state.preview = previewState(answer);
    m_state.phase = EditPhase::Ready;
    updateConfirm();
    Q_EMIT stateChanged();
}

void CreateIndexPresenter::setTypedName(const QString& name)
{
    m_typedName = name;
    updateConfirm();
    Q_EMIT stateChanged();
}

void CreateIndexPresenter::updateConfirm()
{
    ConfirmState confirm;
    const bool onProduction = m_services.connections.state().label.isProduction();
    confirm.ceremony = ceremonyFor(m_state.effect, onProduction);
    const EffectState& effect = m_state.effect;
    confirm.buttonText = effect.phase == Phase::Ready && effect.affected > 0
        ? tr("Create and delete %Ln document(s)", nullptr, pluralCount(effect.affected))
        : tr("Create");
    const QString name = text(m_state.draft.ns.collection);
    if (m_state.phase == EditPhase::Editing) {
        confirm.ceremony = Ceremony::None;
        confirm.reason = tr("Correct what is marked first.");
    } else if (m_services.connections.isLocked()) {
        confirm.reason = tr("The connection is locked. Unlock it to make changes.");
    } else if (m_state.phase == EditPhase::Counting || m_state.phase == EditPhase::Loading) {
        confirm.ceremony = Ceremony::None;
        confirm.reason = tr("Counting what this would delete.");
    } else if (m_state.phase == EditPhase::Ready || m_state.phase == EditPhase::Failed) {
        confirm.enabled = m_surroundings.has_value() && !m_state.commandText.isEmpty();
        if (confirm.ceremony == Ceremony::TypeName) {
            confirm.nameToType = name;
            confirm.enabled = confirm.enabled && m_typedName == name;
            confirm.reason = onProduction
                ? tr("This is a production connection: type the collection's name.")
                : effect.phase == Phase::Ready
                ? tr("Many documents go at once: type the collection's name.")
                : tr("How many documents go is not known: type the collection's name.");
        }
    }
    m_state.confirm = confirm;
}

void CreateIndexPresenter::create()
{
    Result<ttl::TtlIndexSpec> spec = ttl::toSpec(m_state.draft);
    if (!m_state.confirm.enabled || !spec) {
        return;
    }
    m_state.phase = EditPhase::Sending;
    m_state.failure.reset();
    updateConfirm();
    Q_EMIT stateChanged();
    services::ChangeNote note;
    if (m_state.effect.phase == Phase::Ready && m_state.effect.exact) {
        note.deletes = m_state.effect.affected;
    }
    QCoro::connect(m_services.indexes.create(std::move(*spec), std::move(note)), this,
                   [this](const Result<ttl::IndexRef>& answer) { finishCreate(answer); });
}

void CreateIndexPresenter::finishCreate(const Result<ttl::IndexRef>& answer)
{
    if (answer) {
        m_state.phase = EditPhase::Done;
        m_state.created = *answer;
    } else {
        m_state.phase = EditPhase::Failed;
        m_state.failure = describe(answer.error());
    }
    updateConfirm();
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters
