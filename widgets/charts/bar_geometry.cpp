// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/bar_geometry.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace sandglass::widgets {

namespace {

constexpr double kSlotEdge = 0.18; // free on both sides of a bar in its slot
constexpr int kWideBar = 5; // from this width on there is a gap between bars

int pixel(const QCPAxis* axis, double coordinate)
{
    // far outside values would overflow an int when a short part of a long span is visible
    return static_cast<int>(std::lround(std::clamp(axis->coordToPixel(coordinate), -1.0e6, 1.0e6)));
}

} // namespace

QCPAxis* keyAxis(const QCPAxisRect* field)
{
    return field->axis(QCPAxis::atBottom);
}

QCPAxis* valueAxis(const QCPAxisRect* field)
{
    return field->axis(QCPAxis::atLeft);
}

BarGeometry::BarGeometry(const ChartScene& scene, const PlotParts& parts)
    : m_scene(scene)
    , m_parts(parts)
{
}

const QCPAxisRect* BarGeometry::fieldOf(const ChartRow& row) const
{
    switch (row.kind) {
    case BarKind::Deleted:
        return m_parts.past;
    case BarKind::Overdue:
        return m_parts.head;
    case BarKind::Forecast:
        return m_parts.time;
    case BarKind::Later:
    case BarKind::Never:
        break;
    }
    return m_parts.tail;
}

QRect BarGeometry::slotColumn(const QCPAxisRect* field, int slot) const
{
    const int left = pixel(keyAxis(field), slot + kSlotEdge);
    const int right = pixel(keyAxis(field), slot + 1 - kSlotEdge);
    return {left, field->top(), right - left, field->height()};
}

QRect BarGeometry::spanColumn(const QCPAxisRect* field, qint64 fromMs, qint64 toMs) const
{
    const int left = pixel(keyAxis(field), static_cast<double>(fromMs));
    const int right = pixel(keyAxis(field), static_cast<double>(toMs));
    const int first = std::max(left, field->left());
    const int last = std::min(right, field->left() + field->width());
    if (last < first) {
        return {};
    }
    return {first, field->top(), std::max(last - first, 1), field->height()};
}

QRect BarGeometry::columnOf(const ChartRow& row) const
{
    switch (row.kind) {
    case BarKind::Deleted:
    case BarKind::Forecast:
        return spanColumn(fieldOf(row), row.fromMs, row.toMs);
    case BarKind::Never:
        return slotColumn(m_parts.tail, 1);
    case BarKind::Overdue:
    case BarKind::Later:
        break;
    }
    return slotColumn(fieldOf(row), 0);
}

int BarGeometry::valuePixel(double count, const QCPAxisRect* field) const
{
    const int base = field->bottom() + 1;
    const QCPAxis* axis = valueAxis(field);
    if (count <= 0) {
        return base;
    }
    // on the logarithmic scale a small count may be below the axis
    const int y = count <= axis->range().lower ? base : pixel(axis, count);
    return std::clamp(y, field->top() + m_headRoom, std::max(base - 2, field->top() + m_headRoom));
}

bool BarGeometry::isCut(double count) const
{
    return count > valueAxis(m_parts.head)->range().upper;
}

QRect BarGeometry::neverBar(const ChartRow& row) const
{
    double below = 0;
    double all = 0;
    // the reasons are stacked, the first one lowest
    for (qsizetype i = 0; i < m_scene.model.never.size(); ++i) {
        const double count = m_scene.model.never.at(i).count;
        below += i < row.index ? count : 0;
        all += count;
    }
    QRect bar = columnOf(row);
    const int base = m_parts.tail->bottom() + 1;
    if (isCut(all) || m_scene.logScale) {
        // a cut bar keeps the proportions of its reasons, and heights on a logarithmic scale do not
        // add up
        const double height = base - valuePixel(all, m_parts.tail);
        bar.setTop(base - static_cast<int>(std::lround(height * (below + row.count) / all)));
        bar.setBottom(base - static_cast<int>(std::lround(height * below / all)) - 1);
        return bar;
    }
    bar.setTop(valuePixel(below + row.count, m_parts.tail));
    bar.setBottom((below > 0 ? valuePixel(below, m_parts.tail) : base) - 1);
    return bar;
}

QRect BarGeometry::barOf(const ChartRow& row) const
{
    if (row.kind == BarKind::Never) {
        return neverBar(row);
    }
    QRect bar = columnOf(row);
    if (bar.isNull()) {
        return bar;
    }
    bar.setTop(valuePixel(row.count, fieldOf(row)));
    const bool onSpan = row.kind == BarKind::Forecast || row.kind == BarKind::Deleted;
    // touching wide bars would look like one
    if (onSpan && bar.width() >= kWideBar) {
        bar.setWidth(bar.width() - 1);
    }
    return bar;
}

bool BarGeometry::isNeverRowAt(const ChartRow& row, const QPoint& point) const
{
    // a single reason fills the column
    if (m_scene.model.never.size() < 2) {
        return true;
    }
    const QRect part = neverBar(row);
    const bool highest = row.index == m_scene.model.never.size() - 1;
    return point.y() <= part.bottom() && (highest || point.y() >= part.top());
}

std::optional<int> BarGeometry::rowAt(const QPoint& point) const
{
    for (int i = 0; i < m_scene.rows.size(); ++i) {
        const ChartRow& row = m_scene.rows.at(i);
        const QRect column = columnOf(row);
        const bool inside = !column.isNull() && column.contains(point);
        if (inside && (row.kind != BarKind::Never || isNeverRowAt(row, point))) {
            return i;
        }
    }
    return std::nullopt;
}

qint64 BarGeometry::timeAt(int x) const
{
    return std::llround(keyAxis(m_parts.time)->pixelToCoord(x));
}

int BarGeometry::timePixel(qint64 ms) const
{
    return pixel(keyAxis(m_parts.time), static_cast<double>(ms));
}

bool BarGeometry::isInTime(const QPoint& point) const
{
    return m_parts.time->rect().contains(point);
}

} // namespace sandglass::widgets
