// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_scene.h"

#include <QRect>

#include <optional>

class QCPAxis;
class QCPAxisRect;

namespace sandglass::widgets {

/// The four fields of the chart from left to right, owned by the plot. Each field has its own left
/// and bottom axis. In `head` and `tail` the bottom axis counts slots; slot n is between n and n +
/// 1.
struct PlotParts
{
    QCPAxisRect* past = nullptr; ///< real deletions
    QCPAxisRect* head = nullptr; ///< slot 0: Overdue
    QCPAxisRect* time = nullptr; ///< the forecast
    QCPAxisRect* tail = nullptr; ///< slot 0: Later, slot 1: Never
};

/// The positions of the bars, in pixels of the plot. Valid after the plot has been laid out.
class BarGeometry
{
public:
    BarGeometry(const ChartScene& scene, const PlotParts& parts);

    /// The field in which a row is drawn.
    const QCPAxisRect* fieldOf(const ChartRow& row) const;

    /// The bar of a row, from the base line upwards. Its width is 0 outside the visible span.
    QRect barOf(const ChartRow& row) const;

    /// The column of a row over the whole height of its field. The mouse is on the bar when it is
    /// here.
    QRect columnOf(const ChartRow& row) const;

    /// Whether the bar is higher than the axis and therefore drawn cut.
    bool isCut(double count) const;

    /// The y of a count in a field. A count above 0 is at least two pixels above the base line.
    int valuePixel(double count, const QCPAxisRect* field) const;

    /// The row whose column holds the point; nullopt between columns.
    std::optional<int> rowAt(const QPoint& point) const;

    /// The instant at `x` in the time field, milliseconds since 1970 UTC.
    qint64 timeAt(int x) const;

    /// The x of an instant; may be outside the time field.
    int timePixel(qint64 ms) const;

    /// Whether the point is in the time field.
    bool isInTime(const QPoint& point) const;

    /// Reserves pixels above a cut bar for its number.
    void setHeadRoom(int pixels) { m_headRoom = pixels; }

private:
    /// The column of a slot in `head` or `tail`.
    QRect slotColumn(const QCPAxisRect* field, int slot) const;
    /// The column of a span on a time axis.
    QRect spanColumn(const QCPAxisRect* field, qint64 fromMs, qint64 toMs) const;
    /// The part of the Never bar that belongs to a reason.
    QRect neverBar(const ChartRow& row) const;
    /// Whether the point is on a reason of Never.
    bool isNeverRowAt(const ChartRow& row, const QPoint& point) const;

    const ChartScene& m_scene;
    const PlotParts& m_parts;
    int m_headRoom = 0;
};

/// The bottom axis of a field.
QCPAxis* keyAxis(const QCPAxisRect* field);
/// The left axis of a field.
QCPAxis* valueAxis(const QCPAxisRect* field);

} // namespace sandglass::widgets
