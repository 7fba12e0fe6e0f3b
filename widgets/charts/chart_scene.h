// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_model.h"

#include <QLocale>
#include <QTimeZone>

#include <optional>

namespace sandglass::widgets {

/// A span of time, milliseconds since 1970 UTC.
struct TimeSpan
{
    qint64 fromMs = 0;
    qint64 toMs = 0;

    qint64 lengthMs() const { return toMs - fromMs; }
};

bool operator==(const TimeSpan& a, const TimeSpan& b);

/// What the parts of the chart draw from. Owned by ForecastChart; GUI thread.
struct ChartScene
{
    ChartModel model;
    QVector<ChartRow> rows; ///< rowsOf(model)
    QTimeZone zone = QTimeZone::systemTimeZone();
    QLocale locale;
    TimeSpan whole; ///< of the forecast bars, with room for the line of now
    TimeSpan visible; ///< within `whole`
    std::optional<TimeSpan> selection;
    qint64 nowMs = 0; ///< 0: not known, no line
    int current = -1; ///< row under the keyboard, or none
    QString message; ///< instead of data: "No expirations in this range"
    QString valueLabel; ///< beside the axis of counts
    double bytesEach = 0; ///< above 0: counts are shown as so many bytes each
    bool logScale = false;
    bool dimmed = false; ///< the data is old
};

/// A count as a short label: documents, or bytes.
QString shortLabel(const ChartScene& scene, double count);

/// The span of the model's bars, widened a little so that the line of now is not on the very edge.
/// An hour after `nowMs` if there are no bars.
TimeSpan wholeSpan(const ChartModel& model, qint64 nowMs);

/// `span` made `factor` times as long, `aroundMs` staying where it is on the screen; not longer
/// than `whole`, not shorter than `leastMs`, and inside `whole`.
TimeSpan zoomed(const TimeSpan& span, double factor, qint64 aroundMs, const TimeSpan& whole,
                qint64 leastMs);

/// `span` moved to lie inside `whole`; `whole` itself if it is longer.
TimeSpan movedInside(TimeSpan span, const TimeSpan& whole);

/// The count that the value axis has to reach: the largest visible forecast or outline bar, and
/// those of Overdue, Later and Never that are not much larger. A larger one is drawn cut, so that
/// it does not flatten all the others. On the logarithmic scale none is cut. At least 1.
double valueTop(const ChartScene& scene);

/// The row of the largest visible forecast bar, or -1 if all are empty.
int peakRow(const ChartScene& scene);

/// True if deletions are counted over spans as long as the forecast's bars, so that both share one
/// scale.
bool pastSharesScale(const ChartModel& model);

} // namespace sandglass::widgets
