// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-load-bench: what the window asks of a remote server with many TTL collections. The
// engine plays the server, behind a proxy that holds back each answer. Reports when the first and
// the last rule is on screen, and how many commands and bytes pass until then and at rest.
#include "app/mongo/mongo_driver.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "resources/resources.h"
#include "tests/bench/bench_program.h"
#include "tests/bench/delayed_server.h"
#include "tests/support/engine_client.h"
#include "tests/support/real_services.h"
#include "ui/shell/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QJsonObject>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPatienceMillis = 600'000;
constexpr int kDocuments = 5; // in each collection

/// What the command line asks for.
struct Request
{
    int collections = 0;
    std::chrono::milliseconds roundTrip{0};
    std::chrono::seconds rest{0};
    QString jsonFile;
};

int complain(const std::string& message)
{
    return bench::complain("sandglass-load-bench", message);
}

Request parseArguments(const QCoreApplication& program)
{
    const QCommandLineOption collections(u"collections"_s, u"TTL collections of the server."_s,
                                         u"N"_s, u"2000"_s);
    const QCommandLineOption roundTrip(u"round-trip"_s, u"How long an answer is held back."_s,
                                       u"MILLIS"_s, u"100"_s);
    const QCommandLineOption rest(u"rest"_s, u"How long to count at rest, twice."_s, u"SECONDS"_s,
                                  u"120"_s);
    const QCommandLineOption engine(u"engine"_s, u"The program sandglass-engine."_s, u"FILE"_s,
                                    qEnvironmentVariable("SANDGLASS_ENGINE"));
    const QCommandLineOption json(u"json"_s, u"Also write the figures to this file."_s, u"FILE"_s);
    QCommandLineParser parser;
    parser.addOptions({collections, roundTrip, rest, engine, json});
    parser.addHelpOption();
    parser.process(program);
    qputenv("SANDGLASS_ENGINE", parser.value(engine).toUtf8());
    return {parser.value(collections).toInt(),
            std::chrono::milliseconds(parser.value(roundTrip).toInt()),
            std::chrono::seconds(parser.value(rest).toInt()), parser.value(json)};
}

protocol::Namespace collection(int number)
{
    return {"load" + std::to_string(number % 4), "events" + std::to_string(number)};
}

void fill(const tests::EngineProcess& engine, int collections)
{
    const tests::EngineClient client(engine);
    const std::int64_t now = base::SystemClock().now().time_since_epoch().count();
    const bson::Document index
        = tests::json(R"({"key": {"at": 1}, "name": "at_1", "expireAfterSeconds": 86400})");
    for (int i = 0; i < collections; ++i) {
        const protocol::Namespace ns = collection(i);
        client.run(ns.database,
                   bson::Builder()
                       .append("createIndexes", ns.collection)
                       .appendArray("indexes", bson::makeArray(index))
                       .take());
        std::vector<bson::Document> documents;
        for (int id = 0; id < kDocuments; ++id) {
            documents.push_back(
                bson::makeDocument("_id", id, "at", bson::Date{now - id * 3'600'000}));
        }
        client.insert(ns, documents);
    }
}

/// Prints a line of figures and returns it for programs.
QJsonObject figuresOf(const char* what, const QElapsedTimer& watch, const bench::Traffic& traffic)
{
    const double seconds = static_cast<double>(watch.elapsed()) / 1'000;
    std::printf("%-44s %7.2f s %7d commands %9.1f kB\n", what, seconds, traffic.commands,
                static_cast<double>(traffic.bytes) / 1'000);
    QJsonObject names;
    for (const auto& [name, count] : traffic.names) {
        names[QString::fromStdString(name)] = count;
    }
    return {{u"seconds"_s, seconds},
            {u"commands"_s, traffic.commands},
            {u"bytes"_s, traffic.bytes},
            {u"names"_s, names}};
}

/// Lets the event loop run for so long.
void runFor(std::chrono::milliseconds length)
{
    QTest::qWait(static_cast<int>(length.count()));
}

/// The window on a server, and what passes meanwhile.
class Session
{
public:
    explicit Session(bench::DelayedServer& server)
        : m_server(server)
        , m_services({m_folder.path(), std::make_shared<mongo::MongoTtlServerFactory>(m_clock), {}},
                     m_clock)
        , m_servers(m_services.set())
        , m_workspace(m_servers.current())
        , m_window(m_servers)
    {
        m_window.resize(1280, 800);
        m_window.show();
    }

    /// Connects, and measures until everything is on screen. False when something does not come.
    bool open(QJsonObject& figures)
    {
        QElapsedTimer watch;
        watch.start();
        services::ServiceSet& set = m_services.set();
        set.connections.connectTo(QString::fromStdString(m_server.uri()), {}, false);
        presenters::InventoryPresenter& page = m_workspace.inventory();
        const auto measured = [&](const char* what, const QString& name, const auto& reached) {
            const bool came = QTest::qWaitFor(reached, kPatienceMillis);
            figures[name] = figuresOf(what, watch, m_server.traffic());
            return came;
        };
        return measured("connected", u"connected"_s, [&] { return set.connections.isConnected(); })
            && measured("first rows", u"firstRows"_s, [&] { return page.rules().rowCount() > 0; })
            && measured("all rows", u"allRows"_s, [&] { return set.catalog.isLoaded(); })
            && measured("first chart", u"firstChart"_s,
                        [&] { return page.forecast().state().phase == presenters::Phase::Ready; });
    }

    /// Counts for so long without touching anything.
    QJsonObject rest(const char* what, std::chrono::seconds length)
    {
        m_server.forgetTraffic();
        QElapsedTimer watch;
        watch.start();
        runFor(length);
        const bench::Traffic traffic = m_server.traffic();
        QJsonObject figures = figuresOf(what, watch, traffic);
        const double perMinute
            = traffic.commands * 60.0 / static_cast<double>(std::max<qint64>(length.count(), 1));
        figures[u"perMinute"_s] = perMinute;
        std::printf("    %.1f commands a minute:", perMinute);
        for (const auto& [name, count] : traffic.names) {
            std::printf(" %s %d", name.c_str(), count);
        }
        std::printf("\n");
        return figures;
    }

    /// Opens the page of a collection.
    void openCollection() { m_window.openPage(QString::fromStdString(collection(0).text())); }

private:
    bench::DelayedServer& m_server;
    base::SystemClock m_clock;
    QTemporaryDir m_folder;
    services::LastJobs m_lastJobs; // which look at the clock
    services::Services m_services;
    presenters::Servers m_servers;
    presenters::Workspace& m_workspace;
    ui::MainWindow m_window;
};

Result<QJsonObject> measure(const Request& request)
{
    tests::EngineProcess engine;
    if (!engine.start()) {
        return base::failure(Errc::Internal, "The engine does not start.");
    }
    fill(engine, request.collections);
    std::printf("%d TTL collections, %d ms round trip\n", request.collections,
                static_cast<int>(request.roundTrip.count()));
    bench::DelayedServer server(engine.port(), request.roundTrip);
    QJsonObject figures{{u"collections"_s, request.collections},
                        {u"roundTripMillis"_s, static_cast<int>(request.roundTrip.count())}};
    Session session(server);
    if (!session.open(figures)) {
        return base::failure(Errc::Internal, "The window does not show the server's rules.");
    }
    // what follows the first chart is no rest yet; a short run measures nothing, and waits less
    runFor(std::min<std::chrono::seconds>(3s, request.rest));
    figures[u"restOnConnection"_s] = session.rest("at rest, page of the connection", request.rest);
    session.openCollection();
    runFor(std::min<std::chrono::seconds>(5s, request.rest));
    figures[u"restOnCollection"_s] = session.rest("at rest, page of a collection", request.rest);
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
    if (request.collections <= 0 || request.rest <= 0s) {
        return complain("--collections and --rest take positive numbers.");
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
