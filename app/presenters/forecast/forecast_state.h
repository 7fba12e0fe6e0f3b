// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/words/failure_text.h"
#include "app/ttl/fold.h"
#include "app/ttl/forecast.h"
#include "app/ttl/types.h"

#include <QString>
#include <QTimeZone>

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::presenters {

/// How much of the future a timeline shows. Custom: a range chosen by zooming.
enum class Horizon { Minutes5, Hour1, Day1, Days7, Days30, Days90, Year1, All, Custom };

/// Where a piece of data stands. Stale: older good data is shown while new data is fetched or
/// cannot be had.
enum class Phase { Idle, Loading, Ready, Stale, Failed };

/// The beginning of the year 1: "from ever" where a range of moments is asked for. Earlier dates
/// exist, but not every server reads them in a command.
inline constexpr base::Time kEverBefore{base::Millis{-62'135'596'800'000}};

/// One colour of the stack: an index on a collection page, a collection on the inventory.
struct ForecastSeries
{
    QString name; ///< index name or "db.collection", or "other"
    QString words; ///< its rule in words: "createdAt, after 90 d"
    std::optional<ttl::IndexRef> index; ///< set on a collection page
    std::optional<protocol::Namespace> ns; ///< unset for "other"
    std::vector<std::int64_t> counts; ///< one per bucket: state.edges.size() − 1
    std::int64_t overdue = 0;
    std::int64_t later = 0;
    ttl::NeverCounts never;
    std::optional<FailureText> failure; ///< this series could not be read; its counts are zero
};

/// Documents that really went in a span of the past.
struct DeletionSpan
{
    base::Time from; ///< exclusive
    base::Time to; ///< inclusive
    std::int64_t documents = 0;
};

/// Everything the timeline page draws. Bucket i is (edges[i], edges[i+1]].
struct ForecastState
{
    Phase phase = Phase::Idle;
    Horizon horizon = Horizon::Hour1;
    ttl::BucketWidth width = ttl::BucketWidth::Minute1;
    bool slow = false; ///< a query has been under way for a second or longer
    bool exact = true;
    bool overdueExact = true; ///< the overdue ones were counted, whatever the rest was
    bool held = false; ///< counted exactly on demand; nothing is refreshed until refresh()
    bool hasRules = true; ///< false: there is nothing that expires; the page says so
    std::optional<int> countedPercent; ///< an exact count is under way: how far it has come
    std::uint64_t ticket = 0; ///< counts the answers shown; grows with each new one
    QTimeZone zone; ///< of all captions
    base::Time now; ///< server time when this state was made; the "now" line starts here
    base::Time asOf; ///< server time of the counts
    std::vector<base::Time> edges; ///< ascending, empty before the first answer
    std::vector<ForecastSeries> series; ///< by name, so that colours stay; "other" last
    std::vector<std::int64_t> totals; ///< sum over the series per bucket
    std::vector<std::int64_t> cumulative; ///< running sum of totals; starts with the overdue ones
    std::int64_t overdue = 0;
    std::int64_t later = 0;
    ttl::NeverCounts never;
    std::int64_t documents = 0; ///< everything counted
    std::optional<ttl::Peak> peak; ///< of totals; unset: all are 0
    std::vector<DeletionSpan>
        deletions; ///< over the last hour, oldest first, spans of equal width without gaps
    double sampledShare = 1.0; ///< 0…1 when not exact: of the collections that were sampled, the
                               ///< smallest share
    std::vector<double> errors; ///< when not exact: ± on each bucket of totals, 95 %
    double overdueError = 0.0; ///< ± on overdue, 95 %
    double laterError = 0.0;
    std::int64_t averageDocumentBytes = 0; ///< 0: unknown
    QString summary; ///< one spoken sentence about the whole picture
    std::optional<FailureText> failure; ///< set in Failed and, with old data on screen, in Stale
};

} // namespace sandglass::presenters
