// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/words.h"
#include "app/ttl/fold.h"
#include "app/ttl/forecast.h"
#include "app/ttl/types.h"

#include <QString>
#include <QTimeZone>

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::presenters {

/// The range of a timeline. The presets are in the order of ttl::kHorizonPresetSeconds. All: up to
/// the last expiry. Custom: a range chosen by zooming.
enum class Horizon { Minutes5, Hour1, Day1, Days7, Days30, Days90, Year1, All, Custom };

/// State of something that is read from the server. Stale: older data is shown while new data is
/// being read, or because it cannot be read.
enum class Phase { Idle, Loading, Ready, Stale, Failed };

/// The beginning of the year 1, for a range without a lower bound. Earlier dates can be stored, but
/// not every server accepts them in a command.
inline constexpr base::Time kEverBefore{base::Millis{-62'135'596'800'000}};

/// One colour of the stacked bars: an index on a collection page, a collection in the inventory.
struct ForecastSeries
{
    QString name; ///< index name or "db.collection", or "other"
    QString words; ///< its rule in words: "createdAt, after 90 d"
    std::optional<ttl::IndexRef> index; ///< set on a collection page
    std::optional<protocol::Namespace> ns; ///< unset for "other"
    std::vector<std::int64_t> counts; ///< documents per bucket: state.edges.size() − 1
    std::int64_t overdue = 0; ///< documents that are due already
    std::int64_t later = 0; ///< documents that are due after the last bucket
    ttl::NeverCounts never;
    std::optional<FailureText> failure; ///< set: it could not be counted, or only in part: all
                                        ///< counts are the least

    bool operator==(const ForecastSeries&) const = default;
};

/// Documents that were deleted in a span of the past.
struct DeletionSpan
{
    base::Time from; ///< exclusive
    base::Time to; ///< inclusive
    std::int64_t documents = 0;
    bool exact = true; ///< false: some of them may have been deleted before `from`

    bool operator==(const DeletionSpan&) const = default;
};

/// Everything the timeline shows. Bucket i is (edges[i], edges[i+1]]. All moments are server time,
/// all counts are documents.
struct ForecastState
{
    Phase phase = Phase::Idle;
    Horizon horizon = Horizon::Hour1;
    ttl::BucketWidth width = ttl::BucketWidth::Minute1;
    bool slow = false; ///< a query has been in progress for a second or longer
    bool exact = true; ///< false: the counts are extrapolated from a sample
    bool overdueExact = true; ///< false: the overdue documents are extrapolated, too
    bool held = false; ///< counted exactly at some cost; stays until refresh()
    bool cannotSample = false; ///< the server has no random samples, so each refresh must count
    bool hasRules = true; ///< false: there is no rule, so nothing expires
    std::optional<int> countedPercent; ///< progress of an exact count; unset: there is none
    QString missing; ///< what the sums leave out, so that they are the least, as sentences; empty:
                     ///< nothing
    QString perRule; ///< that a document with dates for several rules counts once for each, a
                     ///< sentence; empty: no collection has several rules
    std::uint64_t answerNumber = 0; ///< grows by 1 with each new answer that is shown
    QTimeZone zone; ///< of all captions
    base::Time now; ///< when this state was made; the "now" line starts here
    base::Time asOf; ///< when the documents were counted
    std::vector<base::Time> edges; ///< ascending, empty before the first answer
    std::vector<ForecastSeries> series; ///< by name, so that each keeps its colour; "other" last
    std::vector<std::int64_t> totals; ///< sum over all series, per bucket
    std::vector<std::int64_t> cumulative; ///< overdue plus the totals up to each bucket
    std::int64_t overdue = 0;
    std::int64_t later = 0;
    ttl::NeverCounts never;
    std::int64_t documents = 0; ///< of all collections counted
    std::optional<ttl::Peak> peak; ///< of totals; unset: all are 0
    /// Over the last hour, oldest first, spans of equal width. One in which nothing was read is
    /// missing: its deletions are not known.
    std::vector<DeletionSpan> deletions;
    bool deletionsObserved = false; ///< `deletions` are differences between two counts, so
                                    ///< estimates; otherwise the server's own counter
    bool drawnInPages = false; ///< a sample consists of pages of the server's storage
    double sampledShare = 1.0; ///< 0…1: the smallest sampled share of a collection
    std::vector<double> errors; ///< ± for each bucket of totals, 95 % confidence; 0 if exact
    double overdueError = 0.0; ///< ± for overdue, 95 % confidence
    double laterError = 0.0; ///< ± for later, 95 % confidence
    std::int64_t averageDocumentBytes = 0; ///< 0: unknown
    QString summary; ///< the timeline in a few sentences, for screen readers
    std::optional<FailureText> failure; ///< set in Failed, and in Stale after an error

    /// How well the counts are known. `ofOverdue`: those of the overdue documents.
    Accuracy accuracy(bool ofOverdue = false) const
    {
        if (!missing.isEmpty()) {
            return Accuracy::AtLeast;
        }
        return (ofOverdue ? overdueExact : exact) ? Accuracy::Exact : Accuracy::Estimated;
    }
};

} // namespace sandglass::presenters
