// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>

namespace sandglass::presenters {

/// Where a figure comes from. Its tooltip says so.
enum class FigureSource {
    Unknown, ///< there is no source yet
    CountedPerIndex, ///< counted in the documents through the index
    Sampled, ///< extrapolated from a sample
    ServerCounters, ///< read from the server's counters
    Observed, ///< derived by comparing two counts
    NotPermitted, ///< the user may not read it
};

/// One number of the strip.
struct Figure
{
    std::optional<std::int64_t> value; ///< unset: unknown
    QString text; ///< for display: "1 284 310", or "–" if it is unknown
    QString toolTip; ///< the source, a whole sentence
    FigureSource source = FigureSource::Unknown;

    bool operator==(const Figure&) const = default;
};

/// Whether deletion keeps up with the documents that become due. Even: nothing has been overdue for
/// longer than the monitor normally takes.
enum class Pace { Unknown, NothingDue, CatchingUp, FallingBehind, Even };

/// State of the TTL monitor, derived from its counters. Stuck: it makes no passes while documents
/// are overdue. Elsewhere: the server accepts no writes, so that only another one can delete.
enum class MonitorState { Unknown, Running, Paused, Stuck, Elsewhere };

/// The figures of a collection or of the whole server.
struct FiguresState
{
    Phase phase = Phase::Idle;
    Figure overdue; ///< documents
    bool late = false; ///< a document has been overdue for longer than two passes usually take
    Figure oldestOverdue; ///< age in seconds
    Figure dueWithinHour; ///< documents
    Figure dueWithinDay; ///< documents
    Figure arrivalsPerMinute; ///< documents that become overdue per minute, over the next hour
    Figure deletionsPerMinute; ///< over the last five minutes; on the page of a collection, its own
    Pace pace = Pace::Unknown;
    QString paceText; ///< "catches up in 42 min", "first pass in 38 s"
    MonitorState monitor = MonitorState::Unknown;
    QString monitorText; ///< "running, last pass 12 s ago"
    QString monitorToolTip;

    bool operator==(const FiguresState&) const = default;
};

} // namespace sandglass::presenters
