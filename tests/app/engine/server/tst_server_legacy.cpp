// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/engine/server/dispatcher_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_server_legacy {

using namespace sandglass;
using tests::DispatcherFixture;
using tests::LegacyReply;

namespace {

constexpr std::uint32_t kCursorNotFound = 1;
constexpr std::uint32_t kQueryFailure = 2;

/// db.c with documents {_id: 0} … {_id: count − 1}.
void fill(DispatcherFixture& engine, int count)
{
    std::vector<std::string> documents;
    for (int id = 0; id < count; ++id) {
        documents.push_back("{\"_id\":" + std::to_string(id) + ",\"a\":" + std::to_string(id % 3)
                            + "}");
    }
    engine.send(DispatcherFixture::insert("db.c", documents));
}

} // namespace

class ServerLegacyTest : public QObject
{
    Q_OBJECT

private slots:
    void anOldCommandIsAnsweredWithOneDocument()
    {
        DispatcherFixture engine;
        for (const std::int32_t count : {-1, 0, 1}) {
            const LegacyReply reply
                = engine.ask(DispatcherFixture::query("admin.$cmd", R"({"ping":1})", count));
            QCOMPARE(reply.flags & kQueryFailure, 0U);
            QCOMPARE(reply.cursorId, std::int64_t{0});
            VERIFY_HOLDS(reply.only(), R"({"ok":1.0})");
        }
        VERIFY_HOLDS(engine.ask(DispatcherFixture::query("admin.$cmd", R"({"ping":1})", 2)).only(),
                     R"({"ok":0.0,"code":16979})");
    }

    void aCommandNeedsADatabase()
    {
        DispatcherFixture engine;
        VERIFY_HOLDS(engine.ask(DispatcherFixture::query(".$cmd", R"({"ping":1})", -1)).only(),
                     R"({"ok":0.0,"code":73})");
    }

    void aWrappedCommandIsRunWithoutItsWrapper()
    {
        DispatcherFixture engine;
        VERIFY_HOLDS(
            engine
                .ask(DispatcherFixture::query(
                    "db.$cmd", R"({"$query":{"count":"c"},"$readPreference":{"mode":"secondary"}})",
                    -1, 4))
                .only(),
            R"({"ok":1.0,"n":0})");
    }

    void anInsertGetsNoReplyAndIsThere()
    {
        DispatcherFixture engine;
        QVERIFY(!engine.send(DispatcherFixture::insert("db.c", {R"({"_id":1})", R"({"_id":2})"})));
        VERIFY_HOLDS(engine.lastError(), R"({"ok":1.0,"n":0,"err":null})");
        QCOMPARE(engine.ask(DispatcherFixture::query("db.c", "{}")).texts(),
                 QStringLiteral(R"({"_id":1} {"_id":2})"));
    }

    void aFailedInsertIsReportedByGetLastErrorOnItsConnectionOnly()
    {
        DispatcherFixture engine;
        engine.send(DispatcherFixture::insert("db.c", {R"({"_id":1})"}), 1);
        engine.send(DispatcherFixture::insert("db.c", {R"({"_id":1})"}), 2);
        const bson::Document error = engine.lastError(2);
        VERIFY_HOLDS(error, R"({"ok":1.0,"code":11000,"n":0})");
        QVERIFY(error["err"].asString().starts_with("E11000 duplicate key"));
        VERIFY_HOLDS(engine.lastError(1), R"({"err":null})");
        // an operation in between takes its place
        engine.ask(DispatcherFixture::query("db.$cmd", R"({"ping":1})", -1), 2);
        VERIFY_HOLDS(engine.lastError(2), R"({"err":null})");
    }

    void continueOnErrorGoesOnBehindADuplicate()
    {
        DispatcherFixture engine;
        const std::vector<std::string> documents{R"({"_id":1})", R"({"_id":1})", R"({"_id":2})"};
        engine.send(DispatcherFixture::insert("db.stops", documents));
        engine.send(DispatcherFixture::insert("db.goesOn", documents, 1));
        QCOMPARE(engine.ask(DispatcherFixture::query("db.stops", "{}")).documents.size(),
                 std::size_t{1});
        QCOMPARE(engine.ask(DispatcherFixture::query("db.goesOn", "{}")).documents.size(),
                 std::size_t{2});
    }

    void anUpdateShowsWhetherSomethingWasThere()
    {
        DispatcherFixture engine;
        fill(engine, 6);
        engine.send(DispatcherFixture::update("db.c", R"({"a":0})", R"({"$set":{"b":1}})"));
        VERIFY_HOLDS(engine.lastError(), R"({"n":1,"updatedExisting":true,"err":null})");
        engine.send(DispatcherFixture::update("db.c", R"({"a":0})", R"({"$set":{"b":2}})", 2));
        VERIFY_HOLDS(engine.lastError(), R"({"n":2,"updatedExisting":true})");
        engine.send(DispatcherFixture::update("db.c", R"({"a":9})", R"({"$set":{"b":2}})"));
        VERIFY_HOLDS(engine.lastError(), R"({"n":0,"updatedExisting":false})");
        engine.send(DispatcherFixture::update("db.c", R"({"_id":77})", R"({"a":1})", 1));
        VERIFY_HOLDS(engine.lastError(), R"({"n":1,"updatedExisting":false,"upserted":77})");
        engine.send(DispatcherFixture::update("db.c", "{}", R"({"$nonsense":{"b":2}})"));
        QVERIFY(engine.lastError()["code"].toInt64() != 0);
    }

    void aDeleteTakesOneOrAll()
    {
        DispatcherFixture engine;
        fill(engine, 9);
        engine.send(DispatcherFixture::remove("db.c", R"({"a":1})", 1));
        VERIFY_HOLDS(engine.lastError(), R"({"n":1,"err":null})");
        engine.send(DispatcherFixture::remove("db.c", R"({"a":1})"));
        VERIFY_HOLDS(engine.lastError(), R"({"n":2,"err":null})");
        QCOMPARE(engine.ask(DispatcherFixture::query("db.c", "{}")).documents.size(),
                 std::size_t{6});
    }

    void batchesGoOnWithGetMoreUntilTheCursorEnds()
    {
        DispatcherFixture engine;
        fill(engine, 250);
        LegacyReply reply = engine.ask(DispatcherFixture::query("db.c", "{}"));
        QCOMPARE(reply.documents.size(), std::size_t{101});
        QCOMPARE(reply.startingFrom, 0);
        QVERIFY(reply.cursorId != 0);
        const std::int64_t cursor = reply.cursorId;
        reply = engine.ask(DispatcherFixture::getMore("db.c", cursor, 99));
        QCOMPARE(reply.documents.size(), std::size_t{99});
        QCOMPARE(reply.startingFrom, 101);
        QCOMPARE(reply.cursorId, cursor);
        reply = engine.ask(DispatcherFixture::getMore("db.c", cursor));
        QCOMPARE(reply.documents.size(), std::size_t{50});
        QCOMPARE(reply.startingFrom, 200);
        QCOMPARE(reply.cursorId, std::int64_t{0});
        reply = engine.ask(DispatcherFixture::getMore("db.c", cursor));
        QCOMPARE(reply.flags & kCursorNotFound, kCursorNotFound);
        QCOMPARE(reply.documents.size(), std::size_t{0});
    }

    void aNegativeNumberAsksForOneBatchOnly()
    {
        DispatcherFixture engine;
        fill(engine, 20);
        for (const auto& [count, expected] :
             {std::pair{-5, 5}, std::pair{1, 1}, std::pair{-1, 1}}) {
            const LegacyReply reply = engine.ask(DispatcherFixture::query("db.c", "{}", count));
            QCOMPARE(reply.documents.size(), static_cast<std::size_t>(expected));
            QCOMPARE(reply.cursorId, std::int64_t{0});
        }
        const LegacyReply more = engine.ask(DispatcherFixture::skippingQuery("db.c", "{}", 15, 3));
        QCOMPARE(more.texts(),
                 QStringLiteral(R"({"_id":15,"a":0} {"_id":16,"a":1} {"_id":17,"a":2})"));
        QVERIFY(more.cursorId != 0);
    }

    void aKilledCursorIsGone()
    {
        DispatcherFixture engine;
        fill(engine, 10);
        const LegacyReply reply = engine.ask(DispatcherFixture::query("db.c", "{}", 2));
        QVERIFY(!engine.send(DispatcherFixture::killCursor(reply.cursorId)));
        QCOMPARE(engine.commands.cursors.count(), std::int64_t{0});
        QCOMPARE(engine.ask(DispatcherFixture::getMore("db.c", reply.cursorId)).flags
                     & kCursorNotFound,
                 kCursorNotFound);
        QVERIFY(!engine.send(DispatcherFixture::killCursor(-1)));
    }

    void modifiersSortHintAndProject()
    {
        using namespace engine::wire::test;
        DispatcherFixture engine;
        fill(engine, 4);
        const LegacyReply sorted = engine.ask(DispatcherFixture::query(
            "db.c", R"({"$query":{"_id":{"$gt":0}},"$orderby":{"_id":-1},"$hint":{"_id":1},
                       "$comment":"x","$maxTimeMS":5000,"$snapshot":false})"));
        QCOMPARE(sorted.texts(),
                 QStringLiteral(R"({"_id":3,"a":0} {"_id":2,"a":2} {"_id":1,"a":1})"));
        const LegacyReply old = engine.ask(
            DispatcherFixture::query("db.c", R"({"query":{},"orderby":{"_id":-1}})", -1));
        QCOMPARE(old.texts(), QStringLiteral(R"({"_id":3,"a":0})"));
        const LegacyReply projected = engine.ask(framed(
            2004,
            number(0) + cString("db.c") + number(0) + number(-1) + DispatcherFixture::json("{}")
                + DispatcherFixture::json(R"({"a":1,"_id":0})")));
        QCOMPARE(projected.texts(), QStringLiteral(R"({"a":0})"));
    }

    void explainAnswersWithThePlan()
    {
        DispatcherFixture engine;
        fill(engine, 4);
        const LegacyReply reply
            = engine.ask(DispatcherFixture::query("db.c", R"({"$query":{"a":1},"$explain":true})"));
        VERIFY_HOLDS(reply.only(), R"({"ok":1.0})");
        QVERIFY(reply.only().contains("queryPlanner"));
        QVERIFY(reply.only().contains("executionStats"));
    }

    void aFailedQueryHasItsFlagAndErr()
    {
        DispatcherFixture engine;
        const LegacyReply reply
            = engine.ask(DispatcherFixture::query("db.c", R"({"a":{"$nonsense":1}})"));
        QCOMPARE(reply.flags & kQueryFailure, kQueryFailure);
        QVERIFY(!reply.only()["$err"].asString().empty());
        QCOMPARE(reply.only()["code"].toInt64(), std::int64_t{2});
        for (const std::string_view ns : {"", "db", ".c", "db..c", "d b.c"}) {
            const LegacyReply bad = engine.ask(DispatcherFixture::query(ns, "{}"));
            QCOMPARE(bad.flags & kQueryFailure, kQueryFailure);
        }
        const LegacyReply negative
            = engine.ask(DispatcherFixture::skippingQuery("db.c", "{}", -1, 0));
        QCOMPARE(negative.flags & kQueryFailure, kQueryFailure);
        // Exhaust with a tailable cursor
        const LegacyReply exhaust = engine.ask(DispatcherFixture::query("db.c", "{}", 0, 66));
        QCOMPARE(exhaust.flags & kQueryFailure, kQueryFailure);
    }

    void writesToUnusableNamesAreErrorsOfGetLastError()
    {
        DispatcherFixture engine;
        for (const std::string_view ns : {"", "db", ".c", "db.", "db.system.foo"}) {
            QVERIFY(!engine.send(DispatcherFixture::insert(ns, {R"({"_id":1})"})));
            QCOMPARE(engine.lastError()["code"].toInt64(), std::int64_t{73});
        }
        QVERIFY(!engine.send(DispatcherFixture::insert("db.c", {})));
        QVERIFY(engine.lastError()["code"].toInt64() != 0);
    }

    void systemCollectionsShowTheCatalog()
    {
        DispatcherFixture engine;
        fill(engine, 1);
        engine.run(R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t_1",
                       "expireAfterSeconds":60}]})");
        const LegacyReply indexes = engine.ask(
            DispatcherFixture::query("db.system.indexes", R"({"ns":"db.c","name":"t_1"})"));
        QCOMPARE(indexes.texts(),
                 QStringLiteral(R"({"v":1,"key":{"t":1},"ns":"db.c","name":"t_1",)"
                                R"("expireAfterSeconds":60})"));
        const LegacyReply names = engine.ask(DispatcherFixture::query(
            "db.system.namespaces", R"({"$query":{},"$orderby":{"name":-1}})"));
        QCOMPARE(names.texts(),
                 QStringLiteral(R"({"name":"db.c.$t_1"} {"name":"db.c.$_id_"} {"name":"db.c"})"));
        // they are stored nowhere, so they have no metadata
        for (const char* kind : {"recordId", "indexKey"}) {
            const LegacyReply refused = engine.ask(DispatcherFixture::selectingQuery(
                "db.system.indexes", "{}", "{\"k\":{\"$meta\":\"" + std::string(kind) + "\"}}"));
            QCOMPARE(refused.flags & kQueryFailure, kQueryFailure);
            QCOMPARE(refused.only()["code"].toInt64(), std::int64_t{40218});
        }
        // the command of later servers finds an ordinary collection that is not there
        QCOMPARE(engine.run(R"({"find":"system.indexes"})")["cursor"]
                     .asDocument()["firstBatch"]
                     .asDocument()
                     .count(),
                 std::size_t{0});
    }

    void runningOperationsAreAskedForByQuery()
    {
        DispatcherFixture engine;
        QVERIFY(engine.ask(DispatcherFixture::query("admin.$cmd.sys.inprog", "{}", -1))
                    .only()
                    .contains("inprog"));
        VERIFY_HOLDS(
            engine.ask(DispatcherFixture::query("admin.$cmd.sys.killop", R"({"op":12345})", -1))
                .only(),
            R"({"ok":1.0})");
        VERIFY_HOLDS(engine.ask(DispatcherFixture::query("admin.$cmd.sys.unlock", "{}", -1)).only(),
                     R"({"ok":0.0,"code":20})");
    }

    void bothSpellingsOfGetLastErrorAreKnown()
    {
        DispatcherFixture engine;
        for (const char* name : {"getLastError", "getlasterror"}) {
            const bson::Document reply = engine.run("{\"" + std::string(name) + "\":1}");
            VERIFY_HOLDS(reply, R"({"ok":1.0,"err":null,"connectionId":1})");
        }
        VERIFY_HOLDS(engine.run(R"({"getLastError":1,"w":2})"), R"({"ok":0.0,"code":2})");
        VERIFY_HOLDS(engine.run(R"({"getLastError":1,"j":true,"w":1})"), R"({"ok":1.0})");
    }

    void getPrevErrorCountsBackToTheError()
    {
        DispatcherFixture engine;
        VERIFY_HOLDS(engine.run(R"({"getPrevError":1})"), R"({"err":null,"nPrev":-1})");
        engine.run(R"({"nonsense":1})");
        VERIFY_HOLDS(engine.run(R"({"getPrevError":1})"), R"({"code":59,"nPrev":1})");
        engine.run(R"({"ping":1})");
        VERIFY_HOLDS(engine.run(R"({"getPrevError":1})"), R"({"code":59,"nPrev":2})");
        engine.run(R"({"resetError":1})");
        VERIFY_HOLDS(engine.run(R"({"getPrevError":1})"), R"({"err":null,"nPrev":-1})");
    }

    void C136_endSessionsWithoutAcknowledgementGetsNothingBack()
    {
        DispatcherFixture engine;
        const bson::Document end = tests::need(
            bson::fromJson(R"({"endSessions":[],"writeConcern":{"w":0},"$db":"admin"})"));
        QVERIFY(!engine.send(sandglass::tests::writeMsg(3, 0, end, engine::wire::kMoreToCome)));
        QVERIFY(engine.send(sandglass::tests::writeMsg(3, 0, end)).has_value());
    }
};

SANDGLASS_PLAIN_TEST(ServerLegacyTest)
} // namespace tst_server_legacy

#include "tst_server_legacy.moc"
