// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/line_chart.h"

#include "widgets/charts/count_text.h"
#include "widgets/charts/plot_picture.h"
#include "widgets/style/appearance.h"
#include "widgets/style/metrics.h"

#include <qcustomplot.h>
#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sandglass::widgets {

namespace {

constexpr double kMargin = 1.25; // factor by which the range exceeds the outermost points
constexpr std::array kShapes{QCPScatterStyle::ssCircle,
                             QCPScatterStyle::ssSquare,
                             QCPScatterStyle::ssTriangle,
                             QCPScatterStyle::ssDiamond,
                             QCPScatterStyle::ssTriangleInverted,
                             QCPScatterStyle::ssCross,
                             QCPScatterStyle::ssPlus,
                             QCPScatterStyle::ssStar};

/// Ticks of a logarithmic axis at 1, 2 and 5 times each power of ten; at the powers only if there
/// are many.
class LadderTicker : public QCPAxisTicker
{
protected:
    int getSubTickCount(double) override { return 0; }

    QString getTickLabel(double tick, const QLocale& locale, QChar, int) override
    {
        return axisCount(tick, locale);
    }

    QVector<double> createTickVector(double, const QCPRange& range) override
    {
        constexpr double kManyDecades = 3.5;
        const bool many = std::log10(range.upper / range.lower) > kManyDecades;
        QVector<double> ticks;
        const int first = static_cast<int>(std::floor(std::log10(range.lower)));
        const int last = static_cast<int>(std::floor(std::log10(range.upper)));
        for (int exponent = first; exponent <= last; ++exponent) {
            const double power = std::pow(10, exponent);
            ticks += power;
            if (!many) {
                ticks << 2 * power << 5 * power;
            }
        }
        return ticks;
    }
};

/// The smallest range with all points of an axis, slightly widened.
class Extent
{
public:
    void add(double value)
    {
        m_least = std::min(m_least, value);
        m_most = std::max(m_most, value);
    }
    QCPRange range() const
    {
        // without points, one decade
        return m_most < m_least ? QCPRange(1, 10) : QCPRange(m_least / kMargin, m_most * kMargin);
    }

private:
    double m_least = std::numeric_limits<double>::max();
    double m_most = 0;
};

QVector<QPointF> drawable(const Line& line)
{
    QVector<QPointF> points;
    std::copy_if(line.points.cbegin(), line.points.cend(), std::back_inserter(points),
                 [](const QPointF& point) { return point.x() > 0 && point.y() > 0; });
    return points;
}

/// Sorts by height at the right end, so that the legend is in the order of the lines.
QVector<Line> inOrderOfLegend(QVector<Line> lines)
{
    const auto end = [](const Line& line) {
        const QVector<QPointF> points = drawable(line);
        return points.isEmpty() ? 0 : points.last().y();
    };
    std::stable_sort(lines.begin(), lines.end(),
                     [&end](const Line& one, const Line& other) { return end(one) > end(other); });
    return lines;
}

void addGraph(QCustomPlot& plot, const Line& line, QCPScatterStyle::ScatterShape shape)
{
    QCPGraph* graph = plot.addGraph();
    const QColor shade = color(line.role);
    const int em = emPixels(plot.font(), 1);
    const QPen solid(shade, em * (line.strong ? 0.2 : 0.11));
    QPen pen = solid;
    pen.setCapStyle(Qt::RoundCap);
    if (line.dashed) {
        pen.setDashPattern({3, 3});
    }
    graph->setName(line.name);
    graph->setPen(pen);
    graph->setAntialiased(true);
    // dashed lines have hollow markers
    const QColor inside = line.dashed ? color(ColorRole::Base) : shade;
    graph->setScatterStyle(QCPScatterStyle(shape, solid, inside, em * (line.strong ? 0.75 : 0.6)));
    const QVector<QPointF> points = drawable(line);
    for (const QPointF& point : points) {
        graph->addData(point.x(), point.y());
    }
}

void addTexts(QCustomPlot& plot, const LineChartModel& model)
{
    int row = 0;
    const auto add = [&](const QString& text, const QFont& font, ColorRole role) {
        if (text.isEmpty()) {
            return;
        }
        auto* element = new QCPTextElement(&plot, text, font);
        element->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
        element->setTextColor(color(role));
        element->setMargins({0, 0, 0, emPixels(plot.font(), 0.3)});
        plot.plotLayout()->insertRow(row);
        plot.plotLayout()->addElement(row++, 0, element);
    };
    QFont heading = plot.font();
    heading.setBold(true);
    heading.setPixelSize(emPixels(plot.font(), 1.35));
    add(model.title, heading, ColorRole::Text);
    add(model.subtitle, plot.font(), ColorRole::MutedText);
}

void setLook(QCPAxis& axis, const QFont& font, const QString& title)
{
    axis.setScaleType(QCPAxis::stLogarithmic);
    axis.setTicker(QSharedPointer<QCPAxisTicker>(new LadderTicker));
    axis.setSubTicks(false);
    const QPen line(color(ColorRole::MutedText), 1);
    axis.setBasePen(axis.orientation() == Qt::Horizontal ? line : QPen(Qt::NoPen));
    axis.setTickPen(axis.orientation() == Qt::Horizontal ? line : QPen(Qt::NoPen));
    axis.setTickLengthIn(0);
    axis.setTickLengthOut(axis.orientation() == Qt::Horizontal ? emPixels(font, 0.3) : 0);
    axis.setTickLabelFont(font);
    axis.setTickLabelColor(color(ColorRole::MutedText));
    axis.setLabelFont(font);
    axis.setLabelColor(color(ColorRole::Text));
    axis.setLabelPadding(emPixels(font, 0.5));
    axis.setLabel(title);
    axis.grid()->setPen(QPen(color(ColorRole::Grid), 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

/// Puts the legend into a column at the right, where it covers no line.
void placeLegend(QCustomPlot& plot)
{
    QCPLegend* legend = plot.legend;
    legend->setVisible(true);
    legend->setFont(plot.font());
    legend->setTextColor(color(ColorRole::Text));
    legend->setBrush(Qt::NoBrush);
    legend->setBorderPen(Qt::NoPen);
    legend->setIconSize(emPixels(plot.font(), 2.6), emPixels(plot.font(), 1));
    legend->setIconTextPadding(emPixels(plot.font(), 0.6));
    legend->setRowSpacing(emPixels(plot.font(), 0.6));
    plot.axisRect()->insetLayout()->take(legend);
    auto* column = new QCPLayoutGrid;
    column->addElement(0, 0, legend);
    column->addElement(1, 0, new QCPLayoutElement(&plot)); // takes the remaining height
    column->setRowStretchFactor(0, 0.001);
    const int row = plot.plotLayout()->rowCount() - 1;
    plot.plotLayout()->addElement(row, 1, column);
    plot.plotLayout()->setColumnStretchFactor(1, 0.001);
    plot.plotLayout()->setColumnSpacing(emPixels(plot.font(), 1));
}

} // namespace

LineChart::LineChart(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("lineChart"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    connect(&Appearance::instance(), &Appearance::changed, this, &LineChart::draw);
    draw();
}

void LineChart::setModel(const LineChartModel& model)
{
    m_model = model;
    setAccessibleName(model.title);
    draw();
}

void LineChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        draw();
    }
}

// Creates a new plot each time: a QCustomPlot layout cannot take a moved legend back.
void LineChart::draw()
{
    delete m_plot;
    m_plot = new QCustomPlot(this);
    m_plot->setObjectName(QStringLiteral("linePlot"));
    m_plot->setFont(font());
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setBackground(QBrush(color(ColorRole::Base)));
    layout()->addWidget(m_plot);
    Extent x;
    Extent y;
    QVector<ColorRole> roles;
    const QVector<Line> lines = inOrderOfLegend(m_model.lines);
    for (const Line& line : m_model.lines) {
        if (!roles.contains(line.role)) {
            roles += line.role;
        }
    }
    for (const Line& line : lines) {
        // lines of one colour share a marker
        const auto place = static_cast<std::size_t>(roles.indexOf(line.role));
        addGraph(*m_plot, line, kShapes.at(place % kShapes.size()));
        for (const QPointF& point : drawable(line)) {
            x.add(point.x());
            y.add(point.y());
        }
    }
    setLook(*m_plot->xAxis, font(), m_model.xTitle);
    setLook(*m_plot->yAxis, font(), m_model.yTitle);
    m_plot->xAxis->setRange(x.range());
    m_plot->yAxis->setRange(y.range());
    addTexts(*m_plot, m_model);
    placeLegend(*m_plot);
    const int margin = emPixels(this, 1);
    m_plot->plotLayout()->setMargins({margin, margin, margin, margin});
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

bool LineChart::savePicture(const QString& path, PictureFormat format) const
{
    // without a window the layout has not run yet
    m_plot->setGeometry(rect());
    return writePicture(*m_plot, path, format, {m_model.title, m_model.subtitle, {}, {}, 1});
}

} // namespace sandglass::widgets

#include "moc_line_chart.cpp"
