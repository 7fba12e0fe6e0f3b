// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/client_table.h"
#include "app/engine/operations/operation_table.h"
#include "app/engine/operations/operation_watch.h"
#include "app/engine/operations/records.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/request/request.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <thread>
#include <vector>

namespace tst_operations_operation_table {

using namespace sandglass;
using namespace sandglass::tests;
using engine::operations::ClientTable;
using engine::operations::Operation;
using engine::operations::operationKind;
using engine::operations::operationNamespace;
using engine::operations::OperationTable;
using engine::operations::OperationWatch;
using engine::request::Request;

namespace {

Operation operationOn(const char* ns)
{
    Operation operation;
    operation.ns = ns;
    return operation;
}

} // namespace

class OperationsOperationTableTest : public QObject
{
    Q_OBJECT

private slots:
    void anOperationIsListedUntilItsEntryGoes()
    {
        OperationTable table;
        auto first = table.begin(operationOn("db.a"));
        const auto second = table.begin(operationOn("db.b"));
        QCOMPARE(table.list().size(), std::size_t{2});
        first.reset();
        QCOMPARE(table.list().size(), std::size_t{1});
        QCOMPARE(table.list().front().ns, std::string("db.b"));
    }

    void whatRunsForClientsEndsWhenTheFilesAreOpenedAgain()
    {
        OperationTable table;
        const auto read = table.begin(operationOn("db.a"));
        const auto killed = table.begin(operationOn("db.b"));
        Operation own = operationOn("db.c");
        own.internal = true;
        const auto pass = table.begin(own);
        QVERIFY(table.kill(killed->id()));
        table.killRunning();
        const auto running = table.list();
        QCOMPARE(running.at(0).killed->load(), 11602);
        QCOMPARE(running.at(1).killed->load(), 11601); // the first reason stays
        QCOMPARE(running.at(2).killed->load(), 0);
        // later ones are let run
        const auto later = table.begin(operationOn("db.d"));
        QCOMPARE(table.list().at(3).killed->load(), 0);
    }

    void idsAreNeverUsedAgain()
    {
        OperationTable table;
        const std::int64_t first = table.begin({})->id();
        const auto second = table.begin({});
        QVERIFY(second->id() > first);
        QCOMPARE(table.list().front().id, second->id());
    }

    void atTheEndOfTheEngineAllStopWithAnErrorOfTheirOwn()
    {
        OperationTable table;
        const auto running = table.begin({});
        table.killAll();
        const auto late = table.begin({});
        for (const auto& operation : table.list()) {
            QCOMPARE(operation.killed->load(), 11600);
        }
        QCOMPARE(table.list().size(), std::size_t{2});
    }

    void onlyARunningOperationCanBeKilled()
    {
        OperationTable table;
        auto entry = table.begin({});
        const std::int64_t id = entry->id();
        const auto killed = table.list().front().killed;
        QVERIFY(!*killed);
        QVERIFY(!table.kill(id + 1));
        QVERIFY(!table.kill(-id));
        QVERIFY(!*killed);
        QVERIFY(table.kill(id));
        QVERIFY(table.kill(id)); // twice is no error
        QVERIFY(*killed);
        entry.reset();
        QVERIFY(!table.kill(id));
    }

    void theListingIsACopy()
    {
        OperationTable table;
        auto entry = table.begin(operationOn("db.a"));
        const auto listed = table.list();
        entry.reset();
        QCOMPARE(listed.front().ns, std::string("db.a"));
    }

    void manyThreadsMayComeAndGo()
    {
        OperationTable table;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back([&table] {
                    for (int round = 0; round < 500; ++round) {
                        const auto entry = table.begin(operationOn("db.x"));
                        table.kill(entry->id());
                        static_cast<void>(table.list());
                    }
                });
            }
        }
        QVERIFY(table.list().empty());
    }

    void commandsHaveTheKindsOfTheProfiler_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char* command, const char* kind) {
            QTest::newRow(command) << QString::fromLatin1(command) << QString::fromLatin1(kind);
        };
        row("find", "query");
        row("insert", "insert");
        row("update", "update");
        row("delete", "remove");
        row("getMore", "getmore");
        row("aggregate", "command");
        row("count", "command");
        row("findAndModify", "command");
        row("createIndexes", "command");
        row("no such command", "command");
    }
    void commandsHaveTheKindsOfTheProfiler()
    {
        QFETCH(QString, command);
        QFETCH(QString, kind);
        const std::string name = command.toStdString();
        QCOMPARE(QString::fromStdString(std::string(operationKind(name))), kind);
    }

    void theNamespaceIsThatOfTheCollection_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("ns");
        const auto row = [](const char* command, const char* ns) {
            QTest::newRow(command) << QString::fromLatin1(command) << QString::fromLatin1(ns);
        };
        row(R"({"find":"c"})", "db.c");
        row(R"({"find":"a.b.c"})", "db.a.b.c");
        row(R"({"aggregate":1})", "db.$cmd");
        row(R"({"listCollections":1})", "db.$cmd");
        row(R"({"find":null})", "db.$cmd");
        row(R"({"getMore":{"$numberLong":"5"},"collection":"c"})", "db.c");
        row(R"({"getMore":{"$numberLong":"5"},"collection":7})", "db.$cmd");
    }
    void theNamespaceIsThatOfTheCollection()
    {
        QFETCH(QString, command);
        QFETCH(QString, ns);
        const bson::Document body = parsedJson(command);
        Request request;
        request.body = body;
        request.name = std::string(body.view().begin()->key);
        request.database = "db";
        QCOMPARE(QString::fromStdString(operationNamespace(request)), ns);
    }

    void aWatchedRequestCanBeSeenAndKilled()
    {
        CommandFixture db;
        db.good(R"({"insert":"c","documents":[{"_id":1}]})");
        const bson::Document body = parsedJson(QStringLiteral(R"({"find":"c"})"));
        Request request;
        request.name = "find";
        request.database = "db";
        request.body = body;
        request.connectionId = 12;
        request.remote = "127.0.0.1:5";
        {
            OperationWatch watch("find", false, request, db.records);
            const auto listed = db.records.running.list();
            QCOMPARE(listed.size(), std::size_t{1});
            QCOMPARE(listed.front().description, std::string("conn12"));
            QCOMPARE(listed.front().kind, std::string("query"));
            QCOMPARE(listed.front().remote, std::string("127.0.0.1:5"));
            QVERIFY(request.figures != nullptr);
            db.records.running.kill(listed.front().id);
            QVERIFY(*request.killed);
            const bson::Document reply = db.run(request);
            QCOMPARE(reply["code"].asInt32(), 11601);
            watch.finish(reply);
            QVERIFY(db.records.running.list().empty());
        }
    }

    void anInstantCommandIsOnlyCounted()
    {
        CommandFixture db;
        Request request;
        request.name = "ping";
        request.database = "db";
        OperationWatch watch("ping", true, request, db.records);
        QVERIFY(db.records.running.list().empty());
        QVERIFY(request.figures == nullptr);
        watch.finish(parsedJson(QStringLiteral(R"({"ok":0.0})")));
        bson::Builder metrics;
        db.records.metrics.append(std::vector<std::string_view>{"ping"}, metrics);
        QCOMPARE(relaxedText(metrics.take().view().at("commands.ping").asDocument()),
                 QStringLiteral(R"({"failed":1,"total":1})"));
    }

    void aConnectionIntroducesItselfOnce()
    {
        ClientTable clients;
        clients.opened(3, "10.0.0.1:99");
        clients.introduce(
            3, parsedJson(QStringLiteral(R"({"application":{"name":"first"},"os":{"type":"x"}})")));
        clients.introduce(3, parsedJson(QStringLiteral(R"({"application":{"name":"second"}})")));
        QCOMPARE(clients.appName(3), std::string("first"));
        QCOMPARE(clients.list().front().remote, std::string("10.0.0.1:99"));
        clients.closed(3);
        QCOMPARE(clients.appName(3), std::string());
        QVERIFY(clients.list().empty());
    }

    void introductionsOfAnyFormAreTaken_data()
    {
        QTest::addColumn<QString>("metadata");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* metadata, const char* name) {
            QTest::newRow(metadata) << QString::fromUtf8(metadata) << QString::fromUtf8(name);
        };
        row("{}", "");
        row(R"({"application":5})", "");
        row(R"({"application":"x"})", "");
        row(R"({"application":{"name":5}})", "");
        row(R"({"application":{}})", "");
        row(R"({"application":{"name":"密 'x' $"}})", "密 'x' $");
    }
    void introductionsOfAnyFormAreTaken()
    {
        QFETCH(QString, metadata);
        QFETCH(QString, name);
        ClientTable clients;
        clients.opened(1, "x");
        clients.introduce(1, parsedJson(metadata));
        QCOMPARE(QString::fromStdString(clients.appName(1)), name);
    }

    void aHugeIntroductionIsNotKept()
    {
        ClientTable clients;
        clients.opened(1, "x");
        clients.introduce(1,
                          parsedJson(QStringLiteral(R"({"application":{"name":"x"},"pad":"%1"})")
                                         .arg(QString(600, QLatin1Char('p')))));
        QCOMPARE(clients.appName(1), std::string());
        QVERIFY(clients.list().front().metadata.empty());
    }

    void anUnknownConnectionIsNoFault()
    {
        ClientTable clients;
        clients.introduce(9, parsedJson(QStringLiteral(R"({"application":{"name":"x"}})")));
        clients.closed(9);
        QCOMPARE(clients.appName(9), std::string());
        QVERIFY(clients.list().empty());
    }
};

SANDGLASS_TEST(OperationsOperationTableTest)
} // namespace tst_operations_operation_table

#include "tst_operations_operation_table.moc"
