// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/figures_state.h"
#include "app/ttl/types.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace sandglass::services {
class ConnectionService;
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
    bool oldestExact = true; ///< false: older documents may exist
    std::int64_t dueWithinHour = 0;
    std::int64_t dueWithinDay = 0;
    bool exact = true; ///< false: extrapolated from a sample
    bool overdueExact = true; ///< false: the overdue documents were extrapolated, too
    bool notPermitted = false; ///< the server refused to count
    bool connected = true; ///< false: the monitor may have changed meanwhile
    bool writable = true; ///< false: as a secondary, whose monitor deletes nothing
    bool notCounted = false; ///< nothing has been counted yet, or counting failed
    std::optional<double> deletionsPerMinute; ///< unset: not known yet
    bool deletionsObserved = false; ///< derived from two counts, not read from the counters
    std::optional<ttl::TtlMetrics> metrics; ///< the monitor's counters; unset: not read
    bool metricsNotPermitted = false; ///< the server refused to report them
    std::optional<base::Time> lastPassAt; ///< when the pass counter was last seen to grow
    std::optional<base::Time> watchedSince; ///< when the counters were first read
    std::optional<base::Time> deletionsSeenAt; ///< when counts last showed that the server deletes
    bool incomplete = false; ///< some collections may not be read: the counts are the least
    bool inViewOnly = false; ///< only collections on screen were counted: so are they then
};

/// Fills in whether there is a connection, and to what. Pure; any thread.
void addConnection(const services::ConnectionService& connections, FiguresInput& input);

/// Fills in what the monitor's counters say, and what is known without them. Pure; any thread.
void addMonitor(const services::MonitorService& monitor, FiguresInput& input);

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
