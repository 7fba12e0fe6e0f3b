// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/logged_command.h"
#include "app/engine/streams/retryable_sessions.h"
#include "tests/support/repl_set_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandglass;
using sandglass::tests::CommandFixture;
using sandglass::tests::must;
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
        must(m_engine->sessions->restore(*m_engine->data.catalog, m_engine->data.clock.now()));
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
        const bson::Document body = must(bson::fromJson(
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
    std::unique_ptr<ReplSetFixture> m_engine;
};

SANDGLASS_TEST(CommandsRetryableTest)

#include "tst_commands_retryable.moc"
