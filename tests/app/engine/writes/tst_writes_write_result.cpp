// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/writes/write_result.h"
#include "app/protocol/server_code.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_writes_write_result {

using namespace sandglass;
using namespace sandglass::tests;
using engine::writes::isWriteError;
using engine::writes::WriteResult;
using protocol::commandError;

class WritesWriteResultTest : public QObject
{
    Q_OBJECT

private slots:
    void nothingDoneIsReported()
    {
        QCOMPARE(reply(WriteResult(), false), QStringLiteral(R"({"n":0})"));
        QCOMPARE(reply(WriteResult(), true), QStringLiteral(R"({"n":0,"nModified":0})"));
    }

    void statementsAddUp()
    {
        WriteResult result;
        result.add(3, 1);
        result.add(0, 0);
        result.add(2, 2);
        QCOMPARE(reply(result, true), QStringLiteral(R"({"n":5,"nModified":3})"));
        QCOMPARE(reply(result, false), QStringLiteral(R"({"n":5})"));
    }

    void anUpsertedDocumentCountsAndIsNamed()
    {
        WriteResult result;
        result.add(1, 1);
        result.addUpserted(2, bson::Value::of("x"));
        result.addUpserted(7, bson::Value::null());
        QCOMPARE(reply(result, true),
                 QStringLiteral(R"({"n":3,"nModified":1,"upserted":)"
                                R"([{"index":2,"_id":"x"},{"index":7,"_id":null}]})"));
    }

    void errorsStandAtTheEndWithTheirStatement()
    {
        WriteResult result;
        QVERIFY(!result.failed());
        result.add(1, 0);
        result.addError(1, commandError(11000, "E11000 duplicate key"));
        result.addRetried(4);
        result.addError(3, commandError(66, "immutable"));
        QVERIFY(result.failed());
        QCOMPARE(reply(result, false),
                 QStringLiteral(R"({"n":1,"retriedStmtIds":[4],"writeErrors":)"
                                R"([{"index":1,"code":11000,"errmsg":"E11000 duplicate key"},)"
                                R"({"index":3,"code":66,"errmsg":"immutable"}]})"));
    }

    void whatEndsTheCommandIsNoWriteError_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("ofTheStatement");
        QTest::newRow("duplicate key") << 11000 << true;
        QTest::newRow("immutable") << 66 << true;
        QTest::newRow("bad value") << 2 << true;
        QTest::newRow("too large") << 10334 << true;
        QTest::newRow("interrupted") << 11601 << false;
        QTest::newRow("interrupted at shutdown") << 11600 << false;
        QTest::newRow("time is over") << 50 << false;
    }
    void whatEndsTheCommandIsNoWriteError()
    {
        QFETCH(int, code);
        QFETCH(bool, ofTheStatement);
        const Error error = commandError(code, "x");
        QCOMPARE(isWriteError(error), ofTheStatement);
        WriteResult result;
        QCOMPARE(errorOf(result.fail(0, error)), ofTheStatement ? 0 : code);
        QCOMPARE(result.failed(), ofTheStatement);
    }

    void aRefusingStoreEndsTheCommand()
    {
        const Error refused = base::failure(Errc::Storage, "The disk is full.");
        QVERIFY(!isWriteError(refused));
        WriteResult result;
        const auto ended = result.fail(3, refused);
        QVERIFY(!ended.has_value());
        QCOMPARE(ended.error().code, Errc::Storage);
        QVERIFY(!result.failed());
    }

    void hostileTextSurvives()
    {
        const std::string words
            = "\"quotes\"\n\t\xe5\xaf\x86\xe2\x80\x8f " + std::string(10'000, 'x');
        WriteResult result;
        result.addError(0, commandError(2, words));
        bson::Builder built;
        result.appendTo(built, false);
        const bson::Document sent = built.take();
        QCOMPARE(sent["writeErrors"].asDocument()["0"].asDocument()["errmsg"].asString(),
                 std::string_view(words));
    }

private:
    static QString reply(const WriteResult& result, bool withModified)
    {
        bson::Builder built;
        result.appendTo(built, withModified);
        return relaxedText(built.take());
    }
};

SANDGLASS_TEST(WritesWriteResultTest)
} // namespace tst_writes_write_result

#include "tst_writes_write_result.moc"
