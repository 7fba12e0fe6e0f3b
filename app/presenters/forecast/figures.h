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

/// What the figures strip is made of; see makeFigures().
struct FiguresInput
{
    base::Time now; ///< server time
    base::Time asOf; ///< of the counts
    std::int64_t overdue = 0;
    std::optional<std::chrono::seconds> oldestOverdue;
    std::int64_t dueWithinHour = 0;
    std::int64_t dueWithinDay = 0;
    bool exact = true;
    bool overdueExact = true; ///< the overdue ones were counted even if the rest was sampled
    bool notPermitted = false; ///< counting was refused
    bool notCounted = false; ///< nothing was counted yet, or it failed
    std::optional<double> deletionsPerMinute;
    bool deletionsObserved = false; ///< seen in the counts, not read from counters
    std::optional<ttl::TtlMetrics> metrics;
    bool metricsNotPermitted = false;
    std::optional<base::Time> lastPassAt;
    std::optional<base::Time> watchedSince;
};

/// The counts of a forecast, summed over its rules, and the monitor's counters. `now` and what
/// belongs to the whole picture (overdue, exact …) are left to the caller. Pure.
FiguresInput figuresInput(const services::Forecast& forecast,
                          const services::MonitorService& monitor);

/// Whether the monitor works. Stuck: for more than two of its periods no pass was seen while
/// documents are overdue for longer than that. Pure.
MonitorState judgeMonitor(const FiguresInput& input);

/// The monitor in words: "running, last pass 12 s ago". Pure.
QString monitorWords(MonitorState state, const FiguresInput& input);

/// The whole strip. Pure; GUI thread for the texts.
FiguresState makeFigures(const FiguresInput& input);

} // namespace sandglass::presenters
