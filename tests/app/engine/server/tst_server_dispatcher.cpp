// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/engine/server/dispatcher_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <thread>

namespace tst_server_dispatcher {

using namespace sandglass;
using engine::net::Effort;
using tests::DispatcherFixture;

namespace {

/// A command that would run for years within one document.
constexpr const char* kEndless
    = R"({"aggregate":1,"pipeline":[{"$documents":[{}]},{"$project":{"v":{"$reduce":{"input":
{"$range":[0,1000000]},"initialValue":0,"in":{"$size":{"$range":[0,{"$add":["$$this",100000]}]}}}}}}],
"cursor":{}})";

Effort effortOf(const DispatcherFixture& engine, const DispatcherFixture::Raw& frame)
{
    const auto message = engine::wire::parse(DispatcherFixture::Raw(frame));
    if (!message) {
        qFatal("the wire refused a test's message");
    }
    return engine.dispatcher.effortOf(*message);
}

DispatcherFixture::Raw commandFrame(std::string_view json)
{
    bson::Builder body;
    body.appendAll(tests::need(bson::fromJson(json))).append("$db", "admin");
    return sandglass::tests::writeMsg(7, 0, body.take());
}

Effort effortOf(const DispatcherFixture& engine, std::string_view json)
{
    return effortOf(engine, commandFrame(json));
}

bool endsWithClient(const DispatcherFixture& engine, std::string_view json)
{
    const auto message = engine::wire::parse(commandFrame(json));
    return message && engine.dispatcher.endsWithClient(*message);
}

} // namespace

class ServerDispatcherTest : public QObject
{
    Q_OBJECT

private slots:
    void onlyCommandsThatNeverBlockAreInstant()
    {
        const DispatcherFixture engine;
        for (const char* command :
             {R"({"ping":1})", R"({"hello":1})", R"({"isMaster":1})", R"({"ismaster":1})"}) {
            QVERIFY2(effortOf(engine, command) == Effort::Instant, command);
        }
        for (const char* command : {R"({"find":"c"})", R"({"aggregate":"c"})",
                                    R"({"getMore":1,"collection":"c"})", R"({"nothing":1})"}) {
            QVERIFY2(effortOf(engine, command) == Effort::Any, command);
        }
    }

    void administratorsHaveWorkersOfTheirOwn()
    {
        const DispatcherFixture engine;
        for (const char* command :
             {R"({"killOp":1})", R"({"currentOp":1})", R"({"currentOp":true})",
              R"({"currentOp":1,"$all":true,"$ownOps":true,"comment":{"a":1},"lsid":{"id":1}})",
              R"({"currentOp":1,"op":"query","active":true,"command.find":"c","opid":7})",
              R"({"serverStatus":1})", R"({"getParameter":1})", R"({"setParameter":1})",
              R"({"fsyncUnlock":1})", R"({"killCursors":"c"})", R"({"killSessions":[]})",
              R"({"listDatabases":1})", R"({"listCollections":1,"nameOnly":true})",
              R"({"listIndexes":"c"})"}) {
            QVERIFY2(effortOf(engine, command) == Effort::Administrative, command);
        }
    }

    void aListWithAFilterMayTakeLongAndWaitsLikeAnyRead()
    {
        const DispatcherFixture engine;
        for (const char* command :
             {R"({"listDatabases":1,"filter":{}})", R"({"listCollections":1,"filter":{}})",
              R"({"currentOp":1,"$expr":{"$eq":[1,1]}})", R"({"currentOp":1,"$or":[{"op":"a"}]})",
              R"({"currentOp":1,"op":{"$regex":"a"}})", R"({"currentOp":1,"let":{"a":1}})",
              R"({"currentOp":1,"ns":{"$regularExpression":{"pattern":"a","options":""}}})"}) {
            QVERIFY2(effortOf(engine, command) == Effort::Any, command);
        }
    }

    void aLoopInOneDocumentEndsWithItsClientOrWithTheEngine_data()
    {
        QTest::addColumn<bool>("engineEnds");
        QTest::newRow("the client has gone") << false;
        QTest::newRow("the engine ends") << true;
    }
    void aLoopInOneDocumentEndsWithItsClientOrWithTheEngine()
    {
        QFETCH(bool, engineEnds);
        DispatcherFixture engine;
        bson::Document reply;
        std::thread client([&] { reply = engine.run(kEndless); });
        QTRY_COMPARE(engine.commands.records.running.list().size(), std::size_t{1});
        if (engineEnds) {
            engine.dispatcher.endSoon();
        } else {
            engine.dispatcher.peerLeft(1);
        }
        client.join();
        QCOMPARE(reply["code"].asInt32(), engineEnds ? 11600 : 11601);
    }

    // Drivers repeat such a read by themselves, and keep their connections.
    void aReadThatKeepsTheFilesOpenIsEndedSoThatItCanBeRepeated()
    {
        DispatcherFixture engine;
        bson::Document reply;
        std::thread client([&] { reply = engine.run(kEndless); });
        QTRY_COMPARE(engine.commands.records.running.list().size(), std::size_t{1});
        engine.commands.records.running.killRunning();
        client.join();
        VERIFY_HOLDS(reply, R"({"code":11602,"codeName":"InterruptedDueToReplStateChange"})");
        QVERIFY(reply.view().contains("topologyVersion"));
    }

    void aTimeLimitEndsALoopInOneDocument()
    {
        DispatcherFixture engine;
        bson::Document reply;
        bson::Builder limited;
        limited.appendAll(tests::need(bson::fromJson(kEndless))).append("maxTimeMS", 5000);
        const std::string text = bson::toJson(limited.take());
        std::atomic<bool> answered{false};
        std::thread client([&] {
            reply = engine.run(text);
            answered = true;
        });
        // again and again, as the limit may begin after a step
        const auto step = [&] {
            engine.commands.data.clock.advance(base::Millis(6000));
            return answered.load();
        };
        QTRY_VERIFY(step());
        client.join();
        VERIFY_HOLDS(reply, R"({"code":50})");
    }

    void oneConnectionTooManyGetsAnErrorInEachForm()
    {
        DispatcherFixture engine;
        const auto message = engine::wire::parse(
            sandglass::tests::writeMsg(7, 0, bson::makeDocument("hello", 1, "$db", "admin")));
        const auto refusal = engine.dispatcher.refuse(*message);
        QVERIFY(refusal.has_value());
        const auto reply = engine::wire::parse(DispatcherFixture::Raw(*refusal));
        QVERIFY(reply.has_value());
        VERIFY_HOLDS(bson::Document(reply->body), R"({"ok":0.0,"codeName":"HostUnreachable"})");
        QCOMPARE(reply->responseTo, 7);
        const auto old
            = engine::wire::parse(DispatcherFixture::query("admin.$cmd", R"({"isMaster":1})", -1));
        QVERIFY(engine.dispatcher.refuse(*old).has_value());
    }

    void writesWaitForTheirTurn()
    {
        const DispatcherFixture engine;
        for (const char* command : {R"({"insert":"c"})", R"({"update":"c"})", R"({"delete":"c"})",
                                    R"({"findandmodify":"c"})", R"({"createIndexes":"c"})"}) {
            QVERIFY2(effortOf(engine, command) == Effort::InTurn, command);
        }
    }

    void onlyWritesOfDocumentsEndWithTheirClient()
    {
        const DispatcherFixture engine;
        for (const char* command : {R"({"insert":"c"})", R"({"update":"c"})", R"({"delete":"c"})",
                                    R"({"findandmodify":"c"})", R"({"bulkWrite":1})"}) {
            QVERIFY2(endsWithClient(engine, command), command);
        }
        for (const char* command :
             {R"({"createIndexes":"c"})", R"({"drop":"c"})", R"({"dropDatabase":1})",
              R"({"renameCollection":"a.c"})", R"({"collMod":"c"})", R"({"nothing":1})"}) {
            QVERIFY2(!endsWithClient(engine, command), command);
        }
        // gets no reply, so nobody waits for one
        const auto old = engine::wire::parse(DispatcherFixture::insert("db.c", {R"({"_id":1})"}));
        QVERIFY(!engine.dispatcher.endsWithClient(*old));
    }

    void aWriteOfManyDocumentsEndsAfterTheUnitItIsAt_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("left"); // documents of the collection that it did not reach
        QTest::newRow("insert") << QStringLiteral(R"({"insert":"other","documents":[%1]})") << 0;
        QTest::newRow("update") << QStringLiteral(
            R"({"update":"c","updates":[{"q":{},"u":{"$set":{"a":1}},"multi":true}]})")
                                << 1500;
        QTest::newRow("delete") << QStringLiteral(
            R"({"delete":"c","deletes":[{"q":{},"limit":0}]})")
                                << 1500;
        QTest::newRow("bulkWrite") << QStringLiteral(
            R"({"bulkWrite":1,"nsInfo":[{"ns":"db.c"}],"ops":[{"delete":0,"filter":{},"multi":true}]})")
                                   << 1500;
    }
    void aWriteOfManyDocumentsEndsAfterTheUnitItIsAt()
    {
        QFETCH(QString, command);
        QFETCH(int, left);
        constexpr int kDocuments = 2500;
        constexpr int kInOneUnit = 1000;
        QStringList documents;
        for (int id = 0; id < kDocuments; ++id) {
            documents << QStringLiteral(R"({"_id":%1})").arg(id);
        }
        const auto insert = QStringLiteral(R"({"insert":"c","documents":[%1]})");
        DispatcherFixture engine;
        VERIFY_HOLDS(engine.run(insert.arg(documents.join(u',')).toStdString()), R"({"ok":1.0})");
        // the client goes while the first unit is written
        engine.commands.data.catalog->setCommitListener([&] { engine.dispatcher.peerLeft(1); });
        const std::string text = command.contains(u"%1")
            ? command.arg(documents.join(u',')).toStdString()
            : command.toStdString();
        const char* const database = command.startsWith(u"{\"bulk") ? "admin" : "db";
        QCOMPARE(engine.run(text, database)["code"].asInt32(), 11601);
        engine.commands.data.catalog->setCommitListener({});
        const auto count = [&](const char* query) { return engine.run(query)["n"].toInt64(); };
        if (left == 0) {
            QCOMPARE(count(R"({"count":"other"})"), qint64{kInOneUnit});
        } else {
            QCOMPARE(count(R"({"count":"c","query":{"a":{"$exists":false}}})"), qint64{left});
        }
        VERIFY_HOLDS(engine.run(R"({"validate":"c"})"), R"({"valid":true})");
    }

    void oldMessagesAreJudgedByWhatTheyDo()
    {
        const DispatcherFixture engine;
        QVERIFY(effortOf(engine, DispatcherFixture::query("db.$cmd", R"({"ismaster":1})", -1))
                == Effort::Instant);
        QVERIFY(effortOf(engine, DispatcherFixture::query("db.c", "{}")) == Effort::Any);
        QVERIFY(effortOf(engine, DispatcherFixture::getMore("db.c", 5)) == Effort::Any);
        QVERIFY(effortOf(engine, DispatcherFixture::killCursor(5)) == Effort::Any);
        QVERIFY(effortOf(engine, DispatcherFixture::insert("db.c", {R"({"_id":1})"}))
                == Effort::InTurn);
        QVERIFY(effortOf(engine, DispatcherFixture::remove("db.c", "{}")) == Effort::InTurn);
    }

    void instantCommandsAreCountedLikeOthers()
    {
        DispatcherFixture engine;
        for (int n = 0; n < 3; ++n) {
            VERIFY_HOLDS(engine.run(R"({"ping":1})"), R"({"ok":1.0})");
        }
        engine.run(R"({"hello":1,"maxAwaitTimeMS":1})"); // without topologyVersion: an error
        bson::Builder metrics;
        engine.commands.records.metrics.append(engine::commands::commandNames(), metrics);
        const bson::Document commands = metrics.take();
        const auto count = [&](const char* path) { return commands.view().at(path).toInt64(); };
        QCOMPARE(count("commands.ping.total"), std::int64_t{3});
        QCOMPARE(count("commands.ping.failed"), std::int64_t{0});
        QCOMPARE(count("commands.hello.total"), std::int64_t{1});
        QCOMPARE(count("commands.hello.failed"), std::int64_t{1});
        QCOMPARE(engine.commands.records.counters.command.load(), std::int64_t{4});
    }

    void aDeepDocumentIsAnErrorAndNotTheEndOfTheConnection()
    {
        DispatcherFixture engine;
        const auto inserted = [&](int depth) {
            bson::Builder body;
            // the document lies two levels below the body
            body.append("insert", "c").append("$db", "db").beginArray("documents").pushDocument();
            for (int level = 3; level < depth; ++level) {
                body.beginDocument("d");
            }
            const auto reply = engine.send(sandglass::tests::writeMsg(7, 0, body.take()));
            return bson::Document(
                tests::need(engine::wire::parse(DispatcherFixture::Raw(reply.value()))).body);
        };
        VERIFY_HOLDS(inserted(200), R"({"n":1})");
        VERIFY_HOLDS(inserted(201), R"({"ok":0.0,"code":15})");
    }

    void textThatIsNotUtf8IsAnErrorAndNotTheEndOfTheConnection()
    {
        DispatcherFixture engine;
        const auto inserted = [&](std::string_view text, std::uint32_t flags) {
            bson::Builder body;
            body.append("insert", "c").append("$db", "db").beginArray("documents");
            body.push(bson::makeDocument("_id", text).view()).end();
            return engine.send(sandglass::tests::writeMsg(7, 0, body.take(), flags));
        };
        const auto reply = inserted("caf\xe9", 0); // as Latin-1 has it
        const auto answer = tests::need(engine::wire::parse(DispatcherFixture::Raw(reply.value())));
        VERIFY_HOLDS(bson::Document(answer.body),
                     R"({"ok":0.0,"code":22,"codeName":"InvalidBSON"})");
        // who wants no reply gets none
        QVERIFY(!inserted("caf\xe9", engine::wire::kMoreToCome));
        QVERIFY(inserted("caf\xc3\xa9", 0));
        VERIFY_HOLDS(engine.run(R"({"count":"c"})"), R"({"n":1,"ok":1.0})");
    }

    void sectionsThatAreNoCommandAreAnErrorAndNotTheEndOfTheConnection()
    {
        using namespace engine::wire::test;
        DispatcherFixture engine;
        const Raw body = Raw{0} + document(bson::makeDocument("ping", 1, "$db", "admin"));
        const auto reply = engine.send(framed(2013, number(std::uint32_t{0}) + body + body));
        const auto answer = tests::need(sandglass::engine::wire::parse(Raw(reply.value())));
        VERIFY_HOLDS(bson::Document(answer.body),
                     R"({"ok":0.0,"code":40430,"codeName":"Location40430"})");
        VERIFY_HOLDS(engine.run(R"({"ping":1})"), R"({"ok":1.0})");
    }

    void aNameIsFoundInEverySpellingOfOldClients()
    {
        DispatcherFixture engine;
        for (const char* command :
             {R"({"buildinfo":1})", R"({"buildInfo":1})", R"({"BUILDINFO":1})", R"({"ismaster":1})",
              R"({"isMaster":1})"}) {
            VERIFY_HOLDS(engine.run(command), R"({"ok":1.0})");
        }
        VERIFY_HOLDS(engine.run(R"({"Ping":1})"), R"({"ok":0.0,"code":59})");
    }

    void aReplyIsCompressedAsItsRequestIs()
    {
        DispatcherFixture engine;
        for (const auto each : {protocol::Compressor::Snappy, protocol::Compressor::Zlib,
                                protocol::Compressor::Zstd}) {
            bson::Builder body;
            body.append("ping", 1).append("$db", "db");
            const auto request = sandglass::tests::writeMsg(7, 0, body.take());
            const auto reply = engine.send(protocol::compressed(request, each));
            QVERIFY(reply);
            QVERIFY(protocol::compressorOf(*reply) == each);
            const auto message = engine::wire::parse(DispatcherFixture::Raw(*reply));
            QVERIFY(message && message->compressor == each);
            QCOMPARE(message->responseTo, 7);
            VERIFY_HOLDS(bson::Document(message->body), R"({"ok":1.0})");
        }
    }

    void helloNamesTheCompressorsThatBothKnow()
    {
        DispatcherFixture engine;
        VERIFY_HOLDS(engine.run(R"({"hello":1,"compression":["lz4","zstd","snappy"]})"),
                     R"({"ok":1.0,"compression":["zstd","snappy"]})");
        QVERIFY(!engine.run(R"({"hello":1})").contains("compression"));
    }
};

SANDGLASS_PLAIN_TEST(ServerDispatcherTest)
} // namespace tst_server_dispatcher

#include "tst_server_dispatcher.moc"
