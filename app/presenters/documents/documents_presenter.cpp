// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/documents_presenter.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// As the first word of a list's entry.
QString capitalised(const QString& words)
{
    return words.left(1).toUpper() + words.mid(1);
}

} // namespace

DocumentsPresenter::DocumentsPresenter(services::ServiceSet& services, protocol::Namespace ns,
                                       QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_server(services::serverName(services.connections.state()))
    , m_query(std::make_unique<services::Latest>())
    , m_count(std::make_unique<services::Latest>())
{
    m_state.ns = std::move(ns);
    // the title of the dates names it, also where no page could be read
    m_model.setZone(m_services.settings.zone());
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this,
            [this] { m_model.setNow(m_services.connections.serverNow()); });
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &DocumentsPresenter::loadRules);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &DocumentsPresenter::updateLock);
    connect(&m_services.connections, &services::ConnectionService::connected, this,
            &DocumentsPresenter::readAgain);
    connect(&m_services.connections, &services::ConnectionService::disconnected, this,
            &DocumentsPresenter::loseConnection);
    connect(&m_services.settings, &services::Settings::zoneChanged, this, [this] {
        m_model.setZone(m_services.settings.zone());
        updateRange();
        updateAge(!m_state.asOfText.isEmpty());
        Q_EMIT stateChanged();
    });
    m_slow.setSingleShot(true);
    m_slow.setInterval(1s);
    connect(&m_slow, &QTimer::timeout, this, [this] {
        updateAge(m_state.phase == Phase::Stale);
        Q_EMIT stateChanged();
    });
    followUndos();
    updateLock();
    loadRules();
}

DocumentsPresenter::~DocumentsPresenter() = default;

void DocumentsPresenter::setVisible(bool visible)
{
    if (m_visible == visible) {
        return;
    }
    m_visible = visible;
    if (visible) {
        m_tick.start();
        refresh();
    } else {
        m_tick.stop();
    }
}

void DocumentsPresenter::updateLock()
{
    m_state.cannotChangeReason = whyNoChanges(m_services.connections);
    Q_EMIT stateChanged();
}

void DocumentsPresenter::loadRules()
{
    const services::CatalogCollection* entry = m_services.catalog.catalog().find(m_state.ns);
    const std::string field = m_state.field.toStdString();
    const std::optional<ttl::ServerInfo>& server = m_services.connections.state().server;
    m_rules.clear();
    m_state.ruleNames.clear();
    const bool series = entry && ttl::bucketSpanSeconds(entry->spec) > 0;
    for (ttl::IndexSpec& index :
         entry ? services::ttlIndexes(*entry) : std::vector<ttl::IndexSpec>{}) {
        // a field that queries cannot see gives no countdown
        if (server && server->hidesField(index.singleField())) {
            continue;
        }
        const QString name
            = index.name.empty() ? tr("the collection's own rule") : text(index.name);
        //: a rule that deletes whole buckets of a time series: "timestamp_1 (at the latest)"
        m_state.ruleNames << (series ? tr("%1 (at the latest)").arg(name) : name);
        m_rules.push_back(std::move(index));
    }
    takeRule();
    updateKinds();
    updateRange();
    Q_EMIT stateChanged();
    // another field means another order, so the page on screen is wrong
    if (m_visible && m_services.catalog.knows(m_state.ns)
        && (m_state.phase == Phase::Idle || m_lost || m_state.field != text(field))) {
        load();
    }
}

void DocumentsPresenter::takeRule()
{
    const auto found = std::ranges::find(m_rules, m_ruleName, &ttl::IndexSpec::name);
    const auto row
        = found == m_rules.end() ? 0 : static_cast<int>(std::distance(m_rules.begin(), found));
    m_state.rule = m_rules.empty() ? -1 : row;
    if (found == m_rules.end()) {
        m_state.shown.triedSeconds.reset(); // it was tried for the rule that is gone
    }
    const ttl::IndexSpec* rule = chosenRule();
    m_state.field = rule ? text(ttl::ruleOf({}, *rule)->field) : QString();
}

const ttl::IndexSpec* DocumentsPresenter::chosenRule() const
{
    return m_state.rule < 0 ? nullptr : &m_rules[static_cast<std::size_t>(m_state.rule)];
}

ttl::Rule DocumentsPresenter::knownRule(const ttl::IndexSpec& index) const
{
    // the index alone does not say how long a time series keeps its buckets
    for (ttl::Rule& rule : m_services.forecasts.rules(m_state.ns)) {
        if (rule.index.name == index.name) {
            return std::move(rule);
        }
    }
    return *ttl::ruleOf(m_state.ns, index);
}

void DocumentsPresenter::setRule(int rule)
{
    if (rule < 0 || rule >= m_state.ruleNames.size()) {
        return;
    }
    m_state.rule = rule;
    m_ruleName = chosenRule()->name;
    m_state.field = text(ttl::ruleOf({}, *chosenRule())->field);
    m_state.shown.triedSeconds.reset(); // that was for the rule before
    updateKinds();
    updateRange();
    m_state.page = 0;
    load();
}

void DocumentsPresenter::updateKinds()
{
    m_kinds = {DocumentsShown{}};
    m_state.kindNames = QStringList{tr("All documents")};
    const ttl::IndexSpec* index = chosenRule();
    const auto add = [this](const QString& name, BarDocuments::Kind bar,
                            std::optional<ttl::NeverReason> never = {}) {
        m_state.kindNames << name;
        m_kinds.push_back({bar, never, {}, {}});
    };
    // by an unusable rule nothing ever expires
    if (const std::optional<ttl::Rule> rule
        = index ? std::optional(knownRule(*index)) : std::nullopt;
        rule && rule->valid) {
        add(tr("Overdue"), BarDocuments::Kind::Overdue);
        add(tr("Never expiring"), BarDocuments::Kind::Never);
        for (const ttl::NeverReason reason : {ttl::NeverReason::NoField, ttl::NeverReason::NotADate,
                                              ttl::NeverReason::OutsideFilter}) {
            if (reason != ttl::NeverReason::OutsideFilter || rule->partialFilter) {
                add(capitalised(neverText(reason)), BarDocuments::Kind::Never, reason);
            }
        }
    }
    const auto found = std::ranges::find_if(m_kinds, [this](const DocumentsShown& kind) {
        return kind.bar == m_state.shown.bar && kind.never == m_state.shown.never
            && kind.triedSeconds == m_state.shown.triedSeconds;
    });
    m_state.kind
        = found == m_kinds.end() ? -1 : static_cast<int>(std::distance(m_kinds.begin(), found));
    m_state.cannotDateReason = whyNoDates();
}

QString DocumentsPresenter::whyNoDates() const
{
    if (m_state.field.isEmpty()) {
        const bool unread = !m_services.catalog.knows(m_state.ns)
            || m_services.catalog.catalog().isPartial(m_state.ns);
        return unread
            ? tr("The rules of the collection have not been read, so it is not known which date "
                 "decides when its documents expire.")
            : tr("The collection has no rule, so no date decides when its documents expire.");
    }
    const services::CatalogCollection* entry = m_services.catalog.catalog().find(m_state.ns);
    const bool fixed
        = m_state.field == u"_id"_s || (entry && ttl::bucketSpanSeconds(entry->spec) > 0);
    return fixed ? tr("The date that this collection's rule uses cannot be changed.") : QString();
}

void DocumentsPresenter::show(const DocumentsShown& shown)
{
    m_state.shown = shown;
    m_state.page = 0;
    updateKinds();
    updateRange();
    load();
}

void DocumentsPresenter::showRange(base::Time from, base::Time to, const std::string& indexName)
{
    // the bar of overdue documents has no start
    showBar({m_state.ns,
             indexName,
             from <= kEverBefore ? BarDocuments::Kind::Overdue : BarDocuments::Kind::Range,
             from,
             to,
             {}});
}

void DocumentsPresenter::showBar(const BarDocuments& bar)
{
    if (bar.ns != m_state.ns) {
        return;
    }
    const auto found = std::ranges::find(m_rules, bar.indexName, &ttl::IndexSpec::name);
    if (found != m_rules.end()) {
        m_state.rule = static_cast<int>(std::distance(m_rules.begin(), found));
        m_ruleName = bar.indexName;
        m_state.field = text(ttl::ruleOf({}, *found)->field);
    }
    // just these documents, so no filter of before
    m_filter.reset();
    m_state.filterText.clear();
    m_state.filterProblem.clear();
    DocumentsShown shown{bar.kind, bar.reason, bar.from, bar.to, bar.triedSeconds};
    if (bar.kind == BarDocuments::Kind::Overdue && !bar.to) {
        shown.to = m_services.connections.serverNow();
    }
    show(shown);
}

void DocumentsPresenter::setKind(int kind)
{
    if (kind < 0 || std::cmp_greater_equal(kind, m_kinds.size())) {
        return;
    }
    DocumentsShown shown = m_kinds[static_cast<std::size_t>(kind)];
    shown.to = m_services.connections.serverNow();
    show(shown);
}

void DocumentsPresenter::clearRange()
{
    show({});
}

void DocumentsPresenter::updateRange()
{
    const DocumentsShown& shown = m_state.shown;
    const QTimeZone zone = m_services.settings.zone();
    m_state.rangeText.clear();
    if (!shown.bar) {
        return;
    }
    const base::Time from = shown.from.value_or(kEverBefore);
    const base::Time to = shown.to.value_or(m_services.connections.serverNow());
    switch (*shown.bar) {
    case BarDocuments::Kind::Overdue:
        m_state.rangeText = tr("expired until %1").arg(zonedMomentText(to, zone));
        break;
    case BarDocuments::Kind::Range:
        m_state.rangeText
            = tr("expiring %1 – %2").arg(momentText(from, zone), zonedMomentText(to, zone));
        break;
    case BarDocuments::Kind::Later:
        m_state.rangeText = tr("expiring after %1").arg(zonedMomentText(from, zone));
        break;
    case BarDocuments::Kind::Never:
        m_state.rangeText = shown.never ? neverText(*shown.never) : tr("never expiring");
        break;
    }
    if (shown.triedSeconds) {
        //: %1 is "expiring 12:00 – 13:00"; %2 is a rule in words such as "after 30 d"
        m_state.rangeText
            = tr("%1, what if %2").arg(m_state.rangeText, ruleWords(*shown.triedSeconds));
    }
}

DocumentsPresenter::Asked DocumentsPresenter::asked() const
{
    return {m_state.filterText, m_state.sortText, m_filter, m_sort};
}

void DocumentsPresenter::setFilter(const QString& typed)
{
    const QueryText filter = checkFilter(typed);
    m_state.filterProblem = filter.problem;
    if (!filter.problem.isEmpty()) {
        Q_EMIT stateChanged();
        return;
    }
    m_before = asked();
    m_filter = filter.document;
    m_state.filterText = typed.trimmed();
    m_state.page = 0;
    load();
}

void DocumentsPresenter::setSort(const QString& typed)
{
    const QueryText sort = readSort(typed);
    m_state.sortProblem = sort.problem;
    if (!sort.problem.isEmpty()) {
        Q_EMIT stateChanged();
        return;
    }
    m_before = asked();
    m_sort = sort.document;
    m_state.sortText = typed.trimmed();
    m_state.page = 0;
    loadPage();
}

std::string DocumentsPresenter::utf8Field() const
{
    return utf8(m_state.field);
}

QString DocumentsPresenter::nameToType() const
{
    return m_services.connections.state().label.isProduction() ? text(m_state.ns.collection)
                                                               : QString();
}

QDateTime DocumentsPresenter::shownNow() const
{
    return toDateTime(m_services.connections.serverNow(), m_services.settings.zone());
}

} // namespace sandglass::presenters

#include "moc_documents_presenter.cpp"
