// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/forecast_service.h"

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

auto timedCall(ttl::HistogramRequest request, const base::Clock& clock)
{
    return [request = std::move(request), &clock](
               ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<TimedHistogram> {
        const Time begun = clock.now();
        Result<ttl::ExpiryHistogram> histogram = askHistogram(server, request, limits);
        TRY(histogram);
        return TimedHistogram{std::move(*histogram),
                              std::max(base::Millis(0), clock.now() - begun)};
    };
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
                rules.push_back(asServerHasIt(std::move(rule)));
            }
        }
    }
    return rules;
}

ttl::Rule ForecastService::asServerHasIt(ttl::Rule rule) const
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

QCoro::Task<Forecast> ForecastService::forecast(ForecastQuery query)
{
    std::vector<ttl::Rule> known = rules(query.collection);
    return run(this, std::move(query), std::move(known));
}

QCoro::Task<Result<ttl::ExpiryHistogram>> ForecastService::histogram(ttl::Rule rule,
                                                                     std::vector<Time> edges,
                                                                     ttl::CancelToken cancel,
                                                                     std::int64_t sampleAbove)
{
    const ttl::CallLimits limits{kCountTimeout, cancel};
    return m_connections.run(
        [request
         = ttl::histogramRequest(asServerHasIt(std::move(rule)), std::move(edges), sampleAbove)](
            ttl::TtlServer& server, const ttl::CallLimits& callLimits) {
            return askHistogram(server, request, callLimits);
        },
        limits);
}

QCoro::Task<Time> ForecastService::lastExpiry(QPointer<ForecastService> self,
                                              std::vector<ttl::Rule> rules, ForecastQuery query,
                                              Time now)
{
    const ttl::CallLimits limits{kCountTimeout, query.cancel};
    std::vector<QCoro::Task<Result<TimedHistogram>>> running;
    running.reserve(rules.size());
    for (const ttl::Rule& rule : rules) {
        running.push_back(self->m_connections.run(
            timedCall(ttl::histogramRequest(rule, {now, now + 1s}, self->sampleAbove()),
                      self->m_connections.clock()),
            limits));
    }
    Time last = now + 1h;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Result<TimedHistogram> answer = co_await running[i];
        if (answer && answer->histogram.newestDate && rules[i].valid) {
            const Time newest = std::min(answer->histogram.newestDate->time(), now + kFarthest);
            last = std::max(last, newest + std::chrono::seconds(rules[i].latestAfterSeconds()));
        }
    }
    co_return std::min(last, now + kFarthest);
}

QCoro::Task<ttl::EdgePlan> ForecastService::plan(QPointer<ForecastService> self,
                                                 std::vector<ttl::Rule> rules, ForecastQuery query,
                                                 Time now)
{
    Time from = now;
    Time to = now + query.horizon.value_or(1h);
    if (query.range) {
        from = query.range->first;
        to = query.range->second;
    } else if (!query.horizon) {
        QCoro::Task<Time> searching = lastExpiry(self, std::move(rules), query, now);
        to = co_await searching;
    }
    co_return planEdges(now, from, to, query.zone);
}

QCoro::Task<Forecast> ForecastService::run(QPointer<ForecastService> self, ForecastQuery query,
                                           std::vector<ttl::Rule> rules)
{
    Forecast forecast;
    forecast.now = self->m_connections.serverNow();
    if (!self->m_connections.isConnected()) {
        forecast.error = base::failure(Errc::Network, "There is no connection.");
        co_return forecast;
    }
    QCoro::Task<ttl::EdgePlan> planning = plan(self, rules, query, forecast.now);
    const ttl::EdgePlan plan = co_await planning;
    if (!self) {
        co_return forecast;
    }
    forecast.width = plan.width;
    forecast.edges = plan.shown;
    const ttl::CallLimits limits{kCountTimeout, query.cancel};
    std::vector<QCoro::Task<Result<TimedHistogram>>> running;
    running.reserve(rules.size());
    for (const ttl::Rule& rule : rules) {
        running.push_back(self->m_connections.run(
            timedCall(ttl::histogramRequest(rule, plan.asked, self->sampleAbove()),
                      self->m_connections.clock()),
            limits));
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Result<TimedHistogram> answer = co_await running[i];
        if (answer) {
            forecast.took = std::max(forecast.took, answer->took);
        }
        forecast.rules.push_back(ruleForecast(rules[i], plan,
                                              answer
                                                  ? Result<ttl::ExpiryHistogram>(answer->histogram)
                                                  : Result<ttl::ExpiryHistogram>(answer.error())));
    }
    if (self) {
        Q_EMIT self->answered(forecast, query.collection);
    }
    co_return forecast;
}

QCoro::Task<Forecast> ForecastService::countExactly(ForecastQuery query,
                                                    std::function<void(double)> progress)
{
    std::vector<ttl::Rule> known = rules(query.collection);
    return runExactly(this, std::move(query), std::move(known), std::move(progress));
}

} // namespace sandglass::services

#include "moc_forecast_service.cpp"
