// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/turn.h"
#include "app/engine/streams/repl_set_persona.h"
#include "tests/support/repl_set_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_commands_repl_set {

using namespace sandglass;
using sandglass::tests::CommandFixture;
using sandglass::tests::need;
using sandglass::tests::ReplSetFixture;

class CommandsReplSetTest : public QObject
{
    Q_OBJECT

private slots:
    void helloDescribesTheSet()
    {
        ReplSetFixture engine;
        for (const char* command : {R"({"hello":1})", R"({"isMaster":1})"}) {
            const bson::Document reply = engine.good(command);
            VERIFY_HOLDS(reply, R"({"setName":"rs0","setVersion":1,"secondary":false,
                "hosts":["127.0.0.1:27017"],"primary":"127.0.0.1:27017","me":"127.0.0.1:27017"})");
            QCOMPARE(reply["electionId"].type(), bson::Type::ObjectId);
            QVERIFY(reply["lastWrite"].asDocument().contains("opTime"));
            QVERIFY(reply["topologyVersion"].asDocument().contains("processId"));
        }
    }

    void otherServersHaveATopologyVersionToo()
    {
        CommandFixture standalone;
        const bson::Document reply = standalone.good(R"({"hello":1})");
        QCOMPARE(reply["topologyVersion"].asDocument()["counter"].type(), bson::Type::Int64);
        QVERIFY(!reply.contains("setName"));
    }

    void aClientThatKnowsTheTopologyWaits()
    {
        CommandFixture engine;
        const bson::Document known(engine.good(R"({"hello":1})")["topologyVersion"].asDocument());
        engine::request::Turn turn;
        const bson::Document body = bson::makeDocument("hello", 1, "topologyVersion", known,
                                                       "maxAwaitTimeMS", std::int32_t{10'000});
        engine::request::Request request;
        request.name = "hello";
        request.body = body;
        request.turn = &turn;
        engine.run(request);
        QCOMPARE(turn.wait->count(), 10'000);
        QVERIFY(!turn.wakeOnChange);
        turn = {base::Millis(10'000), true, true};
        VERIFY_HOLDS(engine.run(request), R"({"isWritablePrimary":true})");
        turn = {base::Millis(0), true, false};
        VERIFY_HOLDS(engine.run(request), R"({"isWritablePrimary":true})");
    }

    void aClientOfAnotherRunIsAnsweredAtOnce()
    {
        CommandFixture engine;
        engine::request::Turn turn;
        const bson::Document body
            = need(bson::fromJson(R"({"hello":1,"maxAwaitTimeMS":10000,"topologyVersion":
                {"processId":{"$oid":"000000000000000000000000"},"counter":{"$numberLong":"0"}}})"));
        engine::request::Request request;
        request.name = "hello";
        request.body = body;
        request.turn = &turn;
        VERIFY_HOLDS(engine.run(request), R"({"isWritablePrimary":true})");
    }

    void halfAnAwaitIsRefused()
    {
        CommandFixture engine;
        QCOMPARE(engine.codeOf(R"({"hello":1,"maxAwaitTimeMS":10})"), 31368);
        QCOMPARE(engine.codeOf(R"({"hello":1,"topologyVersion":
            {"processId":{"$oid":"000000000000000000000000"},"counter":{"$numberLong":"0"}}})"),
                 31368);
        QCOMPARE(engine.codeOf(R"({"hello":1,"maxAwaitTimeMS":-1,"topologyVersion":
            {"processId":{"$oid":"000000000000000000000000"},"counter":{"$numberLong":"0"}}})"),
                 31373);
    }

    void statusAndConfigurationNameTheOnlyMember()
    {
        ReplSetFixture engine;
        VERIFY_HOLDS(engine.runOnAdmin(R"({"replSetGetStatus":1})"),
                     R"({"set":"rs0","myState":1,"ok":1.0})");
        VERIFY_HOLDS(engine.runOnAdmin(R"({"replSetGetConfig":1})"), R"({"config":{"_id":"rs0"}})");
        QCOMPARE(engine.runOnAdmin(R"({"replSetInitiate":{}})")["code"].asInt32(), 23);
        CommandFixture standalone;
        QCOMPARE(standalone.runOnAdmin(R"({"replSetGetStatus":1})")["code"].asInt32(), 76);
    }

    void theDefaultConcernsAreThoseOfMongoDb()
    {
        ReplSetFixture engine;
        VERIFY_HOLDS(engine.runOnAdmin(R"({"getDefaultRWConcern":1,"inMemory":true})"),
                     R"({"defaultReadConcern":{"level":"local"},
                         "defaultWriteConcern":{"w":"majority","wtimeout":0},
                         "defaultWriteConcernSource":"implicit",
                         "defaultReadConcernSource":"implicit","inMemory":true,"ok":1.0})");
        QCOMPARE(
            engine.runOnAdmin(R"({"setDefaultRWConcern":1,"defaultWriteConcern":{"w":1}})")["code"]
                .asInt32(),
            115);
        engine.facts.versionNumbers = {4, 4, 0, 0};
        const bson::Document old = engine.runOnAdmin(R"({"getDefaultRWConcern":1})");
        QVERIFY(!old.contains("defaultWriteConcern"));
        QCOMPARE(old["localUpdateWallClockTime"].type(), bson::Type::Date);
        CommandFixture standalone;
        VERIFY_HOLDS(standalone.runOnAdmin(R"({"getDefaultRWConcern":1})"),
                     R"({"code":51300,"errmsg":
                         "'getDefaultRWConcern' is not supported on standalone nodes."})");
        VERIFY_HOLDS(standalone.runOnAdmin(R"({"setDefaultRWConcern":1})"), R"({"code":51300})");
    }

    void indexesAreBuiltUnderAQuorum()
    {
        ReplSetFixture engine;
        VERIFY_HOLDS(
            engine.good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})"),
            R"({"commitQuorum":"votingMembers"})");
        VERIFY_HOLDS(engine.good(R"({"createIndexes":"c","commitQuorum":1,
            "indexes":[{"key":{"b":1},"name":"b_1"}]})"),
                     R"({"commitQuorum":1})");
    }

    void concernsForMoreMembersAreReportedBesideTheWrite()
    {
        ReplSetFixture engine;
        const bson::Document body = need(
            bson::fromJson(R"({"insert":"c","documents":[{"_id":1}],"writeConcern":{"w":2}})"));
        VERIFY_HOLDS(engine.run(body), R"({"n":1,"ok":1.0})");
        engine::request::Request request;
        request.name = "insert";
        request.body = body;
        bson::Builder reply;
        engine::streams::appendWriteConcernError(request, engine.context.catalog, reply);
        VERIFY_HOLDS(reply.take(), R"({"writeConcernError":{"code":100,
            "codeName":"UnsatisfiableWriteConcern"}})");
        CommandFixture standalone;
        QCOMPARE(standalone.run(body)["code"].asInt32(), 2);
    }

    void majorityIsOneMember()
    {
        ReplSetFixture engine;
        const bson::Document body = need(bson::fromJson(
            R"({"insert":"c","documents":[{"_id":1}],"writeConcern":{"w":"majority"}})"));
        VERIFY_HOLDS(engine.run(body), R"({"n":1})");
        engine::request::Request request;
        request.name = "insert";
        request.body = body;
        bson::Builder reply;
        engine::streams::appendWriteConcernError(request, engine.context.catalog, reply);
        QVERIFY(reply.take().empty());
    }

    void repliesBearTheClusterTime()
    {
        ReplSetFixture engine;
        bson::Builder reply;
        engine::streams::appendClusterTime(engine.context.catalog, reply);
        const bson::Document fields = reply.take();
        QCOMPARE(fields["operationTime"].type(), bson::Type::Timestamp);
        VERIFY_HOLDS(fields, R"({"$clusterTime":{"signature":{"keyId":{"$numberLong":"0"}}}})");
        CommandFixture standalone;
        engine::streams::appendClusterTime(standalone.context.catalog, reply);
        QVERIFY(reply.take().empty());
    }

    void theLogIsListedAndReadAndNotWritten()
    {
        ReplSetFixture engine;
        engine.good(R"({"insert":"c","documents":[{"_id":1}]})");
        QCOMPARE(ReplSetFixture::column(engine.logged(R"({"op":"i"})"), "o"),
                 QStringLiteral(R"({"_id":1})"));
        const auto run = [&engine](const char* json) {
            return engine.run(need(bson::fromJson(json)), "local");
        };
        QVERIFY(bson::toJson(run(R"({"listCollections":1})")).find("oplog.rs")
                != std::string::npos);
        QCOMPARE(run(R"({"insert":"oplog.rs","documents":[{"_id":1}]})")["code"].asInt32(), 73);
        QCOMPARE(run(R"({"drop":"oplog.rs"})")["code"].asInt32(), 20);
        VERIFY_HOLDS(run(R"({"validate":"oplog.rs"})"), R"({"valid":true})");
    }

    void theClusterTimeIsThatOfTheNewestWrite()
    {
        ReplSetFixture engine;
        engine.good(R"({"insert":"c","documents":[{"_id":1}]})");
        const auto newest = [&engine] {
            const bson::Timestamp time = engine.data.catalog->oplog()->last();
            return QString::fromStdString(bson::toJson(bson::makeDocument("t", time)));
        };
        const QString time = newest();
        QCOMPARE(engine.found("c", R"("projection":{"_id":0,"t":"$$CLUSTER_TIME"})"), time);
        for (const char* stages :
             {R"([{"$lookup":{"from":"c","pipeline":[{"$project":{"_id":0,"t":"$$CLUSTER_TIME"}}],
                  "as":"r"}},{"$replaceWith":{"$first":"$r"}}])",
              R"([{"$lookup":{"from":"c","let":{"i":"$_id"},
                  "pipeline":[{"$project":{"_id":0,"t":"$$CLUSTER_TIME"}}],
                  "as":"r"}},{"$replaceWith":{"$first":"$r"}}])"}) {
            QCOMPARE(engine.aggregated("c", stages), time);
        }
        engine.good(R"({"update":"c","updates":[{"q":{},"u":[{"$set":{"t":"$$CLUSTER_TIME"}}]}]})");
        QCOMPARE(engine.found("c", R"("projection":{"_id":0})"), time);
        engine.good(R"({"create":"v","viewOn":"c",
            "pipeline":[{"$project":{"_id":0,"t":"$$CLUSTER_TIME"}}]})");
        QCOMPARE(engine.found("v"), newest());
    }

    void theOldestOfTheLogIsReadBackwards()
    {
        ReplSetFixture engine;
        engine.good(R"({"insert":"c","documents":[{"_id":1}]})");
        engine.good(R"({"insert":"c","documents":[{"_id":2}]})");
        const bson::Document newest = engine.run(
            need(bson::fromJson(R"({"find":"oplog.rs","sort":{"$natural":-1},"limit":1})")),
            "local");
        QCOMPARE(ReplSetFixture::column(newest, "o"), QStringLiteral(R"({"_id":2})"));
    }
};

SANDGLASS_TEST(CommandsReplSetTest)
} // namespace tst_commands_repl_set

#include "tst_commands_repl_set.moc"
