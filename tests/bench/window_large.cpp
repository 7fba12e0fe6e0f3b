// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window_large.h"

#include "tests/bench/live_load.h"
#include "tests/bench/report.h"
#include "tests/bench/window_memory.h"
#include "tests/bench/window_start.h"
#include "tests/bench/window_verdict.h"
#include "tests/support/engine_process.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QTimer>

#include <cstdio>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::bench {

namespace {

constexpr double kMostMegabytes = 120;
constexpr double kMostStallMillis = 50;
constexpr double kMegabyte = 1e6;

/// The window in a process of its own, and the most memory that it was seen to take.
struct WindowRun
{
    QJsonObject figures;
    ProcessMemory most;
    ProcessMemory last;

    void look(const QProcess& process)
    {
        const ProcessMemory now = memoryOf(process.processId());
        if (now.resident == 0) {
            return;
        }
        last = now;
        if (now.proportional > most.proportional) {
            most = now;
        }
    }
};

double megabytes(std::int64_t bytes)
{
    return static_cast<double>(bytes) / kMegabyte;
}

QJsonObject jsonOf(const ProcessMemory& memory)
{
    return {{u"pssMegabytes"_s, megabytes(memory.proportional)},
            {u"rssMegabytes"_s, megabytes(memory.resident)},
            {u"privateMegabytes"_s, megabytes(memory.own)}};
}

void printMemory(const ProcessMemory& memory)
{
    std::printf("  memory at most: PSS %.1f MB, RSS %.1f MB, private %.1f MB\n",
                megabytes(memory.proportional), megabytes(memory.resident), megabytes(memory.own));
}

Result<WindowRun> runSession(const LargeRequest& request, const std::string& uri)
{
    WindowRun run;
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    QTimer each;
    QObject::connect(&each, &QTimer::timeout, &process, [&] { run.look(process); });
    QObject::connect(&process, &QProcess::finished, qApp, &QCoreApplication::quit);
    QObject::connect(&process, &QProcess::errorOccurred, qApp, &QCoreApplication::quit);
    process.start(request.session,
                  {u"--uri"_s, QString::fromStdString(uri), u"--seconds"_s,
                   QString::number(request.seconds)});
    each.start(1s);
    QCoreApplication::exec();
    if (process.state() != QProcess::NotRunning || process.exitCode() != 0) {
        return base::failure(Errc::Internal, "The session of the window failed.");
    }
    run.figures = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    return run;
}

QJsonObject tellSession(const WindowRun& run, QJsonObject figures)
{
    const QJsonObject& session = run.figures;
    std::printf(
        "W2: %lld documents, %.0f s of tabs, dialogs, zooming and moving, load %.1f to %.1f\n",
        figures[u"documents"_s].toInteger(), session[u"seconds"_s].toDouble(),
        figures[u"loadBefore"_s].toDouble(), figures[u"loadAfter"_s].toDouble());
    std::printf("  %d actions, %d turns of the wheel, %d pictures of the chart\n",
                session[u"actions"_s].toInt(), session[u"wheelTurns"_s].toInt(),
                session[u"picturesOfTheChart"_s].toInt());
    printMemory(run.most);
    std::printf(
        "  longest stall %.1f ms (the thread itself worked %.1f ms of it) during \"%s\"; %d "
        "above 50 ms\n",
        session[u"longestStallMillis"_s].toDouble(),
        session[u"longestStallWorkMillis"_s].toDouble(),
        qPrintable(session[u"longestStallDuring"_s].toString()),
        session[u"stallsAbove50"_s].toInt());
    figures[u"session"_s] = session;
    figures[u"memoryAtMost"_s] = jsonOf(run.most);
    figures[u"memoryAtTheEnd"_s] = jsonOf(run.last);
    figures[u"W2memory"_s] = verdict("W2 memory (PSS, at most)", megabytes(run.most.proportional),
                                     kMostMegabytes, "MB");
    figures[u"W2stall"_s] = verdict("W2 longest stall", session[u"longestStallMillis"_s].toDouble(),
                                    kMostStallMillis, "ms");
    figures[u"W2work"_s] = verdict("W2 longest stretch of the thread's own work",
                                   session[u"mostWorkMillis"_s].toDouble(), kMostStallMillis, "ms");
    return figures;
}

/// The program itself on the same data: how soon its first chart is there.
Result<QJsonObject> startProgramOn(const LargeRequest& request, const QString& folder)
{
    const auto millis = firstChartMillis(request.window,
                                         {u"--report-first-chart"_s, u"--data-dir"_s, folder,
                                          u"--page"_s, QString::fromStdString(kLiveNs.text())});
    TRY(millis);
    std::printf("  the program's first chart on the same data, its engine not running: %.0f ms\n",
                *millis);
    return QJsonObject{{u"firstChartMillis"_s, *millis}};
}

} // namespace

Result<QJsonObject> measureLarge(const LargeRequest& request)
{
    tests::EngineProcess engine(tests::EngineProcess::Reach::UnixSocket);
    if (!engine.start()) {
        return base::failure(Errc::Internal, "The engine does not start.");
    }
    auto load = LiveLoad::connect(engine.socketPath().toStdString());
    TRY(load);
    TRY((*load)->fill(request.documents));
    QJsonObject figures{{u"documents"_s, static_cast<qint64>(request.documents)},
                        {u"insertsPerSecond"_s, request.inserts},
                        {u"loadBefore"_s, loadAverages()[0]}};
    (*load)->start(request.inserts);
    const auto run = runSession(request, engine.uri());
    (*load)->stop();
    TRY(run);
    if (!(*load)->problem().empty()) {
        return base::failure(Errc::Internal, (*load)->problem());
    }
    figures[u"inserted"_s] = static_cast<qint64>((*load)->inserted());
    figures[u"loadAfter"_s] = loadAverages()[0];
    figures = tellSession(*run, figures);
    if (engine.terminate() != 0) {
        return base::failure(Errc::Internal, "The engine does not end.");
    }
    const QTemporaryDir folder;
    QFile::link(engine.dataFolder(), folder.filePath(u"engine"_s));
    auto program = startProgramOn(request, folder.path());
    TRY(program);
    figures[u"program"_s] = *program;
    return figures;
}

} // namespace sandglass::bench
