// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/server_version.h"
#include "tests/app/engine/server/dispatcher_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_server_admin {

using namespace sandglass;
using tests::DispatcherFixture;

namespace {

void behaveLike(DispatcherFixture& engine, std::string_view version)
{
    engine::request::behaveLike(*engine::request::findServerVersion(version),
                                engine.commands.facts);
}

std::int64_t codeOf(const bson::Document& reply)
{
    return reply["code"].toInt64();
}

std::size_t countOf(DispatcherFixture& engine, const std::string& collection)
{
    return static_cast<std::size_t>(
        engine.run("{\"count\":\"" + collection + "\"}")["n"].toInt64());
}

} // namespace

class ServerAdminTest : public QObject
{
    Q_OBJECT

private slots:
    void C119_aWriteBlockStopsUserDatabasesOnly()
    {
        DispatcherFixture engine;
        engine.run(R"({"insert":"c","documents":[{"_id":1,"a":1}]})");
        VERIFY_HOLDS(engine.run(R"({"setUserWriteBlockMode":1,"global":true})", "admin"),
                     R"({"ok":1.0})");
        for (const char* write : {R"({"insert":"c","documents":[{"_id":2}]})",
                                  R"({"update":"c","updates":[{"q":{},"u":{"$set":{"a":2}}}]})",
                                  R"({"delete":"c","deletes":[{"q":{},"limit":0}]})"}) {
            const bson::Document reply = engine.run(write);
            VERIFY_HOLDS(reply, R"({"ok":1.0,"n":0})");
            QCOMPARE(reply.view().at("writeErrors.0.code").toInt64(), std::int64_t{371});
        }
        for (const char* command :
             {R"({"findAndModify":"c","query":{},"update":{"$set":{"a":2}}})", R"({"create":"d"})",
              R"({"drop":"c"})", R"({"dropDatabase":1})", R"({"insertNothing":1,"drop":"c"})",
              R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})",
              R"({"dropIndexes":"c","index":"*"})",
              R"({"aggregate":"c","pipeline":[{"$out":"d"}],"cursor":{}})"}) {
            QVERIFY(codeOf(engine.run(command)) == 371 || codeOf(engine.run(command)) == 59);
        }
        QCOMPARE(countOf(engine, "c"), std::size_t{1});
        VERIFY_HOLDS(engine.run(R"({"insert":"c","documents":[{"_id":2}]})", "admin"),
                     R"({"ok":1.0,"n":1})");
        engine.run(R"({"setUserWriteBlockMode":1,"global":false})", "admin");
        VERIFY_HOLDS(engine.run(R"({"insert":"c","documents":[{"_id":2}]})"), R"({"n":1})");
    }

    void theWriteBlockTakesABoolAndKnownReasons()
    {
        DispatcherFixture engine;
        const auto code = [&](const char* json) { return codeOf(engine.run(json, "admin")); };
        QCOMPARE(code(R"({"setUserWriteBlockMode":1})"), std::int64_t{40414});
        QCOMPARE(code(R"({"setUserWriteBlockMode":1,"global":null})"), std::int64_t{40414});
        QCOMPARE(code(R"({"setUserWriteBlockMode":1,"global":1})"), std::int64_t{14});
        QCOMPARE(code(R"({"setUserWriteBlockMode":1,"global":true,"reason":1})"), std::int64_t{14});
        QCOMPARE(code(R"({"setUserWriteBlockMode":1,"global":true,"reason":"x"})"),
                 std::int64_t{2});
        QCOMPARE(code(R"({"setUserWriteBlockMode":1,"global":true,"x":1})"), std::int64_t{40415});
        QCOMPARE(codeOf(engine.run(R"({"setUserWriteBlockMode":1,"global":true})")),
                 std::int64_t{13});
        VERIFY_HOLDS(
            engine.run(
                R"({"setUserWriteBlockMode":1,"global":true,"reason":"DiskUseThresholdExceeded"})",
                "admin"),
            R"({"ok":1.0})");
    }

    void fsyncLocksNestAndStopWrites()
    {
        DispatcherFixture engine;
        VERIFY_HOLDS(engine.run(R"({"fsync":1})", "admin"), R"({"numFiles":1,"ok":1.0})");
        QCOMPARE(codeOf(engine.run(R"({"fsyncUnlock":1})", "admin")), std::int64_t{20});
        engine.run(R"({"fsync":1,"lock":true})", "admin");
        const bson::Document second = engine.run(R"({"fsync":1,"lock":1})", "admin");
        VERIFY_HOLDS(second, R"({"lockCount":2})");
        QCOMPARE(second["lockCount"].type(), bson::Type::Int64);
        QCOMPARE(codeOf(engine.run(R"({"insert":"c","documents":[{}]})")), std::int64_t{24});
        QVERIFY(engine.commands.writeGate.locked());
        VERIFY_HOLDS(engine.run(R"({"fsyncUnlock":1})", "admin"),
                     R"({"info":"fsyncUnlock completed","lockCount":1})");
        VERIFY_HOLDS(engine.run(R"({"fsyncUnlock":1})", "admin"), R"({"lockCount":0})");
        VERIFY_HOLDS(engine.run(R"({"insert":"c","documents":[{}]})"), R"({"ok":1.0})");
        QCOMPARE(codeOf(engine.run(R"({"fsync":1,"lock":"yes"})", "admin")), std::int64_t{14});
        QCOMPARE(codeOf(engine.run(R"({"fsync":1})")), std::int64_t{13});
    }

    void C124_anInsertIntoSystemIndexesIsRefusedByLaterServers()
    {
        DispatcherFixture engine;
        const char* insert = R"({"insert":"system.indexes","documents":[{"ns":"db.c"}]})";
        VERIFY_HOLDS(
            engine.run(insert),
            R"({"ok":0.0,"code":73,"errmsg":"Invalid system namespace: db.system.indexes"})");
        behaveLike(engine, "4.4");
        VERIFY_HOLDS(engine.run(insert),
                     R"({"ok":0.0,"code":73,"errmsg":"cannot write to 'db.system.indexes'"})");
    }

    void anInsertIntoSystemIndexesMakesAnIndexBehavingLikeOldServers()
    {
        DispatcherFixture engine;
        behaveLike(engine, "2.6");
        engine.send(DispatcherFixture::insert(
            "db.system.indexes",
            {R"({"ns":"db.c","key":{"t":1},"name":"t_1","expireAfterSeconds":60,"background":true})"}));
        VERIFY_HOLDS(engine.lastError(), R"({"err":null})");
        const bson::Document listed = engine.commands.listedIndex("c", "t_1");
        VERIFY_HOLDS(listed, R"({"expireAfterSeconds":60,"background":true})");
        engine.send(DispatcherFixture::insert("db.system.indexes",
                                              {R"({"ns":"other.c","key":{"t":1},"name":"t_1"})"}));
        QVERIFY(engine.lastError()["code"].toInt64() != 0);
        const bson::Document found
            = engine.run(R"({"find":"system.indexes","filter":{"name":"t_1"}})");
        QCOMPARE(found["cursor"].asDocument()["firstBatch"].asDocument().count(), std::size_t{1});
    }

    void secondsAsTextAreKeptAndNeverExpireBehavingLikeOldServers()
    {
        DispatcherFixture engine;
        const char* create = R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t_1",
                                 "expireAfterSeconds":"3600"}]})";
        QCOMPARE(codeOf(engine.run(create)), std::int64_t{67});
        behaveLike(engine, "2.6");
        VERIFY_HOLDS(engine.run(create), R"({"ok":1.0,"numIndexesAfter":2})");
        const auto collection = engine.commands.data.catalog->find({"db", "c"});
        QVERIFY(!collection->index("t_1")->definition.rule().valid);
    }

    void powerOfTwoSizesAreReportedByOldServersOnly()
    {
        DispatcherFixture engine;
        engine.run(R"({"create":"c"})");
        const char* change = R"({"collMod":"c","usePowerOf2Sizes":false})";
        QCOMPARE(codeOf(engine.run(change)), std::int64_t{40415});
        behaveLike(engine, "2.6");
        VERIFY_HOLDS(engine.run(change),
                     R"({"ok":1.0,"usePowerOf2Sizes_old":true,"usePowerOf2Sizes_new":false})");
        VERIFY_HOLDS(engine.run(R"({"collMod":"c","usePowerOf2Sizes":true})"),
                     R"({"ok":1.0,"usePowerOf2Sizes_old":false,"usePowerOf2Sizes_new":true})");
    }

    void genericFieldsAreJudgedForEveryCommand()
    {
        DispatcherFixture engine;
        const auto code = [&](const char* json) { return codeOf(engine.run(json)); };
        QCOMPARE(code(R"({"ping":1,"apiVersion":"1","apiStrict":false,"comment":{"a":1},
                          "$clusterTime":{},"maxTimeMS":1000})"),
                 std::int64_t{0});
        QCOMPARE(code(R"({"ping":1,"apiVersion":"2"})"), std::int64_t{322});
        QCOMPARE(code(R"({"ping":1,"apiVersion":1})"), std::int64_t{14});
        QCOMPARE(code(R"({"ping":1,"apiStrict":true})"), std::int64_t{4886600});
        for (const char* level : {"local", "majority", "available", "linearizable"}) {
            const std::string text
                = "{\"find\":\"c\",\"readConcern\":{\"level\":\"" + std::string(level) + "\"}}";
            QCOMPARE(codeOf(engine.run(text)), std::int64_t{0});
        }
        // without a replica set there are no snapshots to read
        QCOMPARE(code(R"({"find":"c","readConcern":{"level":"snapshot"}})"), std::int64_t{123});
        QCOMPARE(code(R"({"find":"c","readConcern":{"level":"nearly"}})"), std::int64_t{2});
        QCOMPARE(code(R"({"find":"c","readConcern":1})"), std::int64_t{14});
        QCOMPARE(code(R"({"find":"c","unknown":1})"), std::int64_t{40415});
    }

    void passwordsAreNotTakenForChecked()
    {
        DispatcherFixture engine;
        for (const char* command : {R"({"saslStart":1,"mechanism":"SCRAM-SHA-256","payload":""})",
                                    R"({"authenticate":1,"user":"a","nonce":"b","key":"c"})"}) {
            QCOMPARE(codeOf(engine.run(command)), std::int64_t{18});
        }
        QCOMPARE(codeOf(engine.run(R"({"saslContinue":1,"conversationId":1,"payload":""})")),
                 std::int64_t{17});
        QCOMPARE(engine.run(R"({"getnonce":1})")["nonce"].asString().size(), std::size_t{16});
        VERIFY_HOLDS(engine.run(R"({"logout":1})"), R"({"ok":1.0})");
    }

    void monitoringReadsTheCountersFromDiagnosticData()
    {
        DispatcherFixture engine;
        engine.commands.ports.ttlMetrics
            = [](bson::Builder& builder) { builder.append("passes", std::int64_t{7}); };
        const bson::Document reply = engine.run(R"({"getDiagnosticData":1})", "admin");
        for (const char* path : {"data.serverStatus.metrics.ttl.passes",
                                 "data.common.serverStatus.metrics.ttl.passes"}) {
            QCOMPARE(reply.view().at(path).toInt64(), std::int64_t{7});
        }
        QCOMPARE(reply.view().at("data.start").type(), bson::Type::Date);
        QCOMPARE(codeOf(engine.run(R"({"getDiagnosticData":1})")), std::int64_t{13});
    }

    void serverStatusHasItsSections()
    {
        DispatcherFixture engine;
        engine.commands.ports.sections
            = [&](bson::Builder& builder) { engine.dispatcher.appendNetwork(builder); };
        engine.run(R"({"create":"c"})");
        const bson::Document status = engine.run(R"({"serverStatus":1})");
        for (const char* section :
             {"asserts", "extra_info", "globalLock", "locks", "logicalSessionRecordCache", "mem",
              "metrics", "network", "opcounters", "opcountersRepl", "storageEngine", "transactions",
              "catalogStats"}) {
            QVERIFY2(status[section].type() == bson::Type::Document, section);
        }
        QVERIFY(status.view().at("network.bytesIn").toInt64() > 0);
        QVERIFY(status.view().at("network.bytesOut").toInt64() > 0);
        QCOMPARE(status.view().at("network.numRequests").toInt64(), std::int64_t{2});
        QCOMPARE(status.view().at("catalogStats.collections").toInt64(), std::int64_t{1});
    }

    // mongostat reads integers: it ends at once when a number has a fraction, or a section is
    // missing
    void mongostatFindsWhatItReads()
    {
        DispatcherFixture engine;
        engine.commands.ports.sections
            = [&](bson::Builder& builder) { engine.dispatcher.appendNetwork(builder); };
        engine.commands.data.clock.advance(base::Millis(12'345));
        const bson::Document status = engine.run(R"({"serverStatus":1,"recordStats":0})", "admin");
        for (const char* path : {"pid",
                                 "uptime",
                                 "uptimeMillis",
                                 "uptimeEstimate",
                                 "asserts.regular",
                                 "extra_info.page_faults",
                                 "globalLock.totalTime",
                                 "globalLock.currentQueue.readers",
                                 "globalLock.activeClients.writers",
                                 "network.bytesIn",
                                 "network.bytesOut",
                                 "network.numRequests",
                                 "opcounters.insert",
                                 "opcounters.query",
                                 "opcounters.update",
                                 "opcounters.delete",
                                 "opcounters.getmore",
                                 "opcounters.command",
                                 "opcountersRepl.insert",
                                 "mem.bits",
                                 "mem.resident",
                                 "mem.virtual"}) {
            QVERIFY2(status.view().at(path).toExactInt64(), path);
        }
        for (const char* path : {"host", "version", "process", "storageEngine.name"}) {
            QVERIFY2(!status.view().at(path).asString().empty(), path);
        }
        QCOMPARE(status["localTime"].type(), bson::Type::Date);
    }

    // --dumpDbUsersAndRoles
    void mongodumpReadsUsersAndRoles()
    {
        DispatcherFixture engine;
        for (const char* collection : {"system.users", "system.roles", "system.version"}) {
            const std::string name = collection;
            const std::string find = "{\"find\":\"" + name + "\",\"filter\":{\"db\":\"shop\"}}";
            VERIFY_HOLDS(engine.run(find, "admin"), R"({"ok":1})");
        }
    }

    void aConnectionKnowsItselfAndHasNoUser()
    {
        DispatcherFixture engine;
        const bson::Document status = engine.run(R"({"connectionStatus":1,"showPrivileges":true})");
        QCOMPARE(status["uuid"].asBinary().bytes.size(), std::size_t{16});
        for (const char* list :
             {"authenticatedUsers", "authenticatedUserRoles", "authenticatedUserPrivileges"}) {
            QCOMPARE(status["authInfo"].asDocument()[list].type(), bson::Type::Array);
        }
        QCOMPARE(codeOf(engine.run(R"({"connectionStatus":1,"showPrivileges":"yes"})")),
                 std::int64_t{14});
    }

    void timeIsReportedByCollectionAndKind()
    {
        DispatcherFixture engine;
        engine.run(R"({"insert":"c","documents":[{"_id":1}]})");
        engine.run(R"({"find":"c"})");
        const bson::Document top = engine.run(R"({"top":1})", "admin");
        const bson::DocumentView collection = top["totals"].asDocument()["db.c"].asDocument();
        for (const char* kind : {"total", "readLock", "writeLock", "queries", "insert"}) {
            QCOMPARE(collection[kind].asDocument()["count"].toInt64(),
                     std::int64_t{kind == std::string_view("total") ? 2 : 1});
        }
        QCOMPARE(collection["remove"].asDocument()["count"].toInt64(), std::int64_t{0});
    }

    void theCommandsAreListed()
    {
        DispatcherFixture engine;
        const bson::Document commands = engine.run(R"({"listCommands":1})");
        VERIFY_HOLDS(bson::Document(commands.view().at("commands.setParameter").asDocument()),
                     R"({"adminOnly":true})");
    }

    void aSoundCollectionKeepsItsIndexesThroughReIndex()
    {
        DispatcherFixture engine;
        engine.run(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
        VERIFY_HOLDS(engine.run(R"({"reIndex":"c"})"), R"({"nIndexesWas":2,"nIndexes":2})");
        QCOMPARE(codeOf(engine.run(R"({"reIndex":"none"})")), std::int64_t{26});
    }
};

SANDGLASS_PLAIN_TEST(ServerAdminTest)
} // namespace tst_server_admin

#include "tst_server_admin.moc"
