// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_scene.h"

#include <QRect>

#include <optional>

class QCPAxis;
class QCPAxisRect;

namespace sandglass::widgets {

/// The four fields of the chart from left to right, owned by the plot. Each has an axis of its own
/// at the left and at the bottom; in `head` and `tail` the bottom one counts slots: slot n lies
/// between n and n + 1.
struct PlotParts
{
    QCPAxisRect* past = nullptr; ///< real deletions
    QCPAxisRect* head = nullptr; ///< slot 0: Overdue
    QCPAxisRect* time = nullptr; ///< the forecast
    QCPAxisRect* tail = nullptr; ///< slot 0: Later, slot 1: Never
};

/// Where the bars are, in pixels of the plot. Valid after the plot has been laid out.
class BarGeometry
{
public:
    BarGeometry(const ChartScene& scene, const PlotParts& parts);

    /// The field a row is drawn in.
    const QCPAxisRect* fieldOf(const ChartRow& row) const;

    /// The bar of a row; its bottom is the base line. Without width if it is outside the visible
    /// span.
    QRect barOf(const ChartRow& row) const;

    /// The column of a row over the whole height of its field: what counts as "on the bar" for the
    /// mouse.
    QRect columnOf(const ChartRow& row) const;

    /// True if the bar is larger than the axis and drawn cut.
    bool isCut(double count) const;

    /// The y of a count in a field, at least two pixels above the base line if it is above 0.
    int valuePixel(double count, const QCPAxisRect* field) const;

    /// The row whose column holds the point.
    std::optional<int> rowAt(const QPoint& point) const;

    /// The deletion whose column holds the point.
    std::optional<int> deletionAt(const QPoint& point) const;

    /// The instant at x of the time field.
    qint64 timeAt(int x) const;

    /// The x of an instant in the time field, inside or outside it.
    int timePixel(qint64 ms) const;

    /// True if the point is in the time field.
    bool isInTime(const QPoint& point) const;

    /// The room kept free above a cut bar, in pixels, for its number.
    void setHeadRoom(int pixels) { m_headRoom = pixels; }

private:
    QRect slotColumn(const QCPAxisRect* field, int slot) const;
    QRect spanColumn(const QCPAxisRect* field, qint64 fromMs, qint64 toMs) const;
    QRect neverBar(const ChartRow& row) const;
    bool isNeverRowAt(const ChartRow& row, const QPoint& point) const;

    const ChartScene& m_scene;
    const PlotParts& m_parts;
    int m_headRoom = 0;
};

/// The bottom and the left axis of a field.
QCPAxis* keyAxis(const QCPAxisRect* field);
QCPAxis* valueAxis(const QCPAxisRect* field);

} // namespace sandglass::widgets
