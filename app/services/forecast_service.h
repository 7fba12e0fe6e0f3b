// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/services/bucket_edges.h"
#include "app/ttl/forecast.h"
#include "app/ttl/types.h"

#include <QCoroTask>
#include <QFuture>
#include <QObject>
#include <QPointer>
#include <QTimeZone>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

class CatalogService;
class ConnectionService;

/// A rule of the catalogue as a forecast needs it.
struct Rule
{
    ttl::IndexRef index; ///< name empty for a collection-level rule
    std::string field;
    std::int64_t expireAfterSeconds = 0;
    bool valid = true; ///< false: expires nothing
    bool hidden = false;
    bool ready = true; ///< false: the index is still being built
    bool collectionLevel = false;
    std::optional<bson::Document> partialFilter;
};

/// The expiry rule of an index; nullopt when it is no TTL index. Pure.
std::optional<Rule> ruleOf(const protocol::Namespace& ns, const ttl::IndexSpec& index);

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
    Rule rule;
    FoldedHistogram histogram;
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
    std::chrono::milliseconds took{0}; ///< how long the slowest query took
    std::optional<Error> error; ///< nothing could be asked at all
};

/// Counts what will expire when. GUI thread; the counting happens on worker threads.
class ForecastService : public QObject
{
    Q_OBJECT
public:
    ForecastService(ConnectionService& connections, CatalogService& catalog,
                    QObject* parent = nullptr);

    /// The TTL rules in the catalogue: of one collection or of all, by namespace.
    std::vector<Rule> rules(const std::optional<protocol::Namespace>& collection) const;

    /// Forecasts the rules that the catalogue knows now.
    QCoro::Task<Forecast> forecast(ForecastQuery query);

    /// One rule that need not exist yet, over given edges (as HistogramRequest wants them); for
    /// previews.
    QCoro::Task<Result<ttl::ExpiryHistogram>> histogram(Rule rule, std::vector<base::Time> edges,
                                                        ttl::CancelToken cancel);

Q_SIGNALS:
    /// A forecast was made, for whoever asked; `collection` as in its query. For those who want to
    /// know without asking.
    void answered(const sandglass::services::Forecast& forecast,
                  const std::optional<sandglass::protocol::Namespace>& collection);

private:
    static QCoro::Task<Forecast> run(QPointer<ForecastService> self, ForecastQuery query,
                                     std::vector<Rule> rules);
    static QCoro::Task<base::Time> lastExpiry(QPointer<ForecastService> self,
                                              std::vector<Rule> rules, base::Time now,
                                              ttl::CancelToken cancel);

    ConnectionService& m_connections;
    CatalogService& m_catalog;
};

} // namespace sandglass::services
