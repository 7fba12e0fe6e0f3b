// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/forecast_service.h"

#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/rule_forecast.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <functional>
#include <iterator>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

using base::Time;

// a month per bar: the farthest that can be drawn
constexpr std::chrono::hours kFarthest{24 * 30 * static_cast<int>(kMaxBars)};

// The last expiry of a rule's documents that exist now.
Time lastExpiry(const ttl::Rule& rule, const std::optional<bson::Date>& newest, Time now)
{
    if (!newest || !rule.valid) {
        return now;
    }
    // a date in the far future must not overflow the sum
    const Time last = std::min(newest->time(), now + kFarthest);
    return std::min(last + std::chrono::seconds(rule.latestAfterSeconds()), now + kFarthest);
}

// Whether a server's index is scanned in the order of its dates; shards answer in any order.
bool scansInOrder(const ttl::ServerInfo& server)
{
    const bool ordered
        = server.product == ttl::Product::MongoDb || server.product == ttl::Product::Sandglass;
    return ordered && server.topology != ttl::Topology::Sharded;
}

// Most documents that the server's $sample draws together. PostgreSQL, on which DocumentDB is
// built, draws whole pages of 8 kB, and no row of a document is shorter than 80 bytes.
std::int64_t drawnTogether(const ttl::ServerInfo& server)
{
    constexpr std::int64_t kDocumentsOfAPage = 100;
    const bool pages
        = server.product == ttl::Product::DocumentDb || server.product == ttl::Product::FerretDb;
    return pages ? kDocumentsOfAPage : 1;
}

// Whether the named index has its dates in ascending order.
bool ascends(const CatalogCollection& collection, const std::string& name)
{
    const auto index = std::ranges::find(collection.indexes, name, &ttl::IndexSpec::name);
    return index != collection.indexes.end() && !index->key.empty()
        && (*index->key.view().begin()).value.toDouble() > 0.0;
}

} // namespace

std::vector<ttl::IndexSpec> ttlIndexes(const CatalogCollection& collection)
{
    std::vector<ttl::IndexSpec> indexes;
    if (std::optional<ttl::IndexSpec> own = ttl::ownRule(collection.spec)) {
        indexes.push_back(std::move(*own));
    }
    indexes.insert(indexes.end(), collection.indexes.begin(), collection.indexes.end());
    std::erase_if(indexes, [](const ttl::IndexSpec& index) { return !index.isTtl(); });
    return indexes;
}

std::vector<ttl::Rule> rulesOf(const CatalogCollection& collection)
{
    std::vector<ttl::Rule> rules;
    for (const ttl::IndexSpec& index : ttlIndexes(collection)) {
        rules.push_back(*ttl::ruleOf(collection.spec.ns, index));
        rules.back().bucketSpanSeconds = ttl::bucketSpanSeconds(collection.spec);
    }
    return rules;
}

ForecastService::ForecastService(ConnectionService& connections, CatalogService& catalog,
                                 QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_catalog(catalog)
{
    connect(&m_connections, &ConnectionService::connected, this, [this] { m_costs.clear(); });
}

std::vector<ttl::Rule>
ForecastService::rules(const std::optional<protocol::Namespace>& collection) const
{
    std::vector<ttl::Rule> rules;
    for (const CatalogDatabase& database : m_catalog.catalog().databases) {
        for (const CatalogCollection& entry : database.collections) {
            if (collection && !isWithin(entry.spec.ns, *collection)) {
                continue;
            }
            for (ttl::Rule& rule : rulesOf(entry)) {
                rules.push_back(withServerFacts(std::move(rule)));
            }
        }
    }
    return rules;
}

std::vector<ttl::Rule> ForecastService::rulesFor(const ForecastQuery& query,
                                                 Forecast& forecast) const
{
    std::vector<ttl::Rule> wanted = rules(query.collection);
    if (query.only) {
        const auto left = std::erase_if(
            wanted, [&](const ttl::Rule& rule) { return !query.only->contains(rule.index.ns); });
        forecast.partial = left > 0;
    }
    return wanted;
}

ttl::Rule ForecastService::withServerFacts(ttl::Rule rule) const
{
    const std::optional<ttl::ServerInfo>& server = m_connections.state().server;
    rule.hiddenByServer = server && server->hidesField(rule.field);
    rule.drawnTogether = server ? drawnTogether(*server) : 1;
    if (const CatalogCollection* entry = m_catalog.catalog().find(rule.index.ns)) {
        rule.bucketSpanSeconds = ttl::bucketSpanSeconds(entry->spec);
        rule.indexAscends = server && scansInOrder(*server) && ascends(*entry, rule.index.name);
    }
    return rule;
}

std::int64_t ForecastService::sampleAbove(const ttl::Rule& rule) const
{
    if (m_connections.state().local || m_sampleAbove == 0) {
        return 0;
    }
    return std::min(m_sampleAbove, m_costs.countableExactly(rule.index.ns, rule.field));
}

ttl::HistogramRequest ForecastService::request(const ttl::Rule& rule, std::vector<Time> edges) const
{
    ttl::HistogramRequest made = ttl::histogramRequest(rule, std::move(edges), sampleAbove(rule));
    made.limits = m_costs.sampleLimits(rule.index.ns, rule.field);
    made.limits.together = rule.drawnTogether;
    return made;
}

QFuture<Forecast> ForecastService::planned(ForecastQuery query, Asking ask)
{
    Forecast forecast;
    forecast.now = m_connections.serverNow();
    if (!m_connections.isConnected()) {
        forecast.error = base::failure(Errc::Network, "There is no connection.");
        return knownAnswer(std::move(forecast));
    }
    std::vector<ttl::Rule> known = rulesFor(query, forecast);
    const QFuture<ttl::EdgePlan> edges = plan(query, known, forecast.now);
    return then(edges, this,
                [query = std::move(query), known = std::move(known), forecast = std::move(forecast),
                 ask = std::move(ask)](const ttl::EdgePlan& plan) {
                    return ask(query, known, plan, forecast);
                });
}

QFuture<Forecast> ForecastService::forecast(ForecastQuery query)
{
    return planned(std::move(query), std::bind_front(&ForecastService::ask, this));
}

QFuture<Result<ttl::ExpiryHistogram>> ForecastService::histogram(ttl::Rule rule,
                                                                 std::vector<Time> edges,
                                                                 ttl::CancelToken cancel,
                                                                 std::int64_t sampleAbove)
{
    return m_connections.run(
        [request
         = ttl::histogramRequest(withServerFacts(std::move(rule)), std::move(edges), sampleAbove)](
            ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return askHistogram(server, request, limits);
        },
        {kCountTimeout, std::move(cancel)});
}

// The table of all rules names their next waves.
QFuture<ttl::EdgePlan> ForecastService::plan(const ForecastQuery& query,
                                             const std::vector<ttl::Rule>& rules, Time now)
{
    QFuture<ttl::EdgePlan> bars = planBars(query, rules, now);
    if (query.collection && !query.collection->collection.empty()) {
        return bars;
    }
    return then(bars, this, [now, zone = query.zone](ttl::EdgePlan plan) {
        addWave(plan, now, zone);
        return plan;
    });
}

// Without a horizon the forecast reaches to the last expiry, which must be requested first.
QFuture<ttl::EdgePlan> ForecastService::planBars(const ForecastQuery& query,
                                                 const std::vector<ttl::Rule>& rules, Time now)
{
    if (query.range) {
        return knownAnswer(planEdges(now, query.range->first, query.range->second, query.zone));
    }
    if (query.horizon) {
        return knownAnswer(planEdges(now, now, now + *query.horizon, query.zone));
    }
    Time last = now + 1h;
    std::vector<ttl::Rule> unknown;
    std::vector<QFuture<Result<ttl::ExpiryHistogram>>> asked;
    for (const ttl::Rule& rule : rules) {
        if (const auto newest = m_costs.newestDate(rule.index.ns, rule.field)) {
            last = std::max(last, lastExpiry(rule, newest, now));
            continue;
        }
        unknown.push_back(rule);
        asked.push_back(histogram(rule, {now, now + 1s}, query.cancel, sampleAbove(rule)));
    }
    return then(allAnswered(asked, this), this,
                [unknown, last, now, zone = query.zone](
                    const std::vector<Result<ttl::ExpiryHistogram>>& answers) mutable {
                    for (std::size_t i = 0; i < unknown.size(); ++i) {
                        const auto newest = answers[i] ? answers[i]->newestDate : std::nullopt;
                        last = std::max(last, lastExpiry(unknown[i], newest, now));
                    }
                    return planEdges(now, now, last, zone);
                });
}

QFuture<Forecast> ForecastService::ask(const ForecastQuery& query,
                                       const std::vector<ttl::Rule>& rules,
                                       const ttl::EdgePlan& plan, Forecast forecast)
{
    forecast.width = plan.width;
    forecast.edges = plan.shown;
    std::vector<ttl::HistogramRequest> requests;
    std::vector<QFuture<Result<ttl::ExpiryHistogram>>> asked;
    for (const ttl::Rule& rule : rules) {
        requests.push_back(request(rule, plan.asked));
        asked.push_back(m_connections.run(
            [request = requests.back()](ttl::TtlServer& server, const ttl::CallLimits& limits) {
                return askHistogram(server, request, limits);
            },
            {kCountTimeout, query.cancel}));
    }
    // measured here, too: a call that fails or is abandoned reports no time
    const base::Millis begun = m_connections.clock().steady();
    return then(allAnswered(asked, this), this,
                [this, query, rules, plan, requests, begun, forecast = std::move(forecast)](
                    const std::vector<Result<ttl::ExpiryHistogram>>& answers) mutable {
                    const base::Millis waited = m_connections.clock().steady() - begun;
                    for (std::size_t i = 0; i < rules.size(); ++i) {
                        take(requests[i], answers[i], forecast);
                        forecast.rules.push_back(ruleForecast(rules[i], plan, answers[i]));
                    }
                    forecast.took = std::max(forecast.took, waited);
                    Q_EMIT answered(forecast, query.collection);
                    return forecast;
                });
}

void ForecastService::take(const ttl::HistogramRequest& request,
                           const Result<ttl::ExpiryHistogram>& answer, Forecast& forecast)
{
    m_costs.note(request, answer);
    if (answer) {
        forecast.took += answer->took;
        forecast.held = forecast.held || answer->sampleRefused;
    }
}

} // namespace sandglass::services

#include "moc_forecast_service.cpp"
