// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/rule_forecast.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

using base::Time;

constexpr std::chrono::hours kOldestAge{24 * 366 * 10'000};

std::optional<std::chrono::seconds> overdueAge(const Rule& rule,
                                               const ttl::ExpiryHistogram& histogram, Time now)
{
    if (histogram.overdue == 0 || !histogram.oldestDate) {
        return {};
    }
    // dates reach as far as int64 does; ages beyond 10 000 years are cut
    const Time oldest = std::max(histogram.oldestDate->time(), now - kOldestAge);
    const Time eligible = oldest + std::chrono::seconds(rule.latestAfterSeconds());
    return std::max(0s, std::chrono::duration_cast<std::chrono::seconds>(now - eligible));
}

} // namespace

ttl::HistogramRequest histogramRequest(const Rule& rule, std::vector<Time> edges,
                                       std::int64_t sampleAbove)
{
    ttl::HistogramRequest request;
    request.ns = rule.index.ns;
    request.field = rule.field;
    request.expireAfterSeconds = rule.latestAfterSeconds();
    request.valid = rule.valid;
    request.partialFilter = rule.partialFilter;
    request.kept = rule.kept;
    request.sampleAbove = sampleAbove;
    request.now = edges.front();
    request.edges = std::move(edges);
    // a partial index does not hold all documents, and a hidden one may not be hinted at
    if (rule.ready && !rule.hidden && !rule.partialFilter && !rule.collectionLevel) {
        request.indexHint = rule.index.name;
    }
    return request;
}

Error keptField(const std::string& field)
{
    return base::failure(Errc::Unsupported,
                         "The server keeps the field " + field
                             + " to itself, so nothing can be counted by it.");
}

Result<ttl::ExpiryHistogram> askHistogram(ttl::TtlServer& server,
                                          const ttl::HistogramRequest& request,
                                          const ttl::CallLimits& limits)
{
    if (request.kept) {
        return keptField(request.field);
    }
    return server.histogram(request, limits);
}

RuleForecast ruleForecast(const Rule& rule, const EdgePlan& plan,
                          const Result<ttl::ExpiryHistogram>& answer)
{
    RuleForecast share{rule, {}, {}, {}};
    if (answer) {
        share.histogram = fold(plan, *answer);
        share.oldestOverdue = overdueAge(rule, *answer, plan.asked.front());
    } else {
        share.histogram.shown.counts.assign(plan.shown.size() - 1, 0);
        share.error = answer.error();
    }
    return share;
}

} // namespace sandglass::services
