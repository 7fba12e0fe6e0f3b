// SPDX-License-Identifier: GPL-3.0-or-later
// ForecastService's exact count of what is otherwise sampled.
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/rule_forecast.h"

#include <algorithm>

namespace sandglass::services {

namespace {

using base::Time;

// one part of a very large collection may be long in coming
constexpr std::chrono::minutes kPartTimeout{10};
constexpr double kSmallestPart = 0.05;

auto histogramCall(ttl::HistogramRequest request)
{
    return [request = std::move(request)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return askHistogram(server, request, limits);
    };
}

} // namespace

std::vector<CountPart> countParts(const std::vector<Time>& edges,
                                  const ttl::ExpiryHistogram& estimate)
{
    const double documents = std::max<double>(1.0, static_cast<double>(estimate.documents()));
    const auto shareOf
        = [documents](std::int64_t count) { return static_cast<double>(count) / documents; };
    std::vector<CountPart> parts;
    parts.push_back({{{}, edges.front(), false, 0}, shareOf(estimate.overdue)});
    CountPart open{{edges.front(), {}, false, 0}, 0.0};
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        open.share += i < estimate.counts.size() ? shareOf(estimate.counts[i]) : 0.0;
        if (open.share >= kSmallestPart || i + 2 == edges.size()) {
            open.part.upTo = edges[i + 1];
            parts.push_back(open);
            open = {{edges[i + 1], {}, false, 0}, 0.0};
        }
    }
    parts.push_back({{edges.back(), {}, false, 0}, shareOf(estimate.later)});
    parts.push_back({{{}, {}, true, 0}, shareOf(estimate.never.total())});
    return parts;
}

QCoro::Task<Result<ttl::ExpiryHistogram>>
ForecastService::countParts(QPointer<ForecastService> self, ttl::HistogramRequest request,
                            ttl::ExpiryHistogram estimate, CountProgress progress)
{
    using Answer = Result<ttl::ExpiryHistogram>;
    const ttl::CallLimits limits{kPartTimeout, progress.cancel};
    ttl::ExpiryHistogram sum;
    double done = 0.0;
    const std::vector<CountPart> parts = services::countParts(request.edges, estimate);
    for (const CountPart& each : parts) {
        request.part = each.part;
        request.part->counted = sum.documents();
        auto counting = self->m_connections.run(histogramCall(request), limits);
        const Answer answer = co_await counting;
        if (!answer) {
            co_return answer;
        }
        if (!self || progress.cancel.cancelled()) {
            co_return Answer(base::failure(Errc::Cancelled, "The count was cancelled."));
        }
        ttl::accumulate(sum, *answer);
        done += each.share;
        progress.report(progress.from + progress.share * std::min(done, 1.0));
    }
    co_return Answer(std::move(sum));
}

QCoro::Task<Forecast> ForecastService::runExactly(QPointer<ForecastService> self,
                                                  ForecastQuery query, std::vector<ttl::Rule> rules,
                                                  std::function<void(double)> progress)
{
    Forecast forecast;
    forecast.now = self->m_connections.serverNow();
    if (!self->m_connections.isConnected()) {
        forecast.error = base::failure(Errc::Network, "There is no connection.");
        co_return forecast;
    }
    QCoro::Task<ttl::EdgePlan> planning = plan(self, rules, query, forecast.now);
    const ttl::EdgePlan plan = co_await planning;
    forecast.width = plan.width;
    forecast.edges = plan.shown;
    const double share = 1.0 / std::max<double>(1.0, static_cast<double>(rules.size()));
    for (std::size_t i = 0; i < rules.size() && self; ++i) {
        const ttl::HistogramRequest request
            = ttl::histogramRequest(rules[i], plan.asked, self->sampleAbove());
        const ttl::CallLimits limits{kCountTimeout, query.cancel};
        auto asking = self->m_connections.run(histogramCall(request), limits);
        Result<ttl::ExpiryHistogram> answer = co_await asking;
        if (self && answer && !answer->exact) {
            const double from = share * static_cast<double>(i);
            auto counting
                = countParts(self, request, *answer, {query.cancel, from, share, progress});
            answer = co_await counting;
        }
        forecast.rules.push_back(ruleForecast(rules[i], plan, answer));
        progress(share * static_cast<double>(i + 1));
    }
    if (self) {
        Q_EMIT self->answered(forecast, query.collection);
    }
    co_return forecast;
}

} // namespace sandglass::services
