// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/services/forecast/bucket_edges.h"
#include "app/services/forecast/count_costs.h"
#include "app/ttl/fold.h"
#include "app/ttl/forecast.h"
#include "app/ttl/rule.h"
#include "app/ttl/ttl_server.h"
#include "app/ttl/types.h"

#include <QFuture>
#include <QObject>
#include <QTimeZone>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sandglass::services {

struct CatalogCollection;
class CatalogService;
class ConnectionService;

/// What expires documents of a collection, as indexes: first ttl::ownRule(), then the TTL indexes.
/// Pure.
std::vector<ttl::IndexSpec> ttlIndexes(const CatalogCollection& collection);

/// All rules of a collection: first its own (time series, clustered), then those of its indexes.
/// Pure.
std::vector<ttl::Rule> rulesOf(const CatalogCollection& collection);

/// What to forecast. Without a horizon the forecast reaches to the last expiry. With `range`, only
/// that part is shown.
struct ForecastQuery
{
    std::optional<protocol::Namespace> collection; ///< without a name: all of its database; unset:
                                                   ///< all rules of the server
    std::optional<std::chrono::seconds> horizon;
    /// From and to; set: `horizon` is ignored.
    std::optional<std::pair<base::Time, base::Time>> range;
    QTimeZone zone;
    ttl::CancelToken cancel;
    std::optional<std::set<protocol::Namespace>> only = {}; ///< of the whole server, only the rules
                                                            ///< of these collections
};

/// One rule's share of a forecast.
struct RuleForecast
{
    ttl::Rule rule;
    ttl::FoldedHistogram histogram;
    std::optional<std::chrono::seconds> oldestOverdue; ///< since when the oldest overdue document
                                                       ///< has been overdue
    std::optional<Error> error; ///< set: the histogram is all zero
};

/// A forecast of one or more rules over the same buckets.
struct Forecast
{
    base::Time now; ///< server time of the request
    ttl::BucketWidth width = ttl::BucketWidth::Minute1;
    std::vector<base::Time> edges;
    std::vector<RuleForecast> rules;
    std::chrono::milliseconds took{0}; ///< time of all queries together; of those that ran at the
                                       ///< same time, their sum
    bool held = false; ///< the server cannot sample, so this was counted at great cost: it is not
                       ///< to be repeated without being asked for
    bool partial = false; ///< ForecastQuery::only has left out rules
    std::optional<Error> error; ///< set: nothing could be requested at all
};

/// A part of a collection that is counted at a time, and the share of the documents that it is
/// expected to hold (0…1). All parts of a count together hold every document once.
struct CountPart
{
    ttl::HistogramPart part;
    double share = 0.0;
};
/// The parts for an exact count: the overdue documents, the buckets in groups of at least a
/// twentieth of all documents, what is later, and last what has no date. Their shares add up to
/// about 1. `edges` as in HistogramRequest; `estimate` over the same edges. Pure; any thread.
std::vector<CountPart> countParts(const std::vector<base::Time>& edges,
                                  const ttl::ExpiryHistogram& estimate);

/// The parts of an exact count, by what the server reports: ranges of the index if it has no
/// arrays, otherwise ranges of `_id`s; parts of equal size either way. Without either:
/// countParts(). Pure; any thread.
std::vector<CountPart> plannedParts(const ttl::HistogramRequest& request,
                                    const ttl::ExpiryHistogram& estimate,
                                    const ttl::CountPlan& plan);

/// Counts each rule exactly, one after the other. What the server only sampled is counted again
/// part by part. `progress` gets the share done, 0…1, in this thread. Returns one answer per
/// request; a rule that fails or is cancelled has its error there. Errors: Network when the
/// connection is lost. Blocking; any thread.
Result<std::vector<Result<ttl::ExpiryHistogram>>>
countExactly(ttl::TtlServer& server, const ttl::CallLimits& limits,
             const std::vector<ttl::HistogramRequest>& requests,
             const std::function<void(double)>& progress);

/// Counts what will expire when. GUI thread; the counting runs on worker threads.
class ForecastService : public QObject
{
    Q_OBJECT
public:
    /// All services must outlive this object.
    ForecastService(ConnectionService& connections, CatalogService& catalog,
                    QObject* parent = nullptr);

    /// Sets above how many documents a collection on a remote server is always sampled; 0: never.
    /// Default: 2 million. The local engine counts from its directories and is never sampled.
    void setSampleAbove(std::int64_t documents) { m_sampleAbove = documents; }
    /// Above how many documents the collection of this rule is sampled now: at most the number set,
    /// and less if counting that many takes long on this server. 0: never.
    std::int64_t sampleAbove(const ttl::Rule& rule) const;
    /// The same for several collections that nothing is known about yet.
    std::int64_t sampleAbove() const { return sampleAbove(ttl::Rule()); }

    /// The TTL rules in the catalogue, of one collection or of all, by namespace.
    std::vector<ttl::Rule> rules(const std::optional<protocol::Namespace>& collection) const;

    /// The rule completed with what server and catalogue know: `hiddenByServer`, `indexAscends`,
    /// `drawnTogether` and `bucketSpanSeconds`.
    ttl::Rule withServerFacts(ttl::Rule rule) const;

    /// Forecasts the rules that the catalogue knows now. Errors are in the answer.
    QFuture<Forecast> forecast(ForecastQuery query);

    /// The same, but what would be sampled is counted exactly, part by part and rule by rule, so
    /// that the server has one query at a time. `progress` gets the share done, 0…1, in the GUI
    /// thread. May take as long as the collections are large. A part that fails or is cancelled
    /// becomes the error of its rule.
    QFuture<Forecast> countExactly(ForecastQuery query, std::function<void(double)> progress);

    /// Counts one rule, which need not exist yet, over `edges`; for previews. `edges` and
    /// `sampleAbove` as in HistogramRequest. Errors: Unsupported for a field that the server hides;
    /// the server's.
    QFuture<Result<ttl::ExpiryHistogram>> histogram(ttl::Rule rule, std::vector<base::Time> edges,
                                                    ttl::CancelToken cancel,
                                                    std::int64_t sampleAbove = 0);

Q_SIGNALS:
    /// A forecast has been made; `collection` as in its query. For objects that follow all
    /// forecasts.
    void answered(const sandglass::services::Forecast& forecast,
                  const std::optional<sandglass::protocol::Namespace>& collection);

private:
    using Asking = std::function<QFuture<Forecast>(
        const ForecastQuery&, const std::vector<ttl::Rule>&, const ttl::EdgePlan&, Forecast)>;
    /// Finds the rules and edges of a query and has them requested by `ask`. Without a connection
    /// the answer is that.
    QFuture<Forecast> planned(ForecastQuery query, Asking ask);
    /// Requests the histograms of all rules at once and folds the answers.
    QFuture<Forecast> ask(const ForecastQuery& query, const std::vector<ttl::Rule>& rules,
                          const ttl::EdgePlan& plan, Forecast forecast);
    /// Does the same with services::countExactly().
    QFuture<Forecast> askExactly(const ForecastQuery& query, const std::vector<ttl::Rule>& rules,
                                 const ttl::EdgePlan& plan, Forecast forecast,
                                 const std::function<void(double)>& progress);
    /// Learns from an answer, and adds its time to the forecast.
    void take(const ttl::HistogramRequest& request, const Result<ttl::ExpiryHistogram>& answer,
              Forecast& forecast);
    /// Which edges to show and to request for them.
    QFuture<ttl::EdgePlan> planBars(const ForecastQuery& query, const std::vector<ttl::Rule>& rules,
                                    base::Time now);
    /// The same, with those of the next waves for all rules of a server.
    QFuture<ttl::EdgePlan> plan(const ForecastQuery& query, const std::vector<ttl::Rule>& rules,
                                base::Time now);
    /// The request for a rule's histogram over `edges`, sampled where counting is not cheap.
    ttl::HistogramRequest request(const ttl::Rule& rule, std::vector<base::Time> edges) const;
    /// The rules that a query is about. Sets `forecast.partial`.
    std::vector<ttl::Rule> rulesFor(const ForecastQuery& query, Forecast& forecast) const;

    ConnectionService& m_connections;
    CatalogService& m_catalog;
    std::int64_t m_sampleAbove = 2'000'000;
    CountCosts m_costs;
};

} // namespace sandglass::services
