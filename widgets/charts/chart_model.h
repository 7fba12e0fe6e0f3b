// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QString>
#include <QVector>

#include <optional>

namespace sandglass::widgets {

/// Where a bar stands: in the past, at the left of now, on the time axis, or at the far right.
enum class BarKind { Deleted, Overdue, Forecast, Later, Never };

/// One member of the stack that every bar is made of.
struct Series
{
    QString name;
    ColorRole role = ColorRole::Scheduled;
};

/// A count over a span of time.
struct Bar
{
    qint64 fromMs = 0; ///< milliseconds since 1970 UTC, included
    qint64 toMs = 0; ///< not included; not before fromMs
    QVector<double> values; ///< one per series, lowest first; none negative
    double error = 0; ///< ± on the sum, if not exact
    double bytes = -1; ///< estimate; below 0 if unknown
    bool exact = true; ///< false: from a sample, drawn hatched

    /// The sum of the values.
    double count() const;
};

/// A part of the Never bar.
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

/// Everything the chart draws. Values only.
struct ChartModel
{
    QVector<Series> series; ///< lowest first; with none, every bar has one unnamed value
    QVector<Bar> bars; ///< ascending, not overlapping
    Bar overdue; ///< the span tells the oldest and now; no values: nothing is overdue
    Bar later; ///< beyond the last bar
    QVector<Reason> never; ///< lowest first
    QVector<Bar>
        deletions; ///< what was really deleted, ascending; one value each; usually the last hour
    std::optional<Outline> outline;
    bool cumulative = true; ///< draw the running sum of overdue and bars
};

/// The most bars the chart draws.
constexpr int kMostBars = 500;

/// The same model with at most `mostBars` forecast bars: as many neighbours as needed are merged
/// into one, evenly. The outline and the deletions are merged by the same rule.
ChartModel limited(ChartModel model, int mostBars = kMostBars);

/// One bar as the table, the tool tip and the keyboard know it.
struct ChartRow
{
    BarKind kind = BarKind::Forecast;
    int index = 0; ///< within ChartModel::bars, deletions or never; otherwise 0
    qint64 fromMs = 0; ///< both 0 for Never
    qint64 toMs = 0;
    QString name; ///< the reason, for Never
    double count = 0;
    double cumulative = 0; ///< this and everything before
    double total = 0; ///< of all rows
    double error = 0;
    double bytes = -1;
    bool exact = true;
    QVector<double> values; ///< per series; empty for Never

    /// Parts of the total, 0 to 1; 0 if there is nothing.
    double share() const { return total > 0 ? count / total : 0; }
    double cumulativeShare() const { return total > 0 ? cumulative / total : 0; }
};

/// Overdue, the forecast bars, Later, then a row for each reason of Never (one row, if there are
/// none). Deletions are no part of it: they are over.
QVector<ChartRow> rowsOf(const ChartModel& model);

/// The row of a deletion.
ChartRow deletionRow(const ChartModel& model, int index);

} // namespace sandglass::widgets
