// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>

namespace sandglass::presenters {

/// Where a figure comes from; the strip says it in the tooltip.
enum class FigureSource {
    Unknown, ///< nobody tells
    CountedPerIndex, ///< counted in the documents through the index
    Sampled, ///< extrapolated from a sample
    ServerCounters, ///< read from the server's counters
    Observed, ///< seen by comparing two counts
    NotPermitted, ///< the server refuses to tell
};

/// One number of the strip.
struct Figure
{
    std::optional<std::int64_t> value; ///< unset: unknown
    QString text; ///< for display: "1 284 310", or "–"
    QString toolTip; ///< where it comes from, a whole sentence
    FigureSource source = FigureSource::Unknown;

    bool operator==(const Figure&) const = default;
};

/// Whether deletion keeps pace with what becomes due.
enum class Pace { Unknown, NothingDue, CatchingUp, FallingBehind, Even };

/// The TTL monitor as its counters show it. Stuck: passes do not move while documents are overdue.
enum class MonitorState { Unknown, Running, Paused, Stuck };

/// The figures strip of a collection or of the whole server.
struct FiguresState
{
    Phase phase = Phase::Idle;
    Figure overdue; ///< documents
    Figure oldestOverdue; ///< age in seconds
    Figure dueWithinHour; ///< documents
    Figure dueWithinDay; ///< documents
    Figure arrivalsPerMinute; ///< documents that become overdue per minute, over the next hour
    Figure deletionsPerMinute; ///< over the last five minutes
    Pace pace = Pace::Unknown;
    QString paceText; ///< "catches up in 42 min", "falling behind by 1 900/min"
    MonitorState monitor = MonitorState::Unknown;
    QString monitorText; ///< "running, last pass 12 s ago"
    QString monitorToolTip;
    base::Time asOf;

    bool operator==(const FiguresState&) const = default;
};

} // namespace sandglass::presenters
