// SPDX-License-Identifier: GPL-3.0-or-later
// The exact count of ForecastService, in place of a sample.
#include "app/services/calls/answer.h"
#include "app/services/calls/progress.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/rule_forecast.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace sandglass::services {

namespace {

using base::Time;

// a part of a very large collection may take long
constexpr std::chrono::minutes kPartTimeout{10};
// the least share of a part, so that a count takes about twenty requests
constexpr double kSmallestPart = 0.05;
// parts of a planned count: each well below a second, as many as one command can divide into
constexpr std::int64_t kDocumentsInPart = 100'000;
constexpr std::int64_t kFewestParts = 20;
constexpr std::int64_t kMostParts = 1'000;

int partsFor(const ttl::ExpiryHistogram& estimate)
{
    return static_cast<int>(
        std::clamp(estimate.documents() / kDocumentsInPart, kFewestParts, kMostParts));
}

// Ranges between `_id`s, each with the same share.
std::vector<CountPart> partsById(const std::vector<bson::Value>& ids)
{
    const double share = 1.0 / static_cast<double>(ids.size() + 1);
    std::vector<CountPart> parts;
    for (std::size_t i = 0; i <= ids.size(); ++i) {
        ttl::IdRange range;
        if (i > 0) {
            range.after = ids[i - 1];
        }
        if (i < ids.size()) {
            range.upTo = ids[i];
        }
        CountPart part{{}, share};
        part.part.ids = std::move(range);
        parts.push_back(std::move(part));
    }
    return parts;
}

// Ranges between dates, each with the same share, and the documents without a date.
std::vector<CountPart> partsByDate(const ttl::HistogramRequest& request,
                                   const ttl::ExpiryHistogram& estimate,
                                   const std::vector<bson::Date>& dates)
{
    const double never = static_cast<double>(estimate.never.total())
        / std::max<double>(1.0, static_cast<double>(estimate.documents()));
    const double share = (1.0 - never) / static_cast<double>(dates.size() + 1);
    std::vector<CountPart> parts;
    std::optional<Time> after;
    for (const bson::Date& date : dates) {
        const Time upTo = date.time() + std::chrono::seconds(request.expireAfterSeconds);
        parts.push_back({{after, upTo, false, 0}, share});
        after = upTo;
    }
    parts.push_back({{after, {}, false, 0}, share});
    parts.push_back({{{}, {}, true, 0}, never});
    return parts;
}

// Counts the parts one by one. `estimate`, the sample, decides the parts and the progress.
Result<ttl::ExpiryHistogram> countInParts(ttl::TtlServer& server, ttl::CallLimits limits,
                                          ttl::HistogramRequest request,
                                          const ttl::ExpiryHistogram& estimate,
                                          const std::function<void(double)>& progress)
{
    limits.timeout = kPartTimeout;
    const Result<ttl::CountPlan> plan = server.countPlan(request, partsFor(estimate), limits);
    TRY(plan);
    ttl::ExpiryHistogram sum;
    double done = 0.0;
    for (const CountPart& each : plannedParts(request, estimate, *plan)) {
        // the part without dates needs the number of all others, see HistogramPart
        request.part = each.part;
        request.part->counted = sum.documents();
        Result<ttl::ExpiryHistogram> answer = askHistogram(server, request, limits);
        TRY(answer);
        if (limits.cancel.cancelled()) {
            return base::failure(Errc::Cancelled, "The count was cancelled.");
        }
        ttl::accumulate(sum, *answer);
        done += each.share;
        progress(std::min(done, 1.0));
    }
    return sum;
}

Result<ttl::ExpiryHistogram> countRule(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                       const ttl::HistogramRequest& request,
                                       const std::function<void(double)>& progress)
{
    Result<ttl::ExpiryHistogram> answer = askHistogram(server, request, limits);
    if (!answer || answer->exact) {
        return answer;
    }
    return countInParts(server, limits, request, *answer, progress);
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
    // buckets are collected until they hold a twentieth of the documents
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

std::vector<CountPart> plannedParts(const ttl::HistogramRequest& request,
                                    const ttl::ExpiryHistogram& estimate,
                                    const ttl::CountPlan& plan)
{
    if (!plan.withoutArrays && !plan.ids.empty()) {
        return partsById(plan.ids);
    }
    std::vector<CountPart> parts = plan.withoutArrays && !plan.dates.empty()
        ? partsByDate(request, estimate, plan.dates)
        : countParts(request.edges, estimate);
    for (CountPart& part : parts) {
        part.part.withoutArrays = plan.withoutArrays;
    }
    return parts;
}

Result<std::vector<Result<ttl::ExpiryHistogram>>>
countExactly(ttl::TtlServer& server, const ttl::CallLimits& limits,
             const std::vector<ttl::HistogramRequest>& requests,
             const std::function<void(double)>& progress)
{
    std::vector<Result<ttl::ExpiryHistogram>> answers;
    const double share = 1.0 / std::max<double>(1.0, static_cast<double>(requests.size()));
    for (const ttl::HistogramRequest& request : requests) {
        const double before = share * static_cast<double>(answers.size());
        Result<ttl::ExpiryHistogram> answer = countRule(
            server, limits, request, [&](double done) { progress(before + share * done); });
        if (!answer && answer.error().code == Errc::Network) {
            return std::move(answer.error());
        }
        answers.push_back(std::move(answer));
        progress(before + share);
    }
    return answers;
}

QFuture<Forecast> ForecastService::countExactly(ForecastQuery query,
                                                std::function<void(double)> progress)
{
    return planned(std::move(query),
                   [this, progress = std::move(progress)](
                       const ForecastQuery& planned, const std::vector<ttl::Rule>& rules,
                       const ttl::EdgePlan& plan, Forecast forecast) {
                       return askExactly(planned, rules, plan, std::move(forecast), progress);
                   });
}

QFuture<Forecast> ForecastService::askExactly(const ForecastQuery& query,
                                              const std::vector<ttl::Rule>& rules,
                                              const ttl::EdgePlan& plan, Forecast forecast,
                                              const std::function<void(double)>& progress)
{
    forecast.width = plan.width;
    forecast.edges = plan.shown;
    std::vector<ttl::HistogramRequest> requests;
    requests.reserve(rules.size());
    for (const ttl::Rule& rule : rules) {
        requests.push_back(request(rule, plan.asked));
    }
    const auto reporter = std::make_shared<Progress>();
    connect(reporter.get(), &Progress::moved, this, progress);
    const auto work = [requests, reporter](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return services::countExactly(server, limits, requests,
                                      [&](double done) { Q_EMIT reporter->moved(done); });
    };
    return then(m_connections.run(work, {kCountTimeout, query.cancel}), this,
                [this, query, rules, plan, requests, forecast = std::move(forecast)](
                    const Result<std::vector<Result<ttl::ExpiryHistogram>>>& answers) mutable {
                    for (std::size_t i = 0; i < rules.size(); ++i) {
                        const Result<ttl::ExpiryHistogram> answer = answers
                            ? (*answers)[i]
                            : Result<ttl::ExpiryHistogram>(answers.error());
                        take(requests[i], answer, forecast);
                        forecast.rules.push_back(ruleForecast(rules[i], plan, answer));
                    }
                    Q_EMIT answered(forecast, query.collection);
                    return forecast;
                });
}

} // namespace sandglass::services
