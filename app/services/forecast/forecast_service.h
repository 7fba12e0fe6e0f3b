// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/services/forecast/bucket_edges.h"
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
#include <string>
#include <vector>

namespace sandglass::services {

struct CatalogCollection;
class CatalogService;
class ConnectionService;

/// What expires documents of a collection, as indexes: ttl::ownRule() first, then its TTL indexes.
/// Pure.
std::vector<ttl::IndexSpec> ttlIndexes(const CatalogCollection& collection);

/// All rules of a collection: its own first (time series, clustered), then those of its indexes.
/// Pure.
std::vector<ttl::Rule> rulesOf(const CatalogCollection& collection);

/// What to forecast. Unset `horizon`: everything there is. With `range` set, only that part is
/// shown.
struct ForecastQuery
{
    std::optional<protocol::Namespace> collection; ///< unset: all rules of the server
    std::optional<std::chrono::seconds> horizon;
    std::optional<std::pair<base::Time, base::Time>> range;
    QTimeZone zone;
    ttl::CancelToken cancel;
};

/// One rule's share of a forecast.
struct RuleForecast
{
    ttl::Rule rule;
    ttl::FoldedHistogram histogram;
    std::optional<std::chrono::seconds>
        oldestOverdue; ///< age past its expiry of the oldest overdue document
    std::optional<Error> error; ///< then the histogram is all zero
};

/// A forecast for one or many rules over the same buckets.
struct Forecast
{
    base::Time now; ///< server time it was asked at
    ttl::BucketWidth width = ttl::BucketWidth::Minute1;
    std::vector<base::Time> edges;
    std::vector<RuleForecast> rules;
    std::chrono::milliseconds took{0}; ///< how long all queries took together
    std::optional<Error> error; ///< nothing could be asked at all
};

/// The parts in which a collection is counted exactly, and what share of its documents each is
/// thought to hold (0…1, sum about 1): the overdue, the buckets in groups of at least a twentieth
/// of all documents, what comes later, and last what has no date. `edges` as in HistogramRequest,
/// `estimate` over the same edges. Pure; any thread.
struct CountPart
{
    ttl::HistogramPart part;
    double share = 0.0;
};
std::vector<CountPart> countParts(const std::vector<base::Time>& edges,
                                  const ttl::ExpiryHistogram& estimate);

/// Counts each rule exactly, one after the other: what the server only sampled is counted again
/// part by part. `edges` as in HistogramRequest; `progress` takes the share done, 0…1, in this
/// thread. Gives one answer for each rule; what fails or is cancelled is that rule's error. Errors:
/// Network when the connection is lost. Blocking; any thread.
Result<std::vector<Result<ttl::ExpiryHistogram>>>
countExactly(ttl::TtlServer& server, const ttl::CallLimits& limits,
             const std::vector<ttl::HistogramRequest>& requests,
             const std::function<void(double)>& progress);

/// Counts what will expire when. GUI thread; the counting happens on worker threads.
class ForecastService : public QObject
{
    Q_OBJECT
public:
    ForecastService(ConnectionService& connections, CatalogService& catalog,
                    QObject* parent = nullptr);

    /// Collections of more documents than this are sampled on a remote server, 0: none are. At
    /// first 2 million. The local engine counts from its directories and is never sampled.
    void setSampleAbove(std::int64_t documents) { m_sampleAbove = documents; }
    /// What holds for the present connection.
    std::int64_t sampleAbove() const;

    /// The TTL rules in the catalogue: of one collection or of all, by namespace.
    std::vector<ttl::Rule> rules(const std::optional<protocol::Namespace>& collection) const;

    /// The rule with what the server and the catalogue add to it: `kept` and `bucketSpanSeconds`.
    ttl::Rule asServerHasIt(ttl::Rule rule) const;

    /// Forecasts the rules that the catalogue knows now.
    QFuture<Forecast> forecast(ForecastQuery query);

    /// The same, but what would be sampled is counted exactly: part by part and
    /// rule after rule, so that the server has one query at a time, with `progress` (0…1, GUI
    /// thread) after each. Can take as long as the collections are large; a part that fails or is
    /// cancelled is the rule's error.
    QFuture<Forecast> countExactly(ForecastQuery query, std::function<void(double)> progress);

    /// One rule that need not exist yet, over given edges (as HistogramRequest wants them); for
    /// previews. `sampleAbove` as in HistogramRequest.
    QFuture<Result<ttl::ExpiryHistogram>> histogram(ttl::Rule rule, std::vector<base::Time> edges,
                                                    ttl::CancelToken cancel,
                                                    std::int64_t sampleAbove = 0);

Q_SIGNALS:
    /// A forecast was made, for whoever asked; `collection` as in its query. For those who want to
    /// know without asking.
    void answered(const sandglass::services::Forecast& forecast,
                  const std::optional<sandglass::protocol::Namespace>& collection);

private:
    QFuture<Forecast> ask(const ForecastQuery& query, const std::vector<ttl::Rule>& rules,
                          const ttl::EdgePlan& plan, Forecast forecast);
    QFuture<Forecast> askExactly(const ForecastQuery& query, const std::vector<ttl::Rule>& rules,
                                 const ttl::EdgePlan& plan, Forecast forecast,
                                 const std::function<void(double)>& progress);
    QFuture<ttl::EdgePlan> plan(const ForecastQuery& query, const std::vector<ttl::Rule>& rules,
                                base::Time now);
    QFuture<Forecast> unanswered() const;

    ConnectionService& m_connections;
    CatalogService& m_catalog;
    std::int64_t m_sampleAbove = 2'000'000;
};

} // namespace sandglass::services
