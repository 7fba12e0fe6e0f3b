// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/last_errors.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_operations_last_errors {

using namespace sandglass;
using namespace sandglass::tests;
using engine::operations::LastErrors;
using engine::operations::LastOutcome;
using engine::operations::outcomeOf;

class OperationsLastErrorsTest : public QObject
{
    Q_OBJECT

private slots:
    // Source: MongoDB manual, getLastError.
    void repliesAreRead_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("reply");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("existing"); // "": not told
        QTest::addColumn<QString>("upserted"); // "": none
        const auto row = [](const char* name, const char* command, const char* reply, int count,
                            int code, const char* existing, const char* upserted) {
            QTest::newRow(name) << QString::fromLatin1(command) << QString::fromLatin1(reply)
                                << count << code << QString::fromLatin1(existing)
                                << QString::fromLatin1(upserted);
        };
        row("insert counts nothing", "insert", R"({"n":3,"ok":1})", 0, 0, "", "");
        row("insert failed", "insert",
            R"({"n":1,"writeErrors":[{"index":1,"code":11000,"errmsg":"dup"}],"ok":1})", 0, 11000,
            "", "");
        row("the newest error counts", "insert",
            R"({"n":0,"writeErrors":[{"code":11000,"errmsg":"a"},{"code":2,"errmsg":"b"}],"ok":1})",
            0, 2, "", "");
        row("update matched", "update", R"({"n":2,"nModified":0,"ok":1})", 2, 0, "true", "");
        row("update matched nothing", "update", R"({"n":0,"nModified":0,"ok":1})", 0, 0, "false",
            "");
        row("update upserted", "update",
            R"({"n":1,"nModified":0,"upserted":[{"index":0,"_id":"x"}],"ok":1})", 1, 0, "false",
            R"("x")");
        row("several upserts: the last", "update",
            R"({"n":2,"upserted":[{"index":0,"_id":1},{"index":1,"_id":2}],"ok":1})", 2, 0, "false",
            "2");
        row("delete", "delete", R"({"n":4,"ok":1})", 4, 0, "", "");
        row("findAndModify changed", "findAndModify",
            R"({"value":{"_id":1},"lastErrorObject":{"n":1,"updatedExisting":true},"ok":1})", 1, 0,
            "true", "");
        row("findAndModify upserted", "findAndModify",
            R"({"value":null,"lastErrorObject":{"n":1,"updatedExisting":false,"upserted":7},"ok":1})",
            1, 0, "false", "7");
        row("findAndModify removed", "findAndModify",
            R"({"value":{"_id":1},"lastErrorObject":{"n":1},"ok":1})", 1, 0, "", "");
        row("any command failed", "find", R"({"ok":0.0,"code":26,"errmsg":"ns"})", 0, 26, "", "");
        row("any command went well", "ping", R"({"ok":1.0,"n":9})", 0, 0, "", "");
        row("a command without ok failed", "ping", R"({"code":5})", 0, 5, "", "");
    }
    void repliesAreRead()
    {
        QFETCH(QString, command);
        QFETCH(QString, reply);
        QFETCH(int, count);
        QFETCH(int, code);
        QFETCH(QString, existing);
        QFETCH(QString, upserted);
        const LastOutcome outcome = outcomeOf(command.toStdString(), parsedJson(reply));
        QCOMPARE(int(outcome.count), count);
        QCOMPARE(outcome.code, code);
        const QString told = !outcome.updatedExisting ? QString()
            : *outcome.updatedExisting                ? QStringLiteral("true")
                                                      : QStringLiteral("false");
        QCOMPARE(told, existing);
        QCOMPARE(QString::fromStdString(bson::toJson(outcome.upsertedId)), upserted);
    }

    void aConnectionWithoutHistoryIsFine()
    {
        const LastErrors errors;
        QCOMPARE(errors.last(1).code, 0);
        QVERIFY(!errors.lastFailure(1).has_value());
    }

    void connectionsDoNotSeeEachOther()
    {
        LastErrors errors;
        errors.record(1, failed(11000));
        errors.record(2, failed(26));
        QCOMPARE(errors.last(1).code, 11000);
        QCOMPARE(errors.last(2).code, 26);
        errors.reset(1);
        QCOMPARE(errors.last(1).code, 0);
        QCOMPARE(errors.last(2).code, 26);
    }

    void theNewestFailureStaysAndItsAgeIsCounted()
    {
        LastErrors errors;
        errors.record(1, failed(11000));
        QCOMPARE(qint64{errors.lastFailure(1)->operationsSince}, qint64{1});
        errors.record(1, {});
        errors.record(1, {});
        QCOMPARE(errors.last(1).code, 0);
        QCOMPARE(errors.lastFailure(1)->code, 11000);
        QCOMPARE(qint64{errors.lastFailure(1)->operationsSince}, qint64{3});
        errors.record(1, failed(26));
        QCOMPARE(errors.lastFailure(1)->code, 26);
        QCOMPARE(qint64{errors.lastFailure(1)->operationsSince}, qint64{1});
    }

    void resettingTwiceIsFine()
    {
        LastErrors errors;
        errors.record(1, failed(2));
        errors.reset(1);
        errors.reset(1);
        QVERIFY(!errors.lastFailure(1).has_value());
    }

private:
    static LastOutcome failed(int code)
    {
        LastOutcome outcome;
        outcome.code = code;
        return outcome;
    }
};

SANDGLASS_PLAIN_TEST(OperationsLastErrorsTest)
} // namespace tst_operations_last_errors

#include "tst_operations_last_errors.moc"
