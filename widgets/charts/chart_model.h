// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QString>
#include <QVector>

#include <optional>
#include <utility>

namespace sandglass::widgets {

/// The place of a bar: past, left of now, on the time axis, or far right.
enum class BarKind { Deleted, Overdue, Forecast, Later, Never };

/// One layer of the stack that each bar consists of.
struct Series
{
    QString name;
    ColorRole role = ColorRole::Scheduled;

    bool operator==(const Series&) const = default;
};

/// A count over a span of time.
struct Bar
{
    qint64 fromMs = 0; ///< start, included; milliseconds since 1970 UTC
    qint64 toMs = 0; ///< end, not included; not before fromMs
    QVector<double> values; ///< one per series, lowest first; none negative
    double error = 0; ///< error bound (±) of the sum, if not exact
    double bytes = -1; ///< estimate; below 0 if unknown
    bool exact = true; ///< false: from a sample, drawn hatched

    /// The sum of the values.
    double count() const;
    bool operator==(const Bar&) const = default;
};

/// One reason of the Never bar.
struct Reason
{
    QString name; ///< "no field"
    double count = 0;
    bool exact = true; ///< false: from a sample

    bool operator==(const Reason&) const = default;
};

/// Another state of the same data, drawn as a line over the bars.
struct Outline
{
    QString name; ///< for the legend: "now: 90 d"
    QVector<Bar> bars; ///< ascending; only the sums are drawn
    std::optional<double> overdue;
    std::optional<double> later;
    ColorRole role = ColorRole::Scheduled;

    bool operator==(const Outline&) const = default;
};

/// Everything that the chart draws. Values only.
struct ChartModel
{
    QVector<Series> series; ///< lowest first; if empty, every bar has one unnamed value
    QVector<Bar> bars; ///< ascending, not overlapping
    Bar overdue; ///< from the oldest to now; no values: nothing is overdue
    Bar later; ///< beyond the last bar
    QVector<Reason> never; ///< lowest first
    /// Real deletions, ascending, one value each; usually of the last hour. A bar that is missing
    /// is not known.
    QVector<Bar> deletions;
    qint64 deletionsFromMs = 0; ///< where the axis of deletions begins; 0: at their first bar
    QString deletionsSource; ///< where their numbers are from, for rows in words; may be empty
    std::optional<Outline> outline;
    bool cumulative = true; ///< draw the running sum of overdue and bars
    bool atLeast = false; ///< a part was not counted: every number is the least, and a 0 is none
    QString note; ///< what holds for every count of the forecast, one sentence; may be empty
    /// How far the user can zoom out and scroll, milliseconds since 1970 UTC; unset: the bars.
    std::optional<std::pair<qint64, qint64>> reach;

    bool operator==(const ChartModel&) const = default;
};

/// Most forecast bars that the chart draws.
constexpr int kMostBars = 500;

/// The same model with at most `mostBars` forecast bars. Equal numbers of neighbours are merged
/// into one bar; outline and deletions likewise.
ChartModel limited(ChartModel model, int mostBars = kMostBars);

/// One bar, as the table, the tool tip and the keyboard use it.
struct ChartRow
{
    BarKind kind = BarKind::Forecast;
    int index = 0; ///< within ChartModel::bars, deletions or never; otherwise 0
    qint64 fromMs = 0; ///< both 0 for Never
    qint64 toMs = 0;
    QString name; ///< the reason, for Never
    QString source; ///< where the number is from, for Deleted; may be empty
    double count = 0;
    double cumulative = 0; ///< this row and all before it; 0 for Deleted
    double total = 0; ///< of all rows but deletions; 0 for Deleted
    double error = 0;
    double bytes = -1;
    bool exact = true;
    bool atLeast = false; ///< see ChartModel
    QVector<double> values; ///< per series; empty for Never and Deleted

    bool operator==(const ChartRow&) const = default;
    /// The part of the total, 0 to 1; 0 without documents.
    double share() const { return total > 0 ? count / total : 0; }
    /// The part of the total up to and including this row, 0 to 1.
    double cumulativeShare() const { return total > 0 ? cumulative / total : 0; }
};

/// The rows of a model in the order of time: deletions, Overdue, the forecast bars, Later, then one
/// row for each reason of Never (a single one without reasons).
QVector<ChartRow> rowsOf(const ChartModel& model);

/// The row of Overdue in rowsOf(); the forecast bars follow.
int overdueRow(const ChartModel& model);

} // namespace sandglass::widgets
