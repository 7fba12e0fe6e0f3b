// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/oplog.h"
#include "app/engine/streams/logged_command.h"
#include "tests/support/error_of.h"
#include "tests/support/repl_set_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_streams_retry_arguments {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

/// {id: UUID} whose last byte is that digit.
QString session(int digit)
{
    return QStringLiteral(R"({"id":{"$uuid":"00112233-4455-4677-8899-aabbccddee0%1"}})").arg(digit);
}

} // namespace

/// The arguments of retryable writes, and which attempts are the same. Source: MongoDB manual,
/// Retryable Writes.
class StreamsRetryArgumentsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_engine = std::make_unique<ReplSetFixture>(); }
    void cleanup() { m_engine.reset(); }

    void numbersAreJudged_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("code");
        const auto row = [](const QString& arguments, int code) {
            QTest::newRow(qPrintable(arguments)) << arguments << code;
        };
        const QString lsid = QStringLiteral(R"("lsid":)") + session(1);
        row(lsid, 0);
        row(lsid + QStringLiteral(R"(,"txnNumber":{"$numberLong":"0"})"), 0);
        row(lsid + QStringLiteral(R"(,"txnNumber":{"$numberLong":"9223372036854775807"})"), 0);
        row(lsid + QStringLiteral(R"(,"txnNumber":null)"), 0);
        row(lsid + QStringLiteral(R"(,"txnNumber":{"$numberLong":"-1"})"), 72);
        row(lsid + QStringLiteral(R"(,"txnNumber":1)"), 14);
        row(lsid + QStringLiteral(R"(,"txnNumber":1.0)"), 14);
        row(lsid + QStringLiteral(R"(,"txnNumber":"1")"), 14);
        row(lsid + QStringLiteral(R"(,"txnNumber":{"$numberLong":"1"},"stmtId":"0")"), 14);
        row(lsid + QStringLiteral(R"(,"txnNumber":{"$numberLong":"1"},"stmtId":5)"), 0);
        row(QStringLiteral(R"("txnNumber":{"$numberLong":"1"})"), 72);
        row(QStringLiteral(R"("lsid":{},"txnNumber":{"$numberLong":"1"})"), 40414);
        row(QStringLiteral(R"("lsid":{"id":5},"txnNumber":{"$numberLong":"1"})"), 14);
        row(QStringLiteral(R"("lsid":{"id":"x"},"txnNumber":{"$numberLong":"1"})"), 14);
    }
    void numbersAreJudged()
    {
        QFETCH(QString, arguments);
        QFETCH(int, code);
        const bson::Document reply
            = run(QStringLiteral(R"({"insert":"c","documents":[{"_id":1}],%1})").arg(arguments));
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
    }

    void numbersOfStatementsAreJudged_data()
    {
        QTest::addColumn<QString>("numbers");
        QTest::addColumn<int>("code");
        const auto row = [](const char* numbers, int code) {
            QTest::newRow(numbers) << QString::fromLatin1(numbers) << code;
        };
        row(R"("stmtIds":[4,7])", 0);
        row(R"("stmtIds":[])", 16);
        row(R"("stmtIds":[1])", 16);
        row(R"("stmtIds":[1,2,3])", 16);
        row(R"("stmtIds":[1,"2"])", 14);
        row(R"("stmtIds":[1,2.0])", 14);
        row(R"("stmtIds":[1,{"$numberLong":"2147483648"}])", 14);
        row(R"("stmtIds":[1,2],"stmtId":1)", 72);
        row(R"("stmtId":2147483646)", 0);
        row(R"("stmtId":2147483647)", 72);
        row(R"("stmtId":{"$numberLong":"1"})", 14);
        row(R"("stmtId":{"$numberLong":"2147483648"})", 14);
    }
    void numbersOfStatementsAreJudged()
    {
        QFETCH(QString, numbers);
        QFETCH(int, code);
        const bson::Document reply = insert({1, 2}, 1, 1, QLatin1Char(',') + numbers);
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
        QCOMPARE(count(), code == 0 ? 2 : 0);
    }

    void onlyRetryableWritesTakeANumber()
    {
        const QString rest = QStringLiteral(R"("lsid":%1,"txnNumber":)").arg(session(1));
        const QString one = QStringLiteral(R"({"$numberLong":"1"})");
        const CommandFixture standalone;
        for (const char* name : {"find", "count", "ping", "createIndexes", "aggregate"}) {
            const QString command = QString::fromLatin1(name);
            QCOMPARE(sessionCode(command, rest + one, *m_engine), 50768);
            QCOMPARE(sessionCode(command, rest + one, standalone), 20);
            QCOMPARE(sessionCode(command, rest + QStringLiteral(R"("1")"), *m_engine), 14);
            QCOMPARE(
                sessionCode(command, rest + QStringLiteral(R"({"$numberLong":"-1"})"), *m_engine),
                72);
            QCOMPARE(sessionCode(command, QStringLiteral(R"("txnNumber":)") + one, *m_engine), 72);
            QCOMPARE(sessionCode(command, rest + QStringLiteral("null"), standalone), 0);
        }
        for (const char* name :
             {"insert", "update", "delete", "findAndModify", "findandmodify", "bulkWrite"}) {
            QCOMPARE(sessionCode(QString::fromLatin1(name), rest + one, *m_engine), 0);
        }
    }

    void onlyTheNewestStateIsRead()
    {
        insert({1}, 1, 1);
        const bson::Timestamp newest = m_engine->data.catalog->oplog()->last();
        const auto code = [&](const char* field, std::uint32_t seconds) {
            const QString concern = QStringLiteral(R"("readConcern":{"level":"snapshot","%1":)"
                                                   R"({"$timestamp":{"t":%2,"i":%3}}})")
                                        .arg(QLatin1String(field), QString::number(seconds),
                                             QString::number(newest.increment));
            return sessionCode(QStringLiteral("find"), concern, *m_engine);
        };
        QCOMPARE(code("afterClusterTime", newest.seconds), 0);
        QCOMPARE(code("afterClusterTime", newest.seconds - 100), 0);
        QCOMPARE(code("afterClusterTime", newest.seconds + 100), 72);
        QCOMPARE(code("atClusterTime", newest.seconds), 0);
        QCOMPARE(code("atClusterTime", newest.seconds - 100), 239);
        QCOMPARE(code("atClusterTime", newest.seconds + 100), 72);
    }

    void statementsAreDistinguishedByTheirNumbers()
    {
        VERIFY_HOLDS(insert({1, 2}, 1, 1), R"({"n":2})");
        // the same numbers are the same statements, whatever they say
        VERIFY_HOLDS(insert({3, 4}, 1, 1), R"({"n":2,"retriedStmtIds":[0,1]})");
        QCOMPARE(count(), 2);
        VERIFY_HOLDS(insert({5}, 1, 1, QStringLiteral(R"(,"stmtId":2)")), R"({"n":1})");
        VERIFY_HOLDS(insert({6, 7}, 1, 1, QStringLiteral(R"(,"stmtIds":[1,9])")),
                     R"({"n":2,"retriedStmtIds":[1]})");
        QCOMPARE(m_engine->found("c", R"("sort":{"_id":1},"projection":{"_id":1})"),
                 QStringLiteral(R"({"_id":1} {"_id":2} {"_id":5} {"_id":7})"));
    }

    void aNewNumberStartsAgain()
    {
        VERIFY_HOLDS(insert({1}, 1, 1), R"({"n":1})");
        VERIFY_HOLDS(insert({2}, 1, 2), R"({"n":1})");
        QCOMPARE(insert({1}, 1, 1)["code"].asInt32(), 225);
        QCOMPARE(count(), 2);
    }

    void sessionsDoNotSeeEachOther()
    {
        VERIFY_HOLDS(insert({1}, 1, 5), R"({"n":1})");
        VERIFY_HOLDS(insert({2}, 2, 1), R"({"n":1})");
        VERIFY_HOLDS(insert({3}, 1, 5), R"({"n":1,"retriedStmtIds":[0]})");
        QCOMPARE(count(), 2);
    }

    void severalUpdatesOfOneCommandAreRepeatedOneByOne()
    {
        insert({1, 2}, 1, 1);
        const QString update = QStringLiteral(
            R"({"update":"c","ordered":false,"updates":[{"q":{"_id":1},"u":{"$inc":{"n":1}}},)"
            R"({"q":{"_id":9},"u":{"$inc":{"n":1}}},{"q":{"_id":2},"u":{"$inc":{"n":1}}}],)"
            R"("lsid":%1,"txnNumber":{"$numberLong":"2"}})");
        const QString command = update.arg(session(1));
        for (int attempt = 0; attempt < 3; ++attempt) {
            VERIFY_HOLDS(run(command), R"({"n":2,"nModified":2})");
        }
        QCOMPARE(m_engine->found("c", R"("sort":{"_id":1})"),
                 QStringLiteral(R"({"_id":1,"n":1} {"_id":2,"n":1})"));
    }

    void whatMatchedNothingIsTriedAgain()
    {
        const QString remove
            = QStringLiteral(R"({"delete":"c","deletes":[{"q":{"_id":1},"limit":1}],"lsid":%1,)"
                             R"("txnNumber":{"$numberLong":"7"}})");
        VERIFY_HOLDS(run(remove.arg(session(2))), R"({"n":0})");
        insert({1}, 1, 1);
        VERIFY_HOLDS(run(remove.arg(session(2))), R"({"n":1})");
        insert({1}, 1, 2);
        VERIFY_HOLDS(run(remove.arg(session(2))), R"({"n":1,"retriedStmtIds":[0]})");
        QCOMPARE(count(), 1);
    }

    void anUpsertIsRepeatedWithItsId()
    {
        const QString update = QStringLiteral(
            R"({"update":"c","updates":[{"q":{"k":1},"u":{"$inc":{"n":1}},"upsert":true}],)"
            R"("lsid":%1,"txnNumber":{"$numberLong":"1"}})");
        const bson::Document first = run(update.arg(session(1)));
        const bson::Document second = run(update.arg(session(1)));
        QCOMPARE(bson::toJson(first["upserted"]), bson::toJson(second["upserted"]));
        QCOMPARE(count(), 1);
    }

    void commandsOfReadersTakeAnyNumber()
    {
        for (const char* command : {R"({"find":"c","lsid":%1})", R"({"count":"c","lsid":%1})",
                                    R"({"ping":1,"lsid":%1})"}) {
            const bson::Document reply = run(QString::fromLatin1(command).arg(session(1)));
            QVERIFY2(reply["ok"].toDouble() == 1.0, bson::toJson(reply).c_str());
        }
    }

private:
    /// What checkNoTransaction() says of a command with these fields.
    static int sessionCode(const QString& command, const QString& fields,
                           const CommandFixture& server)
    {
        const bson::Document body
            = parsedJson(QStringLiteral(R"({"%1":"c",%2})").arg(command, fields));
        engine::request::Request request;
        request.name = command.toStdString();
        request.database = "db";
        request.body = body;
        return errorOf(engine::streams::checkNoTransaction(request, server.context.catalog));
    }
    bson::Document run(const QString& command) { return m_engine->run(command.toStdString()); }
    bson::Document insert(const QList<int>& ids, int sessionDigit, int number,
                          const QString& more = {})
    {
        QStringList documents;
        for (const int id : ids) {
            documents << QStringLiteral(R"({"_id":%1})").arg(id);
        }
        return run(QStringLiteral(R"({"insert":"c","documents":[%1],"lsid":%2,)"
                                  R"("txnNumber":{"$numberLong":"%3"}%4})")
                       .arg(documents.join(QLatin1Char(',')), session(sessionDigit),
                            QString::number(number), more));
    }
    int count() { return m_engine->good(R"({"count":"c"})")["n"].asInt32(); }

    std::unique_ptr<ReplSetFixture> m_engine;
};

SANDGLASS_TEST(StreamsRetryArgumentsTest)
} // namespace tst_streams_retry_arguments

#include "tst_streams_retry_arguments.moc"
