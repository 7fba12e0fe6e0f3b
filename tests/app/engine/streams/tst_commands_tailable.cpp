// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/turn.h"
#include "tests/support/repl_set_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_commands_tailable {

using namespace sandglass;
using sandglass::tests::ReplSetFixture;

class CommandsTailableTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_engine = std::make_unique<ReplSetFixture>();
        m_engine->good(R"({"create":"log","capped":true,"size":100000,"max":3})");
    }
    void cleanup() { m_engine.reset(); }

    void aTailGoesOnWithWhatIsInsertedLater()
    {
        m_engine->good(R"({"insert":"log","documents":[{"_id":1},{"_id":2}]})");
        const bson::Document tail = m_engine->good(R"({"find":"log","tailable":true,
            "filter":{"_id":{"$gt":1}}})");
        QCOMPARE(ReplSetFixture::column(tail, "_id"), QStringLiteral("2"));
        const bson::Document nothing = m_engine->more(tail);
        QCOMPARE(ReplSetFixture::column(nothing, "_id"), QString());
        QVERIFY(nothing["cursor"].asDocument()["id"].asInt64() != 0);
        m_engine->good(R"({"insert":"log","documents":[{"_id":3}]})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(tail), "_id"), QStringLiteral("3"));
    }

    void aTailOfNothingEnds()
    {
        for (const char* name : {"log", "missing"}) {
            const bson::Document tail
                = m_engine->good(R"({"find":")" + std::string(name) + R"(","tailable":true})");
            QCOMPARE(tail["cursor"].asDocument()["id"].asInt64(), 0);
        }
    }

    void aPlaceThatWasOverwrittenEndsTheTail()
    {
        m_engine->good(R"({"insert":"log","documents":[{"_id":1}]})");
        const bson::Document tail = m_engine->good(R"({"find":"log","tailable":true})");
        m_engine->good(R"({"insert":"log","documents":[{"_id":2},{"_id":3},{"_id":4}]})");
        QCOMPARE(m_engine->more(tail)["code"].asInt32(), 136);
    }

    void theEndOfTheCollectionEndsTheTail()
    {
        m_engine->good(R"({"insert":"log","documents":[{"_id":1}]})");
        const bson::Document tail = m_engine->good(R"({"find":"log","tailable":true})");
        m_engine->good(R"({"drop":"log"})");
        QVERIFY(m_engine->more(tail)["code"].asInt32() != 0);
    }

    void theLogCanBeTailedFromATimestampOn()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        const bson::Timestamp time = m_engine->data.catalog->oplog()->last();
        const bson::Document find = bson::makeDocument(
            "find", "oplog.rs", "tailable", true, "oplogReplay", true, "filter",
            bson::makeDocument("ts", bson::makeDocument("$gt", time)));
        const bson::Document tail = m_engine->run(find, "local");
        QVERIFY(tail["cursor"].asDocument()["id"].asInt64() != 0);
        m_engine->good(R"({"insert":"c","documents":[{"_id":2}]})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(tail, "local"), "o"),
                 QStringLiteral(R"({"_id":2})"));
    }

    void aGetMoreThatFindsNothingWaitsUntilItsTimeIsOver()
    {
        m_engine->good(R"({"insert":"log","documents":[{"_id":1}]})");
        const bson::Document tail
            = m_engine->good(R"({"find":"log","tailable":true,"awaitData":true})");
        const bson::Document body
            = bson::makeDocument("getMore", tail["cursor"].asDocument()["id"].asInt64(),
                                 "collection", "log", "maxTimeMS", std::int32_t{3000});
        engine::request::Turn turn;
        engine::request::Request request;
        request.name = "getMore";
        request.database = "db";
        request.body = body;
        request.turn = &turn;
        m_engine->run(request);
        QCOMPARE(turn.wait->count(), 3000);
        QVERIFY(turn.wakeOnChange);

        turn = {base::Millis(1000), true, true};
        m_engine->good(R"({"insert":"log","documents":[{"_id":2}]})");
        QCOMPARE(ReplSetFixture::column(m_engine->run(request), "_id"), QStringLiteral("2"));
        QVERIFY(!turn.wait);

        turn = {base::Millis(3000), true, true};
        QCOMPARE(ReplSetFixture::column(m_engine->run(request), "_id"), QString());
        QVERIFY(!turn.wait);
    }

    void aCursorKilledDuringTheWaitIsSaidToBeKilled()
    {
        m_engine->good(R"({"insert":"log","documents":[{"_id":1}]})");
        const bson::Document tail
            = m_engine->good(R"({"find":"log","tailable":true,"awaitData":true})");
        const std::int64_t id = tail["cursor"].asDocument()["id"].asInt64();
        const bson::Document body = bson::makeDocument("getMore", id, "collection", "log");
        engine::request::Turn turn;
        engine::request::Request request;
        request.name = "getMore";
        request.database = "db";
        request.body = body;
        request.turn = &turn;
        m_engine->run(request);
        QVERIFY(turn.wait.has_value());
        bson::Builder kill;
        kill.append("killCursors", "log").beginArray("cursors").push(id).end();
        VERIFY_HOLDS(m_engine->run(kill.take()), R"({"ok":1})");

        turn = {base::Millis(10), true, true};
        VERIFY_HOLDS(m_engine->run(request), R"({"code":237,"codeName":"CursorKilled"})");
        turn = {};
        VERIFY_HOLDS(m_engine->run(request), R"({"code":43,"codeName":"CursorNotFound"})");
    }

    void wrongTailsAreRefused_data()
    {
        QTest::addColumn<QString>("rest");
        QTest::addColumn<int>("code");
        QTest::newRow("await alone") << R"("awaitData":true)" << 9;
        QTest::newRow("sorted") << R"("tailable":true,"sort":{"a":1})" << 2;
        QTest::newRow("backwards") << R"("tailable":true,"sort":{"$natural":-1})" << 2;
        QTest::newRow("single batch") << R"("tailable":true,"singleBatch":true)" << 2;
        QTest::newRow("wrong type") << R"("tailable":"yes")" << 14;
    }
    void wrongTailsAreRefused()
    {
        QFETCH(QString, rest);
        QFETCH(int, code);
        QCOMPARE(m_engine->codeOf(R"({"find":"log",)" + rest.toStdString() + "}"), code);
    }

    void anOrdinaryCollectionHasNoTail()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        QCOMPARE(m_engine->codeOf(R"({"find":"c","tailable":true})"), 2);
        QVERIFY(
            m_engine->textOf(R"({"find":"c","tailable":true})")
                .contains(QStringLiteral("tailable cursor requested on non capped collection")));
    }

private:
    std::unique_ptr<ReplSetFixture> m_engine;
};

SANDGLASS_TEST(CommandsTailableTest)
} // namespace tst_commands_tailable

#include "tst_commands_tailable.moc"
