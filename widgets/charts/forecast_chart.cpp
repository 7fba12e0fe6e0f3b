// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/forecast_chart.h"

#include "widgets/charts/chart_access.h"
#include "widgets/charts/plot_canvas.h"
#include "widgets/charts/plot_picture.h"
#include "widgets/charts/row_text.h"
#include "widgets/style/appearance.h"
#include "widgets/style/metrics.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sandglass::widgets {

ForecastChart::ForecastChart(QWidget* parent)
    : QWidget(parent)
    , m_scene(std::make_unique<ChartScene>())
{
    installChartAccess();
    m_scene->valueLabel = tr("Documents");
    m_canvas = new PlotCanvas(*m_scene, this);
    setObjectName(QStringLiteral("forecastChart"));
    setAccessibleName(tr("Timeline of expirations"));
    // who zooms with the wheel can then reset with Home
    setFocusPolicy(Qt::WheelFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);

    // the focus frame is drawn in this margin
    const int margin = emPixels(this, 0.25);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_canvas);
    connect(&Appearance::instance(), &Appearance::changed, m_canvas, &PlotCanvas::applyLook);
    connect(m_canvas, &PlotCanvas::documentsPainted, this, &ForecastChart::documentsPainted);
    m_click.setSingleShot(true);
    m_click.setInterval(QApplication::doubleClickInterval());
    connect(&m_click, &QTimer::timeout, this, [this] { activateRow(m_scene->current); });
    setModel({});
}

ForecastChart::~ForecastChart()
{
    delete m_canvas; // it draws from the scene, which is destroyed before the children
}

void ForecastChart::setModel(const ChartModel& model)
{
    // a chart that shows everything keeps doing so
    const bool wasWhole = m_scene->visible == m_scene->whole;
    const int before = m_scene->current;
    const ChartRow current = m_scene->rows.value(before);
    ChartModel fresh = limited(model);
    const bool same = looksLike(fresh);
    m_scene->model = std::move(fresh);
    m_scene->rows = rowsOf(m_scene->model);
    if (same) {
        return;
    }
    m_scene->whole = wholeSpan(m_scene->model, m_scene->nowMs);
    m_scene->visible = wasWhole ? m_scene->whole : movedInside(m_scene->visible, m_scene->whole);
    m_scene->current = before < 0 ? -1 : rowLike(current);
    m_canvas->refresh();
    if (m_scene->current != before) {
        Q_EMIT currentRowChanged(m_scene->current);
    }
}

bool ForecastChart::looksLike(const ChartModel& model) const
{
    const ChartModel& shown = m_scene->model;
    if (model.bars.isEmpty() || shown.bars.isEmpty()) {
        return false;
    }
    const BarGeometry& geometry = m_canvas->geometry();
    const qint64 drawnFromMs = m_scene->whole.fromMs;
    const qint64 freshFromMs = wholeSpan(model, m_scene->nowMs).fromMs;
    ChartModel moved = model;
    moved.bars.first().fromMs = shown.bars.first().fromMs;
    for (Bar ChartModel::*side : {&ChartModel::overdue, &ChartModel::later}) {
        (moved.*side).fromMs = (shown.*side).fromMs;
        (moved.*side).toMs = (shown.*side).toMs;
    }
    if (moved.outline && shown.outline && !moved.outline->bars.isEmpty()
        && !shown.outline->bars.isEmpty()) {
        moved.outline->bars.first().fromMs = shown.outline->bars.first().fromMs;
    }
    return moved == shown && geometry.timePixel(drawnFromMs) == geometry.timePixel(freshFromMs);
}

int ForecastChart::rowLike(const ChartRow& row) const
{
    const auto alike = [&row](const ChartRow& other) {
        const bool holds = row.fromMs >= other.fromMs && row.fromMs < other.toMs;
        const bool hasPlace = row.kind == BarKind::Forecast || row.kind == BarKind::Deleted;
        return other.kind == row.kind && (hasPlace ? holds : other.index == row.index);
    };
    const auto found = std::find_if(m_scene->rows.cbegin(), m_scene->rows.cend(), alike);
    return found == m_scene->rows.cend()
        ? -1
        : static_cast<int>(std::distance(m_scene->rows.cbegin(), found));
}

const ChartModel& ForecastChart::model() const
{
    return m_scene->model;
}

const QVector<ChartRow>& ForecastChart::rows() const
{
    return m_scene->rows;
}

void ForecastChart::setTimeZone(const QTimeZone& zone)
{
    // called with every live refresh
    if (zone.isValid() && zone != m_scene->zone) {
        m_scene->zone = zone;
        m_canvas->refresh();
    }
}

void ForecastChart::setNow(qint64 nowMs)
{
    m_scene->nowMs = nowMs;
    const TimeSpan& shown = m_scene->visible;
    if (m_scene->model.bars.isEmpty() && (nowMs < shown.fromMs || nowMs >= shown.toMs)) {
        // without bars, only the current time tells which hour to show
        m_scene->whole = wholeSpan(m_scene->model, nowMs);
        m_scene->visible = m_scene->whole;
        m_canvas->refresh();
        return;
    }
    m_canvas->refreshNow();
}

void ForecastChart::setLogScale(bool on)
{
    m_scene->logScale = on;
    m_canvas->refresh();
}

bool ForecastChart::isLogScale() const
{
    return m_scene->logScale;
}

void ForecastChart::setValueLabel(const QString& label)
{
    if (m_scene->valueLabel == label) {
        return;
    }
    m_scene->valueLabel = label;
    m_canvas->refresh();
}

void ForecastChart::setBytesEach(double bytes)
{
    // called with every live refresh
    // qFuzzyCompare() does not work near 0, hence the offset
    if (qFuzzyCompare(m_scene->bytesEach + 1, bytes + 1)) {
        return;
    }
    m_scene->bytesEach = bytes;
    m_canvas->refresh();
}

void ForecastChart::setDimmed(bool dimmed)
{
    if (m_scene->dimmed != dimmed) {
        m_scene->dimmed = dimmed;
        m_canvas->refreshMarks();
    }
}

void ForecastChart::setSummary(const QString& summary)
{
    if (summary != accessibleDescription()) {
        setAccessibleDescription(summary);
    }
}

int ForecastChart::currentRow() const
{
    return m_scene->current;
}

void ForecastChart::setCurrentRow(int row)
{
    const int valid = row >= 0 && row < m_scene->rows.size() ? row : -1;
    if (valid == m_scene->current) {
        return;
    }
    m_scene->current = valid;
    showCurrentInView();
    m_canvas->refreshMarks();
    announceCurrent();
    Q_EMIT currentRowChanged(valid);
}

QString ForecastChart::rowText(int row) const
{
    if (row < 0 || row >= m_scene->rows.size()) {
        return {};
    }
    return RowText(m_scene->zone, m_scene->locale).spoken(m_scene->rows.at(row));
}

QString ForecastChart::currentRowText() const
{
    return rowText(m_scene->current);
}

void ForecastChart::announceCurrent()
{
    // some screen readers follow the value, others the name of the focused widget
    QAccessibleValueChangeEvent value(this, currentRowText());
    QAccessible::updateAccessibility(&value);
    QAccessibleEvent name(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&name);
}

std::pair<qint64, qint64> ForecastChart::visibleRange() const
{
    return {m_scene->visible.fromMs, m_scene->visible.toMs};
}

std::optional<std::pair<qint64, qint64>> ForecastChart::selection() const
{
    if (!m_scene->selection) {
        return std::nullopt;
    }
    return std::pair(m_scene->selection->fromMs, m_scene->selection->toMs);
}

void ForecastChart::clearSelection()
{
    m_anchorMs.reset();
    if (m_scene->selection) {
        m_scene->selection.reset();
        m_canvas->refreshMarks();
        Q_EMIT selectionCleared();
    }
}

QRect ForecastChart::rowRect(int row) const
{
    if (row < 0 || row >= m_scene->rows.size()) {
        return {};
    }
    const QRect bar = m_canvas->geometry().barOf(m_scene->rows.at(row));
    return bar.isNull() ? QRect() : bar.translated(m_canvas->pos());
}

QPixmap ForecastChart::grabPicture(const QString& title, const QString& details) const
{
    return QPixmap::fromImage(pictureOf(*m_canvas, {{}, {}, title, details, devicePixelRatioF()}));
}

std::function<QByteArray()> ForecastChart::pictureContent(PictureFormat format,
                                                          const QString& title,
                                                          const QString& details) const
{
    return widgets::pictureContent(
        *m_canvas, format,
        {title.isEmpty() ? accessibleName() : title, accessibleDescription(), title, details});
}

bool ForecastChart::savePicture(const QString& path, PictureFormat format, const QString& title,
                                const QString& details) const
{
    return writePicture(
        *m_canvas, path, format,
        {title.isEmpty() ? accessibleName() : title, accessibleDescription(), title, details});
}

QSize ForecastChart::sizeHint() const
{
    return {emPixels(this, 60), emPixels(this, 24)};
}

QSize ForecastChart::minimumSizeHint() const
{
    // legend and texts of the axis take half of it; with less, bars of different heights look alike
    return {emPixels(this, 36), emPixels(this, 12)};
}

void ForecastChart::zoomIn()
{
    const int current = m_scene->current;
    const bool onBar = current >= 0 && m_scene->rows.at(current).kind == BarKind::Forecast;
    zoom(0.5,
         onBar ? m_scene->rows.at(current).fromMs
               : m_scene->visible.fromMs + m_scene->visible.lengthMs() / 2);
}

void ForecastChart::zoomOut()
{
    zoom(2, m_scene->visible.fromMs + m_scene->visible.lengthMs() / 2);
}

void ForecastChart::resetView()
{
    clearSelection();
    showSpan(m_scene->whole);
    Q_EMIT viewReset();
}

void ForecastChart::showSpan(const TimeSpan& span)
{
    if (span == m_scene->visible) {
        return;
    }
    m_scene->visible = span;
    m_canvas->refresh();
    Q_EMIT visibleRangeChanged(span.fromMs, span.toMs);
}

void ForecastChart::zoom(double factor, qint64 aroundMs)
{
    // zooming further would show a single bar
    constexpr int kFewestBars = 4;
    const auto& bars = m_scene->model.bars;
    if (bars.isEmpty()) {
        return;
    }
    // the first bar begins at the present moment and may be short
    const Bar& typical = bars.at(bars.size() / 2);
    const qint64 leastMs = (typical.toMs - typical.fromMs) * kFewestBars;
    showSpan(zoomed(m_scene->visible, factor, aroundMs, m_scene->whole, leastMs));
}

void ForecastChart::pan(double share)
{
    const auto shift
        = static_cast<qint64>(static_cast<double>(m_scene->visible.lengthMs()) * share);
    showSpan(movedInside({m_scene->visible.fromMs + shift, m_scene->visible.toMs + shift},
                         m_scene->whole));
}

void ForecastChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(ColorRole::Base));
    const int pen = emPixels(this, 0.14);
    painter.setPen(
        QPen(color(hasFocus() ? ColorRole::Accent : ColorRole::Frame), hasFocus() ? pen : 1));
    const int inset = hasFocus() ? pen / 2 : 0;
    painter.drawRect(rect().adjusted(inset, inset, -1 - inset, -1 - inset));
}

} // namespace sandglass::widgets

#include "moc_forecast_chart.cpp"
