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

/// What the counts of a sum leave out, so that they are the least.
struct Gaps
{
    int uncounted = 0; ///< rules that could not be counted
    bool unread = false; ///< some collections may not be read, or are not read yet
    bool outOfView = false; ///< only collections on screen were counted

    /// Whether there are any.
    bool any() const { return uncounted > 0 || unread || outOfView; }
    bool operator==(const Gaps&) const = default;
};

/// What is left out, as sentences; empty: nothing. GUI thread.
QString gapText(const Gaps& gaps);

/// The input of makeFigures(). All moments are server time, all counts are documents.
struct FiguresInput
{
    base::Time now;
    std::int64_t overdue = 0;
    std::optional<std::chrono::seconds> oldestOverdue; ///< since when; unset: none is overdue
    bool oldestExact = true; ///< false: older documents may exist
    std::int64_t dueWithinHour = 0;
    std::int64_t dueWithinDay = 0;
    bool exact = true; ///< false: extrapolated from a sample
    bool overdueExact = true; ///< false: the overdue documents were extrapolated, too
    bool notPermitted = false; ///< nothing could be counted, and the server refused some of it
    bool connected = true; ///< false: the monitor may have changed meanwhile
    bool writable = true; ///< false: as a secondary, whose monitor deletes nothing
    bool notCounted = false; ///< nothing has been counted yet, or counting failed
    std::optional<double> deletionsPerMinute; ///< of the collection or of the server, as the
                                              ///< counts; unset: not known yet
    bool deletionsObserved = false; ///< derived from two counts, not read from the counters
    std::optional<ttl::TtlMetrics> metrics; ///< the monitor's counters; unset: not read
    bool metricsNotPermitted = false; ///< the server refused to report them
    std::optional<base::Time> lastPassAt; ///< when the pass counter was last seen to grow
    std::optional<base::Time> watchedSince; ///< when the counters were first read
    std::optional<base::Time> deletionsSeenAt; ///< when counts last showed that the server deletes
    Gaps gaps; ///< of the counts
};

/// Fills in whether there is a connection, and to what. Pure; any thread.
void addConnection(const services::ConnectionService& connections, FiguresInput& input);

/// Fills in what the monitor's counters say, and what is known without them. Pure; any thread.
void addMonitor(const services::MonitorService& monitor, FiguresInput& input);

/// Fills in the counts of a forecast, summed over the rules that could be counted, and the counters
/// of the monitor. The caller sets `now` and what ForecastState has as well (overdue, exact,
/// overdueExact, gaps, notCounted). Pure; any thread.
FiguresInput figuresInput(const services::Forecast& forecast,
                          const services::MonitorService& monitor);

/// When the next pass is to be expected, in words: "first pass in 38 s", "next pass within 20 s";
/// empty: the server reports too little, or the pass is late. GUI thread.
QString nextPassWords(const FiguresInput& input);

/// Whether the TTL monitor works. It counts as stuck when no pass was seen for longer than
/// ttl::monitorPatience() while a document has been overdue for longer than that. Pure; any thread.
MonitorState monitorState(const FiguresInput& input);

/// The state of the monitor in words: "running, last pass 12 s ago". GUI thread.
QString monitorWords(MonitorState state, const FiguresInput& input);

/// Computes all figures of the strip. GUI thread, for the translated texts.
FiguresState makeFigures(const FiguresInput& input);

} // namespace sandglass::presenters
