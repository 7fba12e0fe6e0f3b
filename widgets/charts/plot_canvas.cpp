// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot_canvas.h"

#include "widgets/charts/legend_element.h"
#include "widgets/charts/mark_layers.h"
#include "widgets/style/colors.h"
#include "widgets/style/metrics.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace sandglass::widgets {

namespace {

const QString kMarksLayer = QStringLiteral("marks");
const QString kNowLayer = QStringLiteral("now");
constexpr double kSlotEms = 4.6;
constexpr double kReasonEms = 10;
constexpr double kWideEms = 62; // from this width on the names of the reasons fit beside their bar
constexpr double kTickEms = 5;
constexpr double kColumnGapEms = 0.5; // between the fields
constexpr double kTimeMarginEms = 0.8; // left of the time field
constexpr double kLogLowest = 0.5; // a single document must be visible on the logarithmic scale
constexpr double kHeadRoomEms = 2.2; // above the highest bar, for its label

} // namespace

PlotCanvas::PlotCanvas(const ChartScene& scene, QWidget* parent)
    : QCustomPlot(parent)
    , m_scene(scene)
    , m_geometry(scene, m_parts)
    , m_timeTicker(new ZoneTicker)
    , m_pastTicker(new ZoneTicker)
    , m_countTicker(new CountTicker(scene))
    , m_sumTicker(new CountTicker(scene))
    , m_logTicker(new LogCountTicker(scene))
{
    setObjectName(QStringLiteral("plotCanvas"));
    setFocusPolicy(Qt::NoFocus);
    // ForecastChart handles the mouse, so that mouse and keyboard share one state
    setAttribute(Qt::WA_TransparentForMouseEvents);
    // repaints with the window, not immediately after each replot
    setPlottingHint(QCP::phImmediateRefresh, false);
    buildFields();
    buildLayers();
    connect(this, &QCustomPlot::beforeReplot, this, &PlotCanvas::arrange);
    connect(this, &QCustomPlot::afterReplot, this, [this] {
        m_drawn = true;
        m_nowPixel = m_geometry.timePixel(m_scene.nowMs);
    });
    applyLook();
}

QCPAxisRect* PlotCanvas::addField(int column)
{
    auto* field = new QCPAxisRect(this);
    field->setRangeDrag({});
    field->setRangeZoom({});
    m_fields->addElement(0, column, field);
    for (QCPAxis* axis : field->axes()) {
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    valueAxis(field)->setTickLabels(false);
    keyAxis(field)->grid()->setVisible(false);
    keyAxis(field)->setSubTicks(false);
    valueAxis(field)->setSubTicks(false);
    return field;
}

void PlotCanvas::buildFields()
{
    plotLayout()->clear();
    m_fields = new QCPLayoutGrid;
    m_parts = {addField(0), addField(1), addField(2), addField(3)};
    m_legend = new LegendElement(this, m_scene);
    plotLayout()->addElement(0, 0, m_legend);
    plotLayout()->addElement(1, 0, m_fields);
    // All other fields have fixed widths. A hidden field must not take any.
    m_fields->setColumnStretchFactor(2, 10'000);

    auto* group = new QCPMarginGroup(this);
    for (QCPAxisRect* field : {m_parts.past, m_parts.head, m_parts.time, m_parts.tail}) {
        field->setMarginGroup(QCP::msTop | QCP::msBottom, group);
    }
    valueAxis(m_parts.head)->setTickLabels(true);
    keyAxis(m_parts.time)->setTicker(m_timeTicker);
    keyAxis(m_parts.past)->setTicker(m_pastTicker);
    QCPAxis* cumulative = m_parts.time->axis(QCPAxis::atRight);
    cumulative->setTicker(m_sumTicker);
    cumulative->setSubTicks(false);
    cumulative->setTickLabels(true);
    cumulative->grid()->setVisible(false);
}

void PlotCanvas::buildLayers()
{
    const QString lines = QStringLiteral("lines");
    addLayer(lines, layer(QStringLiteral("axes")), limAbove);
    addLayer(kMarksLayer, layer(layerCount() - 1), limAbove);
    addLayer(kNowLayer, layer(kMarksLayer), limAbove);
    layer(kMarksLayer)->setMode(QCPLayer::lmBuffered);
    layer(kNowLayer)->setMode(QCPLayer::lmBuffered);
    new BarsElement(this, QStringLiteral("main"), m_scene, m_parts, m_geometry);
    new LinesElement(this, lines, m_scene, m_parts, m_geometry);
    new MarksElement(this, kMarksLayer, m_scene, m_parts, m_geometry);
    new NowElement(this, kNowLayer, m_scene, m_parts, m_geometry);
}

int PlotCanvas::em(double ems) const
{
    return emPixels(this, ems);
}

bool PlotCanvas::hasReasonNames() const
{
    return m_scene.model.never.size() > 1 && width() >= em(kWideEms);
}

void PlotCanvas::refresh()
{
    replot(rpQueuedReplot);
}

void PlotCanvas::refreshMarks()
{
    redrawLayer(kMarksLayer);
}

void PlotCanvas::refreshNow()
{
    const int pixel = m_geometry.timePixel(m_scene.nowMs);
    // on an axis of days the line stays where it is for minutes
    if (pixel != m_nowPixel) {
        m_nowPixel = pixel;
        redrawLayer(kNowLayer);
    }
}

void PlotCanvas::redrawLayer(const QString& name)
{
    // a layer has no paint buffer before the first replot
    if (m_drawn) {
        layer(name)->replot();
    }
}

void PlotCanvas::changeEvent(QEvent* event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        applyLook();
    }
}

void PlotCanvas::paintEvent(QPaintEvent* event)
{
    QCustomPlot::paintEvent(event);
    if (m_documentsDrawn) {
        Q_EMIT documentsPainted();
    }
}

void PlotCanvas::setLooks(QCPAxis* axis) const
{
    // Labels are drawn only at ticks, so unneeded ticks have no length.
    const bool inTime = axis->axisRect() == m_parts.time || axis->axisRect() == m_parts.past;
    const bool horizontal = axis->orientation() == Qt::Horizontal;
    const QPen line(color(ColorRole::MutedText), 1);
    axis->setBasePen(horizontal ? line : QPen(Qt::NoPen));
    axis->setTickPen(horizontal && inTime ? line : QPen(Qt::NoPen));
    axis->setTickLength(0, horizontal ? em(0.3) : 0);
    axis->setTickLabelFont(font());
    axis->setTickLabelColor(color(ColorRole::MutedText));
    axis->setTickLabelPadding(em(0.3));
    axis->setLabelFont(font());
    axis->setLabelColor(color(ColorRole::MutedText));
    axis->setLabelPadding(em(0.2));
    axis->grid()->setPen(QPen(color(ColorRole::Grid), 1));
    axis->grid()->setZeroLinePen(Qt::NoPen);
}

void PlotCanvas::applyLook()
{
    setBackground(QBrush(color(ColorRole::Base)));
    for (QCPAxisRect* field : {m_parts.past, m_parts.head, m_parts.time, m_parts.tail}) {
        for (QCPAxis* axis : field->axes()) {
            setLooks(axis);
        }
        field->setMinimumMargins(QMargins(0, em(1.3), 0, 0));
    }
    m_parts.time->setMinimumMargins(QMargins(em(kTimeMarginEms), em(1.3), 0, 0));
    m_fields->setColumnSpacing(em(kColumnGapEms));
    plotLayout()->setRowSpacing(em(0.3));
    m_legend->setMargins(QMargins(em(0.5), 0, em(0.5), 0));
    m_geometry.setHeadRoom(em(1.4));
    refresh();
}

void PlotCanvas::arrange()
{
    // every row but those of deletions has the same total
    m_documentsDrawn = !m_scene.model.bars.isEmpty() && m_scene.rows.last().total > 0;
    setPastShown(!m_scene.model.deletions.isEmpty());
    QCPAxis* counts = valueAxis(m_parts.head);
    const auto scale = m_scene.logScale ? QCPAxis::stLogarithmic : QCPAxis::stLinear;
    for (QCPAxisRect* field : {m_parts.past, m_parts.head, m_parts.time, m_parts.tail}) {
        valueAxis(field)->setScaleType(scale);
        if (m_scene.logScale) {
            valueAxis(field)->setTicker(m_logTicker);
        } else {
            valueAxis(field)->setTicker(m_countTicker);
        }
    }
    const QString counted = m_scene.logScale
        //: beside the axis; %1 is what is counted, such as Documents
        ? tr("%1 (log scale)").arg(m_scene.valueLabel)
        : m_scene.valueLabel;
    // beside a lower axis it would run into the legend
    const int needed = QFontMetrics(counts->labelFont()).horizontalAdvance(counted) - em(1.3);
    counts->setLabel(needed <= m_parts.time->height() || m_parts.time->height() <= 1 ? counted
                                                                                     : QString());
    m_parts.time->axis(QCPAxis::atRight)
        ->setVisible(m_scene.model.cumulative && !m_scene.model.bars.isEmpty());
    const int legendHeight = m_legend->lineHeight();
    m_legend->setMinimumSize(0, legendHeight);
    m_legend->setMaximumSize(QWIDGETSIZE_MAX, legendHeight);
    setWidths();
    setRanges();
    setCountTicks();
    setSlotTicks();
    setTimeTicks();
}

void PlotCanvas::setPastShown(bool shown)
{
    // an element that was taken out of the layout stays owned by m_parts
    if (shown == m_parts.past->visible()) {
        return;
    }
    m_parts.past->setVisible(shown);
    if (shown) {
        m_fields->addElement(0, 0, m_parts.past);
    } else {
        m_fields->take(m_parts.past);
    }
}

void PlotCanvas::setWidths()
{
    const auto fix = [](QCPAxisRect* field, int width) {
        field->setMinimumSize(width, 1);
        field->setMaximumSize(width, QWIDGETSIZE_MAX);
    };
    const bool past = m_parts.past->visible();
    fix(m_parts.past, past ? std::clamp(width() / 8, em(7.5), em(12)) : 0);
    fix(m_parts.head, em(kSlotEms));
    fix(m_parts.tail, em(2 * kSlotEms) + (hasReasonNames() ? em(kReasonEms) : 0));
}

void PlotCanvas::setRanges()
{
    const double top = valueTop(m_scene);
    const int height = std::max(m_parts.time->height(), em(kHeadRoomEms * 2));
    // leaves room above the highest bar for its label
    const double share = 1 - static_cast<double>(em(kHeadRoomEms)) / height;
    const double lower = m_scene.logScale ? kLogLowest : 0;
    // the same room on both kinds of scale
    const auto upperFor = [&](double most) {
        return m_scene.logScale ? lower * std::pow(most / lower, 1 / share) : most / share;
    };
    for (QCPAxisRect* field : {m_parts.head, m_parts.time, m_parts.tail, m_parts.past}) {
        valueAxis(field)->setRange(lower, upperFor(top));
    }
    double sum = m_scene.model.overdue.count();
    for (const Bar& bar : m_scene.model.bars) {
        sum += bar.count();
    }
    m_parts.time->axis(QCPAxis::atRight)->setRange(0, std::max(sum, 1.0) / share);

    keyAxis(m_parts.time)
        ->setRange(static_cast<double>(m_scene.visible.fromMs),
                   static_cast<double>(m_scene.visible.toMs));
    if (!m_scene.model.deletions.isEmpty()) {
        keyAxis(m_parts.past)
            ->setRange(static_cast<double>(m_scene.model.deletionsFromMs > 0
                                               ? m_scene.model.deletionsFromMs
                                               : m_scene.model.deletions.first().fromMs),
                       static_cast<double>(m_scene.model.deletions.last().toMs));
    }
    keyAxis(m_parts.head)->setRange(0, 1);
    keyAxis(m_parts.tail)->setRange(0, 2 + (hasReasonNames() ? kReasonEms / kSlotEms : 0));
}

QString PlotCanvas::overdueLabel()
{
    return tr("Overdue");
}

QString PlotCanvas::laterLabel()
{
    return tr("Later");
}

void PlotCanvas::setCountTicks()
{
    const int distance = QFontMetrics(font()).height() * 5 / 4;
    const int height = std::max(m_parts.time->height(), 1);
    m_countTicker->setRoom(height, distance);
    m_sumTicker->setRoom(height, distance);
    m_logTicker->setRoom(height, distance);
}

QString PlotCanvas::deletedLabel() const
{
    const auto& deletions = m_scene.model.deletions;
    const auto& bars = m_scene.model.bars;
    if (deletions.isEmpty()) {
        return {};
    }
    const qint64 past = deletions.first().toMs - deletions.first().fromMs;
    // the first bar begins at the present moment and is shorter
    if (bars.size() < 2 || bars.at(1).toMs - bars.at(1).fromMs == past) {
        return tr("Deleted");
    }
    constexpr qint64 kMinuteMs = 60'000;
    return past >= kMinuteMs
        //: below the bars of real deletions, each of which is for that many minutes
        ? tr("Deleted / %1 min").arg(m_scene.locale.toString(past / kMinuteMs))
        //: below the bars of real deletions, each of which is for that many seconds
        : tr("Deleted / %1 s").arg(m_scene.locale.toString(past / 1000));
}

QString PlotCanvas::hiddenEntriesAt(const QPoint& point) const
{
    return m_legend->outerRect().contains(point) ? m_legend->hiddenEntries() : QString();
}

void PlotCanvas::setSlotTicks()
{
    auto head = QSharedPointer<QCPAxisTickerText>::create();
    head->addTick(0.5, overdueLabel());
    keyAxis(m_parts.head)->setTicker(head);
    auto tail = QSharedPointer<QCPAxisTickerText>::create();
    tail->addTick(0.5, laterLabel());
    tail->addTick(1.5, tr("Never"));
    keyAxis(m_parts.tail)->setTicker(tail);
}

QString PlotCanvas::zoneLabel() const
{
    QString zone = QString::fromUtf8(m_scene.zone.id());
    const auto dayOf
        = [this](qint64 ms) { return QDateTime::fromMSecsSinceEpoch(ms, m_scene.zone).date(); };
    const QDate first = dayOf(m_scene.visible.fromMs);
    // the end is exclusive: midnight belongs to the day before
    if (first != dayOf(m_scene.visible.toMs - 1)) {
        return zone;
    }
    //: a day below an axis, in QLocale's format letters
    return tr("%1, %2", "day, time zone")
        .arg(m_scene.locale.toString(first, tr("ddd d MMM yyyy")), zone);
}

// The labels of the slots beside the axis are in the middle of their slots.
LabelRoom PlotCanvas::timeLabelRoom(int width) const
{
    const QFont font = keyAxis(m_parts.time)->tickLabelFont();
    const QFontMetrics metrics(font);
    const auto free = [&](const QString& label, double gapEms) {
        const int beside = (em(kSlotEms) - metrics.horizontalAdvance(label)) / 2;
        // what stays free between two labels
        return em(gapEms) + beside - em(0.3);
    };
    return {std::max(width, 1), free(overdueLabel(), kColumnGapEms + kTimeMarginEms),
            free(laterLabel(), kColumnGapEms), font};
}

void PlotCanvas::setTimeTicks()
{
    // the widths of the other fields are fixed, see setWidths()
    const int fixed = m_parts.past->minimumSize().width() + m_parts.head->minimumSize().width()
        + m_parts.tail->minimumSize().width() + em(11);
    const int room = width() - fixed;
    m_timeTicker->configure(m_scene.zone, m_scene.locale, room / em(kTickEms), timeLabelRoom(room));
    m_pastTicker->configure(m_scene.zone, m_scene.locale, 2,
                            {m_parts.past->minimumSize().width(), em(1.5), em(1.5),
                             keyAxis(m_parts.past)->tickLabelFont()});
    keyAxis(m_parts.time)->setLabel(zoneLabel());
    keyAxis(m_parts.past)->setLabel(deletedLabel());
}

} // namespace sandglass::widgets

#include "moc_plot_canvas.cpp"
