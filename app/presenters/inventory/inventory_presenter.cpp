// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/inventory/inventory_presenter.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/forecast/forecast_picture.h"
#include "app/presenters/inventory/counted_rules.h"
#include "app/presenters/inventory/inventory_facts.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/journal/journal_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/doctor/check.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::presenters {

namespace {

RuleRow rowOf(const ttl::Rule& rule)
{
    RuleRow row;
    row.index = rule.index;
    row.field = text(rule.field);
    row.hidden = rule.hidden;
    row.partial = rule.partialFilter.has_value() && !rule.collectionLevel;
    row.collectionLevel = rule.collectionLevel;
    if (rule.valid) {
        row.expireAfterSeconds = rule.expireAfterSeconds;
    }
    return row;
}

void addCounts(const services::Forecast& forecast, const services::RuleForecast& share,
               RuleRow& row)
{
    if (share.error) {
        row.problem = describe(*share.error).sentence;
        return;
    }
    const ttl::ExpiryHistogram& histogram = share.histogram.shown;
    row.exact = histogram.exact;
    row.overdueExact = histogram.overdueExact;
    row.documents = share.histogram.documents();
    row.dated = share.histogram.dated();
    row.overdue = histogram.overdue;
    if (const std::optional<ttl::Wave>& wave = share.histogram.wave) {
        row.asOf = forecast.now;
        row.nextWave = wave->documents;
        row.nextWaveAt = wave->documents > 0 ? std::optional(wave->from) : std::nullopt;
    }
}

// The last successful change of each rule of this server, from the journal. The pointers are valid
// until the journal changes.
using LastChanges = std::map<ttl::IndexRef, const services::JournalEntry*>;

LastChanges lastChanges(const services::ServiceSet& services)
{
    using services::JournalKind;
    const QString here = services::serverName(services.connections.state());
    LastChanges changes;
    for (const services::JournalEntry& entry : services.journal.entries()) {
        const bool rule
            = entry.kind == JournalKind::CreateIndex || entry.kind == JournalKind::ChangeIndex;
        if (rule && entry.status == services::JournalStatus::Succeeded && entry.server == here) {
            changes.insert_or_assign(ttl::IndexRef{entry.ns, entry.index}, &entry);
        }
    }
    return changes;
}

void addLastChange(const LastChanges& changes, RuleRow& row)
{
    if (const auto found = changes.find(row.index); found != changes.end()) {
        row.changedAt = found->second->at;
        row.created = found->second->kind == services::JournalKind::CreateIndex;
    }
}

std::vector<ttl::doctor::Finding> examined(const services::ServiceSet& services,
                                           const std::set<protocol::Namespace>& collections,
                                           const CountedRules& counted)
{
    std::vector<ttl::doctor::Finding> all;
    for (const protocol::Namespace& ns : collections) {
        if (const services::CatalogCollection* found = services.catalog.catalog().find(ns)) {
            const ttl::doctor::Facts facts
                = inventoryFacts(*found, counted.forecastOf(ns), services.monitor.metrics());
            std::ranges::move(ttl::doctor::examineForInventory(facts), std::back_inserter(all));
        }
    }
    return all;
}

// How much could not be read. The tree has the reasons.
QString unreadText(const services::Catalog& catalog,
                   const std::optional<protocol::Namespace>& scope)
{
    if (catalog.refused && !scope) {
        return InventoryPresenter::tr("Only the databases named by hand are shown: this user may "
                                      "not list the others.");
    }
    int databases = 0;
    int collections = 0;
    for (const services::CatalogDatabase& database : catalog.databases) {
        if (scope && database.spec.name != scope->database) {
            continue;
        }
        const auto isMissing = [&](const std::optional<Error>& error) {
            return error && (scope || !services::isExpectedRefusal(database.spec.name, *error));
        };
        databases += isMissing(database.error) ? 1 : 0;
        collections += static_cast<int>(std::ranges::count_if(database.collections, isMissing,
                                                              &services::CatalogCollection::error));
    }
    QStringList parts;
    if (databases > 0) {
        parts << InventoryPresenter::tr("%Ln database(s) could not be read.", nullptr, databases);
    }
    if (collections > 0) {
        parts << InventoryPresenter::tr("The indexes of %Ln collection(s) could not be read.",
                                        nullptr, collections);
    }
    return parts.join(u' ');
}

std::int64_t collectionsIn(const services::Forecast& forecast)
{
    std::set<protocol::Namespace> collections;
    for (const services::RuleForecast& share : forecast.rules) {
        collections.insert(share.rule.index.ns);
    }
    return std::ssize(collections);
}

} // namespace

InventoryPresenter::InventoryPresenter(services::ServiceSet& services, RefreshPacing pacing,
                                       QObject* parent)
    : InventoryPresenter(services, std::optional<protocol::Namespace>(), pacing, parent)
{
}

InventoryPresenter::InventoryPresenter(services::ServiceSet& services, const std::string& database,
                                       RefreshPacing pacing, QObject* parent)
    : InventoryPresenter(services, protocol::Namespace{database, {}}, pacing, parent)
{
}

InventoryPresenter::InventoryPresenter(services::ServiceSet& services,
                                       std::optional<protocol::Namespace> scope,
                                       RefreshPacing pacing, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_scope(std::move(scope))
    , m_forecast(services, m_scope, pacing)
    , m_shown(m_rules)
    , m_counted(std::make_unique<CountedRules>())
{
    connect(&m_forecast, &ForecastPresenter::pictureChanged, this,
            &InventoryPresenter::onForecastChanged);
    connect(&m_forecast, &ForecastPresenter::countedAgain, this,
            &InventoryPresenter::onForecastChanged);
    connect(&m_forecast, &ForecastPresenter::stateChanged, this,
            &InventoryPresenter::onForecastChanged);
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &InventoryPresenter::rebuild);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &InventoryPresenter::rebuild);
    connect(&m_services.connections, &services::ConnectionService::connected, this, [this] {
        m_counted->clear();
        m_state.coversAll = false;
    });
    connect(&m_services.journal, &services::JournalService::changed, this,
            &InventoryPresenter::rebuild);
    rebuild();
}

InventoryPresenter::~InventoryPresenter() = default;

void InventoryPresenter::setFilterText(const QString& text)
{
    m_shown.setTyped(text);
    updateState();
}

void InventoryPresenter::setOnlyFindings(bool only)
{
    m_shown.setOnlyFindings(only);
    updateState();
}

void InventoryPresenter::setOnlyOverdue(bool only)
{
    m_shown.setOnlyOverdue(only);
    updateState();
}

void InventoryPresenter::setVisible(bool visible)
{
    m_visible = visible;
    m_forecast.setVisible(visible);
}

void InventoryPresenter::refresh()
{
    m_services.catalog.refresh();
    m_forecast.refresh();
}

void InventoryPresenter::cancelReading()
{
    m_services.catalog.cancelFirst();
}

// pictureChanged() also follows a change of the zone or of the mean document size, after which the
// numbers in the table are the same.
void InventoryPresenter::onForecastChanged()
{
    // A first answer without any count has no number: its rules then say why they were not counted.
    const bool failed = m_forecast.state().phase == Phase::Failed;
    if (m_forecast.state().answerNumber != m_shownAnswer || failed != m_showsFailure) {
        m_shownAnswer = m_forecast.state().answerNumber;
        m_showsFailure = failed;
        m_counted->take(m_forecast.answer());
        rebuild();
    }
}

// The rules come from the catalogue, so that a new rule is listed before the forecast has counted
// it. Counts and findings are added by the name of the rule.
void InventoryPresenter::rebuild()
{
    const std::vector<ttl::Rule> rules = m_services.forecasts.rules(m_scope);
    std::set<protocol::Namespace> collections;
    for (const ttl::Rule& rule : rules) {
        collections.insert(rule.index.ns);
    }
    const LastChanges changes = lastChanges(m_services);
    const std::vector<ttl::doctor::Finding> findings
        = examined(m_services, collections, *m_counted);
    std::vector<RuleRow> rows;
    for (const ttl::Rule& rule : rules) {
        RuleRow row = rowOf(rule);
        row.asOf = m_services.connections.serverNow();
        addLastChange(changes, row);
        if (const services::RuleForecast* share = m_counted->find(rule.index)) {
            addCounts(m_counted->forecastOf(rule.index.ns), *share, row);
        }
        row.findings = findingsOf(findings, rule.index);
        rows.push_back(std::move(row));
    }
    m_rules.setRows(std::move(rows), m_services.settings.zone());
    m_state.rules = static_cast<int>(rules.size());
    m_state.collections = static_cast<int>(collections.size());
    updateState();
}

void InventoryPresenter::setSeen(const std::vector<protocol::Namespace>& seen)
{
    m_services.catalog.setSeen(seen);
    m_forecast.setSeen(seen);
}

std::function<std::unique_ptr<TtlRulesModel>()> InventoryPresenter::copyOfShownRules() const
{
    std::vector<RuleRow> rows;
    rows.reserve(static_cast<std::size_t>(m_shown.rowCount()));
    for (int row = 0; row < m_shown.rowCount(); ++row) {
        rows.push_back(m_rules.row(m_shown.mapToSource(m_shown.index(row, 0)).row()));
    }
    return [rows = std::move(rows), zone = m_rules.zone()] {
        auto copy = std::make_unique<TtlRulesModel>();
        copy->setRows(rows, zone);
        return copy;
    };
}

void InventoryPresenter::coverAll(bool all)
{
    m_state.coversAll = all;
    m_forecast.coverAll(all);
    announce();
}

// What the caption says while the catalogue is read for the first time, or while only a part of the
// rules is counted; empty otherwise.
QString InventoryPresenter::extentText() const
{
    const services::CatalogProgress progress = m_services.catalog.progress();
    if (!m_services.catalog.isLoaded()) {
        if (!m_services.connections.isConnected() || m_services.catalog.error()) {
            return {};
        }
        return progress.listed ? tr("%1 of %2 collections read")
                                     .arg(countText(progress.read), countText(progress.collections))
                               : tr("reading the collections…");
    }
    return m_forecast.answer().partial ? tr("%Ln collection(s) in view counted", nullptr,
                                            pluralCount(collectionsIn(m_forecast.answer())))
                                       : QString();
}

void InventoryPresenter::updateState()
{
    const services::Catalog& catalog = m_services.catalog.catalog();
    m_state.title = connectionName(m_services.connections.state());
    m_state.database = m_scope ? text(m_scope->database) : QString();
    const bool loaded = m_services.catalog.isLoaded();
    m_state.unread = unreadText(catalog, m_scope);
    m_state.empty = !m_scope && loaded && m_state.unread.isEmpty()
        && std::ranges::all_of(catalog.databases, [](const services::CatalogDatabase& database) {
               return database.collections.empty()
                   || services::isSystemDatabase(database.spec.name);
           });
    m_state.partlyCounted = m_forecast.answer().partial;
    m_state.extentText = extentText();
    const services::CatalogProgress progress = m_services.catalog.progress();
    m_state.readShare = !loaded && progress.listed && progress.collections > 0
        ? std::optional(static_cast<double>(progress.read) / progress.collections)
        : std::nullopt;
    m_state.shownRules = m_shown.isFiltering() ? std::optional(m_shown.rowCount()) : std::nullopt;
    m_state.filterProblem = m_shown.problem();
    m_state.failure = m_services.catalog.error()
        ? std::optional(describe(*m_services.catalog.error()))
        : std::nullopt;
    if (loaded) {
        m_state.phase = m_services.connections.isConnected() ? Phase::Ready : Phase::Stale;
    } else {
        m_state.phase = m_state.failure            ? Phase::Failed
            : m_services.connections.isConnected() ? Phase::Loading
                                                   : Phase::Idle;
    }
    announce();
}

void InventoryPresenter::announce()
{
    if (m_state != m_announced) {
        m_announced = m_state;
        Q_EMIT stateChanged();
    }
}

} // namespace sandglass::presenters

#include "moc_inventory_presenter.cpp"
