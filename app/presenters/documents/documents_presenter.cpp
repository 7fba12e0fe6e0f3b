// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/documents_presenter.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/answer.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/own_rule.h"

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

constexpr int kPageSize = 50;

// The value at a dotted path, Missing if there is none; nullopt if the path leads through an array,
// because then there may be several values.
std::optional<bson::ValueView> plainValueAt(const bson::Document& document, std::string_view path)
{
    bson::DocumentView level = document.view();
    for (;;) {
        const std::size_t dot = path.find('.');
        const bson::ValueView value = level[path.substr(0, dot)];
        if (dot == std::string_view::npos || value.isMissing()) {
            return value;
        }
        if (value.type() == bson::Type::Array) {
            return {};
        }
        level = value.asDocument();
        path.remove_prefix(dot + 1);
    }
}

} // namespace

DocumentsPresenter::DocumentsPresenter(services::ServiceSet& services, protocol::Namespace ns,
                                       QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_query(std::make_unique<services::Latest>())
{
    m_state.ns = std::move(ns);
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this,
            [this] { m_model.setNow(m_services.connections.serverNow()); });
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &DocumentsPresenter::loadRules);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &DocumentsPresenter::updateLock);
    connect(&m_services.settings, &services::Settings::zoneChanged, this, [this] {
        m_model.setZone(m_services.settings.zone());
        updateRange();
        Q_EMIT stateChanged();
    });
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
    const auto found = std::ranges::find(m_rules, m_ruleName, &ttl::IndexSpec::name);
    const auto row
        = found == m_rules.end() ? 0 : static_cast<int>(std::distance(m_rules.begin(), found));
    m_state.rule = m_rules.empty() ? -1 : row;
    const ttl::IndexSpec* rule = chosenRule();
    m_state.field = rule ? text(ttl::ruleOf({}, *rule)->field) : QString();
    Q_EMIT stateChanged();
    // another field means another order, so the page on screen is wrong
    if (m_visible && m_services.catalog.knows(m_state.ns)
        && (m_state.phase == Phase::Idle || m_state.field != text(field))) {
        load();
    }
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
    m_state.page = 0;
    load();
}

void DocumentsPresenter::showRange(base::Time from, base::Time to, const std::string& indexName)
{
    const auto found = std::ranges::find(m_rules, indexName, &ttl::IndexSpec::name);
    if (found != m_rules.end()) {
        m_state.rule = static_cast<int>(std::distance(m_rules.begin(), found));
        m_ruleName = indexName;
        m_state.field = text(ttl::ruleOf({}, *found)->field);
    }
    m_state.from = from;
    m_state.to = to;
    m_state.page = 0;
    updateRange();
    load();
}

void DocumentsPresenter::clearRange()
{
    m_state.from.reset();
    m_state.to.reset();
    m_state.page = 0;
    updateRange();
    load();
}

void DocumentsPresenter::updateRange()
{
    const QTimeZone zone = m_services.settings.zone();
    m_state.rangeText.clear();
    if (m_state.from && m_state.to) {
        const QString until = momentText(*m_state.to, zone);
        // the bar of overdue documents has no start
        m_state.rangeText = *m_state.from <= kEverBefore
            ? tr("expired until %1").arg(until)
            : tr("expiring %1 – %2").arg(momentText(*m_state.from, zone), until);
    }
}

void DocumentsPresenter::nextPage()
{
    if (m_state.hasNext) {
        ++m_state.page;
        load();
    }
}

void DocumentsPresenter::previousPage()
{
    if (m_state.page > 0) {
        --m_state.page;
        load();
    }
}

void DocumentsPresenter::refresh()
{
    load();
}

void DocumentsPresenter::cancelReading()
{
    m_readCancel.cancel();
}

void DocumentsPresenter::load()
{
    if (!m_services.connections.isConnected()) {
        return;
    }
    const ttl::IndexSpec* index = chosenRule();
    ttl::DocumentQuery query;
    query.ns = m_state.ns;
    query.skip = m_state.page * kPageSize;
    query.limit = kPageSize + 1; // one more shows whether there is a next page
    std::optional<bson::Document> partialFilter;
    if (index) {
        const ttl::Rule rule = knownRule(*index);
        query.field = rule.field;
        const std::chrono::seconds after(rule.latestAfterSeconds());
        if (m_state.from && m_state.to) {
            // the range is of moments of expiry, the query is by dates
            query.from = bson::Date::from(*m_state.from - after);
            query.to = bson::Date::from(*m_state.to - after);
            // documents outside the filter never expire, so they are in no range
            query.filter = rule.partialFilter;
        }
        partialFilter = rule.partialFilter;
    }
    m_state.phase = m_model.rowCount() == 0 ? Phase::Loading : Phase::Stale;
    m_readCancel.cancel();
    m_readCancel = {};
    m_query->ask(
        m_services.documents.page(std::move(query), std::move(partialFilter), m_readCancel), this,
        [this](const Result<services::DocumentPage>& answer) { finishLoad(answer); });
    Q_EMIT stateChanged();
}

void DocumentsPresenter::finishLoad(const Result<services::DocumentPage>& answer)
{
    if (!answer) {
        m_state.failure = describe(answer.error());
        m_state.phase = m_model.rowCount() == 0 ? Phase::Failed : Phase::Stale;
        Q_EMIT stateChanged();
        return;
    }
    m_state.failure.reset();
    m_state.phase = Phase::Ready;
    const ttl::IndexSpec* index = chosenRule();
    const std::optional<ttl::Rule> rule = index ? std::optional(knownRule(*index)) : std::nullopt;
    std::vector<DocumentRow> rows;
    const std::size_t shown = std::min<std::size_t>(answer->documents.size(), kPageSize);
    for (std::size_t i = 0; i < shown; ++i) {
        rows.push_back(documentRow(answer->documents[i], rule, answer->outsideFilter[i]));
    }
    m_state.hasNext = answer->documents.size() > kPageSize;
    m_state.hasPrevious = m_state.page > 0;
    const int first = m_state.page * kPageSize;
    m_state.pageText = shown == 0
        ? tr("no documents")
        : tr("%1 – %2").arg(countText(first + 1), countText(first + static_cast<int>(shown)));
    m_model.setRows(std::move(rows), m_services.connections.serverNow(),
                    m_services.settings.zone());
    Q_EMIT stateChanged();
}

std::vector<bson::Value> DocumentsPresenter::idsOf(const std::vector<int>& rows) const
{
    std::vector<bson::Value> ids;
    for (const int row : rows) {
        if (row >= 0 && row < m_model.rowCount()) {
            ids.push_back(m_model.row(row).id);
        }
    }
    return ids;
}

bool DocumentsPresenter::beginChange()
{
    if (m_state.busy) {
        return false;
    }
    if (const QString refused = whyNoChanges(m_services.connections); !refused.isEmpty()) {
        failChange(base::failure(Errc::NotPermitted, utf8(refused)));
        return false;
    }
    m_state.busy = true;
    m_state.message.clear();
    m_state.failure.reset();
    return true;
}

void DocumentsPresenter::touchNow(const std::vector<int>& rows)
{
    setDate(rows, m_services.connections.serverNow(), DocumentChange::Touched);
}

void DocumentsPresenter::expireAt(const std::vector<int>& rows, const QDateTime& moment)
{
    if (const ttl::IndexSpec* index = chosenRule(); index && moment.isValid()) {
        setDate(rows, toTime(moment) - std::chrono::seconds(index->expireAfterSeconds.value_or(0)),
                DocumentChange::Rescheduled);
    }
}

// One document with an array on the path makes the whole change impossible to undo, so that an undo
// never restores only some of the documents.
void DocumentsPresenter::rememberValues(const std::vector<int>& rows)
{
    m_earlier.clear();
    m_earlierField = utf8(m_state.field);
    m_state.undoable = 0;
    for (const int row : rows) {
        if (row < 0 || row >= m_model.rowCount()) {
            continue;
        }
        const DocumentRow& shown = m_model.row(row);
        const std::optional<bson::ValueView> value = plainValueAt(shown.document, m_earlierField);
        if (!value) {
            m_earlier.clear();
            return;
        }
        m_earlier.push_back({shown.id, bson::Value(*value)});
    }
}

void DocumentsPresenter::undoDates()
{
    if (m_earlier.empty() || !beginChange()) {
        return;
    }
    services::whenAnswered(
        m_services.documents.restoreValues(m_state.ns, m_earlierField, m_earlier), this,
        [this](const Result<std::int64_t>& answer) {
            finishChange(DocumentChange::Restored, answer);
        });
    Q_EMIT stateChanged();
}

void DocumentsPresenter::setDate(const std::vector<int>& rows, base::Time date,
                                 DocumentChange change)
{
    std::vector<bson::Value> ids = idsOf(rows);
    const services::CatalogCollection* entry = m_services.catalog.catalog().find(m_state.ns);
    if (m_state.field == u"_id" || (entry && ttl::bucketSpanSeconds(entry->spec) > 0)) {
        // an _id cannot be changed, and measurements of a time series cannot be updated one by one
        failChange(base::failure(Errc::Unsupported,
                                 "The date that this collection's rule uses cannot be changed."));
        return;
    }
    if (ids.empty() || m_state.field.isEmpty() || !beginChange()) {
        return;
    }
    rememberValues(rows);
    services::whenAnswered(
        m_services.documents.setDate(m_state.ns, std::move(ids), utf8(m_state.field),
                                     bson::Date::from(date)),
        this, [this, change](const Result<std::int64_t>& answer) { finishChange(change, answer); });
    Q_EMIT stateChanged();
}

QString DocumentsPresenter::nameToType() const
{
    return m_services.connections.state().label.isProduction() ? text(m_state.ns.collection)
                                                               : QString();
}

QuestionFacts DocumentsPresenter::questionFacts() const
{
    const ttl::IndexSpec* rule = chosenRule();
    return {m_services.connections.serverNow(),
            rule ? rule->expireAfterSeconds : std::optional<std::int64_t>(), nameToType()};
}

DocumentQuestion DocumentsPresenter::undoQuestion() const
{
    return presenters::undoQuestion(questionFacts(), m_earlier);
}

QDateTime DocumentsPresenter::shownNow() const
{
    return toDateTime(m_services.connections.serverNow(), m_services.settings.zone());
}

QString DocumentsPresenter::problemWith(const QString& json) const
{
    const Result<bson::Document> parsed = bson::fromJson(utf8(json));
    return parsed ? QString() : tr("This is not a document: %1").arg(text(parsed.error().message));
}

void DocumentsPresenter::insert(const QString& json)
{
    Result<bson::Document> parsed = bson::fromJson(utf8(json));
    if (!parsed) {
        failChange(parsed.error());
        return;
    }
    if (!beginChange()) {
        return;
    }
    bson::Document document = std::move(*parsed);
    // as drivers do: the client makes the _id, and it comes first
    if (!document.contains("_id")) {
        bson::Builder builder;
        builder.append("_id", bson::ObjectId::generate()).appendAll(document);
        document = builder.take();
    }
    services::whenAnswered(m_services.documents.insert(m_state.ns, std::move(document)), this,
                           [this](const Result<std::int64_t>& answer) {
                               finishChange(DocumentChange::Inserted, answer);
                           });
    Q_EMIT stateChanged();
}

void DocumentsPresenter::replace(int row, const QString& json)
{
    Result<bson::Document> parsed = bson::fromJson(utf8(json));
    if (!parsed) {
        failChange(parsed.error());
        return;
    }
    if (row < 0 || row >= m_model.rowCount()
        || !bson::equal((*parsed)["_id"], m_model.row(row).id.view())) {
        failChange(base::failure(Errc::InvalidInput, "The _id of a document cannot be changed."));
        return;
    }
    if (!beginChange()) {
        return;
    }
    services::whenAnswered(m_services.documents.replace(m_state.ns, std::move(*parsed)), this,
                           [this](const Result<std::int64_t>& answer) {
                               finishChange(DocumentChange::Replaced, answer);
                           });
    Q_EMIT stateChanged();
}

void DocumentsPresenter::remove(const std::vector<int>& rows)
{
    std::vector<bson::Value> ids = idsOf(rows);
    if (ids.empty() || !beginChange()) {
        return;
    }
    services::whenAnswered(m_services.documents.remove(m_state.ns, std::move(ids)), this,
                           [this](const Result<std::int64_t>& answer) {
                               finishChange(DocumentChange::Removed, answer);
                           });
    Q_EMIT stateChanged();
}

void DocumentsPresenter::finishChange(DocumentChange change, const Result<std::int64_t>& answer)
{
    m_state.busy = false;
    if (!answer) {
        failChange(answer.error());
        return;
    }
    const bool dates = change == DocumentChange::Touched || change == DocumentChange::Rescheduled;
    // any other change may have touched the same documents, so the old dates no longer fit
    if (!dates) {
        m_earlier.clear();
    }
    m_state.undoable = static_cast<int>(m_earlier.size());
    m_state.message = changeMessage(change, pluralCount(*answer));
    load();
    Q_EMIT changed();
}

void DocumentsPresenter::failChange(const base::Error& error)
{
    m_state.failure = describe(error);
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_documents_presenter.cpp"
