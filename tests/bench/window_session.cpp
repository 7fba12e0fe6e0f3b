// SPDX-License-Identifier: GPL-3.0-or-later
// window_session: the window on a running engine, used as by a restless hand; tells as JSON how
// long its event loop was held up. The process holds nothing but the window, so that its memory can
// be read from outside.
#include "app/mongo/mongo_driver.h"
#include "app/presenters/forecast/collection_presenter.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "resources/resources.h"
#include "tests/bench/live_load.h"
#include "tests/bench/process_cpu.h"
#include "tests/bench/session_script.h"
#include "tests/bench/window_gestures.h"
#include "tests/support/event_loop_watchdog.h"
#include "tests/support/real_services.h"
#include "ui/shell/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>
#include <cstdlib>
#include <optional>

using namespace sandglass;
using namespace Qt::StringLiterals;

namespace {

double millis(std::chrono::microseconds time)
{
    return static_cast<double>(time.count()) / 1'000;
}

/// The window, the script that uses it, and what is measured.
class Session : public QObject
{
public:
    explicit Session(const std::string& uri)
        : m_services(uri, nullptr)
        , m_servers(m_services.set)
        , m_workspace(m_servers.current())
        , m_window(m_servers)
        , m_script(m_window)
        , m_gestures(m_window)
    {
        connect(&m_script, &bench::SessionScript::acting, this,
                [this](const QString& name) { m_watchdog->step(name.toStdString()); });
        connect(&m_window, &ui::MainWindow::chartPainted, this, [this] { ++m_pictures; });
        m_window.resize(1280, 800);
    }

    /// Opens the collection's page and waits for its chart. False when it does not come.
    bool open()
    {
        m_window.openPage(QString::fromStdString(bench::kLiveNs.text()));
        m_window.show();
        return m_services.isOpen() && QTest::qWaitFor([this] { return m_pictures > 0; }, 60'000);
    }

    QJsonObject run(std::chrono::seconds length)
    {
        m_watchdog.emplace();
        const double cpuBefore = bench::cpuSecondsOf(QCoreApplication::applicationPid());
        QElapsedTimer watch;
        watch.start();
        m_pictures = 0;
        m_script.start();
        m_gestures.start();
        QTimer::singleShot(length, qApp, &QCoreApplication::quit);
        QApplication::exec();
        m_gestures.stop();
        m_script.stop();
        const double seconds = static_cast<double>(watch.elapsed()) / 1'000;
        QJsonObject figures = report();
        figures[u"seconds"_s] = seconds;
        figures[u"windowCores"_s]
            = (bench::cpuSecondsOf(QCoreApplication::applicationPid()) - cpuBefore) / seconds;
        m_watchdog.reset();
        return figures;
    }

private:
    QJsonObject report() const
    {
        int ownStalls = 0;
        const auto stalls = m_watchdog->stalls();
        for (const tests::LoopStall& stall : stalls) {
            ownStalls += stall.worked > tests::EventLoopWatchdog::kLongStall ? 1 : 0;
            std::fprintf(stderr,
                         "  stall %.1f ms, of which the thread worked %.1f ms, during: %s\n",
                         millis(stall.waited), millis(stall.worked), stall.during.c_str());
        }
        const presenters::ForecastState& state = m_forecast.state();
        const tests::LoopStall longest = m_watchdog->longest();
        return {{u"events"_s, static_cast<qint64>(m_watchdog->events())},
                {u"longestStallMillis"_s, millis(longest.waited)},
                {u"longestStallWorkMillis"_s, millis(longest.worked)},
                {u"longestStallDuring"_s, QString::fromStdString(longest.during)},
                {u"mostWorkMillis"_s, millis(m_watchdog->mostWork())},
                {u"stallsAbove50"_s, static_cast<int>(stalls.size())},
                {u"stallsAbove50OfOwnWork"_s, ownStalls},
                {u"actions"_s, m_script.actions()},
                {u"wheelTurns"_s, m_gestures.turns()},
                {u"picturesOfTheChart"_s, m_pictures},
                {u"answersWithinSession"_s, static_cast<qint64>(state.answerNumber)}};
    }

    tests::RealServices m_services;
    presenters::Servers m_servers;
    presenters::Workspace& m_workspace;
    ui::MainWindow m_window;
    bench::SessionScript m_script;
    bench::WindowGestures m_gestures;
    presenters::ForecastPresenter& m_forecast
        = m_workspace.collectionPage(bench::kLiveNs).forecast();
    std::optional<tests::EventLoopWatchdog> m_watchdog;
    int m_pictures = 0;
};

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    resources::initResources();
    const mongo::MongoDriver driver;
    const QCommandLineOption uri(u"uri"_s, u"Of the running engine."_s, u"URI"_s);
    const QCommandLineOption seconds(u"seconds"_s, u"Length of the session."_s, u"N"_s, u"60"_s);
    QCommandLineParser parser;
    parser.addOptions({uri, seconds});
    parser.addHelpOption();
    parser.process(application);
    const std::chrono::seconds length(parser.value(seconds).toInt());
    Session session(parser.value(uri).toStdString());
    if (length.count() <= 0 || !session.open()) {
        std::fprintf(stderr, "window_session: there is no chart to look at.\n");
        return EXIT_FAILURE;
    }
    const QJsonObject figures = session.run(length);
    std::printf("%s", QJsonDocument(figures).toJson().constData());
    return EXIT_SUCCESS;
}
