// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/bytes.h"
#include "app/engine/streams/repl_set_persona.h"
#include "tests/app/engine/server/dispatcher_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_server_reply_series {

using namespace sandglass;
using engine::request::Turn;
using tests::DispatcherFixture;
using tests::LegacyReply;
using tests::need;
using Raw = DispatcherFixture::Raw;

namespace {

/// An OP_MSG whose client accepts several replies.
Raw exhausting(std::string_view json)
{
    bson::Builder body;
    body.appendAll(need(bson::fromJson(json))).append("$db", "db");
    return sandglass::tests::writeMsg(7, 0, body.take(), engine::wire::kExhaustAllowed);
}

/// The attempt that follows a reply of a series.
Turn after(const Turn& turn)
{
    Turn next;
    next.series = turn.series;
    return next;
}

/// The attempt that follows a wait until its end.
Turn waitedOut(const Turn& turn)
{
    Turn next = after(turn);
    next.again = true;
    next.waited = turn.wait.value_or(base::Millis(0));
    return next;
}

std::string helloText(DispatcherFixture& engine, std::int64_t milliseconds)
{
    bson::Builder hello;
    hello.append("hello", 1);
    engine::streams::appendTopologyVersion(engine.commands.facts, hello);
    hello.append("maxAwaitTimeMS", milliseconds);
    return bson::toJson(hello.take());
}

std::int32_t idOf(const Raw& frame)
{
    return bson::loadLittle<std::int32_t>(frame.data() + 4);
}

std::int32_t answeredBy(const Raw& frame)
{
    return bson::loadLittle<std::int32_t>(frame.data() + 8);
}

bool saysMoreToCome(const Raw& frame)
{
    return (bson::loadLittle<std::uint32_t>(frame.data() + 16) & engine::wire::kMoreToCome) != 0;
}

} // namespace

class ServerReplySeriesTest : public QObject
{
    Q_OBJECT

private slots:
    void helloIsRepeatedEachTimeItsWaitIsOver()
    {
        DispatcherFixture engine;
        const Raw hello = exhausting(helloText(engine, 10'000));
        Turn turn;
        std::int32_t before = 7; // the request
        for (int n = 0; n < 3; ++n) {
            QVERIFY(!engine.send(hello, turn));
            QCOMPARE(turn.wait, std::optional(base::Millis(10'000)));
            Turn end = waitedOut(turn);
            const auto reply = engine.send(hello, end);
            QVERIFY(reply && saysMoreToCome(*reply));
            QVERIFY(end.series.goesOn);
            QCOMPARE(answeredBy(*reply), before);
            before = idOf(*reply);
            turn = after(end);
        }
    }

    void aClientOfAnotherRunIsToldAtOnceAndThenWaits()
    {
        DispatcherFixture engine;
        const Raw hello = exhausting(
            R"({"hello":1,"topologyVersion":{"processId":{"$oid":"650aff000102030405060708"},
                "counter":{"$numberLong":"0"}},"maxAwaitTimeMS":10000})");
        Turn first;
        QVERIFY(engine.send(hello, first));
        QVERIFY(first.series.goesOn);
        Turn second = after(first);
        QVERIFY(!engine.send(hello, second));
        QCOMPARE(second.wait, std::optional(base::Millis(10'000)));
    }

    void aWaitOfNothingIsNoEndlessLoop()
    {
        DispatcherFixture engine;
        const Raw hello = exhausting(helloText(engine, 0));
        Turn first;
        QVERIFY(engine.send(hello, first));
        Turn second = after(first);
        QVERIFY(!engine.send(hello, second));
        QVERIFY(second.wait.has_value());
    }

    void aSeriesNeedsAClientThatAcceptsIt()
    {
        DispatcherFixture engine;
        Turn plain;
        bson::Builder body;
        body.appendAll(need(bson::fromJson(helloText(engine, 10'000)))).append("$db", "db");
        const Raw hello = sandglass::tests::writeMsg(7, 0, body.take());
        QVERIFY(!engine.send(hello, plain));
        Turn end = waitedOut(plain);
        const auto reply = engine.send(hello, end);
        QVERIFY(reply && !saysMoreToCome(*reply) && !end.series.goesOn);
    }

    void aServerThatStopsSendsTheLastReply()
    {
        DispatcherFixture engine;
        Turn turn;
        turn.mayWait = false;
        const auto reply = engine.send(exhausting(helloText(engine, 10'000)), turn);
        QVERIFY(reply && !saysMoreToCome(*reply) && !turn.series.goesOn);
    }

    void aSeriesOfHelloNeedsItsWait()
    {
        DispatcherFixture engine;
        Turn turn;
        const auto reply = engine.send(exhausting(R"({"hello":1})"), turn);
        const auto message = need(engine::wire::parse(Raw(reply.value())));
        QCOMPARE(message.body["code"].asInt32(), 51756);
        QVERIFY(!message.moreToCome() && !turn.series.goesOn);
    }

    void otherCommandsAreAnsweredOnce()
    {
        DispatcherFixture engine;
        for (const char* command : {R"({"ping":1})", R"({"find":"c"})", R"({"nothing":1})"}) {
            Turn turn;
            const auto reply = engine.send(exhausting(command), turn);
            QVERIFY2(reply && !saysMoreToCome(*reply) && !turn.series.goesOn, command);
        }
    }

    void batchesFollowUntilTheCursorEnds()
    {
        DispatcherFixture engine;
        const Raw more = openedGetMore(engine, 100);
        Turn turn;
        QList<int> sizes;
        std::int32_t before = 7;
        do {
            turn = after(turn);
            const auto reply = engine.send(more, turn);
            const auto message = need(engine::wire::parse(Raw(reply.value())));
            QCOMPARE(message.moreToCome(), turn.series.goesOn);
            QCOMPARE(answeredBy(*reply), before);
            before = idOf(*reply);
            sizes << int(message.body["cursor"].asDocument()["nextBatch"].asDocument().count());
        } while (turn.series.goesOn);
        QCOMPARE(sizes, QList<int>({100, 100, 50}));
        QCOMPARE(engine.commands.cursors.count(), std::int64_t{0});
    }

    void aClientThatLeavesEndsItsCursor()
    {
        DispatcherFixture engine;
        const Raw more = openedGetMore(engine, 100);
        Turn turn;
        QVERIFY(engine.send(more, turn));
        QVERIFY(turn.series.goesOn);
        QCOMPARE(engine.commands.cursors.count(), std::int64_t{1});
        engine.dispatcher.seriesAbandoned(turn.series);
        QCOMPARE(engine.commands.cursors.count(), std::int64_t{0});
    }

    void anOldQueryGetsAllItsBatches()
    {
        DispatcherFixture engine;
        fill(engine, 250);
        const Raw query = DispatcherFixture::query("db.c", "{}", 100, engine::wire::kExhaust);
        Turn turn;
        QList<int> sizes;
        QList<int> starts;
        std::int32_t before = 0;
        do {
            turn = after(turn);
            const auto frame = engine.send(query, turn);
            const LegacyReply reply = DispatcherFixture::replyOf(frame.value());
            QCOMPARE(reply.cursorId != 0, turn.series.goesOn);
            if (before != 0) {
                QCOMPARE(answeredBy(*frame), before);
            }
            before = idOf(*frame);
            sizes << int(reply.documents.size());
            starts << reply.startingFrom;
        } while (turn.series.goesOn);
        QCOMPARE(sizes, QList<int>({100, 150}));
        QCOMPARE(starts, QList<int>({0, 100}));
    }

    void anOldQueryThatFailsIsAnsweredOnce()
    {
        DispatcherFixture engine;
        Turn turn;
        QVERIFY(engine.send(
            DispatcherFixture::query("db.c", R"({"a":{"$no":1}})", 0, engine::wire::kExhaust),
            turn));
        QVERIFY(!turn.series.goesOn);
    }

private:
    static void fill(DispatcherFixture& engine, int documents)
    {
        bson::Builder insert;
        insert.append("insert", "c").beginArray("documents");
        for (int n = 0; n < documents; ++n) {
            insert.push(bson::makeDocument("_id", n));
        }
        insert.end();
        VERIFY_HOLDS(engine.run(bson::toJson(insert.take())), R"({"ok":1.0})");
    }

    /// A getMore that accepts several replies, for a cursor with 250 documents left.
    static Raw openedGetMore(DispatcherFixture& engine, int batch)
    {
        fill(engine, 250);
        const bson::Document opened = engine.run(R"({"find":"c","batchSize":0})");
        return exhausting(bson::toJson(
            bson::makeDocument("getMore", opened["cursor"].asDocument()["id"].asInt64(),
                               "collection", "c", "batchSize", batch)));
    }
};

SANDGLASS_PLAIN_TEST(ServerReplySeriesTest)
} // namespace tst_server_reply_series

#include "tst_server_reply_series.moc"
