// SPDX-License-Identifier: GPL-3.0-or-later
// The input of the class ForecastChart: keys, mouse, tool tips. The rest is in forecast_chart.cpp.
#include "widgets/charts/forecast_chart.h"
#include "widgets/charts/plot_canvas.h"
#include "widgets/charts/row_text.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sandglass::widgets {

namespace {

constexpr double kNotch = 120; // one step of a wheel in eighths of a degree, see QWheelEvent
constexpr double kZoomPerNotch = 0.8;
constexpr double kPanPerNotch = 0.1;

} // namespace

QPoint ForecastChart::onCanvas(const QPoint& point) const
{
    return point - m_canvas->pos();
}

bool ForecastChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        // mouseMoveEvent() shows it at once; the delayed one would only flicker
        return true;
    }
    return QWidget::event(event);
}

void ForecastChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::EnabledChange) {
        m_canvas->refresh();
    }
}

void ForecastChart::keyPressEvent(QKeyEvent* event)
{
    const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int step = event->key() == Qt::Key_Left ? -1 : 1;
        extend ? extendSelection(step) : moveCurrent(step);
        return;
    }
    case Qt::Key_Home:
        resetView();
        return;
    // Plus is Shift+Equal on many keyboards
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomIn();
        return;
    case Qt::Key_Minus:
        zoomOut();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_scene->current >= 0) {
            activateRow(m_scene->current);
            return;
        }
        break;
    case Qt::Key_Escape:
        if (escape()) {
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void ForecastChart::activateRow(int row)
{
    if (row < 0 || row >= m_scene->rows.size() || m_scene->rows.at(row).count <= 0) {
        return;
    }
    const ChartRow& bar = m_scene->rows.at(row);
    Q_EMIT barActivated(bar.kind, bar.index);
}

bool ForecastChart::escape()
{
    if (m_scene->selection) {
        clearSelection();
        return true;
    }
    if (m_scene->current >= 0) {
        setCurrentRow(-1);
        return true;
    }
    return false;
}

void ForecastChart::moveCurrent(int step)
{
    const int last = static_cast<int>(m_scene->rows.size()) - 1;
    // the first step goes to what is due, or to the far end; the past is to the left of it
    const int before = step > 0 ? overdueRow(m_scene->model) - 1 : last + 1;
    const int from = m_scene->current < 0 ? before : m_scene->current;
    setCurrentRow(std::clamp(from + step, 0, last));
}

void ForecastChart::extendSelection(int step)
{
    const int last = static_cast<int>(m_scene->model.bars.size()) - 1;
    if (last < 0) {
        return;
    }
    const int first = overdueRow(m_scene->model) + 1;
    const int bar = std::clamp(m_scene->current - first, 0, last);
    if (!m_anchorMs) {
        m_anchorMs = m_scene->model.bars.at(bar).fromMs;
    }
    const int end = std::clamp(bar + step, 0, last);
    setCurrentRow(first + end);
    selectBars(barAt(*m_anchorMs), end);
    Q_EMIT rangeSelected(m_scene->selection->fromMs, m_scene->selection->toMs);
}

void ForecastChart::selectBars(int first, int last)
{
    const auto& bars = m_scene->model.bars;
    const auto [low, high] = std::minmax(first, last);
    m_scene->selection = TimeSpan{bars.at(low).fromMs, bars.at(high).toMs};
    m_canvas->refreshMarks();
}

void ForecastChart::showCurrentInView()
{
    if (m_scene->current < 0) {
        return;
    }
    const ChartRow& row = m_scene->rows.at(m_scene->current);
    // the other rows are always visible
    if (row.kind != BarKind::Forecast) {
        return;
    }
    TimeSpan span = m_scene->visible;
    if (row.fromMs < span.fromMs) {
        span = {row.fromMs, row.fromMs + span.lengthMs()};
    } else if (row.toMs > span.toMs) {
        span = {row.toMs - span.lengthMs(), row.toMs};
    }
    showSpan(movedInside(span, m_scene->whole));
}

void ForecastChart::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const bool sideways = turned.x() != 0 && std::abs(turned.x()) > std::abs(turned.y());
    const QPoint place = onCanvas(event->position().toPoint());
    if (sideways || event->modifiers().testFlag(Qt::ShiftModifier)) {
        const int delta = turned.x() != 0 ? turned.x() : turned.y();
        pan(-delta / kNotch * kPanPerNotch);
    } else if (m_canvas->geometry().isInTime(place) && turned.y() != 0) {
        zoom(std::pow(kZoomPerNotch, turned.y() / kNotch), m_canvas->geometry().timeAt(place.x()));
    }
    event->accept();
}

int ForecastChart::barAt(qint64 ms) const
{
    // the bar that contains the instant, otherwise the nearest one
    const auto& bars = m_scene->model.bars;
    const auto after
        = std::find_if(bars.cbegin(), bars.cend(), [ms](const Bar& bar) { return bar.toMs > ms; });
    const auto index = static_cast<int>(std::distance(bars.cbegin(), after));
    return std::min(index, static_cast<int>(bars.size()) - 1);
}

void ForecastChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_pressed = onCanvas(event->position().toPoint());
    m_dragging = false;
    m_click.stop();
}

void ForecastChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint place = onCanvas(event->position().toPoint());
    if (m_pressed) {
        const int moved = (place - *m_pressed).manhattanLength();
        // small movements belong to a click
        if (m_dragging || moved >= QApplication::startDragDistance()) {
            dragTo(place);
        }
        return;
    }
    showToolTip(place, event->globalPosition().toPoint());
}

void ForecastChart::dragTo(const QPoint& point)
{
    if (m_scene->model.bars.isEmpty()
        // a drag must start on the time axis
        || (!m_dragging && !m_canvas->geometry().isInTime(*m_pressed))) {
        return;
    }
    m_dragging = true;
    m_anchorMs.reset();
    const BarGeometry& geometry = m_canvas->geometry();
    selectBars(barAt(geometry.timeAt(m_pressed->x())), barAt(geometry.timeAt(point.x())));
}

void ForecastChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressed) {
        QWidget::mouseReleaseEvent(event);
        return;
    }
    const QPoint pressed = *m_pressed;
    m_pressed.reset();
    if (m_dragging) {
        m_dragging = false;
        Q_EMIT rangeSelected(m_scene->selection->fromMs, m_scene->selection->toMs);
        return;
    }
    clearSelection();
    setCurrentRow(m_canvas->geometry().rowAt(pressed).value_or(-1));
    m_click.start();
}

void ForecastChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        // the release after a double click must not count as a click
        m_pressed.reset();
        m_click.stop();
        resetView();
    }
}

QString ForecastChart::toolTipOf(const ChartRow& row) const
{
    QStringList lines = RowText(m_scene->zone, m_scene->locale).lines(row, m_scene->model.series);
    if (!m_scene->model.note.isEmpty() && row.kind != BarKind::Deleted && row.count > 0) {
        lines += m_scene->model.note;
    }
    return lines.join(u'\n');
}

void ForecastChart::showToolTip(const QPoint& point, const QPoint& globalPoint)
{
    QString plain;
    if (const auto row = m_canvas->geometry().rowAt(point)) {
        plain = toolTipOf(m_scene->rows.at(*row));
    } else {
        plain = m_canvas->hiddenEntriesAt(point);
    }
    if (plain.isEmpty()) {
        QToolTip::hideText();
    } else {
        // names in it may come from a server, and a tool tip would render them as HTML
        const QString html = plain.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
        QToolTip::showText(globalPoint,
                           QStringLiteral("<p style='white-space:pre'>%1</p>").arg(html), this);
    }
}

} // namespace sandglass::widgets
