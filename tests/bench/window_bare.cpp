// SPDX-License-Identifier: GPL-3.0-or-later
// bare_chart_window: the least that a window with a chart can be, to measure ours beside it. Shows
// a few bars, prints when they are on the screen as `sandglass --report-first-chart` does, and
// ends.
#include <QApplication>
#include <qcustomplot.h>
#include <QMainWindow>

#include <chrono>
#include <cstdio>

namespace {

constexpr int kBars = 60;

class Plot : public QCustomPlot
{
public:
    Plot()
    {
        auto* bars = new QCPBars(xAxis, yAxis);
        QVector<double> keys;
        QVector<double> heights;
        for (int bar = 0; bar < kBars; ++bar) {
            keys << bar;
            heights << 200 + bar * 37 % 800;
        }
        bars->setData(keys, heights, true);
        rescaleAxes();
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QCustomPlot::paintEvent(event);
        // queued: the picture has then left for the screen
        QMetaObject::invokeMethod(this, &Plot::report, Qt::QueuedConnection);
    }

private:
    void report()
    {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        std::printf("first-chart %lld\n",
                    static_cast<long long>(std::chrono::nanoseconds(now).count()));
        std::fflush(stdout);
        QCoreApplication::quit();
    }
};

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    QMainWindow window;
    window.setCentralWidget(new Plot);
    window.resize(1280, 800);
    window.show();
    return QApplication::exec();
}
