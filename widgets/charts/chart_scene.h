// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_model.h"

#include <QLocale>
#include <QTimeZone>

#include <optional>

namespace sandglass::widgets {

/// A span of time in milliseconds since 1970 UTC.
struct TimeSpan
{
    qint64 fromMs = 0;
    qint64 toMs = 0;

    /// Its length in milliseconds.
    qint64 lengthMs() const { return toMs - fromMs; }
};

/// Whether both ends are equal.
bool operator==(const TimeSpan& a, const TimeSpan& b);

/// What the parts of the chart draw from. Owned by ForecastChart. GUI thread.
struct ChartScene
{
    ChartModel model;
    QVector<ChartRow> rows; ///< rowsOf(model)
    QTimeZone zone = QTimeZone::systemTimeZone();
    QLocale locale;
    TimeSpan whole; ///< span of the forecast bars, with room for the line of now
    TimeSpan visible; ///< within `whole`
    std::optional<TimeSpan> selection;
    qint64 nowMs = 0; ///< 0: unknown, no line
    int current = -1; ///< row that the keyboard is on; -1: none
    QString valueLabel; ///< beside the axis of counts
    double bytesEach = 0; ///< above 0: bytes per document; counts are then shown as bytes
    bool logScale = false;
    bool dimmed = false; ///< the data is old
};

/// A count as a short label, in documents or in bytes.
QString shortLabel(const ChartScene& scene, double count);
/// The same with a mark in front: "≥ 12" when parts were not counted, "≈ 12" when it is not
/// `exact`.
QString markedLabel(const ChartScene& scene, double count, bool exact);

/// The span of the model's bars and its reach, slightly widened so that the line of now is not at
/// the edge. Without bars, one hour from `nowMs`.
TimeSpan wholeSpan(const ChartModel& model, qint64 nowMs);

/// `span` with its length multiplied by `factor`; `aroundMs` stays where it is on the screen. The
/// result is at least `leastMs` long and inside `whole`.
TimeSpan zoomed(const TimeSpan& span, double factor, qint64 aroundMs, const TimeSpan& whole,
                qint64 leastMs);

/// `span` moved into `whole`; `whole` itself if `span` is longer.
TimeSpan movedInside(TimeSpan span, const TimeSpan& whole);

/// The count at the top of the value axis, which all fields share: the largest visible forecast or
/// outline bar, or a little more for deletions, Overdue, Later and Never. Much larger ones of these
/// are drawn cut, so that they do not flatten the others; on the logarithmic scale none is cut. At
/// least 1.
double valueTop(const ChartScene& scene);

/// The row of the largest visible forecast bar; -1 if all are empty.
int peakRow(const ChartScene& scene);

/// Whether a model has more than one series and the scale is logarithmic. On such a scale the
/// heights of stacked parts do not add up, so bars are drawn whole, in one colour.
bool isDrawnWhole(const ChartScene& scene);

} // namespace sandglass::widgets
