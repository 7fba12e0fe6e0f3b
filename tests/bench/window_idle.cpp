// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window_idle.h"

#include "tests/bench/process_cpu.h"
#include "tests/bench/window_memory.h"
#include "tests/bench/window_start.h"
#include "tests/bench/window_verdict.h"

#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <cstdio>
#include <vector>

using namespace Qt::StringLiterals;

namespace sandglass::bench {

namespace {

constexpr int kStartSeconds = 30;
constexpr double kMostCpuPercent = 1;
constexpr double kMostGrowth = 0.05; // MB a minute: 1.5 MB over 30 minutes
constexpr double kMegabyte = 1e6;

struct Minute
{
    double cpuPercent = 0;
    double residentMegabytes = 0;
};

/// MB a minute, as the straight line with the least squares has it.
double growthOf(const std::vector<Minute>& minutes)
{
    const std::size_t first = minutes.size() / 2;
    const auto count = static_cast<double>(minutes.size() - first);
    double sumX = 0;
    double sumY = 0;
    double sumXY = 0;
    double sumXX = 0;
    for (std::size_t i = first; i < minutes.size(); ++i) {
        const auto x = static_cast<double>(i);
        sumX += x;
        sumY += minutes[i].residentMegabytes;
        sumXY += x * minutes[i].residentMegabytes;
        sumXX += x * x;
    }
    const double spread = count * sumXX - sumX * sumX;
    return spread > 0 ? (count * sumXY - sumX * sumY) / spread : 0;
}

} // namespace

Result<QJsonObject> measureIdle(const IdleRequest& request)
{
    const QTemporaryDir folder;
    TRY(fillWithSamples(request.window, folder.path()));
    QProcess window;
    window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    window.start(request.window, {u"--demo"_s, u"--data-dir"_s, folder.path()});
    if (!window.waitForStarted()) {
        return base::failure(Errc::Internal, "The window does not start.");
    }
    QThread::sleep(kStartSeconds);
    std::printf("W3: visible and idle, %d minutes\n", request.minutes);
    std::vector<Minute> minutes;
    QJsonArray json;
    double all = 0;
    for (int i = 0; i < request.minutes; ++i) {
        const double before = cpuSecondsOf(window.processId());
        QThread::sleep(60);
        const double percent = (cpuSecondsOf(window.processId()) - before) / 60 * 100;
        const ProcessMemory memory = memoryOf(window.processId());
        if (memory.resident == 0) {
            return base::failure(Errc::Internal, "The window has ended.");
        }
        minutes.push_back({percent, static_cast<double>(memory.resident) / kMegabyte});
        all += percent;
        json.append(QJsonObject{{u"cpuPercent"_s, percent},
                                {u"residentMegabytes"_s, minutes.back().residentMegabytes}});
        std::printf("  minute %2d   %5.2f %% of a core   %7.2f MB\n", i + 1, percent,
                    minutes.back().residentMegabytes);
        std::fflush(stdout);
    }
    window.terminate();
    window.waitForFinished();
    const double mean = minutes.empty() ? 0 : all / static_cast<double>(minutes.size());
    return QJsonObject{
        {u"minutes"_s, json},
        {u"W3cpu"_s, verdict("W3 idle, of a core", mean, kMostCpuPercent, "%")},
        {u"W3memory"_s,
         verdict("W3 growth in the second half", growthOf(minutes), kMostGrowth, "MB/min")}};
}

} // namespace sandglass::bench
