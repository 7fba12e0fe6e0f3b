// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-live-bench: a session with the real window on a large collection into which another
// client inserts. Reports how long the event loop was held up, how fresh the chart was, what the
// engine used, and how long the counts behind the dialogs take.
#include "app/mongo/mongo_driver.h"
#include "app/presenters/forecast/collection_presenter.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "resources/resources.h"
#include "tests/bench/bench_program.h"
#include "tests/bench/live_load.h"
#include "tests/bench/measuring.h"
#include "tests/bench/process_cpu.h"
#include "tests/bench/report.h"
#include "tests/bench/session_script.h"
#include "tests/support/engine_client.h"
#include "tests/support/event_loop_watchdog.h"
#include "tests/support/real_services.h"
#include "ui/shell/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// What the command line asks for.
struct Request
{
    std::int64_t documents = 0;
    std::chrono::seconds length{0};
    int inserts = 0;
    int mostWorkMillis = 0; ///< 0: nothing is judged
    QString jsonFile;
};

int complain(const std::string& message)
{
    return bench::complain("sandglass-live-bench", message);
}

Request parseArguments(const QCoreApplication& program)
{
    const QCommandLineOption documents(u"documents"_s, u"How many to begin with."_s, u"N"_s,
                                       u"1000000"_s);
    const QCommandLineOption minutes(u"minutes"_s, u"Length of the session."_s, u"N"_s, u"10"_s);
    const QCommandLineOption seconds(u"seconds"_s, u"The same in seconds."_s, u"N"_s);
    const QCommandLineOption inserts(u"inserts"_s, u"Documents per second by another client."_s,
                                     u"N"_s, u"2000"_s);
    const QCommandLineOption check(u"check"_s,
                                   u"Fail when the window's thread worked longer than this "
                                   "without looking at its events."_s,
                                   u"MILLIS"_s, u"0"_s);
    const QCommandLineOption engine(u"engine"_s, u"The program sandglass-engine."_s, u"FILE"_s,
                                    qEnvironmentVariable("SANDGLASS_ENGINE"));
    const QCommandLineOption json(u"json"_s, u"Also write the figures to this file."_s, u"FILE"_s);
    QCommandLineParser parser;
    parser.addOptions({documents, minutes, seconds, inserts, check, engine, json});
    parser.addHelpOption();
    parser.process(program);
    qputenv("SANDGLASS_ENGINE", parser.value(engine).toUtf8());
    Request request;
    request.documents = parser.value(documents).toLongLong();
    request.length = std::chrono::minutes(parser.value(minutes).toInt());
    if (parser.isSet(seconds)) {
        request.length = std::chrono::seconds(parser.value(seconds).toInt());
    }
    request.inserts = parser.value(inserts).toInt();
    request.mostWorkMillis = parser.value(check).toInt();
    request.jsonFile = parser.value(json);
    return request;
}

double millis(std::chrono::microseconds time)
{
    return static_cast<double>(time.count()) / 1'000;
}

/// Times of one count behind a dialog: the first, which may have to read all, and those after it.
QJsonObject effectTimes(const tests::EngineClient& client, const std::string& field)
{
    ttl::ImpactRequest request;
    request.ns = bench::kLiveNs;
    request.field = field;
    request.expireAfterSeconds = 10 * 86'400;
    request.now = base::SystemClock().now();
    request.sampleSize = 10;
    ttl::CallLimits limits;
    limits.timeout = 600s;
    std::vector<double> times;
    std::int64_t affected = -1;
    for (int i = 0; i < 6; ++i) {
        QElapsedTimer watch;
        watch.start();
        const auto impact = client.server().impact(request, limits);
        times.push_back(static_cast<double>(watch.nsecsElapsed()) / 1e6);
        affected = impact ? impact->affected : -1;
    }
    const double first = times.front();
    times.erase(times.begin());
    std::printf("effect on %-10s %lld documents: first %.1f ms, then %.1f ms (median of 5)\n",
                field.c_str(), static_cast<long long>(affected), first, bench::median(times));
    return {{u"affected"_s, static_cast<qint64>(affected)},
            {u"firstMillis"_s, first},
            {u"medianMillis"_s, bench::median(times)}};
}

/// The window on a running engine, and what is measured about it.
class LiveSession : public QObject
{
public:
    explicit LiveSession(const tests::EngineProcess& engine)
        : m_engine(engine)
        , m_services(engine)
        , m_servers(m_services.set)
        , m_workspace(m_servers.current())
        , m_window(m_servers)
        , m_script(m_window)
    {
        connect(&m_script, &bench::SessionScript::acting, this,
                [this](const QString& name) { m_watchdog->step(name.toStdString()); });
        followChart(m_workspace.collectionPage(bench::kLiveNs).forecast());
    }

    /// Shows the window and waits until its first page has its data. False when it gets none.
    bool open()
    {
        m_window.resize(1280, 800);
        m_window.show();
        return m_services.isOpen()
            && QTest::qWaitFor([this] { return m_window.pageReady(); }, 60'000);
    }

    /// Runs the session; the event loop turns meanwhile.
    QJsonObject run(const Request& request)
    {
        m_watchdog = std::make_unique<tests::EventLoopWatchdog>();
        m_watchdog->step("start");
        const double engineBefore = bench::cpuSecondsOf(m_engine.processId());
        const double ownBefore = bench::cpuSecondsOf(QCoreApplication::applicationPid());
        QElapsedTimer watch;
        watch.start();
        m_script.start();
        QTimer::singleShot(request.length, qApp, &QCoreApplication::quit);
        QApplication::exec();
        m_script.stop();
        const double seconds = static_cast<double>(watch.elapsed()) / 1'000;
        QJsonObject figures = report();
        figures[u"seconds"_s] = seconds;
        figures[u"engineCores"_s]
            = (bench::cpuSecondsOf(m_engine.processId()) - engineBefore) / seconds;
        figures[u"windowCores"_s]
            = (bench::cpuSecondsOf(QCoreApplication::applicationPid()) - ownBefore) / seconds;
        m_watchdog.reset();
        return figures;
    }

private:
    void followChart(presenters::ForecastPresenter& forecast)
    {
        connect(&forecast, &presenters::ForecastPresenter::pictureChanged, this, [this, &forecast] {
            if (forecast.state().answerNumber == m_shownAnswer) {
                return;
            }
            m_shownAnswer = forecast.state().answerNumber;
            if (m_sinceAnswer.isValid()) {
                m_intervals.push_back(static_cast<double>(m_sinceAnswer.elapsed()));
            }
            m_sinceAnswer.start();
        });
    }

    QJsonObject report() const
    {
        const auto stalls = m_watchdog->stalls();
        const tests::LoopStall longest = m_watchdog->longest();
        int ownStalls = 0;
        for (const tests::LoopStall& stall : stalls) {
            ownStalls += stall.worked > tests::EventLoopWatchdog::kLongStall ? 1 : 0;
            std::printf("  stall %.1f ms, of which the thread worked %.1f ms, during: %s\n",
                        millis(stall.waited), millis(stall.worked), stall.during.c_str());
        }
        QJsonObject figures{
            {u"events"_s, static_cast<qint64>(m_watchdog->events())},
            {u"longestStallMillis"_s, millis(longest.waited)},
            {u"longestStallDuring"_s, QString::fromStdString(longest.during)},
            {u"mostWorkMillis"_s, millis(m_watchdog->mostWork())},
            {u"stallsAbove50"_s, static_cast<int>(stalls.size())},
            {u"stallsAbove50OfOwnWork"_s, ownStalls},
            {u"actions"_s, m_script.actions()},
            {u"chartAnswers"_s, static_cast<int>(m_intervals.size())},
        };
        if (!m_intervals.empty()) {
            figures[u"chartIntervalMedianMillis"_s] = bench::median(m_intervals);
            figures[u"chartIntervalMostMillis"_s] = *std::ranges::max_element(m_intervals);
        }
        return figures;
    }

    const tests::EngineProcess& m_engine;
    tests::RealServices m_services;
    presenters::Servers m_servers;
    presenters::Workspace& m_workspace;
    ui::MainWindow m_window;
    bench::SessionScript m_script;
    std::unique_ptr<tests::EventLoopWatchdog> m_watchdog;
    std::uint64_t m_shownAnswer = 0;
    QElapsedTimer m_sinceAnswer;
    std::vector<double> m_intervals;
};

Result<QJsonObject> measure(const Request& request)
{
    tests::EngineProcess engine(tests::EngineProcess::Reach::UnixSocket);
    if (!engine.start()) {
        return base::failure(Errc::Internal, "The engine does not start.");
    }
    auto load = bench::LiveLoad::connect(engine.socketPath().toStdString());
    TRY(load);
    QElapsedTimer filling;
    filling.start();
    TRY((*load)->fill(request.documents));
    std::printf("%lld documents inserted in %.1f s\n", static_cast<long long>(request.documents),
                static_cast<double>(filling.elapsed()) / 1'000);
    QJsonObject figures{{u"documents"_s, static_cast<qint64>(request.documents)},
                        {u"loadBefore"_s, bench::loadAverages()[0]}};
    const tests::EngineClient client(engine);
    figures[u"effectByTtlIndex"_s] = effectTimes(client, bench::kTtlField);
    figures[u"effectByIndex"_s] = effectTimes(client, bench::kIndexedField);
    figures[u"effectWithoutIndex"_s] = effectTimes(client, bench::kPlainField);
    LiveSession session(engine);
    if (!session.open()) {
        return base::failure(Errc::Internal, "The window gets no connection.");
    }
    (*load)->start(request.inserts);
    figures[u"session"_s] = session.run(request);
    (*load)->stop();
    if (!(*load)->problem().empty()) {
        return base::failure(Errc::Internal, (*load)->problem());
    }
    figures[u"inserted"_s] = static_cast<qint64>((*load)->inserted());
    figures[u"loadAfter"_s] = bench::loadAverages()[0];
    return figures;
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    resources::initResources();
    const mongo::MongoDriver driver;
    const Request request = parseArguments(application);
    if (request.documents <= 0 || request.documents % 1'000 != 0 || request.length <= 0s) {
        return complain("--documents takes thousands, --minutes a positive number.");
    }
    const auto figures = measure(request);
    if (!figures) {
        return complain(figures.error().message);
    }
    std::printf("%s", QJsonDocument(*figures).toJson().constData());
    if (const auto written = bench::writeFigures(*figures, request.jsonFile); !written) {
        return complain(written.error().message);
    }
    const double work = (*figures)[u"session"_s][u"mostWorkMillis"_s].toDouble();
    if (request.mostWorkMillis > 0 && work > request.mostWorkMillis) {
        return complain("the window's thread worked " + std::to_string(work) + " ms at a stretch.");
    }
    return EXIT_SUCCESS;
}
