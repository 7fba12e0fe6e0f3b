// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/forecast_service.h"

#include "app/protocol/names.h"
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

// a month for each bar: the farthest that can be drawn
constexpr std::chrono::hours kFarthest{24 * 30 * static_cast<int>(kMaxBars)};

/// A histogram and how long the server took for it.
struct TimedHistogram
{
    ttl::ExpiryHistogram histogram;
    std::chrono::milliseconds took{0};
};

// The work may outlive the program's clock, so it measures by itself.
auto timedCall(ttl::HistogramRequest request)
{
    return [request = std::move(request)](ttl::TtlServer& server,
                                          const ttl::CallLimits& limits) -> Result<TimedHistogram> {
        const auto begun = std::chrono::steady_clock::now();
        Result<ttl::ExpiryHistogram> histogram = askHistogram(server, request, limits);
        TRY(histogram);
        return TimedHistogram{std::move(*histogram),
                              std::chrono::duration_cast<std::chrono::milliseconds>(
                                  std::chrono::steady_clock::now() - begun)};
    };
}

// The latest expiry of documents that are there, an hour ahead at least.
Time lastExpiry(const std::vector<Rule>& rules,
                const std::vector<Result<ttl::ExpiryHistogram>>& answers, Time now)
{
    Time last = now + 1h;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (answers[i] && answers[i]->newestDate && rules[i].valid) {
            const Time newest = std::min(answers[i]->newestDate->time(), now + kFarthest);
            last = std::max(last, newest + std::chrono::seconds(rules[i].latestAfterSeconds()));
        }
    }
    return std::min(last, now + kFarthest);
}

} // namespace

ttl::ExpiryRule Rule::forJudging() const
{
    ttl::ExpiryRule rule{field, latestAfterSeconds(), valid, {}};
    if (collectionLevel && bucketSpanSeconds == 0) {
        rule.notBefore = bson::Date{0}; // as the filter of ttl::ownRule() says
    }
    return rule;
}

std::optional<Rule> ruleOf(const protocol::Namespace& ns, const ttl::IndexSpec& index)
{
    if (!index.isTtl()) {
        return {};
    }
    Rule rule;
    rule.index = {ns, index.name};
    rule.collectionLevel = ttl::isOwnRule(rule.index);
    rule.expireAfterSeconds = index.expireAfterSeconds.value_or(0);
    rule.hidden = index.hidden;
    rule.ready = !index.building;
    rule.partialFilter = index.partialFilter;
    const std::vector<protocol::KeyField> key = protocol::keyFields(index.key);
    rule.field = key.empty() ? std::string() : key.front().path;
    rule.valid = !index.expiryValueInvalid && key.size() == 1 && key.front().plugin.empty();
    return rule;
}

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

std::vector<Rule> rulesOf(const CatalogCollection& collection)
{
    std::vector<Rule> rules;
    for (const ttl::IndexSpec& index : ttlIndexes(collection)) {
        rules.push_back(*ruleOf(collection.spec.ns, index));
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

std::vector<Rule> ForecastService::rules(const std::optional<protocol::Namespace>& collection) const
{
    std::vector<Rule> rules;
    for (const CatalogDatabase& database : m_catalog.catalog().databases) {
        for (const CatalogCollection& entry : database.collections) {
            if (collection && entry.spec.ns != *collection) {
                continue;
            }
            for (Rule& rule : rulesOf(entry)) {
                rules.push_back(asServerHasIt(std::move(rule)));
            }
        }
    }
    return rules;
}

Rule ForecastService::asServerHasIt(Rule rule) const
{
    const std::optional<ttl::ServerInfo>& server = m_connections.state().server;
    rule.kept = server && server->keepsToItself(rule.field);
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
    std::vector<Rule> known = rules(query.collection);
    const QFuture<EdgePlan> planned = plan(query, known, forecast.now);
    return then(planned, this,
                [this, query = std::move(query), known = std::move(known),
                 forecast = std::move(forecast)](const EdgePlan& edges) {
                    return ask(query, known, edges, forecast);
                });
}

QFuture<Result<ttl::ExpiryHistogram>> ForecastService::histogram(Rule rule, std::vector<Time> edges,
                                                                 ttl::CancelToken cancel,
                                                                 std::int64_t sampleAbove)
{
    return m_connections.run(
        [request = histogramRequest(asServerHasIt(std::move(rule)), std::move(edges), sampleAbove)](
            ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return askHistogram(server, request, limits);
        },
        {kCountTimeout, std::move(cancel)});
}

// Without a horizon the picture reaches to the last expiry, which has to be asked for first.
QFuture<EdgePlan> ForecastService::plan(const ForecastQuery& query, const std::vector<Rule>& rules,
                                        Time now)
{
    if (query.range) {
        return knownAnswer(planEdges(now, query.range->first, query.range->second, query.zone));
    }
    if (query.horizon) {
        return knownAnswer(planEdges(now, now, now + *query.horizon, query.zone));
    }
    std::vector<QFuture<Result<ttl::ExpiryHistogram>>> asked;
    for (const Rule& rule : rules) {
        asked.push_back(histogram(rule, {now, now + 1s}, query.cancel, sampleAbove()));
    }
    return then(
        allAnswered(asked, this), this,
        [rules, now, zone = query.zone](const std::vector<Result<ttl::ExpiryHistogram>>& answers) {
            return planEdges(now, now, lastExpiry(rules, answers, now), zone);
        });
}

QFuture<Forecast> ForecastService::ask(const ForecastQuery& query, const std::vector<Rule>& rules,
                                       const EdgePlan& plan, Forecast forecast)
{
    forecast.width = plan.width;
    forecast.edges = plan.shown;
    std::vector<QFuture<Result<TimedHistogram>>> asked;
    for (const Rule& rule : rules) {
        asked.push_back(
            m_connections.run(timedCall(histogramRequest(rule, plan.asked, sampleAbove())),
                              {kCountTimeout, query.cancel}));
    }
    return then(allAnswered(asked, this), this,
                [this, query, rules, plan, forecast = std::move(forecast)](
                    const std::vector<Result<TimedHistogram>>& answers) mutable {
                    for (std::size_t i = 0; i < rules.size(); ++i) {
                        Result<ttl::ExpiryHistogram> histogram
                            = base::failure(Errc::Internal, "not counted");
                        if (answers[i]) {
                            forecast.took = std::max(forecast.took, answers[i]->took);
                            histogram = answers[i]->histogram;
                        } else {
                            histogram = answers[i].error();
                        }
                        forecast.rules.push_back(ruleForecast(rules[i], plan, histogram));
                    }
                    Q_EMIT answered(forecast, query.collection);
                    return forecast;
                });
}

} // namespace sandglass::services

#include "moc_forecast_service.cpp"
