// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window_start.h"

#include "app/bson/builder.h"
#include "tests/bench/wire_client.h"

#include <QProcess>
#include <QTemporaryDir>

#include <chrono>

using namespace Qt::StringLiterals;

namespace sandglass::bench {

namespace {

using Steady = std::chrono::steady_clock;

constexpr int kPatienceMillis = 120'000;

double millisSince(Steady::time_point begin, Steady::time_point end)
{
    return std::chrono::duration<double, std::milli>(end - begin).count();
}

Error failed(const QString& program, const QProcess& process)
{
    return base::failure(Errc::Internal,
                         (u"%1 failed: %2"_s.arg(program, process.errorString())).toStdString());
}

/// Waits until the engine says that it takes connections.
bool waitUntilListening(QProcess& engine)
{
    QByteArray log;
    while (!log.contains("Waiting for connections")) {
        if (!engine.waitForReadyRead(kPatienceMillis)) {
            return false;
        }
        log += engine.readAllStandardOutput();
    }
    return true;
}

Result<void> greet(const QString& socket)
{
    auto wire = WireClient::connect(socket.toStdString());
    TRY(wire);
    const auto reply = wire->send(bson::makeDocument("hello", 1, "$db", "admin"), {}, {});
    TRY(reply);
    return {};
}

} // namespace

Result<double> firstChartMillis(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    const Steady::time_point begin = Steady::now();
    process.start(program, arguments);
    if (!process.waitForFinished(kPatienceMillis) || process.exitCode() != 0) {
        return failed(program, process);
    }
    // the clock of the report is the one that steady_clock reads
    for (const QByteArray& line : process.readAllStandardOutput().split('\n')) {
        if (line.startsWith("first-chart ")) {
            const std::chrono::nanoseconds at(line.mid(12).trimmed().toLongLong());
            return millisSince(begin, Steady::time_point(at));
        }
    }
    return failed(program, process);
}

Result<double> engineStartMillis(const QString& program, const QString& folder)
{
    const QTemporaryDir sockets;
    const QString socket = sockets.filePath(u"engine.sock"_s);
    QProcess engine;
    engine.setProcessChannelMode(QProcess::MergedChannels);
    const Steady::time_point begin = Steady::now();
    engine.start(program,
                 {u"--dbpath"_s, folder, u"--unix-socket"_s, socket, u"--exit-with-parent"_s});
    if (!waitUntilListening(engine)) {
        return failed(program, engine);
    }
    TRY(greet(socket));
    const Steady::time_point end = Steady::now();
    engine.terminate();
    if (!engine.waitForFinished(kPatienceMillis)) {
        return failed(program, engine);
    }
    return millisSince(begin, end);
}

Result<void> fillWithSamples(const QString& windowProgram, const QString& folder)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    process.setProcessEnvironment(environment);
    process.start(
        windowProgram,
        {u"--demo"_s, u"--data-dir"_s, folder, u"--screenshot"_s, folder + u"/filled.png"_s});
    if (!process.waitForFinished(kPatienceMillis) || process.exitCode() != 0) {
        return failed(windowProgram, process);
    }
    return {};
}

Result<QString> freshCopy(const QString& folder, const QString& place)
{
    const QString copy = place + u"/copy"_s;
    if (QProcess::execute(u"cp"_s, {u"-a"_s, folder, copy}) != 0) {
        return base::failure(Errc::Internal, "The sample data cannot be copied.");
    }
    return copy;
}

} // namespace sandglass::bench
