// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast_service.h"

#include "app/protocol/names.h"
#include "app/services/catalog_service.h"
#include "app/services/connection_service.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

using base::Time;

// a month for each bar: the farthest that can be drawn
constexpr std::chrono::hours kFarthest{24 * 30 * static_cast<int>(kMaxBars)};

constexpr std::chrono::hours kOldestAge{24 * 366 * 10'000};

/// A histogram and how long the server took for it.
struct TimedHistogram
{
    ttl::ExpiryHistogram histogram;
    std::chrono::milliseconds took{0};
};

ttl::HistogramRequest requestFor(const Rule& rule, std::vector<Time> edges)
{
    ttl::HistogramRequest request;
    request.ns = rule.index.ns;
    request.field = rule.field;
    request.expireAfterSeconds = rule.expireAfterSeconds;
    request.valid = rule.valid;
    request.partialFilter = rule.partialFilter;
    request.now = edges.front();
    request.edges = std::move(edges);
    // a partial index does not hold all documents, and a hidden one may not be hinted at
    if (rule.ready && !rule.hidden && !rule.partialFilter && !rule.collectionLevel) {
        request.indexHint = rule.index.name;
    }
    return request;
}

auto timedCall(ttl::HistogramRequest request, const base::Clock& clock)
{
    return [request = std::move(request), &clock](
               ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<TimedHistogram> {
        const Time begun = clock.now();
        Result<ttl::ExpiryHistogram> histogram = server.histogram(request, limits);
        if (!histogram) {
            return std::move(histogram.error());
        }
        return TimedHistogram{std::move(*histogram),
                              std::max(base::Millis(0), clock.now() - begun)};
    };
}

void appendRules(const CatalogCollection& collection, std::vector<Rule>& rules)
{
    for (const ttl::IndexSpec& index : collection.indexes) {
        if (std::optional<Rule> rule = ruleOf(collection.spec.ns, index)) {
            rules.push_back(std::move(*rule));
        }
    }
}

std::optional<std::chrono::seconds> overdueAge(const Rule& rule,
                                               const ttl::ExpiryHistogram& histogram, Time now)
{
    if (histogram.overdue == 0 || !histogram.oldestDate) {
        return {};
    }
    // dates reach as far as int64 does; ages beyond 10 000 years are cut
    const Time oldest = std::max(histogram.oldestDate->time(), now - kOldestAge);
    const Time eligible = oldest + std::chrono::seconds(rule.expireAfterSeconds);
    return std::max(0s, std::chrono::duration_cast<std::chrono::seconds>(now - eligible));
}

} // namespace

std::optional<Rule> ruleOf(const protocol::Namespace& ns, const ttl::IndexSpec& index)
{
    if (!index.isTtl()) {
        return {};
    }
    Rule rule;
    rule.index = {ns, index.name};
    rule.expireAfterSeconds = index.expireAfterSeconds.value_or(0);
    rule.hidden = index.hidden;
    rule.ready = !index.building;
    rule.partialFilter = index.partialFilter;
    const std::vector<protocol::KeyField> key = protocol::keyFields(index.key);
    rule.field = key.empty() ? std::string() : key.front().path;
    rule.valid = !index.expiryValueInvalid && key.size() == 1 && key.front().plugin.empty();
    return rule;
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
            if (!collection || entry.spec.ns == *collection) {
                appendRules(entry, rules);
            }
        }
    }
    return rules;
}

QCoro::Task<Forecast> ForecastService::forecast(ForecastQuery query)
{
    std::vector<Rule> known = rules(query.collection);
    return run(this, std::move(query), std::move(known));
}

QCoro::Task<Result<ttl::ExpiryHistogram>>
ForecastService::histogram(Rule rule, std::vector<Time> edges, ttl::CancelToken cancel)
{
    const ttl::CallLimits limits{kCountTimeout, cancel};
    return m_connections.run(
        [request = requestFor(rule, std::move(edges))](ttl::TtlServer& server,
                                                       const ttl::CallLimits& callLimits) {
            return server.histogram(request, callLimits);
        },
        limits);
}

QCoro::Task<Time> ForecastService::lastExpiry(QPointer<ForecastService> self,
                                              std::vector<Rule> rules, Time now,
                                              ttl::CancelToken cancel)
{
    const ttl::CallLimits limits{kCountTimeout, cancel};
    std::vector<QCoro::Task<Result<TimedHistogram>>> running;
    running.reserve(rules.size());
    for (const Rule& rule : rules) {
        running.push_back(self->m_connections.run(
            timedCall(requestFor(rule, {now, now + 1s}), self->m_connections.clock()), limits));
    }
    Time last = now + 1h;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Result<TimedHistogram> answer = co_await running[i];
        if (answer && answer->histogram.newestDate && rules[i].valid) {
            const Time newest = std::min(answer->histogram.newestDate->time(), now + kFarthest);
            last = std::max(last, newest + std::chrono::seconds(rules[i].expireAfterSeconds));
        }
    }
    co_return std::min(last, now + kFarthest);
}

QCoro::Task<Forecast> ForecastService::run(QPointer<ForecastService> self, ForecastQuery query,
                                           std::vector<Rule> rules)
{
    Forecast forecast;
    forecast.now = self->m_connections.serverNow();
    if (!self->m_connections.isConnected()) {
        forecast.error = base::failure(Errc::Network, "There is no connection.");
        co_return forecast;
    }
    Time from = forecast.now;
    Time to = forecast.now + query.horizon.value_or(1h);
    if (query.range) {
        from = query.range->first;
        to = query.range->second;
    } else if (!query.horizon) {
        QCoro::Task<Time> searching = lastExpiry(self, rules, forecast.now, query.cancel);
        to = co_await searching;
        if (!self) {
            co_return forecast;
        }
    }
    const EdgePlan plan = planEdges(forecast.now, from, to, query.zone);
    forecast.width = plan.width;
    forecast.edges = plan.shown;
    const ttl::CallLimits limits{kCountTimeout, query.cancel};
    std::vector<QCoro::Task<Result<TimedHistogram>>> running;
    running.reserve(rules.size());
    for (const Rule& rule : rules) {
        running.push_back(self->m_connections.run(
            timedCall(requestFor(rule, plan.asked), self->m_connections.clock()), limits));
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Result<TimedHistogram> answer = co_await running[i];
        RuleForecast share{rules[i], {}, {}, {}};
        if (answer) {
            share.histogram = fold(plan, answer->histogram);
            share.oldestOverdue = overdueAge(rules[i], answer->histogram, forecast.now);
            forecast.took = std::max(forecast.took, answer->took);
        } else {
            share.histogram.shown.counts.assign(plan.shown.size() - 1, 0);
            share.error = answer.error();
        }
        forecast.rules.push_back(std::move(share));
    }
    if (self) {
        Q_EMIT self->answered(forecast, query.collection);
    }
    co_return forecast;
}

} // namespace sandglass::services
