// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/digest.h"
#include "app/engine/operations/current_operations.h"
#include "app/engine/operations/records.h"
#include "app/engine/request/operation_figures.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_operations_current_operations {

using namespace sandglass;
using namespace sandglass::tests;
namespace access = engine::access;
using engine::operations::Operation;
using engine::operations::OperationTable;
using engine::request::OperationFigures;

/// currentOp and killOp. Source: MongoDB manual, currentOp; app/ttl/SEMANTICS.md 3.5.
class OperationsCurrentOperationsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->records.clients.opened(7, "10.0.0.7:1000");
        m_db->records.clients.introduce(
            7, parsedJson(QStringLiteral(R"({"application":{"name":"shell"}})")));
        m_db->records.clients.opened(8, "10.0.0.8:1000");
        m_query = begin("query", "db.c", 7, R"({"find":"c","filter":{"a":1}})");
        m_monitor = begin("remove", "db.d", 0, "{}", true);
    }
    void cleanup()
    {
        m_query.reset();
        m_monitor.reset();
        m_db.reset();
    }

    void anOperationIsShownWithItsClient()
    {
        m_db->data.clock.advance(base::Millis(2500));
        const bson::Document reply = m_db->runOnAdmin(R"({"currentOp":1})");
        QCOMPARE(reply["inprog"].asDocument().count(), std::size_t{1});
        const bson::Document entry(reply["inprog"].asDocument()["0"].asDocument());
        VERIFY_HOLDS(entry, R"({"type":"op","host":"localhost:27017","desc":"conn7",
            "connectionId":7,"client":"10.0.0.7:1000","appName":"shell","active":true,
            "secs_running":2,"microsecs_running":2500000,"op":"query","ns":"db.c",
            "command":{"find":"c","filter":{"a":1}},"numYields":0,"waitingForLock":false})");
        QVERIFY(!entry.contains("killPending"));
        QVERIFY(!entry.contains("planSummary"));
    }

    void idleConnectionsAndOwnWorkAreShownOnRequest_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("shown");
        QTest::newRow("plain") << R"({"currentOp":1})" << 1;
        QTest::newRow("all") << R"({"currentOp":1,"$all":true})" << 3;
        QTest::newRow("all is false") << R"({"currentOp":1,"$all":false})" << 1;
        QTest::newRow("old shells") << R"({"currentOp":true})" << 3;
        QTest::newRow("aggregated")
            << R"({"aggregate":1,"cursor":{},"pipeline":[{"$currentOp":{}}]})" << 1;
        QTest::newRow("aggregated, idle too")
            << R"({"aggregate":1,"cursor":{},"pipeline":[{"$currentOp":{"idleConnections":true}}]})"
            << 3;
    }
    void idleConnectionsAndOwnWorkAreShownOnRequest()
    {
        QFETCH(QString, command);
        QFETCH(int, shown);
        const bson::Document reply = m_db->runOnAdmin(command.toStdString());
        const auto list = reply.contains("inprog")
            ? reply["inprog"].asDocument()
            : reply["cursor"].asDocument()["firstBatch"].asDocument();
        QVERIFY2(int(list.count()) == shown, bson::toJson(reply).c_str());
    }

    void theOwnOperationsAreThoseOfTheUser_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("ofAnna");
        QTest::addColumn<int>("ofBen");
        const auto row = [](const char* command, int ofAnna, int ofBen) {
            QTest::newRow(command) << QString::fromLatin1(command) << ofAnna << ofBen;
        };
        row(R"({"currentOp":1})", 1, 1);
        row(R"({"currentOp":1,"$ownOps":true})", 1, 0);
        row(R"({"currentOp":1,"$ownOps":true,"$all":true})", 1, 0);
        row(R"({"aggregate":1,"cursor":{},"pipeline":[{"$currentOp":{}}]})", 1, 0);
        row(R"({"aggregate":1,"cursor":{},"pipeline":[{"$currentOp":{"idleConnections":true}}]})",
            1, 0);
        row(R"({"aggregate":1,"cursor":{},"pipeline":[{"$currentOp":{"allUsers":true}}]})", 1, 1);
    }
    void theOwnOperationsAreThoseOfTheUser()
    {
        QFETCH(QString, command);
        m_figures->user = "anna";
        m_figures->userDatabase = "shop";
        QTEST(shownTo("anna", command), "ofAnna");
        QTEST(shownTo("ben", command), "ofBen");
    }

    void aUserIsKnownByTwoFields()
    {
        // as one text, both are anna@x@shop
        m_figures->user = "anna";
        m_figures->userDatabase = "x@shop";
        const QString own = QStringLiteral(R"({"currentOp":1,"$ownOps":true})");
        QCOMPARE(shownTo("anna@x", own), 0);
        m_figures->user = "anna@x";
        m_figures->userDatabase = "shop";
        QCOMPARE(shownTo("anna@x", own), 1);
    }

    void otherFieldsAreConditions_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<int>("shown");
        const auto row = [](const char* condition, int shown) {
            QTest::newRow(condition) << QString::fromLatin1(condition) << shown;
        };
        row(R"("op":"query")", 1);
        row(R"("op":"remove")", 1);
        row(R"("op":{"$in":["query","remove"]})", 2);
        row(R"("active":false)", 1);
        row(R"("active":true,"ns":"db.c")", 1);
        row(R"("command.filter.a":1)", 1);
        row(R"("$or":[{"ns":"db.c"},{"connectionId":8}])", 2);
        row(R"("secs_running":{"$gt":5})", 0);
        row(R"("none":1)", 0);
        row(R"("comment":"x","maxTimeMS":100,"lsid":{"id":{"$uuid":"00112233-4455-4677-8899-aabbccddee01"}})",
            3);
    }
    void otherFieldsAreConditions()
    {
        QFETCH(QString, condition);
        QFETCH(int, shown);
        const bson::Document reply = m_db->runOnAdmin(
            QStringLiteral(R"({"currentOp":1,"$all":true,%1})").arg(condition).toStdString());
        QVERIFY2(int(reply["inprog"].asDocument().count()) == shown, bson::toJson(reply).c_str());
    }

    void aWrongConditionIsRefused()
    {
        QCOMPARE(m_db->runOnAdmin(R"({"currentOp":1,"op":{"$what":1}})")["code"].asInt32(), 2);
    }

    void thePlanIsShownOnceItIsKnown()
    {
        m_figures->plan.set("IXSCAN { a: 1 }");
        const bson::Document reply = m_db->runOnAdmin(R"({"currentOp":1})");
        VERIFY_HOLDS(bson::Document(reply["inprog"].asDocument()["0"].asDocument()),
                     R"({"planSummary":"IXSCAN { a: 1 }"})");
    }

    void aKilledOperationIsMarked()
    {
        VERIFY_HOLDS(kill(std::to_string(m_query->id())),
                     R"({"info":"attempting to kill op","ok":1})");
        const bson::Document reply = m_db->runOnAdmin(R"({"currentOp":1,"killPending":true})");
        QCOMPARE(reply["inprog"].asDocument().count(), std::size_t{1});
    }

    void theOwnOperationsMayBeKilledWithoutARole()
    {
        m_query.reset();
        m_monitor.reset();
        m_db = std::make_unique<CommandFixture>(nullptr, true);
        m_query = begin("query", "db.c", 7, "{}");
        m_figures->user = "anna";
        m_figures->userDatabase = "x@shop";
        const auto codeOfKill = [this](const char* user, std::int64_t op) {
            return runAs(user, QStringLiteral(R"({"killOp":1,"op":%1})").arg(op))["code"].toInt64();
        };
        // another user, who has the same text
        QCOMPARE(codeOfKill("anna@x", m_query->id()), std::int64_t{13});
        m_figures->userDatabase = "shop";
        QCOMPARE(codeOfKill("ben", m_query->id()), std::int64_t{13});
        QCOMPARE(codeOfKill("", m_query->id()), std::int64_t{13});
        QCOMPARE(codeOfKill("anna", m_query->id() + 1), std::int64_t{13});
        const QString killed = QStringLiteral(R"({"currentOp":1,"killPending":true})");
        QCOMPARE(shownTo("anna", killed), 0);
        QCOMPARE(codeOfKill("anna", m_query->id()), std::int64_t{0});
        QCOMPARE(shownTo("anna", killed), 1);
    }

    void killingTakesANumber_data()
    {
        QTest::addColumn<QString>("op");
        QTest::addColumn<bool>("fine");
        const auto row = [](const char* op, bool fine) {
            QTest::newRow(op) << QString::fromLatin1(op) << fine;
        };
        row("123456", true);
        row("123456.0", true);
        row(R"({"$numberLong":"123456"})", true);
        row("-1", true);
        row(R"("conn7")", false);
        row("null", false);
        row("1.5", false);
        row(R"({"$numberDouble":"NaN"})", false);
        row("{}", false);
    }
    void killingTakesANumber()
    {
        QFETCH(QString, op);
        QFETCH(bool, fine);
        QCOMPARE(kill(op.toStdString())["ok"].toDouble() == 1.0, fine);
        QCOMPARE(m_db->runOnAdmin(R"({"killOp":1})")["ok"].toDouble(), 0.0);
    }

    void killingASessionKillsItsOperationsAndCursors_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("killed"); // operations
        QTest::addColumn<bool>("cursorLives");
        const auto row = [](const char* command, int killed, bool lives) {
            QTest::newRow(command) << QString::fromLatin1(command) << killed << lives;
        };
        row(R"({"killSessions":[{"id":{"$uuid":"00000000-0000-4000-8000-00000000000a"}}]})", 1,
            false);
        row(R"({"killSessions":[{"id":{"$uuid":"00000000-0000-4000-8000-00000000000b"}}]})", 1,
            true);
        row(R"({"killSessions":[{"id":{"$uuid":"00000000-0000-4000-8000-00000000000c"}}]})", 0,
            true);
        row(R"({"killSessions":[]})", 2, false);
        row(R"({"killAllSessions":[]})", 2, false);
        row(R"({"killAllSessions":[{"user":"joe","db":"admin"}]})", 0, true);
        row(R"({"killAllSessionsByPattern":[{"users":[{"user":"joe","db":"admin"}],
            "roles":[{"role":"root","db":"admin"}]}]})",
            2, false);
        row(R"({"killAllSessionsByPattern":[
            {"lsid":{"id":{"$uuid":"00000000-0000-4000-8000-00000000000a"}}}]})",
            1, false);
    }
    void killingASessionKillsItsOperationsAndCursors()
    {
        QFETCH(QString, command);
        QFETCH(int, killed);
        QFETCH(bool, cursorLives);
        const auto first = begin(
            "query", "app.c", 3,
            R"({"find":"c","lsid":{"id":{"$uuid":"00000000-0000-4000-8000-00000000000a"}}})");
        const auto second = begin(
            "query", "app.c", 3,
            R"({"find":"c","lsid":{"id":{"$uuid":"00000000-0000-4000-8000-00000000000b"}}})");
        m_db->good(R"({"insert":"s","documents":[{"_id":1},{"_id":2}]})");
        m_db->good(R"({"find":"s","batchSize":1,
            "lsid":{"id":{"$uuid":"00000000-0000-4000-8000-00000000000a"}}})");
        QCOMPARE(m_db->cursors.count(), std::int64_t{1});
        QCOMPARE(m_db->runOnAdmin(command.toStdString())["ok"].toDouble(), 1.0);
        const bson::Document pending = m_db->runOnAdmin(R"({"currentOp":1,"killPending":true})");
        QCOMPARE(int(pending["inprog"].asDocument().count()), killed);
        QCOMPARE(m_db->cursors.count(), std::int64_t{cursorLives ? 1 : 0});
    }

    void killingTheSessionsOfAUserLeavesTheOthers_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("by name") << R"({"killAllSessions":[{"user":"anna","db":"shop"}]})";
        // SHA-256 of "anna@shop"
        const access::Digest digest = access::sha256(access::bytesOf("anna@shop"));
        const QByteArray bytes(reinterpret_cast<const char*>(digest.data()), int(digest.size()));
        QTest::newRow("by digest") << QStringLiteral(R"({"killAllSessionsByPattern":[{"uid":
                   {"$binary":{"base64":"%1","subType":"00"}}}]})")
                                          .arg(QString::fromLatin1(bytes.toBase64()));
    }
    void killingTheSessionsOfAUserLeavesTheOthers()
    {
        QFETCH(QString, command);
        const char* const find
            = R"({"find":"c","lsid":{"id":{"$uuid":"00000000-0000-4000-8000-00000000000a"}}})";
        const auto annas = begin("query", "app.c", 3, find);
        m_figures->user = "anna";
        m_figures->userDatabase = "shop";
        const auto bens = begin("query", "app.c", 4, find);
        m_figures->user = "ben";
        m_figures->userDatabase = "shop";
        m_db->good(R"({"insert":"s","documents":[{"_id":1},{"_id":2}]})");
        openAs("anna");
        const std::int64_t bensCursor = openAs("ben");
        QCOMPARE(m_db->runOnAdmin(command.toStdString())["ok"].toDouble(), 1.0);
        const bson::Document pending = m_db->runOnAdmin(R"({"currentOp":1,"killPending":true})");
        QCOMPARE(int(pending["inprog"].asDocument().count()), 1);
        QCOMPARE(pending["inprog"].asDocument()["0"].asDocument()["connectionId"].toInt64(),
                 std::int64_t{3});
        QCOMPARE(m_db->cursors.count(), std::int64_t{1});
        QVERIFY(m_db->cursors.ownerOf(bensCursor).has_value());
    }

    void killingSessionsTakesAListOfThem_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("no list") << R"({"killSessions":1})" << 14;
        QTest::newRow("a text") << R"({"killSessions":["a"]})" << 14;
        QTest::newRow("no id") << R"({"killSessions":[{}]})" << 40414;
        QTest::newRow("an id of a text") << R"({"killSessions":[{"id":"a"}]})" << 14;
        QTest::newRow("a short id")
            << R"({"killSessions":[{"id":{"$binary":{"base64":"AAEC","subType":"04"}}}]})" << 207;
        QTest::newRow("a user of nowhere") << R"({"killAllSessions":[{"user":"joe"}]})" << 40414;
        QTest::newRow("a user with more")
            << R"({"killAllSessions":[{"user":"joe","db":"admin","x":1}]})" << 40415;
        QTest::newRow("another pattern") << R"({"killAllSessionsByPattern":[{"x":1}]})" << 40415;
        QTest::newRow("a short digest")
            << R"({"killAllSessionsByPattern":[{"uid":{"$binary":{"base64":"AAEC","subType":"00"}}}]})"
            << 14;
        QTest::newRow("a pattern of a user of nowhere")
            << R"({"killAllSessionsByPattern":[{"users":[{"user":"joe"}]}]})" << 40414;
        QTest::newRow("ended text") << R"({"endSessions":"x"})" << 14;
        QTest::newRow("ended number") << R"({"endSessions":[1]})" << 14;
        QTest::newRow("refreshed text") << R"({"refreshSessions":["x"]})" << 14;
        QTest::newRow("refreshed without id") << R"({"refreshSessions":[{}]})" << 40414;
    }
    void killingSessionsTakesAListOfThem()
    {
        QFETCH(QString, command);
        QFETCH(int, code);
        QCOMPARE(m_db->runOnAdmin(command.toStdString())["code"].asInt32(), code);
    }

    void aLockIsReportedBesideTheOperations()
    {
        QVERIFY(!m_db->runOnAdmin(R"({"currentOp":1})").contains("fsyncLock"));
        m_db->writeGate.fsyncLocks = 1;
        VERIFY_HOLDS(m_db->runOnAdmin(R"({"currentOp":1})"), R"({"fsyncLock":true})");
    }

    void aConnectionThatIsNotKnownAnyMoreIsShownByItsAddress()
    {
        m_db->records.clients.closed(7);
        const bson::Document reply = m_db->runOnAdmin(R"({"currentOp":1})");
        VERIFY_HOLDS(bson::Document(reply["inprog"].asDocument()["0"].asDocument()),
                     R"({"connectionId":7,"client":"gone:1"})");
    }

private:
    std::unique_ptr<OperationTable::Entry> begin(const char* kind, const char* ns,
                                                 std::uint64_t connection, const char* command,
                                                 bool internal = false)
    {
        m_figures = internal ? m_figures : std::make_shared<OperationFigures>();
        Operation operation;
        operation.description = internal ? "TTLMonitor" : "conn" + std::to_string(connection);
        operation.kind = kind;
        operation.ns = ns;
        operation.command = parsedJson(QString::fromLatin1(command));
        operation.connectionId = connection;
        operation.remote = "gone:1";
        operation.startedAt = m_db->data.clock.now();
        operation.internal = internal;
        operation.figures = internal ? nullptr : m_figures;
        return m_db->records.running.begin(std::move(operation));
    }
    /// Opens a cursor of a user of database "shop" in a session.
    std::int64_t openAs(const char* user)
    {
        const bson::Document body = parsedJson(
            QStringLiteral(R"({"find":"s","batchSize":1,)"
                           R"("lsid":{"id":{"$uuid":"00000000-0000-4000-8000-00000000000a"}}})"));
        engine::request::Request request;
        request.name = "find";
        request.database = "db";
        request.body = body;
        request.figures = std::make_shared<OperationFigures>();
        request.figures->user = user;
        request.figures->userDatabase = "shop";
        return m_db->run(request)["cursor"].asDocument()["id"].asInt64();
    }
    /// How many operations a user of database "shop" is shown.
    int shownTo(const char* user, const QString& command)
    {
        const bson::Document reply = runAs(user, command);
        const auto list = reply.contains("inprog")
            ? reply["inprog"].asDocument()
            : reply["cursor"].asDocument()["firstBatch"].asDocument();
        return reply["ok"].toDouble() == 1.0 ? static_cast<int>(list.count()) : -1;
    }
    /// Runs a command of a user of database "shop".
    bson::Document runAs(const char* user, const QString& command)
    {
        const bson::Document body = parsedJson(command);
        engine::request::Request request;
        request.name = std::string(body.view().begin()->key);
        request.database = "admin";
        request.body = body;
        request.user = user;
        request.userDatabase = "shop";
        request.figures = std::make_shared<OperationFigures>();
        request.figures->user = user;
        request.figures->userDatabase = "shop";
        return m_db->run(request);
    }
    bson::Document kill(const std::string& op)
    {
        return m_db->runOnAdmin(R"({"killOp":1,"op":)" + op + "}");
    }

    std::unique_ptr<CommandFixture> m_db;
    std::shared_ptr<OperationFigures> m_figures;
    std::unique_ptr<OperationTable::Entry> m_query;
    std::unique_ptr<OperationTable::Entry> m_monitor;
};

SANDGLASS_TEST(OperationsCurrentOperationsTest)
} // namespace tst_operations_current_operations

#include "tst_operations_current_operations.moc"
