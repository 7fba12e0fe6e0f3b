// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/figures_state.h"
#include "app/ttl/types.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace sandglass::services {
class MonitorService;
struct Forecast;
} // namespace sandglass::services

namespace sandglass::presenters {

/// The input of makeFigures(). All moments are server time, all counts are documents.
struct FiguresInput
{
    base::Time now;
    base::Time asOf; ///< when the documents were counted
    std::int64_t overdue = 0;
    std::optional<std::chrono::seconds> oldestOverdue; ///< since when; unset: none is overdue
    std::int64_t dueWithinHour = 0;
    std::int64_t dueWithinDay = 0;
    bool exact = true; ///< false: extrapolated from a sample
    bool overdueExact = true; ///< false: the overdue documents were extrapolated, too
    bool notPermitted = false; ///< the server refused to count
    bool notCounted = false; ///< nothing has been counted yet, or counting failed
    std::optional<double> deletionsPerMinute; ///< unset: not known yet
    bool deletionsObserved = false; ///< derived from two counts, not read from the counters
    std::optional<ttl::TtlMetrics> metrics; ///< the monitor's counters; unset: not read
    bool metricsNotPermitted = false; ///< the server refused to report them
    std::optional<base::Time> lastPassAt; ///< when the pass counter was last seen to grow
    std::optional<base::Time> watchedSince; ///< when the counters were first read
};

/// Fills in the counts of a forecast, summed over its rules, and the counters of the monitor. The
/// caller sets `now` and what ForecastState has as well (overdue, exact, overdueExact, notCounted).
/// Pure; any thread.
FiguresInput figuresInput(const services::Forecast& forecast,
                          const services::MonitorService& monitor);

/// Whether the TTL monitor works. It counts as stuck when no pass was seen for longer than
/// ttl::monitorPatience() while a document has been overdue for longer than that. Pure; any thread.
MonitorState monitorState(const FiguresInput& input);

/// The state of the monitor in words: "running, last pass 12 s ago". GUI thread.
QString monitorWords(MonitorState state, const FiguresInput& input);

/// Computes all figures of the strip. GUI thread, for the translated texts.
FiguresState makeFigures(const FiguresInput& input);

} // namespace sandglass::presenters
