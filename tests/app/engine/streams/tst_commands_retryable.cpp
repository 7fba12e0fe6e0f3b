// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/logged_command.h"
#include "app/engine/streams/retryable_sessions.h"
#include "tests/support/repl_set_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandglass;
using sandglass::tests::CommandFixture;
using sandglass::tests::need;
using sandglass::tests::ReplSetFixture;

namespace {

/// The fields of a retryable command, as JSON after a comma.
std::string numbered(int txnNumber, const char* session = "AAAAAAAAAAAAAAAAAAAAAA==")
{
    return R"(,"lsid":{"id":{"$binary":{"base64":")" + std::string(session)
        + R"(","subType":"04"}}},"txnNumber":{"$numberLong":")" + std::to_string(txnNumber)
        + R"("}})";
}

} // namespace

class CommandsRetryableTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_engine = std::make_unique<ReplSetFixture>(); }
    void cleanup() { m_engine.reset(); }

    void aRepeatedInsertIsDoneOnce()
    {
        const std::string insert
            = R"({"insert":"c","documents":[{"_id":1},{"_id":2}])" + numbered(1);
        VERIFY_HOLDS(m_engine->run(insert), R"({"n":2,"ok":1.0})");
        const bson::Document again = m_engine->run(insert);
        VERIFY_HOLDS(again, R"({"n":2,"retriedStmtIds":[0,1],"ok":1.0})");
        QVERIFY(!again.contains("writeErrors"));
        QCOMPARE(m_engine->found("c"), QStringLiteral(R"({"_id":1} {"_id":2})"));
    }

    void aRepeatedUpdateCountsOnce()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"a":0}]})");
        const std::string update = R"({"update":"c","updates":[{"q":{"_id":1},"u":{"$inc":{"a":1}}},
                {"q":{"_id":9},"u":{"$set":{"a":7}},"upsert":true}])"
            + numbered(1);
        for (int attempt = 1; attempt <= 2; ++attempt) {
            VERIFY_HOLDS(m_engine->run(update),
                         R"({"n":2,"nModified":1,"upserted":[{"index":1,"_id":9}]})");
        }
        QCOMPARE(m_engine->found("c"), QStringLiteral(R"({"_id":1,"a":1} {"_id":9,"a":7})"));
    }

    void aRepeatedDeleteRemovesOneDocument()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2}]})");
        const std::string remove = R"({"delete":"c","deletes":[{"q":{},"limit":1}])" + numbered(4);
        for (int attempt = 1; attempt <= 2; ++attempt) {
            VERIFY_HOLDS(m_engine->run(remove), R"({"n":1})");
        }
        QCOMPARE(m_engine->found("c"), QStringLiteral(R"({"_id":2})"));
    }

    void aRepeatedFindAndModifyGivesTheFirstAnswer_data()
    {
        QTest::addColumn<QString>("rest");
        QTest::addColumn<QString>("value");
        QTest::newRow("before") << R"("query":{"_id":1},"update":{"$inc":{"a":1}})"
                                << R"({"_id":1,"a":0})";
        QTest::newRow("after") << R"("query":{"_id":1},"update":{"$inc":{"a":1}},"new":true)"
                               << R"({"_id":1,"a":1})";
        QTest::newRow("removed") << R"("query":{"_id":1},"remove":true)"
                                 << R"({"_id":1,"a":0})";
        QTest::newRow("upserted")
            << R"("query":{"_id":5},"update":{"$inc":{"a":1}},"new":true,"upsert":true)"
            << R"({"_id":5,"a":1})";
    }
    void aRepeatedFindAndModifyGivesTheFirstAnswer()
    {
        QFETCH(QString, rest);
        QFETCH(QString, value);
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"a":0}]})");
        const std::string command = R"({"findAndModify":"c",)" + rest.toStdString() + numbered(2);
        const bson::Document first = m_engine->run(command);
        m_engine->good(R"({"update":"c","updates":[{"q":{},"u":{"$set":{"b":1}},"multi":true}]})");
        const bson::Document second = m_engine->run(command);
        QCOMPARE(QString::fromStdString(bson::toJson(first["value"])), value);
        QCOMPARE(QString::fromStdString(bson::toJson(second["value"])), value);
        QCOMPARE(bson::toJson(first["lastErrorObject"]), bson::toJson(second["lastErrorObject"]));
        QCOMPARE(second["retriedStmtId"].asInt32(), 0);
    }

    void anotherFindAndModifyIsNoRepetition_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<int>("code");
        const QString change = QStringLiteral(R"("query":{"_id":1},"update":{"$inc":{"a":1}})");
        const QString changeNew = change + QStringLiteral(R"(,"new":true)");
        const QString remove = QStringLiteral(R"("query":{"_id":1},"remove":true)");
        const QString upsert
            = QStringLiteral(R"("query":{"_id":5},"update":{"$inc":{"a":1}},"upsert":true)");
        QTest::newRow("remove after update") << change << remove << 40610;
        QTest::newRow("update after remove") << remove << change << 40606;
        QTest::newRow("update after upsert") << upsert << change << 40608;
        QTest::newRow("remove after upsert") << upsert << remove << 40608;
        QTest::newRow("new after old") << change << changeNew << 40611;
        QTest::newRow("old after new") << changeNew << change << 40612;
    }
    void anotherFindAndModifyIsNoRepetition()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(int, code);
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"a":0}]})");
        const auto command = [](const QString& rest) {
            return R"({"findAndModify":"c",)" + rest.toStdString() + numbered(2);
        };
        m_engine->good(command(first));
        const QString before = m_engine->found("c");
        const bson::Document reply = m_engine->run(command(second));
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
        QCOMPARE(m_engine->found("c"), before);
    }

    void usersDoNotShareASession()
    {
        const std::string change = R"({"findAndModify":"c","query":{"_id":1},"new":true,
            "update":{"$inc":{"a":1}})"
            + numbered(1);
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"a":0}]})");
        VERIFY_HOLDS(runAs("anna", change), R"({"value":{"_id":1,"a":1}})");
        const bson::Document other = runAs("ben", change);
        VERIFY_HOLDS(other, R"({"value":{"_id":1,"a":2}})");
        QVERIFY(!other.contains("retriedStmtId"));
        // nobody is logged in: another session again
        VERIFY_HOLDS(m_engine->run(change), R"({"value":{"_id":1,"a":3}})");
        m_engine->sessions.emplace();
        need(m_engine->sessions->restore(*m_engine->data.catalog, m_engine->data.clock.now()));
        VERIFY_HOLDS(runAs("anna", change), R"({"value":{"_id":1,"a":1},"retriedStmtId":0})");
        VERIFY_HOLDS(runAs("ben", change), R"({"value":{"_id":1,"a":2},"retriedStmtId":0})");
        QCOMPARE(m_engine->found("c"), QStringLiteral(R"({"_id":1,"a":3})"));
    }

    void nobodyChoosesTheUserOfHisSession()
    {
        const std::string insert = R"({"insert":"c","documents":[{"_id":1}],"lsid":{
            "id":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"04"}},
            "uid":{"$binary":{"base64":"YmVuQHNob3A=","subType":"00"}}},
            "txnNumber":{"$numberLong":"1"}})";
        QCOMPARE(runAs("anna", insert)["code"].asInt32(), 13);
        VERIFY_HOLDS(runAs("ben", insert), R"({"n":1})");
    }

    void aRepeatedBulkWriteNamesWhatWasDone()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":9}]})");
        const std::string bulk = R"({"bulkWrite":1,"nsInfo":[{"ns":"db.c"}],"ops":[
            {"insert":0,"document":{"_id":1}},{"insert":0,"document":{"_id":2}},
            {"update":0,"filter":{"_id":1},"updateMods":{"$set":{"a":1}}},
            {"delete":0,"filter":{"_id":9}}])";
        const bson::Document first = m_engine->runOnAdmin(bulk + numbered(1));
        VERIFY_HOLDS(first, R"({"nErrors":0,"nInserted":2,"nDeleted":1,"ok":1.0})");
        QVERIFY(!first.contains("retriedStmtIds"));
        VERIFY_HOLDS(m_engine->runOnAdmin(bulk + numbered(1)),
                     R"({"nErrors":0,"nInserted":2,"nDeleted":1,"retriedStmtIds":[0,1,2,3]})");
        VERIFY_HOLDS(m_engine->runOnAdmin(bulk + R"(,"stmtIds":[3,2,1,0])" + numbered(1)),
                     R"({"retriedStmtIds":[3,2,1,0]})");
        QCOMPARE(m_engine->runOnAdmin(bulk + R"(,"stmtIds":[1])" + numbered(1))["code"].asInt32(),
                 16);
    }

    void aBulkWriteElsewhereTakesNoNumber()
    {
        CommandFixture standalone;
        const bson::Document reply = standalone.runOnAdmin(
            R"({"bulkWrite":1,"nsInfo":[{"ns":"db.c"}],"ops":[{"insert":0,"document":{"_id":1}}])"
            + numbered(1));
        VERIFY_HOLDS(reply, R"({"ok":0.0,"code":20})");
        QVERIFY(!reply.contains("cursor"));
        QCOMPARE(standalone.found("c"), QString());
    }

    void aStatementThatFailedIsTriedAgain()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        const std::string insert
            = R"({"insert":"c","documents":[{"_id":2},{"_id":1},{"_id":3}])" + numbered(1);
        VERIFY_HOLDS(m_engine->run(insert), R"({"n":1})");
        m_engine->good(R"({"delete":"c","deletes":[{"q":{"_id":1},"limit":1}]})");
        VERIFY_HOLDS(m_engine->run(insert), R"({"n":3,"retriedStmtIds":[0]})");
    }

    void whatWasDoneIsKnownAfterARestart()
    {
        const std::string insert = R"({"insert":"c","documents":[{"_id":1}])" + numbered(5);
        m_engine->good(insert);
        m_engine->sessions.emplace();
        need(m_engine->sessions->restore(*m_engine->data.catalog, m_engine->data.clock.now()));
        VERIFY_HOLDS(m_engine->run(insert), R"({"n":1,"retriedStmtIds":[0]})");
        QCOMPARE(m_engine->codeOf(R"({"insert":"c","documents":[{"_id":2}])" + numbered(4)), 225);
    }

    void anOlderNumberIsRefused()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}])" + numbered(5));
        const std::string older = R"({"insert":"c","documents":[{"_id":2}])";
        VERIFY_HOLDS(m_engine->run(older + numbered(4)),
                     R"({"code":225,"codeName":"TransactionTooOld"})");
        VERIFY_HOLDS(m_engine->run(older + numbered(4, "AQAAAAAAAAAAAAAAAAAAAA==")), R"({"n":1})");
    }

    void whatTheLogHasLostCannotBeRepeated()
    {
        const std::string insert = R"({"insert":"c","documents":[{"_id":"x"}])" + numbered(1);
        m_engine->good(insert);
        const std::string filler(100'000, 'x');
        for (int i = 0; i < 30; ++i) {
            m_engine->good(R"({"insert":"c","documents":[{"_id":)" + std::to_string(i) + R"(,"f":")"
                           + filler + R"("}]})");
        }
        QCOMPARE(m_engine->codeOf(insert), 217);
    }

    void manyDocumentsAtOnceCannotBeRetryable()
    {
        QCOMPARE(m_engine->codeOf(R"({"update":"c","updates":[{"q":{},"u":{"$set":{"a":1}},
            "multi":true}])" + numbered(1)),
                 72);
        QCOMPARE(m_engine->codeOf(R"({"delete":"c","deletes":[{"q":{},"limit":0}])" + numbered(2)),
                 72);
    }

    void otherServersTakeNoNumbers()
    {
        CommandFixture standalone;
        const bson::Document reply
            = standalone.run(R"({"insert":"c","documents":[{"_id":1}])" + numbered(1));
        VERIFY_HOLDS(reply, R"({"code":20,"errmsg":
            "Transaction numbers are only allowed on a replica set member or mongos"})");
    }

    void transactionsAreRefused()
    {
        const bson::Document body = need(bson::fromJson(
            R"({"insert":"c","documents":[{"_id":1}],"startTransaction":true,"autocommit":false})"));
        engine::request::Request request;
        request.name = "insert";
        request.body = body;
        QCOMPARE(engine::streams::checkNoTransaction(request, m_engine->context.catalog)
                     .error()
                     .serverCode,
                 263);
        CommandFixture standalone;
        QCOMPARE(engine::streams::checkNoTransaction(request, standalone.context.catalog)
                     .error()
                     .serverCode,
                 20);
        for (const char* name : {"commitTransaction", "abortTransaction"}) {
            QCOMPARE(
                m_engine->runOnAdmin(R"({")" + std::string(name) + R"(":1})")["code"].asInt32(),
                251);
        }
    }

private:
    /// Runs a command of a user of database "shop".
    bson::Document runAs(const char* user, const std::string& command)
    {
        const bson::Document body = need(bson::fromJson(command));
        engine::request::Request request;
        request.name = std::string(body.view().begin()->key);
        request.database = "db";
        request.body = body;
        request.user = user;
        request.userDatabase = "shop";
        return m_engine->run(request);
    }

    std::unique_ptr<ReplSetFixture> m_engine;
};

SANDGLASS_TEST(CommandsRetryableTest)

#include "tst_commands_retryable.moc"
