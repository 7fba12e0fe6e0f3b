// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-window-bench: how soon the window shows its first chart (W1), how it behaves on a large
// collection (W2), and what it costs while nothing changes (W3). Wants a display;
// packaging/scripts/bench-window brings one.
#include "tests/bench/bench_program.h"
#include "tests/bench/measuring.h"
#include "tests/bench/report.h"
#include "tests/bench/window_idle.h"
#include "tests/bench/window_large.h"
#include "tests/bench/window_start.h"
#include "tests/bench/window_verdict.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <tuple>

using namespace sandglass;
using namespace Qt::StringLiterals;

namespace {

constexpr double kBareShare = 1.5;

/// What the command line asks for.
struct Request
{
    bench::StartPrograms programs;
    int rounds = 0; ///< 0: the start is left out
    bench::LargeRequest large;
    bench::IdleRequest idle;
    QString jsonFile;
};

int complain(const std::string& message)
{
    return bench::complain("sandglass-window-bench", message);
}

Request parseArguments(const QCoreApplication& program)
{
    const QString here = QCoreApplication::applicationDirPath();
    const QCommandLineOption engine(u"engine"_s, u"The program sandglass-engine."_s, u"FILE"_s,
                                    here + u"/../../app/main/sandglass-engine"_s);
    const QCommandLineOption window(u"window"_s, u"The program sandglass."_s, u"FILE"_s,
                                    here + u"/../../app/main/sandglass"_s);
    const QCommandLineOption rounds(u"rounds"_s, u"An odd number of starts of each program."_s,
                                    u"N"_s, u"7"_s);
    const QCommandLineOption documents(
        u"documents"_s, u"In the large collection; 0 leaves it out."_s, u"N"_s, u"1000000"_s);
    const QCommandLineOption seconds(u"seconds"_s, u"Length of the session on it."_s, u"N"_s,
                                     u"60"_s);
    const QCommandLineOption inserts(u"inserts"_s, u"Documents per second by another client."_s,
                                     u"N"_s, u"500"_s);
    const QCommandLineOption idle(
        u"idle"_s, u"Minutes of watching the idle window; 0 leaves it out."_s, u"N"_s, u"0"_s);
    const QCommandLineOption json(u"json"_s, u"Also write the figures to this file."_s, u"FILE"_s);
    QCommandLineParser parser;
    parser.addOptions({engine, window, rounds, documents, seconds, inserts, idle, json});
    parser.addHelpOption();
    parser.process(program);
    qputenv("SANDGLASS_ENGINE", parser.value(engine).toUtf8());
    return {{parser.value(window), parser.value(engine), here + u"/bare_chart_window"_s},
            parser.value(rounds).toInt(),
            {parser.value(window), here + u"/window_session"_s,
             parser.value(documents).toLongLong(), parser.value(seconds).toInt(),
             parser.value(inserts).toInt()},
            {parser.value(window), parser.value(idle).toInt()},
            parser.value(json)};
}

QJsonArray arrayOf(const std::vector<double>& values)
{
    QJsonArray array;
    for (const double value : values) {
        array.append(value);
    }
    return array;
}

/// Times of one program: the first start, which may read its files from the disk, and the rest.
struct Starts
{
    double first = 0;
    std::vector<double> warm;

    void add(double millis)
    {
        if (first == 0) {
            first = millis;
        } else {
            warm.push_back(millis);
        }
    }
    double median() const { return bench::median(warm); }
    QJsonObject json() const
    {
        return {{u"firstMillis"_s, first},
                {u"warmMillis"_s, arrayOf(warm)},
                {u"medianMillis"_s, median()}};
    }
    void print(const char* name) const
    {
        std::printf("  %-46s %8.0f ms   first %.0f, %.0f to %.0f\n", name, median(), first,
                    *std::ranges::min_element(warm), *std::ranges::max_element(warm));
    }
};

/// The ways to start, by turns.
struct StartTimes
{
    Starts bare;
    Starts engine; ///< on the sample data
    Starts emptyEngine; ///< on an empty folder
    Starts plain; ///< the window on a folder that holds the sample data
    Starts demo; ///< the same with --demo
    Starts firstDemo; ///< --demo on an empty folder
};

/// Starts one thing on a folder of its own: a copy of `filled`, or an empty one.
Result<double> startOn(const QString& filled,
                       const std::function<Result<double>(const QString&)>& start)
{
    const QTemporaryDir place;
    if (filled.isEmpty()) {
        return start(place.path());
    }
    const auto copy = bench::freshCopy(filled, place.path());
    return copy ? start(*copy) : Result<double>(copy.error());
}

Result<void> startOnce(const bench::StartPrograms& programs, const QString& filled,
                       StartTimes& times)
{
    const auto bare = [&](const QString&) { return bench::firstChartMillis(programs.bare, {}); };
    const auto engine = [&](const QString& folder) {
        return bench::engineStartMillis(programs.engine, folder + u"/engine"_s);
    };
    const auto window = [&](const QString& folder) {
        return bench::firstChartMillis(programs.window,
                                       {u"--report-first-chart"_s, u"--data-dir"_s, folder});
    };
    const auto demo = [&](const QString& folder) {
        return bench::firstChartMillis(
            programs.window, {u"--demo"_s, u"--report-first-chart"_s, u"--data-dir"_s, folder});
    };
    const std::tuple<Starts*, QString, std::function<Result<double>(const QString&)>> steps[]
        = {{&times.bare, {}, bare},          {&times.engine, filled, engine},
           {&times.plain, filled, window},   {&times.demo, filled, demo},
           {&times.emptyEngine, {}, engine}, {&times.firstDemo, {}, demo}};
    for (const auto& [starts, folder, start] : steps) {
        const auto millis = startOn(folder, start);
        TRY(millis);
        starts->add(*millis);
    }
    return {};
}

Result<QJsonObject> measureStart(const Request& request)
{
    const QTemporaryDir filled;
    TRY(bench::fillWithSamples(request.programs.window, filled.path()));
    StartTimes times;
    const double loadBefore = bench::loadAverages()[0];
    for (int round = 0; round <= request.rounds; ++round) {
        TRY(startOnce(request.programs, filled.path(), times));
    }
    const double loadAfter = bench::loadAverages()[0];
    std::printf(
        "W1: start, median of %d after one that is not counted (files in memory), load %.1f "
        "to %.1f\n",
        request.rounds, loadBefore, loadAfter);
    times.bare.print("bare window with a QCustomPlot");
    times.engine.print("engine with the sample data, to hello");
    times.emptyEngine.print("engine on an empty folder, to hello");
    times.plain.print("first chart, sample data there");
    times.demo.print("first chart, --demo again");
    times.firstDemo.print("first chart, --demo for the first time");
    const double limit = kBareShare * times.bare.median() + times.engine.median();
    const double firstLimit = kBareShare * times.bare.median() + times.emptyEngine.median();
    return QJsonObject{
        {u"rounds"_s, request.rounds},
        {u"loadBefore"_s, loadBefore},
        {u"loadAfter"_s, loadAfter},
        {u"bareWindow"_s, times.bare.json()},
        {u"engine"_s, times.engine.json()},
        {u"emptyEngine"_s, times.emptyEngine.json()},
        {u"window"_s, times.plain.json()},
        {u"demo"_s, times.demo.json()},
        {u"firstDemo"_s, times.firstDemo.json()},
        {u"W1"_s,
         bench::verdict("W1 first chart, sample data there", times.plain.median(), limit, "ms")},
        {u"W1demo"_s,
         bench::verdict("W1 first chart, --demo again", times.demo.median(), limit, "ms")},
        {u"W1firstDemo"_s,
         bench::verdict("W1 first chart, --demo for the first time", times.firstDemo.median(),
                        firstLimit, "ms")},
    };
}

Result<QJsonObject> measure(const Request& request)
{
    QJsonObject figures;
    if (request.rounds > 0) {
        auto start = measureStart(request);
        TRY(start);
        figures[u"start"_s] = *start;
    }
    if (request.large.documents > 0) {
        auto large = bench::measureLarge(request.large);
        TRY(large);
        figures[u"large"_s] = *large;
    }
    if (request.idle.minutes > 0) {
        auto idle = bench::measureIdle(request.idle);
        TRY(idle);
        figures[u"idle"_s] = *idle;
    }
    return figures;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const Request request = parseArguments(application);
    if (request.large.documents % 1'000 != 0 || (request.rounds != 0 && request.rounds % 2 == 0)) {
        return complain("--documents takes thousands, --rounds an odd number.");
    }
    const auto figures = measure(request);
    if (!figures) {
        return complain(figures.error().message);
    }
    if (const auto written = bench::writeFigures(*figures, request.jsonFile); !written) {
        return complain(written.error().message);
    }
    return EXIT_SUCCESS;
}
