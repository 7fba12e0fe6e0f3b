// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/explorer/inspector_presenter.h"

#include "app/bson/json.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

QString ruleSentence(const ttl::IndexSpec& index)
{
    const QString field = text(index.singleField());
    if (index.expiryValueInvalid) {
        return InspectorPresenter::tr(
            "The value of this TTL index is unusable, so it deletes nothing.");
    }
    if (!index.expireAfterSeconds) {
        return InspectorPresenter::tr("An ordinary index: nothing expires by it.");
    }
    const QString sentence = *index.expireAfterSeconds == 0
        ? InspectorPresenter::tr("A document goes at the moment stored in its field %1.").arg(field)
        : InspectorPresenter::tr("A document goes %1 after the moment stored in its field %2.")
              .arg(durationWords(*index.expireAfterSeconds), field);
    QStringList sentences{
        sentence,
        InspectorPresenter::tr(
            "Documents without a date there never go; of several dates the earliest counts.")};
    if (index.partialFilter) {
        sentences << InspectorPresenter::tr("Only documents inside the partial filter go.");
    }
    if (index.hidden) {
        sentences << InspectorPresenter::tr(
            "The index is hidden from queries, but goes on deleting.");
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
    // only a document has a countdown that has to tick
    if (m_document && !m_tick.isActive()) {
        m_tick.start();
    } else if (!m_document) {
        m_tick.stop();
    }
    if (!m_ns.collection.empty()) {
        const services::CatalogCollection* entry = m_services.catalog.catalog().find(m_ns);
        if (!entry) {
            m_state.phase = m_services.catalog.isLoaded() ? Phase::Failed : Phase::Loading;
            m_state.title = text(m_ns.text());
            m_state.explanation
                = m_services.catalog.isLoaded() ? tr("It is not there any more.") : QString();
        } else if (m_document) {
            fillDocument();
        } else if (m_indexName.empty()) {
            fillCollection(*entry);
        } else {
            fillIndex(entry->indexes);
        }
    }
    Q_EMIT stateChanged();
}

void InspectorPresenter::addFact(const QString& label, const QString& value, Tone tone)
{
    m_state.facts.push_back({label, value, tone});
}

void InspectorPresenter::fillIndex(const std::vector<ttl::IndexSpec>& indexes)
{
    m_state.title = text(m_indexName);
    const auto found = std::ranges::find(indexes, m_indexName, &ttl::IndexSpec::name);
    if (found == indexes.end()) {
        m_state.phase = Phase::Failed;
        m_state.explanation = tr("It is not there any more.");
        return;
    }
    const ttl::IndexSpec& index = *found;
    m_state.phase = Phase::Ready;
    m_state.subtitle = index.isTtl() ? tr("TTL index of %1").arg(text(m_ns.text()))
                                     : tr("Index of %1").arg(text(m_ns.text()));
    m_state.explanation = ruleSentence(index);
    addFact(tr("Key"), keyText(index.key));
    if (index.expireAfterSeconds) {
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
        addFact(tr("Hidden"), index.isTtl() ? tr("yes, but deleting") : tr("yes"),
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
    const std::optional<std::int64_t>& own = collection.spec.expireAfterSeconds;
    m_state.phase = Phase::Ready;
    m_state.title = text(m_ns.text());
    m_state.subtitle = tr("Collection");
    const auto rules = std::ranges::count_if(indexes, &ttl::IndexSpec::isTtl) + (own ? 1 : 0);
    if (rules == 0) {
        m_state.explanation = tr("Nothing in this collection expires: it has no TTL index.");
    } else if (rules > 1) {
        m_state.explanation
            = tr("Several rules: a document goes as soon as the first of them says so.");
    }
    if (own) {
        addFact(tr("The collection's own rule"), ruleWords(*own));
    }
    for (const ttl::IndexSpec& index : indexes) {
        if (index.isTtl()) {
            addFact(text(index.name),
                    index.expireAfterSeconds ? ruleWords(*index.expireAfterSeconds)
                                             : tr("unusable value"),
                    index.expireAfterSeconds ? Tone::Plain : Tone::Bad);
        }
    }
    addFact(tr("Indexes"), countText(static_cast<std::int64_t>(indexes.size())));
}

// What one rule says of the document.
void InspectorPresenter::addVerdict(const ttl::Rule& rule, const ttl::Verdict& verdict,
                                    base::Time now)
{
    const QString name
        = rule.collectionLevel ? tr("The collection's own rule") : text(rule.index.name);
    if (rule.kept) {
        addFact(name, tr("not known: the server keeps %1 to itself").arg(text(rule.field)));
        return;
    }
    if (!verdict.eligibleAt) {
        const ttl::NeverReason reason = verdict.never.value_or(ttl::NeverReason::NoField);
        const bool tooEarly = reason == ttl::NeverReason::OutsideFilter;
        addFact(name,
                tooEarly ? tr("never: dates before 1970 do not expire by it") : neverText(reason),
                Tone::Warning);
        return;
    }
    QString when = tr("%1 (%2)").arg(countdownText(*verdict.eligibleAt, now),
                                     momentText(*verdict.eligibleAt, m_services.settings.zone()));
    if (rule.bucketSpanSeconds > 0) {
        when = tr("%1 at the latest: it goes with its bucket").arg(when);
    }
    const bool partial = rule.partialFilter && !rule.collectionLevel;
    addFact(name, partial ? tr("%1, if inside the partial filter").arg(when) : when,
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
        known = known && !rule.kept;
        const ttl::Verdict verdict = ttl::judge(rule.forJudging(), *m_document);
        addVerdict(rule, verdict, now);
        if (verdict.eligibleAt && !rule.kept) {
            first = first ? std::min(*first, *verdict.eligibleAt) : *verdict.eligibleAt;
        }
    }
    if (!any) {
        m_state.explanation = tr("Never expires: the collection has no TTL index.");
    } else if (!known) {
        m_state.explanation = tr("Only the server knows when it expires.");
    } else if (first) {
        m_state.explanation
            = tr("Expires %1. The TTL monitor deletes it on its next pass after that.")
                  .arg(countdownText(*first, now));
    } else {
        m_state.explanation = tr("Never expires: no rule finds a usable date in it.");
    }
}

} // namespace sandglass::presenters

#include "moc_inspector_presenter.cpp"
