// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QString>
#include <QVector>

#include <optional>

namespace sandglass::widgets {

/// The place of a bar: past, left of now, on the time axis, or far right.
enum class BarKind { Deleted, Overdue, Forecast, Later, Never };

/// One layer of the stack that each bar consists of.
struct Series
{
    QString name;
    ColorRole role = ColorRole::Scheduled;
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
};

/// One reason of the Never bar.
struct Reason
{
    QString name; ///< "no field"
    double count = 0;
};

/// Another state of the same data, drawn as a line over the bars.
struct Outline
{
    QString name; ///< for the legend: "now: 90 d"
    QVector<Bar> bars; ///< ascending; only the sums are drawn
    std::optional<double> overdue;
    std::optional<double> later;
    ColorRole role = ColorRole::WhatIf;
};

/// Everything that the chart draws. Values only.
struct ChartModel
{
    QVector<Series> series; ///< lowest first; if empty, every bar has one unnamed value
    QVector<Bar> bars; ///< ascending, not overlapping
    Bar overdue; ///< from the oldest to now; no values: nothing is overdue
    Bar later; ///< beyond the last bar
    QVector<Reason> never; ///< lowest first
    QVector<Bar> deletions; ///< real deletions, ascending, one value each; usually of the last hour
    std::optional<Outline> outline;
    bool cumulative = true; ///< draw the running sum of overdue and bars
    bool atLeast = false; ///< a part was not counted: every number is the least, and a 0 is none
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
    double count = 0;
    double cumulative = 0; ///< this row and all before it
    double total = 0; ///< of all rows
    double error = 0;
    double bytes = -1;
    bool exact = true;
    bool atLeast = false; ///< see ChartModel
    QVector<double> values; ///< per series; empty for Never

    /// The part of the total, 0 to 1; 0 without documents.
    double share() const { return total > 0 ? count / total : 0; }
    /// The part of the total up to and including this row, 0 to 1.
    double cumulativeShare() const { return total > 0 ? cumulative / total : 0; }
};

/// The rows of a model: Overdue, the forecast bars, Later, then one row for each reason of Never (a
/// single one without reasons). Without deletions, which are in the past.
QVector<ChartRow> rowsOf(const ChartModel& model);

/// The row of a deletion.
ChartRow deletionRow(const ChartModel& model, int index);

} // namespace sandglass::widgets
