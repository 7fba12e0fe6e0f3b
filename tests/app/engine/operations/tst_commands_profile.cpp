// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/operation_watch.h"
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_profile {

using namespace sandglass;
using namespace sandglass::tests;

class TestProfile : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->records.clients.opened(7, "127.0.0.1:40000");
        m_db->records.clients.introduce(
            7, need(bson::fromJson(R"({"application":{"name":"tester"}})")));
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
        m_db->good(
            R"({"insert":"c","documents":[{"_id":1,"a":1},{"_id":2,"a":2},{"_id":3,"a":2}]})");
    }
    void cleanup() { m_db.reset(); }

    void theReplyShowsWhatWas()
    {
        VERIFY_HOLDS(m_db->run(R"({"profile":-1})"),
                     R"({"was":0,"slowms":100,"sampleRate":1.0,"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"profile":2,"slowms":20,"sampleRate":0.5})"),
                     R"({"was":0,"slowms":100,"sampleRate":1.0,"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"profile":-1})"),
                     R"({"was":2,"slowms":20,"sampleRate":0.5,"ok":1})");
    }

    void levelsBelongToTheirDatabase()
    {
        m_db->good(R"({"profile":1})");
        VERIFY_HOLDS(m_db->runOnAdmin(R"({"profile":-1})"), R"({"was":0})");
        VERIFY_HOLDS(m_db->run(R"({"profile":7})"), R"({"was":1})");
    }

    void aFilterReplacesTheTimes()
    {
        m_db->good(R"({"profile":1,"filter":{"op":"remove"}})");
        VERIFY_HOLDS(m_db->run(R"({"profile":-1})"), R"({"was":1,"filter":{"op":"remove"}})");
        watched(R"({"find":"c"})");
        watched(R"({"delete":"c","deletes":[{"q":{"_id":1},"limit":1}]})");
        QCOMPARE(recorded(R"("projection":{"_id":0,"op":1})"),
                 QStringLiteral(R"({"op":"remove"})"));
        m_db->good(R"({"profile":1,"filter":"unset"})");
        QVERIFY(!m_db->run(R"({"profile":-1})").contains("filter"));
    }

    void wrongArgumentsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("level") << R"({"profile":"all"})" << 14;
        QTest::newRow("rate too large") << R"({"profile":1,"sampleRate":2})" << 2;
        QTest::newRow("rate no number") << R"({"profile":1,"sampleRate":"x"})" << 14;
        QTest::newRow("slowms") << R"({"profile":1,"slowms":"x"})" << 14;
        QTest::newRow("filter") << R"({"profile":1,"filter":5})" << 2;
        QTest::newRow("bad filter") << R"({"profile":1,"filter":{"a":{"$foo":1}}})" << 2;
        QTest::newRow("unknown") << R"({"profile":1,"foo":5})" << 40415;
    }
    void wrongArgumentsHaveTheirCodes()
    {
        QFETCH(QString, command);
        QTEST(m_db->codeOf(command.toStdString()), "code");
    }

    void theCollectionIsCappedAndKeptWhileOn()
    {
        m_db->good(R"({"profile":2})");
        const bson::Document listed
            = m_db->good(R"({"listCollections":1,"filter":{"name":"system.profile"}})");
        const QString entry = CommandFixture::listed(listed["cursor"].asDocument()["firstBatch"]);
        QVERIFY2(entry.contains(QStringLiteral(R"("capped":true,"size":1048576)")),
                 qPrintable(entry));
        QCOMPARE(m_db->codeOf(R"({"drop":"system.profile"})"), 20);
        m_db->good(R"({"profile":0})");
        m_db->good(R"({"drop":"system.profile"})");
    }

    void aQueryIsRecordedWithItsFigures()
    {
        m_db->good(R"({"profile":2})");
        watched(R"({"find":"c","filter":{"a":2},"batchSize":1})");
        VERIFY_HOLDS(onlyEntry(), R"({"op":"query","ns":"db.c","command":{"find":"c"},
                         "keysExamined":2,"docsExamined":2,"nreturned":1,
                         "planSummary":"IXSCAN { a: 1 }","client":"127.0.0.1","appName":"tester",
                         "user":"","protocol":"op_msg"})");
        QVERIFY(onlyEntry().contains("cursorid"));
        QVERIFY(onlyEntry()["responseLength"].toInt64() > 0);
        QVERIFY(onlyEntry()["ts"].type() == bson::Type::Date);
    }

    void writesAreRecordedWithTheirFigures_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("entry");
        QTest::newRow("insert") << R"({"insert":"c","documents":[{"_id":9,"a":5}]})"
                                << R"({"op":"insert","ninserted":1,"keysInserted":2})";
        QTest::newRow("update")
            << R"({"update":"c","updates":[{"q":{"a":2},"u":{"$inc":{"a":1}},"multi":true}]})"
            << R"({"op":"update","command":{"q":{"a":2},"u":{"$inc":{"a":1}},"multi":true},
                   "nMatched":2,"nModified":2,"nUpserted":0,"keysInserted":2,"keysDeleted":2,
                   "keysExamined":2,"docsExamined":2})";
        QTest::newRow("upsert")
            << R"({"update":"c","updates":[{"q":{"_id":7},"u":{"$set":{"a":1}},"upsert":true}]})"
            << R"({"op":"update","nMatched":0,"nUpserted":1})";
        QTest::newRow("delete") << R"({"delete":"c","deletes":[{"q":{"a":2},"limit":0}]})"
                                << R"({"op":"remove","ndeleted":2,"keysDeleted":4,
                                       "planSummary":"IXSCAN { a: 1 }"})";
        QTest::newRow("findAndModify") << R"({"findAndModify":"c","query":{"_id":1},"remove":true})"
                                       << R"({"op":"command","ndeleted":1,"planSummary":"IDHACK"})";
        QTest::newRow("count") << R"({"count":"c","query":{"x":1}})"
                               << R"({"op":"command","docsExamined":3,"planSummary":"COLLSCAN"})";
        QTest::newRow("sorted") << R"({"find":"c","sort":{"x":1}})"
                                << R"({"op":"query","hasSortStage":true,"nreturned":3,
                                       "cursorExhausted":true})";
        QTest::newRow("failure") << R"({"find":"c","filter":{"$foo":1}})"
                                 << R"({"op":"query","ok":0.0,"errCode":2,"errName":"BadValue"})";
    }
    void writesAreRecordedWithTheirFigures()
    {
        QFETCH(QString, command);
        QFETCH(QString, entry);
        m_db->good(R"({"profile":2})");
        watched(command.toStdString());
        VERIFY_HOLDS(onlyEntry(), entry.toStdString());
    }

    void everyBatchOfACursorIsRecorded()
    {
        m_db->good(R"({"profile":2})");
        const bson::Document first = watched(R"({"find":"c","batchSize":1})");
        const std::int64_t id = first["cursor"].asDocument()["id"].asInt64();
        watched(R"({"getMore":{"$numberLong":")" + std::to_string(id) + R"("},"collection":"c"})");
        QCOMPARE(recorded(R"("filter":{"op":"getmore"},"projection":{"_id":0,"ns":1,"nreturned":1,
                           "docsExamined":1,"cursorExhausted":1})"),
                 QStringLiteral(
                     R"({"ns":"db.c","docsExamined":1,"cursorExhausted":true,"nreturned":2})"));
    }

    void whatConcernsTheProfileItselfIsNotRecorded()
    {
        m_db->good(R"({"profile":2})");
        watched(R"({"find":"system.profile"})");
        watched(R"({"ping":1})");
        QCOMPARE(recorded(""), QString());
    }

    void levelOneTakesSlowOperationsOnly()
    {
        m_db->good(R"({"profile":1,"slowms":100000})");
        watched(R"({"find":"c"})");
        QCOMPARE(recorded(""), QString());
        m_db->good(R"({"profile":1,"slowms":0})");
        watched(R"({"find":"c"})");
        QCOMPARE(onlyEntry()["op"].asString(), std::string_view("query"));
        m_db->good(R"({"profile":1,"slowms":0,"sampleRate":0.0})");
        watched(R"({"find":"c"})");
        QVERIFY(!onlyEntry().empty());
    }

    void slowOperationsAreLoggedAtLevelZeroToo()
    {
        m_db->good(R"({"profile":0,"slowms":0})");
        watched(R"({"find":"c","filter":{"a":1}})");
        const auto lines = m_db->data.log.entries();
        const auto slow = std::ranges::find(lines, 51803, &base::LogEntry::id);
        QVERIFY(slow != lines.end());
        QCOMPARE(QString::fromStdString(slow->message), QStringLiteral("Slow query"));
        QCOMPARE(QString::fromLatin1(slow->component), QStringLiteral("COMMAND"));
        const QString line = QString::fromStdString(base::logLine(*slow, {}));
        QVERIFY2(line.contains(QStringLiteral(R"("command":{"find":"c","filter":{"a":1}})")),
                 qPrintable(line));
    }

    void metricsCountWhatWasDone()
    {
        watched(R"({"find":"c","filter":{"a":2}})");
        watched(R"({"insert":"c","documents":[{"_id":9}]})");
        watched(R"({"delete":"c","deletes":[{"q":{"_id":9},"limit":1}]})");
        watched(R"({"find":"c","filter":{"$foo":1}})");
        bson::Builder metrics;
        m_db->records.metrics.append(engine::commands::commandNames(), metrics);
        VERIFY_HOLDS(metrics.take(), R"({"document":{"returned":2,"inserted":1,"deleted":1,
                         "updated":0},"queryExecutor":{"scanned":3,"scannedObjects":3},
                         "commands":{"find":{"total":2,"failed":1},"insert":{"total":1,"failed":0},
                         "ping":{"total":0,"failed":0}}})");
    }

    void timesAreKeptPerCollection()
    {
        watched(R"({"find":"c"})");
        watched(R"({"insert":"c","documents":[{"_id":9}]})");
        const QString stats = m_db->aggregated(
            "c", R"([{"$collStats":{"latencyStats":{"histograms":true},"queryExecStats":{}}},
                     {"$project":{"r":"$latencyStats.reads.ops","w":"$latencyStats.writes.ops",
                      "h":{"$size":"$latencyStats.reads.histogram"},
                      "s":"$queryExecStats.collectionScans.total","_id":0}}])");
        QCOMPARE(stats, QStringLiteral(R"({"r":1,"w":1,"h":1,"s":1})"));
    }

    void runningOperationsAreListed()
    {
        const bson::Document command = need(bson::fromJson(R"({"find":"c","comment":"x"})"));
        engine::request::Request request = requestOf(command);
        const engine::operations::OperationWatch watch("find", false, request, m_db->records);
        request.figures->plan.set("COLLSCAN");
        const bson::Document reply = m_db->runOnAdmin(R"({"currentOp":1,"ns":"db.c"})");
        VERIFY_HOLDS(bson::Document(reply["inprog"].asDocument()["0"].asDocument()),
                     R"({"type":"op","desc":"conn7","active":true,"op":"query","ns":"db.c",
                         "appName":"tester","client":"127.0.0.1:40000","planSummary":"COLLSCAN",
                         "command":{"find":"c"},"secs_running":0})");
        QCOMPARE(countOperations(R"({"currentOp":1,"ns":"db.other"})"), std::size_t{0});
    }

    void ownWorkAndIdleConnectionsAreListedOnRequest()
    {
        engine::operations::Operation purge;
        purge.description = "TTLMonitor";
        purge.kind = "remove";
        purge.ns = "db.c";
        purge.internal = true;
        const auto shown = m_db->records.running.begin(std::move(purge));
        QCOMPARE(countOperations(R"({"currentOp":1})"), std::size_t{0});
        QCOMPARE(countOperations(R"({"currentOp":1,"$all":true,"desc":"TTLMonitor"})"),
                 std::size_t{1});
        QCOMPARE(
            countOperations(R"({"currentOp":1,"$all":true,"active":false,"appName":"tester"})"),
            std::size_t{1});
    }

    void aKilledOperationEnds()
    {
        const bson::Document command = need(bson::fromJson(R"({"find":"c"})"));
        engine::request::Request request = requestOf(command);
        engine::operations::OperationWatch watch("find", false, request, m_db->records);
        const std::int64_t id = m_db->records.running.list().front().id;
        m_db->runOnAdmin(R"({"killOp":1,"op":)" + std::to_string(id) + "}");
        QCOMPARE(m_db->run(request)["code"].asInt32(), 11601);
    }

private:
    engine::request::Request requestOf(const bson::Document& command)
    {
        engine::request::Request request;
        request.body = command;
        request.name = std::string(command.view().begin()->key);
        request.database = "db";
        request.connectionId = 7;
        request.remote = "127.0.0.1:40000";
        return request;
    }
    /// Runs a command as the dispatcher does.
    bson::Document watched(std::string_view json)
    {
        const bson::Document command = need(bson::fromJson(json));
        engine::request::Request request = requestOf(command);
        const engine::commands::Command* known = engine::commands::findCommand(request.name);
        engine::operations::OperationWatch watch(known->name, known->instant, request,
                                                 m_db->records);
        bson::Document reply = m_db->run(request);
        watch.finish(reply);
        return reply;
    }
    QString recorded(const std::string& rest) { return m_db->found("system.profile", rest); }
    bson::Document onlyEntry()
    {
        const bson::Document reply = m_db->good(R"({"find":"system.profile"})");
        const bson::DocumentView batch = reply["cursor"].asDocument()["firstBatch"].asDocument();
        return batch.count() == 1 ? bson::Document(batch["0"].asDocument()) : bson::Document();
    }
    std::size_t countOperations(std::string_view json)
    {
        const bson::Document reply = m_db->runOnAdmin(json);
        return reply["inprog"].asDocument().count();
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(TestProfile)

} // namespace tst_commands_profile

#include "tst_commands_profile.moc"
