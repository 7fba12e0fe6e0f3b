// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/forecast_service.h"

#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/rule_forecast.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <iterator>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

using base::Time;

// a month per bar: the farthest that can be drawn
constexpr std::chrono::hours kFarthest{24 * 30 * static_cast<int>(kMaxBars)};

// The last expiry of the documents that exist now, at least an hour from now.
Time lastExpiry(const std::vector<ttl::Rule>& rules,
                const std::vector<Result<ttl::ExpiryHistogram>>& answers, Time now)
{
    Time last = now + 1h;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (answers[i] && answers[i]->newestDate && rules[i].valid) {
            // a date in the far future must not overflow the sum
            const Time newest = std::min(answers[i]->newestDate->time(), now + kFarthest);
            last = std::max(last, newest + std::chrono::seconds(rules[i].latestAfterSeconds()));
        }
    }
    return std::min(last, now + kFarthest);
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
}

std::vector<ttl::Rule>
ForecastService::rules(const std::optional<protocol::Namespace>& collection) const
{
    std::vector<ttl::Rule> rules;
    for (const CatalogDatabase& database : m_catalog.catalog().databases) {
        for (const CatalogCollection& entry : database.collections) {
            if (collection && entry.spec.ns != *collection) {
                continue;
            }
            for (ttl::Rule& rule : rulesOf(entry)) {
                rules.push_back(withServerFacts(std::move(rule)));
            }
        }
    }
    return rules;
}

ttl::Rule ForecastService::withServerFacts(ttl::Rule rule) const
{
    const std::optional<ttl::ServerInfo>& server = m_connections.state().server;
    rule.hiddenByServer = server && server->hidesField(rule.field);
    if (const CatalogCollection* entry = m_catalog.catalog().find(rule.index.ns)) {
        rule.bucketSpanSeconds = ttl::bucketSpanSeconds(entry->spec);
    }
    return rule;
}

std::int64_t ForecastService::sampleAbove() const
{
    return m_connections.state().local ? 0 : m_sampleAbove;
}

QFuture<Forecast> ForecastService::unanswered() const
{
    Forecast forecast;
    forecast.now = m_connections.serverNow();
    forecast.error = base::failure(Errc::Network, "There is no connection.");
    return knownAnswer(std::move(forecast));
}

QFuture<Forecast> ForecastService::forecast(ForecastQuery query)
{
    if (!m_connections.isConnected()) {
        return unanswered();
    }
    Forecast forecast;
    forecast.now = m_connections.serverNow();
    std::vector<ttl::Rule> known = rules(query.collection);
    const QFuture<ttl::EdgePlan> planned = plan(query, known, forecast.now);
    return then(planned, this,
                [this, query = std::move(query), known = std::move(known),
                 forecast = std::move(forecast)](const ttl::EdgePlan& edges) {
                    return ask(query, known, edges, forecast);
                });
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

// Without a horizon the forecast reaches to the last expiry, which must be requested first.
QFuture<ttl::EdgePlan> ForecastService::plan(const ForecastQuery& query,
                                             const std::vector<ttl::Rule>& rules, Time now)
{
    if (query.range) {
        return knownAnswer(planEdges(now, query.range->first, query.range->second, query.zone));
    }
    if (query.horizon) {
        return knownAnswer(planEdges(now, now, now + *query.horizon, query.zone));
    }
    std::vector<QFuture<Result<ttl::ExpiryHistogram>>> asked;
    asked.reserve(rules.size());
    for (const ttl::Rule& rule : rules) {
        asked.push_back(histogram(rule, {now, now + 1s}, query.cancel, sampleAbove()));
    }
    return then(
        allAnswered(asked, this), this,
        [rules, now, zone = query.zone](const std::vector<Result<ttl::ExpiryHistogram>>& answers) {
            return planEdges(now, now, lastExpiry(rules, answers, now), zone);
        });
}

QFuture<Forecast> ForecastService::ask(const ForecastQuery& query,
                                       const std::vector<ttl::Rule>& rules,
                                       const ttl::EdgePlan& plan, Forecast forecast)
{
    forecast.width = plan.width;
    forecast.edges = plan.shown;
    std::vector<QFuture<Result<ttl::ExpiryHistogram>>> asked;
    asked.reserve(rules.size());
    for (const ttl::Rule& rule : rules) {
        asked.push_back(m_connections.run(
            [request = ttl::histogramRequest(rule, plan.asked, sampleAbove())](
                ttl::TtlServer& server, const ttl::CallLimits& limits) {
                return askHistogram(server, request, limits);
            },
            {kCountTimeout, query.cancel}));
    }
    // measured here and not by the jobs: an abandoned call may outlive the clock
    const Time begun = m_connections.clock().now();
    return then(allAnswered(asked, this), this,
                [this, query, rules, plan, begun, forecast = std::move(forecast)](
                    const std::vector<Result<ttl::ExpiryHistogram>>& answers) mutable {
                    // the clock may have been set back
                    forecast.took = std::max(base::Millis(0), m_connections.clock().now() - begun);
                    for (std::size_t i = 0; i < rules.size(); ++i) {
                        forecast.rules.push_back(ruleForecast(rules[i], plan, answers[i]));
                    }
                    Q_EMIT answered(forecast, query.collection);
                    return forecast;
                });
}

} // namespace sandglass::services

#include "moc_forecast_service.cpp"
