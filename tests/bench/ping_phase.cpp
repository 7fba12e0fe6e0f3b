// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/ping_phase.h"

#include "tests/bench/measuring.h"
#include "tests/bench/pinger.h"
#include "tests/bench/server_process.h"
#include "tests/bench/wire_engine.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QThread>

namespace sandglass::bench {

namespace {

using namespace Qt::StringLiterals;

constexpr int kWarmUp = 2000;
constexpr int kRoundTrips = 30'000;
constexpr int kMany = 16;
constexpr double kServerStartSeconds = 30;

Result<double> secondsPerPing(const std::string& socketPath, int connections)
{
    const auto pinger = Pinger::connect(socketPath, connections, pingMessage());
    TRY(pinger);
    TRY((*pinger)->secondsFor(kWarmUp));
    const auto seconds = (*pinger)->secondsFor(kRoundTrips);
    TRY(seconds);
    return *seconds / kRoundTrips;
}

Result<Figures> pingAll(const std::string& socketPath)
{
    const auto one = secondsPerPing(socketPath, 1);
    TRY(one);
    const auto many = secondsPerPing(socketPath, kMany);
    TRY(many);
    return Figures{{Metric::PingSeconds, *one}, {Metric::Ping16Seconds, *many}};
}

Result<Figures> pingEngine()
{
    const auto engine = WireEngine::start({});
    TRY(engine);
    return pingAll((*engine)->process().socketPath().toStdString());
}

Result<Figures> pingEcho()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"echo.sock"_s);
    ServerProcess server(folder.path(), std::nullopt);
    TRY(server.start(QCoreApplication::applicationFilePath(), {u"--echo"_s, path}));
    const Timer timer;
    while (server.running() && timer.seconds() < kServerStartSeconds) {
        if (Pinger::connect(path.toStdString(), 1, pingMessage())) {
            return pingAll(path.toStdString());
        }
        QThread::msleep(20);
    }
    return server.failed("The echo server does not take connections");
}

} // namespace

void measurePing(Run& run)
{
    const auto take = [&](const char* name, const Result<Figures>& figures) {
        if (figures) {
            run.samples.add({0, {}, name}, *figures);
        } else {
            run.fail(std::string("T12, ping, ") + name, figures.error());
        }
    };
    for (int round = 0; round < run.options.rounds; ++round) {
        if (round % 2 == 0) {
            take(subject::kEngine, pingEngine());
        }
        take(subject::kEcho, pingEcho());
        if (round % 2 != 0) {
            take(subject::kEngine, pingEngine());
        }
    }
}

} // namespace sandglass::bench
