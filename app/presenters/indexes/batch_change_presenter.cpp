// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/batch_change_presenter.h"

#include "app/presenters/connections/capability_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/effect/edit_words.h"
#include "app/presenters/indexes/batch_change_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/answer.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace sandglass::presenters {

namespace {

// A rule whose effect is unknown is sent as well, after a stricter confirmation; one that has
// failed is tried again.
bool isToBeSent(const BatchTarget& target)
{
    return target.stage == BatchStage::Counted || target.stage == BatchStage::Uncounted
        || target.stage == BatchStage::Failed;
}

bool isEditable(EditPhase phase)
{
    return phase != EditPhase::Sending && phase != EditPhase::Done;
}

} // namespace

BatchChangePresenter::BatchChangePresenter(services::ServiceSet& services,
                                           std::vector<ttl::IndexRef> indexes,
                                           std::chrono::milliseconds debounce, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_query(std::make_unique<services::Latest>())
    , m_timeline(services)
    , m_offer(services, this)
{
    std::vector<BatchTarget> targets(indexes.size());
    for (std::size_t i = 0; i < indexes.size(); ++i) {
        targets[i].index = std::move(indexes[i]);
    }
    m_targets.setTargets(std::move(targets));
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(debounce);
    connect(&m_debounce, &QTimer::timeout, this, &BatchChangePresenter::count);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &BatchChangePresenter::update);
    connect(&m_offer, &RestoreOffer::changed, this, &BatchChangePresenter::update);
    connect(&m_timeline, &BatchTimeline::changed, this, &BatchChangePresenter::update);
    // all at once: a listing costs the server little, unlike a count
    for (std::size_t i = 0; i < m_targets.targets().size(); ++i) {
        read(i);
    }
    const std::optional<ttl::ServerInfo>& server = m_services.connections.state().server;
    m_state.hidingAvailable = !server || server->canHideIndexes();
    if (!m_state.hidingAvailable) {
        m_state.hidingReason = whyNot(*server, ttl::Capability::HideIndex);
    }
    if (!reading()) {
        recheck();
    }
    update();
}

BatchChangePresenter::~BatchChangePresenter()
{
    m_cancel.cancel();
}

void BatchChangePresenter::read(std::size_t row)
{
    if (ttl::isOwnRule(m_targets.targets()[row].index)) {
        setStage(row, BatchStage::Unusable,
                 tr("stays as it is: change a collection-level rule by itself"));
        return;
    }
    services::whenAnswered(m_services.indexes.list(m_targets.targets()[row].index.ns), this,
                           [this, row](const Result<std::vector<ttl::IndexSpec>>& answer) {
                               finishRead(row, answer);
                           });
}

void BatchChangePresenter::finishRead(std::size_t row,
                                      const Result<std::vector<ttl::IndexSpec>>& answer)
{
    BatchTarget target = m_targets.targets()[row];
    target.stage = BatchStage::Unusable;
    target.unread.reset();
    if (!answer) {
        target.unread = describe(answer.error());
        target.problem = target.unread->sentence;
    } else if (const auto found
               = std::ranges::find(*answer, target.index.name, &ttl::IndexSpec::name);
               found == answer->end()) {
        target.problem = tr("the index no longer exists");
    } else if (!found->isTtl()) {
        target.problem = tr("is no longer a TTL index");
    } else {
        target.spec = *found;
        target.stage = BatchStage::Waiting;
    }
    m_targets.change(row, std::move(target));
    m_timeline.clear(); // its rules may be others now
    if (!reading()) {
        recheck();
    }
    update();
}

void BatchChangePresenter::edit(const ChangeDraft& draft)
{
    if (!isEditable(m_state.phase)) {
        return;
    }
    m_state.draft = draft;
    rereadChanged();
    recheck();
    update();
}

// What the journal notes as the state before the next change must be what the last one has left.
void BatchChangePresenter::rereadChanged()
{
    while (const std::optional<std::size_t> row = firstIn(BatchStage::Changed)) {
        m_state.phase = EditPhase::Loading;
        setStage(*row, BatchStage::Reading);
        read(*row);
    }
}

bool BatchChangePresenter::isComplete() const
{
    const ChangeDraft& draft = m_state.draft;
    return draft.kind == ChangeKind::Hide ? m_state.hidingAvailable
                                          : draft.wantedSeconds().has_value();
}

bool BatchChangePresenter::isDone(const BatchTarget& target) const
{
    const ChangeDraft& draft = m_state.draft;
    return draft.kind == ChangeKind::Hide
        ? target.spec.hidden
        : isComplete() && target.spec.expireAfterSeconds == draft.wantedSeconds();
}

ttl::IndexChange BatchChangePresenter::changeOf(const BatchTarget& target) const
{
    ttl::IndexChange change{target.index, m_state.draft.wantedSeconds(), {}};
    if (m_state.draft.kind == ChangeKind::Hide) {
        change.hidden = true;
    }
    return change;
}

// The effects that were counted belong to another change, so they are counted again. A rule that
// was changed before is sent again only if the change is another one now.
void BatchChangePresenter::recheck()
{
    m_cancel.cancel();
    m_query->drop();
    m_debounce.stop();
    m_state.failure.reset();
    if (reading()) {
        return;
    }
    const bool counts = m_state.draft.setsPeriod();
    bool any = false;
    for (std::size_t row = 0; row < m_targets.targets().size(); ++row) {
        BatchTarget target = m_targets.targets()[row];
        if (target.stage == BatchStage::Unusable) {
            continue;
        }
        const bool done = isDone(target);
        // what neither sets a period nor drops anything deletes nothing
        target.affected = 0;
        target.documents = 0;
        target.exact = true;
        target.error = 0.0;
        target.problem.clear();
        target.leftOut = false;
        target.stage = done           ? BatchStage::Unchanged
            : counts || !isComplete() ? BatchStage::Waiting
                                      : BatchStage::Counted;
        m_targets.change(row, std::move(target));
        any = any || !done;
    }
    if (!any) {
        m_state.failure = whyUnread(); // not to be read as rules that need no change
    }
    if (!any || !isComplete()) {
        m_state.phase = EditPhase::Editing;
    } else if (counts) {
        m_state.phase = EditPhase::Counting;
        m_debounce.start();
    } else {
        m_state.phase = EditPhase::Ready;
    }
    if (!isComplete() || m_state.phase == EditPhase::Counting) {
        m_timeline.setAside();
    } else {
        beginTimeline();
        m_timeline.countRest();
    }
}

void BatchChangePresenter::beginTimeline()
{
    const ChangeDraft& draft = m_state.draft;
    std::map<std::size_t, TimelineRule> rules;
    for (std::size_t row = 0; row < m_targets.targets().size(); ++row) {
        const BatchTarget& target = m_targets.targets()[row];
        const std::optional<ttl::Rule> rule = target.stage == BatchStage::Unusable
            ? std::nullopt
            : ttl::ruleOf(target.index.ns, target.spec);
        if (rule) {
            const RuleFate fate = draft.kind == ChangeKind::StopExpiring ? RuleFate::Ended
                : draft.setsPeriod() && !isDone(target)                  ? RuleFate::Changed
                                                                         : RuleFate::Kept;
            rules.emplace(row, TimelineRule{*rule, fate});
        }
    }
    m_timeline.begin(rules, draft.setsPeriod() ? draft.wantedSeconds().value_or(0) : 0);
}

void BatchChangePresenter::setStage(std::size_t row, BatchStage stage, const QString& problem)
{
    BatchTarget target = m_targets.targets()[row];
    target.stage = stage;
    target.problem = problem;
    target.leftOut = false;
    m_targets.change(row, std::move(target));
}

std::optional<std::size_t> BatchChangePresenter::firstIn(BatchStage stage) const
{
    const std::vector<BatchTarget>& targets = m_targets.targets();
    const auto found = std::ranges::find(targets, stage, &BatchTarget::stage);
    return found == targets.end()
        ? std::nullopt
        : std::optional(static_cast<std::size_t>(std::distance(targets.begin(), found)));
}

std::optional<std::size_t> BatchChangePresenter::firstToSend() const
{
    const std::vector<BatchTarget>& targets = m_targets.targets();
    const auto found = std::ranges::find_if(targets, isToBeSent);
    return found == targets.end()
        ? std::nullopt
        : std::optional(static_cast<std::size_t>(std::distance(targets.begin(), found)));
}

int BatchChangePresenter::toChange() const
{
    return static_cast<int>(std::ranges::count_if(m_targets.targets(), isToBeSent));
}

int BatchChangePresenter::countIn(BatchStage stage) const
{
    return static_cast<int>(std::ranges::count(m_targets.targets(), stage, &BatchTarget::stage));
}

int BatchChangePresenter::countUnread() const
{
    return static_cast<int>(std::ranges::count_if(
        m_targets.targets(), [](const BatchTarget& target) { return target.unread.has_value(); }));
}

std::optional<FailureText> BatchChangePresenter::whyUnread() const
{
    const std::vector<BatchTarget>& targets = m_targets.targets();
    const auto found = std::ranges::find_if(
        targets, [](const BatchTarget& target) { return target.unread.has_value(); });
    return found == targets.end() ? std::nullopt : found->unread;
}

void BatchChangePresenter::count()
{
    m_debounce.stop();
    if (!isComplete() || !m_state.draft.setsPeriod() || !isEditable(m_state.phase) || reading()) {
        return;
    }
    m_cancel.cancel();
    m_cancel = {};
    m_query->drop();
    for (std::size_t row = 0; row < m_targets.targets().size(); ++row) {
        // a counted one may have no timeline yet
        const BatchStage stage = m_targets.targets()[row].stage;
        if (stage == BatchStage::Uncounted
            || (stage == BatchStage::Counted && m_timeline.isMissing(row))) {
            setStage(row, BatchStage::Waiting);
        }
    }
    if (m_timeline.hasBegun()) {
        m_timeline.retry();
    } else {
        beginTimeline();
    }
    m_state.phase = EditPhase::Counting;
    countNext();
}

// One after the other, so that a production server has only one count of ours at a time.
void BatchChangePresenter::countNext()
{
    const std::optional<std::size_t> row = firstIn(BatchStage::Waiting);
    if (!row) {
        m_state.phase = firstToSend() ? EditPhase::Ready : EditPhase::Editing;
        m_timeline.countRest();
        update();
        return;
    }
    const BatchTarget& target = m_targets.targets()[*row];
    services::EffectQuery query;
    query.before = ttl::ruleOf(target.index.ns, target.spec);
    ttl::IndexSpec changed = target.spec;
    changed.expireAfterSeconds = m_state.draft.wantedSeconds();
    changed.expiryValueInvalid = false;
    query.after = *ttl::ruleOf(target.index.ns, changed);
    query.zone = m_services.settings.zone();
    query.cancel = m_cancel;
    query.edges = m_timeline.edges();
    m_query->ask(
        m_services.indexes.effect(std::move(query)), this,
        [this, row = *row](const services::EffectAnswer& answer) { finishCount(row, answer); });
    update();
}

void BatchChangePresenter::finishCount(std::size_t row, const services::EffectAnswer& answer)
{
    BatchTarget target = m_targets.targets()[row];
    target.stage = answer.impact ? BatchStage::Counted : BatchStage::Uncounted;
    if (answer.impact) {
        target.affected = answer.impact->affected;
        target.documents = answer.impact->documents;
        target.exact = answer.impact->exact;
        target.error = answer.impact->error;
    } else {
        target.problem = describe(answer.impact.error()).sentence;
    }
    m_targets.change(row, std::move(target));
    m_timeline.take(row, answer);
    countNext();
}

void BatchChangePresenter::cancelCount()
{
    const bool counting = m_state.phase == EditPhase::Counting;
    if (counting && !m_timeline.hasBegun()) {
        beginTimeline(); // still in the pause after an edit: what is shown is of the change before
    }
    m_timeline.leaveOutRest();
    if (!counting) {
        update();
        return;
    }
    m_cancel.cancel();
    m_debounce.stop();
    m_query->drop();
    while (const std::optional<std::size_t> row = firstIn(BatchStage::Waiting)) {
        setStage(*row, BatchStage::Uncounted);
    }
    countNext();
}

void BatchChangePresenter::setTypedName(const QString& name)
{
    m_typedName = name;
    update();
}

EffectState BatchChangePresenter::total() const
{
    EffectState sum;
    sum.phase = Phase::Ready;
    for (const BatchTarget& target : m_targets.targets()) {
        if (target.stage == BatchStage::Counted) {
            sum.affected += target.affected;
            sum.error = std::hypot(sum.error, target.error);
            sum.documents += target.documents;
            sum.exact = sum.exact && target.exact;
        } else if (isToBeSent(target)) {
            sum.phase = Phase::Failed;
        }
    }
    return sum;
}

void BatchChangePresenter::update()
{
    updateSentence();
    m_state.preview = m_timeline.preview();
    m_state.timelineNote = batchTimelineNote(m_timeline);
    m_state.timelineCounting = m_timeline.isCounting();
    m_state.warning = batchWarning(m_state.draft, m_targets.targets());
    updateConfirm();
    Q_EMIT stateChanged();
}

void BatchChangePresenter::updateSentence()
{
    m_state.progress.reset();
    m_state.sentence.clear();
    if (m_state.phase == EditPhase::Sending) {
        m_state.progress = BatchProgress{countIn(BatchStage::Changed), m_batch, m_ending};
        m_state.sentence = batchProgressWords(*m_state.progress);
    } else if (m_state.phase == EditPhase::Ready || m_state.phase == EditPhase::Failed) {
        const bool cancelled = std::ranges::any_of(m_targets.targets(), &BatchTarget::leftOut);
        m_state.sentence = cancelled
            ? batchCancelledWords({countIn(BatchStage::Changed), m_batch, true})
            : batchEffectWords(total(), toChange());
    }
}

void BatchChangePresenter::updateConfirm()
{
    const EffectState sum = total();
    const bool production = m_services.connections.state().label.isProduction();
    const QString rules = tr("Change %Ln rule(s)", nullptr, toChange());
    ConfirmState confirm;
    //: %1 is "Change 3 rules", %2 is "12 documents"
    confirm.buttonText = sum.phase == Phase::Ready && sum.affected > 0
        ? tr("%1 and delete %2")
              .arg(rules,
                   sum.exact ? tr("%Ln document(s)", nullptr, pluralCount(sum.affected))
                             : tr("about %Ln document(s)", nullptr, pluralCount(sum.affected)))
        : rules;
    const bool known = m_state.phase == EditPhase::Ready || m_state.phase == EditPhase::Failed;
    if (const QString refused = whyNoChanges(m_services.connections); !refused.isEmpty()) {
        confirm.reason = refused;
        confirm.canUnlock = canBeUnlocked(m_services.connections);
    } else if (m_state.phase == EditPhase::Counting) {
        confirm.reason = tr("Counting what this would delete.");
    } else if (m_state.phase == EditPhase::Editing && m_state.failure) {
        confirm.reason = tr("%Ln rule(s) could not be read.", nullptr, countUnread());
    } else if (m_state.phase == EditPhase::Editing && isComplete()) {
        confirm.reason = tr("No rule is left to change.");
    } else if (m_state.phase == EditPhase::Editing) {
        confirm.reason = tr("Enter the new period first.");
    } else if (known) {
        confirm.ceremony = ceremonyFor(sum, production);
        confirm.enabled = toChange() > 0;
    }
    if (confirm.ceremony == Ceremony::TypeName) {
        // several collections have no common name, so that of the connection must be typed
        confirm.nameToType = connectionName(m_services.connections.state());
        confirm.enabled = confirm.enabled && m_typedName == confirm.nameToType;
        //: %1 is the name of the connection
        confirm.reason = production
            ? tr("This is a production connection: type its name, %1.").arg(confirm.nameToType)
            : sum.phase == Phase::Ready
            ? tr("Many documents are deleted at once: type the connection's name, %1.")
                  .arg(confirm.nameToType)
            : tr("It is not known how many documents are deleted: type the connection's name, %1.")
                  .arg(confirm.nameToType);
    }
    m_offer.fill(confirm, &sum, false);
    m_state.confirm = confirm;
}

} // namespace sandglass::presenters

#include "moc_batch_change_presenter.cpp"
