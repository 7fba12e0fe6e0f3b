// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-chart-bench: a full redraw of the timeline and a move of its "now" line, beside a plain
// QCustomPlot that draws the same bars, by turns in one run.
#include "resources/resources.h"
#include "tests/bench/measuring.h"
#include "tests/bench/report.h"
#include "widgets/charts/forecast_chart.h"

#include <QApplication>
#include <QCommandLineParser>
#include <qcustomplot.h>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>
#include <cstdlib>

using namespace sandglass;
using namespace Qt::StringLiterals;

namespace {

constexpr int kBars = 300;
constexpr qint64 kBarMs = 60'000;
constexpr qint64 kStartMs = 1'763'700'000'000;
constexpr QSize kSize(1280, 480);
constexpr double kRedrawTargetMs = 4;
constexpr double kNowTargetMs = 0.3;

/// The height of a bar of one series; `round` makes each redraw a different one.
double heightOf(int bar, int series, int round)
{
    return 200 + (bar * 37 + series * 101 + round * 13) % 800;
}

/// The timeline as the window has it: two series and the running sum.
class Timeline
{
public:
    Timeline()
    {
        m_chart.resize(kSize);
        m_chart.setTimeZone(QTimeZone("Europe/Berlin"));
        m_chart.setNow(kStartMs);
        m_chart.show();
        m_plot = m_chart.findChild<QCustomPlot*>();
    }

    bool isUsable() const { return m_plot != nullptr; }

    void redraw(int round)
    {
        widgets::ChartModel model;
        model.series
            = {{u"first"_s, widgets::seriesRole(0)}, {u"second"_s, widgets::seriesRole(1)}};
        for (int bar = 0; bar < kBars; ++bar) {
            widgets::Bar made;
            made.fromMs = kStartMs + bar * kBarMs;
            made.toMs = made.fromMs + kBarMs;
            made.values = {heightOf(bar, 0, round), heightOf(bar, 1, round)};
            model.bars.append(made);
        }
        m_chart.setModel(model);
        m_plot->replot(QCustomPlot::rpImmediateRefresh);
    }

    void moveNow(int round) { m_chart.setNow(kStartMs + round * 1'000); }

private:
    widgets::ForecastChart m_chart;
    QCustomPlot* m_plot = nullptr;
};

/// QCustomPlot as its examples use it: stacked bars without pens, a graph, a line.
class PlainPlot
{
public:
    PlainPlot()
    {
        m_plot.resize(kSize);
        m_plot.addLayer(u"now"_s);
        m_plot.layer(u"now"_s)->setMode(QCPLayer::lmBuffered);
        for (int series = 0; series < 2; ++series) {
            auto* bars = new QCPBars(m_plot.xAxis, m_plot.yAxis);
            bars->setAntialiased(false);
            bars->setPen(Qt::NoPen);
            bars->setBrush(series == 0 ? QColor(0, 114, 178) : QColor(204, 121, 167));
            bars->setWidth(kBarMs / 1'000.0);
            if (series > 0) {
                bars->moveAbove(m_bars.last());
            }
            m_bars << bars;
        }
        m_sum = m_plot.addGraph(m_plot.xAxis, m_plot.yAxis2);
        m_plot.yAxis2->setVisible(true);
        m_plot.xAxis->setTicker(QSharedPointer<QCPAxisTickerDateTime>::create());
        m_now = new QCPItemStraightLine(&m_plot);
        m_now->setLayer(u"now"_s);
        m_plot.show();
    }

    void redraw(int round)
    {
        QVector<double> keys;
        QVector<double> sums;
        QVector<double> heights[2];
        double sum = 0;
        for (int bar = 0; bar < kBars; ++bar) {
            keys << (kStartMs + bar * kBarMs) / 1'000.0;
            for (int series = 0; series < 2; ++series) {
                heights[series] << heightOf(bar, series, round);
                sum += heights[series].last();
            }
            sums << sum;
        }
        for (int series = 0; series < 2; ++series) {
            m_bars[series]->setData(keys, heights[series], true);
        }
        m_sum->setData(keys, sums, true);
        m_plot.rescaleAxes();
        m_plot.replot(QCustomPlot::rpImmediateRefresh);
    }

    void moveNow(int round)
    {
        const double now = kStartMs / 1'000.0 + round;
        m_now->point1->setCoords(now, 0);
        m_now->point2->setCoords(now, 1);
        m_plot.layer(u"now"_s)->replot();
    }

private:
    QCustomPlot m_plot;
    QVector<QCPBars*> m_bars;
    QCPGraph* m_sum = nullptr;
    QCPItemStraightLine* m_now = nullptr;
};

template <typename Work>
double timed(const Work& work)
{
    QElapsedTimer watch;
    watch.start();
    work();
    return static_cast<double>(watch.nsecsElapsed()) / 1e6;
}

QJsonObject row(const char* name, const std::vector<double>& ours, const std::vector<double>& plain,
                double targetMs)
{
    const double our = bench::median(ours);
    const double other = bench::median(plain);
    std::printf("%-12s %8.3f ms %8.3f ms %8.2f %10.1f ms  %s\n", name, our, other, our / other,
                targetMs, our < targetMs ? "met" : "MISSED");
    return {{u"chartMillis"_s, our},
            {u"plainMillis"_s, other},
            {u"ratio"_s, our / other},
            {u"targetMillis"_s, targetMs},
            {u"met"_s, our < targetMs}};
}

QJsonObject measure(int rounds)
{
    Timeline timeline;
    PlainPlot plain;
    if (!timeline.isUsable()) {
        return {};
    }
    std::vector<double> times[4];
    constexpr int kWarmUp = 5;
    for (int round = -kWarmUp; round < rounds; ++round) {
        const double sample[4]
            = {timed([&] { timeline.redraw(round); }), timed([&] { plain.redraw(round); }),
               timed([&] { timeline.moveNow(round); }), timed([&] { plain.moveNow(round); })};
        for (int i = 0; round >= 0 && i < 4; ++i) {
            times[i].push_back(sample[i]);
        }
    }
    std::printf("%d x %d bars and the running sum, %d x %d pixels, median of %d, load %.1f\n", 2,
                kBars, kSize.width(), kSize.height(), rounds, bench::loadAverages()[0]);
    std::printf("%-12s %11s %11s %8s %13s\n", "", "the chart", "plain", "ratio", "target");
    return {{u"rounds"_s, rounds},
            {u"load"_s, bench::loadAverages()[0]},
            {u"fullRedraw"_s, row("full redraw", times[0], times[1], kRedrawTargetMs)},
            {u"nowLine"_s, row("now line", times[2], times[3], kNowTargetMs)}};
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication application(argc, argv);
    resources::initResources();
    const QCommandLineOption rounds(u"rounds"_s, u"An odd number of redraws."_s, u"N"_s, u"201"_s);
    const QCommandLineOption json(u"json"_s, u"Also write the figures to this file."_s, u"FILE"_s);
    QCommandLineParser parser;
    parser.addOptions({rounds, json});
    parser.addHelpOption();
    parser.process(application);
    const int count = parser.value(rounds).toInt();
    if (count < 1 || count % 2 == 0) {
        std::fprintf(stderr, "sandglass-chart-bench: --rounds takes an odd number.\n");
        return EXIT_FAILURE;
    }
    const QJsonObject figures = measure(count);
    if (figures.isEmpty()) {
        std::fprintf(stderr, "sandglass-chart-bench: the chart holds no plot.\n");
        return EXIT_FAILURE;
    }
    if (!parser.isSet(json)) {
        return EXIT_SUCCESS;
    }
    QFile file(parser.value(json));
    const QByteArray text = QJsonDocument(figures).toJson();
    const bool written = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
