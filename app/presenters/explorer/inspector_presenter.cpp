// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/explorer/inspector_presenter.h"

#include "app/bson/json.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/own_rule.h"
#include "app/ttl/rule.h"

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// Whether documents expire by the index: a usable rule has seconds.
bool expires(const ttl::IndexSpec& index)
{
    return index.expireAfterSeconds && ttl::expiryRuleOf(index).valid;
}

// The sentences follow app/ttl/SEMANTICS.md 3.3: the earliest date counts, other values never
// expire, the filter decides, and hiding changes nothing.
QString ruleSentence(const ttl::IndexSpec& index)
{
    const QString field = text(index.singleField());
    if (index.expiryValueInvalid) {
        return InspectorPresenter::tr(
            "The value of this TTL index is unusable, so it deletes nothing.");
    }
    if (!index.expireAfterSeconds) {
        return InspectorPresenter::tr("An ordinary index: it expires nothing.");
    }
    if (!ttl::hasExpiringKey(index)) {
        return InspectorPresenter::tr("A TTL index of this kind deletes nothing: only an ascending "
                                      "or descending index on one field expires documents.");
    }
    const QString sentence = *index.expireAfterSeconds == 0
        ? InspectorPresenter::tr("A document expires at the date stored in its field %1.")
              .arg(field)
        : InspectorPresenter::tr("A document expires %1 after the date stored in its field %2.")
              .arg(periodWords(*index.expireAfterSeconds), field);
    QStringList sentences{sentence,
                          InspectorPresenter::tr("Documents without a date in this field never "
                                                 "expire; of several dates the earliest counts.")};
    if (index.partialFilter) {
        sentences << InspectorPresenter::tr("Only documents that match the partial filter expire.");
    }
    if (index.hidden) {
        sentences << InspectorPresenter::tr(
            "The index is hidden from queries but continues to delete.");
    }
    return sentences.join(u' ');
}

} // namespace

InspectorPresenter::InspectorPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &InspectorPresenter::show);
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &InspectorPresenter::show);
    connect(&m_services.settings, &services::Settings::zoneChanged, this,
            &InspectorPresenter::show);
}

InspectorPresenter::~InspectorPresenter() = default;

void InspectorPresenter::showIndex(const ttl::IndexRef& index)
{
    m_ns = index.ns;
    m_indexName = index.name;
    m_document.reset();
    show();
}

void InspectorPresenter::showCollection(const protocol::Namespace& ns)
{
    m_ns = ns;
    m_indexName.clear();
    m_document.reset();
    show();
}

void InspectorPresenter::showDocument(const protocol::Namespace& ns, const bson::Document& document)
{
    m_ns = ns;
    m_indexName.clear();
    m_document = document;
    show();
}

void InspectorPresenter::clear()
{
    m_ns = {};
    m_indexName.clear();
    m_document.reset();
    show();
}

void InspectorPresenter::show()
{
    m_state = {};
    // only a document has countdowns
    if (m_document && !m_tick.isActive()) {
        m_tick.start();
    } else if (!m_document) {
        m_tick.stop();
    }
    // the catalogue may have lost what is shown, or not be read yet
    if (!m_ns.collection.empty()) {
        const services::CatalogCollection* entry = m_services.catalog.catalog().find(m_ns);
        if (!entry) {
            fillMissing();
        } else if (m_document) {
            fillDocument();
        } else if (m_indexName.empty()) {
            fillCollection(*entry);
        } else if (!m_services.catalog.knows(m_ns)) {
            m_state.phase = Phase::Loading;
            m_state.title = text(m_indexName);
        } else {
            fillIndex(*entry);
            m_services.catalog.needDetails(m_ns);
        }
    }
    Q_EMIT stateChanged();
}

void InspectorPresenter::fillMissing()
{
    const services::CatalogService& catalog = m_services.catalog;
    m_state.title = text(m_ns.text());
    std::optional<Error> error = catalog.catalog().unread(m_ns);
    if (!error) {
        // of databases that may not be listed, only those named by hand are known
        error = catalog.catalog().refused ? catalog.catalog().refused : catalog.error();
    }
    if (error && error->code != Errc::Cancelled) {
        m_state.phase = Phase::Failed;
        m_state.failure = describe(*error);
    } else if (!catalog.isLoaded()) {
        m_state.phase = Phase::Loading;
    } else {
        m_state.phase = Phase::Failed;
        m_state.explanation = tr("It no longer exists.");
    }
}

void InspectorPresenter::addFact(const QString& label, const QString& value, Tone tone)
{
    m_state.facts.push_back({label, value, tone});
}

void InspectorPresenter::fillIndex(const services::CatalogCollection& collection)
{
    m_state.title = text(m_indexName);
    if (collection.error) {
        m_state.failure = describe(*collection.error);
    }
    const auto found = std::ranges::find(collection.indexes, m_indexName, &ttl::IndexSpec::name);
    if (found == collection.indexes.end()) {
        m_state.phase = Phase::Failed;
        m_state.explanation = collection.error ? QString() : tr("It no longer exists.");
        return;
    }
    const ttl::IndexSpec& index = *found;
    m_state.phase = Phase::Ready;
    m_state.subtitle = index.isTtl() ? tr("TTL index of %1").arg(text(m_ns.text()))
                                     : tr("Index of %1").arg(text(m_ns.text()));
    m_state.explanation = ruleSentence(index);
    addFact(tr("Key"), keyText(index.key));
    if (index.expireAfterSeconds && !ttl::hasExpiringKey(index)) {
        addFact(tr("Expires"), tr("never: unusable kind of index"), Tone::Bad);
    } else if (index.expireAfterSeconds) {
        addFact(tr("Expires"), ruleWords(*index.expireAfterSeconds));
        if (*index.expireAfterSeconds > 0) {
            addFact(tr("Seconds"), countText(*index.expireAfterSeconds));
        }
    } else if (index.expiryValueInvalid) {
        addFact(tr("Expires"), tr("never: unusable value"), Tone::Bad);
    }
    if (index.partialFilter) {
        addFact(tr("Partial filter"), text(bson::toJson(*index.partialFilter)));
    }
    if (index.hidden) {
        addFact(tr("Hidden"), index.isTtl() ? tr("yes, but still deleting") : tr("yes"),
                index.isTtl() ? Tone::Warning : Tone::Plain);
    }
    addFact(tr("State"), index.building ? tr("being built") : tr("ready"),
            index.building ? Tone::Warning : Tone::Good);
    if (index.bytes) {
        addFact(tr("Size"), bytesText(*index.bytes));
    }
    if (index.uses) {
        //: uses by queries only, never by expiry
        addFact(tr("Uses by queries"), countText(*index.uses));
    }
    m_state.source = text(bson::toPrettyJson(index.listed));
}

void InspectorPresenter::fillCollection(const services::CatalogCollection& collection)
{
    const std::vector<ttl::IndexSpec>& indexes = collection.indexes;
    const std::optional<ttl::IndexSpec> own = ttl::ownRule(collection.spec);
    const bool ownIsTtl = own && own->isTtl();
    const bool ownExpires = own && expires(*own);
    m_state.phase = Phase::Ready;
    m_state.title = text(m_ns.text());
    m_state.subtitle = tr("Collection");
    const auto rules = std::ranges::count_if(indexes, &ttl::IndexSpec::isTtl) + (ownIsTtl ? 1 : 0);
    const auto usable = std::ranges::count_if(indexes, &expires) + (ownExpires ? 1 : 0);
    if (collection.error) {
        m_state.failure = describe(*collection.error);
        // indexes that were read before are shown
        m_state.phase = indexes.empty() ? Phase::Failed : Phase::Stale;
    } else if (!m_services.catalog.knows(m_ns)) {
        m_state.phase = Phase::Loading;
        return;
    } else if (rules == 0) {
        m_state.explanation = tr("Nothing in this collection expires: it has no TTL index.");
    } else if (usable == 0) {
        m_state.explanation = tr("Nothing in this collection expires: no TTL index is usable.");
    } else if (usable > 1) {
        m_state.explanation
            = tr("Several rules: a document expires as soon as the first of them applies.");
    }
    if (ownExpires) {
        addFact(tr("The collection's own rule"), ruleWords(*own->expireAfterSeconds));
    } else if (ownIsTtl) {
        addFact(tr("The collection's own rule"), tr("never: unusable value"), Tone::Bad);
    }
    for (const ttl::IndexSpec& index : indexes) {
        if (index.expireAfterSeconds && expires(index)) {
            addFact(text(index.name), ruleWords(*index.expireAfterSeconds));
        } else if (index.isTtl()) {
            addFact(text(index.name),
                    ttl::hasExpiringKey(index) ? tr("never: unusable value")
                                               : tr("never: unusable kind of index"),
                    Tone::Bad);
        }
    }
    if (!collection.error || !indexes.empty()) {
        addFact(tr("Indexes"), countText(static_cast<std::int64_t>(indexes.size())));
    }
}

// The verdict leaves out the partial filter, which only the server evaluates, and it knows no
// buckets, which delay the deletion. Both are added in words.
void InspectorPresenter::addVerdict(const ttl::Rule& rule, const ttl::Verdict& verdict,
                                    base::Time now)
{
    const QString name
        = rule.collectionLevel ? tr("The collection's own rule") : text(rule.index.name);
    if (rule.hiddenByServer) {
        addFact(name, tr("unknown: the server does not expose %1").arg(text(rule.field)));
        return;
    }
    if (!verdict.eligibleAt) {
        const ttl::NeverReason reason = verdict.never.value_or(ttl::NeverReason::NoField);
        // without a filter in the rule, this reason means that its dates start in 1970
        const bool tooEarly = reason == ttl::NeverReason::OutsideFilter;
        addFact(name,
                tooEarly ? tr("never: this rule does not expire dates before 1970")
                         : neverText(reason),
                Tone::Warning);
        return;
    }
    QString when
        = tr("%1 (%2)").arg(countdownText(*verdict.eligibleAt, now),
                            zonedMomentText(*verdict.eligibleAt, m_services.settings.zone()));
    if (rule.bucketSpanSeconds > 0) {
        when = tr("%1 at the latest: it is deleted with its bucket").arg(when);
    }
    const bool partial = rule.partialFilter && !rule.collectionLevel;
    addFact(name, partial ? tr("%1, if it matches the partial filter").arg(when) : when,
            *verdict.eligibleAt <= now ? Tone::Warning : Tone::Plain);
}

void InspectorPresenter::fillDocument()
{
    m_state.phase = Phase::Ready;
    m_state.title = text(bson::toJson((*m_document)["_id"]));
    m_state.subtitle = tr("Document of %1").arg(text(m_ns.text()));
    m_state.source = text(bson::toPrettyJson(*m_document));
    const base::Time now = m_services.connections.serverNow();
    std::optional<base::Time> first;
    bool any = false;
    bool known = true;
    for (const ttl::Rule& rule : m_services.forecasts.rules(m_ns)) {
        any = true;
        known = known && !rule.hiddenByServer;
        const ttl::Verdict verdict = ttl::judge(rule.forJudging(), *m_document);
        addVerdict(rule, verdict, now);
        // the earliest rule decides, because each rule deletes independently of the others
        if (verdict.eligibleAt && !rule.hiddenByServer) {
            first = first ? std::min(*first, *verdict.eligibleAt) : *verdict.eligibleAt;
        }
    }
    if (!any && m_services.catalog.catalog().isPartial(m_ns)) {
        m_state.explanation = tr("Whether it expires is not known: the rules could not be read.");
    } else if (!any && !m_services.catalog.knows(m_ns)) {
        m_state.explanation = tr("Whether it expires is not known yet: the rules are being read.");
    } else if (!any) {
        m_state.explanation = tr("Never expires: the collection has no TTL index.");
    } else if (!known) {
        m_state.explanation = tr("Only the server knows when it expires.");
    } else if (first) {
        //: %1: for example "in 5 minutes"
        const QString coming
            = tr("Expires %1. The TTL monitor deletes it on its next pass after that.");
        //: %1: for example "1 hour overdue"
        const QString overdue = tr("It is %1. The TTL monitor deletes it on its next pass.");
        const bool isOverdue = now - *first >= std::chrono::seconds(1);
        m_state.explanation = (isOverdue ? overdue : coming).arg(countdownText(*first, now));
    } else {
        m_state.explanation = tr("Never expires: no rule finds a usable date in it.");
    }
}

} // namespace sandglass::presenters

#include "moc_inspector_presenter.cpp"
