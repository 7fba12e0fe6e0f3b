// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/repl_set_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_catalog {

using namespace sandglass;
using namespace sandglass::tests;

class TestCatalogCommands : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void createdCollectionsAreListed()
    {
        m_db->good(R"({"create":"plain"})");
        m_db->good(R"({"create":"ring","capped":true,"size":4096.0,"max":10})");
        const bson::Document reply = m_db->good(R"({"listCollections":1})");
        const bson::DocumentView batch = reply["cursor"].asDocument()["firstBatch"].asDocument();
        QCOMPARE(batch.count(), std::size_t{2});
        VERIFY_HOLDS(bson::Document(batch["0"].asDocument()),
                     R"({"name":"plain","type":"collection","options":{},"info":{"readOnly":false},
                         "idIndex":{"v":2,"key":{"_id":1},"name":"_id_"}})");
        VERIFY_HOLDS(bson::Document(batch["1"].asDocument()),
                     R"({"name":"ring","options":{"capped":true,"size":4096,"max":10}})");
        QCOMPARE(reply["cursor"].asDocument()["ns"].asString(),
                 std::string_view("db.$cmd.listCollections"));
    }

    void collectionsAreFilteredAndNamed()
    {
        m_db->good(R"({"create":"a"})");
        m_db->good(R"({"create":"b"})");
        const bson::Document reply
            = m_db->good(R"({"listCollections":1,"filter":{"name":"b"},"nameOnly":true})");
        QCOMPARE(CommandFixture::listed(reply["cursor"].asDocument()["firstBatch"]),
                 QStringLiteral(R"({"name":"b","type":"collection"})"));
    }

    void aCreationThatFailsHasNoNote()
    {
        m_db->good(R"({"create":"c"})");
        const engine::commands::Command* create = engine::commands::findCommand("create");
        QVERIFY(create);
        engine::request::Request request;
        request.name = "create";
        request.database = "db";
        for (const bool fails : {true, false}) {
            const bson::Document body = bson::makeDocument("create", fails ? "c" : "d", "capped",
                                                           true, "size", 4096, "autoIndexId", true);
            request.body = body;
            bson::Builder reply;
            const Result<void> done = create->run(request, m_db->context, reply);
            QCOMPARE(done.has_value(), !fails);
            QCOMPARE(reply.take().view().contains("note"), !fails);
        }
    }

    void creatingTheSameAgainSucceeds()
    {
        m_db->good(R"({"create":"ring","capped":true,"size":4096})");
        QCOMPARE(m_db->codeOf(R"({"create":"ring","capped":true,"size":4096})"), 0);
        QCOMPARE(m_db->codeOf(R"({"create":"ring","capped":true,"size":8192})"), 48);
        QCOMPARE(m_db->codeOf(R"({"create":"ring"})"), 48);
    }

    void creationRefusalsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("C089 plain") << R"({"create":"x","expireAfterSeconds":5})" << 72;
        QTest::newRow("C089 capped")
            << R"({"create":"x","capped":true,"size":4096,"expireAfterSeconds":5})" << 72;
        QTest::newRow("seconds no number") << R"({"create":"x","expireAfterSeconds":"5"})" << 14;
        QTest::newRow("unknown option") << R"({"create":"x","foo":1})" << 40415;
        QTest::newRow("capped without size") << R"({"create":"x","capped":true})" << 72;
        QTest::newRow("validator") << R"({"create":"x","validator":1})" << 14;
        QTest::newRow("empty name") << R"({"create":""})" << 73;
        QTest::newRow("dollar") << R"({"create":"a$b"})" << 73;
        QTest::newRow("name no string") << R"({"create":5})" << 73;
    }
    void creationRefusalsHaveTheirCodes()
    {
        QFETCH(QString, command);
        QTEST(m_db->codeOf(command.toStdString()), "code");
    }

    void flagsOfOldVersionsAreAccepted() { m_db->good(R"({"create":"c","flags":0})"); }

    void droppingShowsTheNumberOfIndexes()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
        VERIFY_HOLDS(m_db->run(R"({"drop":"c"})"), R"({"nIndexesWas":2,"ns":"db.c","ok":1})");
        QCOMPARE(bson::toJson(m_db->run(R"({"drop":"c"})")), std::string(R"({"ok":1.0})"));
    }

    void aDroppedDatabaseIsNotListed()
    {
        m_db->good(R"({"create":"c"})");
        VERIFY_HOLDS(m_db->run(R"({"dropDatabase":1})"), R"({"dropped":"db","ok":1})");
        const bson::Document reply = m_db->runOnAdmin(R"({"listDatabases":1,"nameOnly":true})");
        // those of the server itself stay
        QCOMPARE(CommandFixture::listed(reply["databases"]),
                 QStringLiteral(R"({"name":"admin"} {"name":"config"} {"name":"local"})"));
    }

    void databasesAreListedWithTheirSizes()
    {
        m_db->good(R"({"create":"c"})");
        const bson::Document reply
            = m_db->runOnAdmin(R"({"listDatabases":1,"filter":{"name":"db"}})");
        const bson::DocumentView first = reply["databases"].asDocument()["0"].asDocument();
        QCOMPARE(first["name"].asString(), std::string_view("db"));
        QVERIFY(first["sizeOnDisk"].isNumber());
        QVERIFY(reply.contains("totalSize"));
        const bson::Document none
            = m_db->runOnAdmin(R"({"listDatabases":1,"filter":{"name":"other"}})");
        QVERIFY(none["databases"].asDocument().empty());
    }

    void aRenamedCollectionKeepsItsDocumentsAndIndexes()
    {
        m_db->good(R"({"insert":"c","documents":[{"_id":1}]})");
        m_db->good(
            R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t_1","expireAfterSeconds":5}]})");
        QCOMPARE(m_db->runOnAdmin(R"({"renameCollection":"db.c","to":"db.d"})")["ok"].asDouble(),
                 1.0);
        QCOMPARE(m_db->found("d"), QStringLiteral(R"({"_id":1})"));
        VERIFY_HOLDS(m_db->listedIndex("d", "t_1"), R"({"expireAfterSeconds":5})");
        QCOMPARE(m_db->codeOf(R"({"listIndexes":"c"})"), 26);
    }

    void renamingOntoAnotherNeedsLeave()
    {
        m_db->good(R"({"create":"a"})");
        m_db->good(R"({"create":"b"})");
        QCOMPARE(m_db->runOnAdmin(R"({"renameCollection":"db.a","to":"db.b"})")["code"].asInt32(),
                 48);
        QCOMPARE(m_db->runOnAdmin(R"({"renameCollection":"db.no","to":"db.x"})")["code"].asInt32(),
                 26);
        QCOMPARE(
            m_db->runOnAdmin(R"({"renameCollection":"db.a","to":"db.b","dropTarget":true})")["ok"]
                .asDouble(),
            1.0);
    }

    void indexesAreListedIdFirst()
    {
        m_db->good(
            R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t_1","expireAfterSeconds":5}]})");
        const bson::Document reply = m_db->good(R"({"listIndexes":"c","cursor":{}})");
        QCOMPARE(CommandFixture::listed(reply["cursor"].asDocument()["firstBatch"]),
                 QStringLiteral(R"({"v":2,"key":{"_id":1},"name":"_id_"} )"
                                R"({"v":2,"key":{"t":1},"name":"t_1","expireAfterSeconds":5})"));
        QCOMPARE(m_db->codeOf(R"({"listIndexes":"c","foo":1})"), 40415);
    }

    void indexesAreDroppedInEveryForm_data()
    {
        QTest::addColumn<QString>("index");
        QTest::addColumn<int>("left");
        QTest::newRow("name") << R"("a_1")" << 2;
        QTest::newRow("key") << R"({"a":1})" << 2;
        QTest::newRow("names") << R"(["a_1","b_1"])" << 1;
        QTest::newRow("C123 all") << R"("*")" << 1;
    }
    void indexesAreDroppedInEveryForm()
    {
        QFETCH(QString, index);
        QFETCH(int, left);
        makeThree();
        const std::string command = R"({"dropIndexes":"c","index":)" + index.toStdString() + "}";
        VERIFY_HOLDS(m_db->run(command), R"({"nIndexesWas":3,"ok":1})");
        QVERIFY(!m_db->listedIndex("c", "_id_").empty());
        QCOMPARE(static_cast<int>(m_db->data.collection("c")->indexes().size()), left);
    }

    void indexDropRefusalsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("absent") << R"({"dropIndexes":"c","index":"nope"})" << 27;
        QTest::newRow("one of several absent")
            << R"({"dropIndexes":"c","index":["a_1","nope"]})" << 27;
        QTest::newRow("absent key") << R"({"dropIndexes":"c","index":{"z":1}})" << 27;
        QTest::newRow("id by name") << R"({"dropIndexes":"c","index":"_id_"})" << 72;
        QTest::newRow("id by key") << R"({"dropIndexes":"c","index":{"_id":1}})" << 72;
        QTest::newRow("no collection") << R"({"dropIndexes":"nope","index":"*"})" << 26;
        QTest::newRow("empty name") << R"({"dropIndexes":"","index":"*"})" << 73;
        QTest::newRow("no index") << R"({"dropIndexes":"c"})" << 40414;
        QTest::newRow("wrong type") << R"({"dropIndexes":"c","index":5})" << 14;
    }
    void indexDropRefusalsHaveTheirCodes()
    {
        QFETCH(QString, command);
        makeThree();
        QTEST(m_db->codeOf(command.toStdString()), "code");
        QCOMPARE(m_db->data.collection("c")->indexes().size(), std::size_t{3});
    }

    void theUsersCannotBeTakenAway_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("text");
        QTest::newRow("drop") << R"({"drop":"system.users"})"
                              << "cannot drop system collection admin.system.users";
        QTest::newRow("database") << R"({"dropDatabase":1})"
                                  << "Dropping the 'admin' database is prohibited.";
        const QString renamed = QStringLiteral(
            "renaming system.users collection or renaming to system.users is not allowed");
        QTest::newRow("away") << R"({"renameCollection":"admin.system.users","to":"db.stolen"})"
                              << renamed;
        QTest::newRow("over")
            << R"({"renameCollection":"db.c","to":"admin.system.users","dropTarget":true})"
            << renamed;
    }
    void theUsersCannotBeTakenAway()
    {
        QFETCH(QString, command);
        QFETCH(QString, text);
        m_db->good(R"({"insert":"c","documents":[{"_id":1}]})");
        m_db->run(need(bson::fromJson(R"({"create":"system.users"})")), "admin");
        const bson::Document reply = m_db->runOnAdmin(command.toStdString());
        QVERIFY2(reply["code"].asInt32() == 20, bson::toJson(reply).c_str());
        QCOMPARE(QString::fromStdString(std::string(reply["errmsg"].asString())), text);
        QVERIFY(m_db->data.catalog->find({"admin", "system.users"}) != nullptr);
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1})"));
    }

    void systemCollectionsAreDroppedOnlyIfNothingNeedsThem()
    {
        for (const char* name : {"system.roles", "system.version", "system.anything"}) {
            QCOMPARE(m_db->codeOf(R"({"drop":")" + std::string(name) + R"("})"), 20);
        }
        for (const char* name : {"system.js", "system.profile"}) {
            m_db->good(R"({"create":")" + std::string(name) + R"("})");
            QCOMPARE(m_db->codeOf(R"({"drop":")" + std::string(name) + R"("})"), 0);
        }
    }

    void theLogIsNotDroppedWithItsDatabase()
    {
        const bson::Document drop = need(bson::fromJson(R"({"dropDatabase":1})"));
        ReplSetFixture member;
        VERIFY_HOLDS(member.run(drop, "local"),
                     R"({"code":20,"errmsg":
                         "Cannot drop 'local' database while replication is active"})");
        QVERIFY(member.data.catalog->find({"local", "oplog.rs"}) != nullptr);
        QCOMPARE(m_db->run(drop, "local")["code"].asInt32(), 0);
    }

    void namesOfTheServerAreNoTargetsOfARename_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<int>("code");
        QTest::newRow("unknown") << "db.c"
                                 << "db.system.x" << 73;
        QTest::newRow("buckets") << "db.c"
                                 << "db.system.buckets.gh" << 20;
        QTest::newRow("views") << "db.c"
                               << "db.system.views" << 20;
        QTest::newRow("scripts") << "db.c"
                                 << "db.system.js" << 20;
        QTest::newRow("profile") << "db.c"
                                 << "db.system.profile" << 20;
        QTest::newRow("log") << "db.c"
                             << "local.oplog.rs" << 20;
        QTest::newRow("not replicated") << "db.c"
                                        << "local.c" << 20;
        QTest::newRow("replicated") << "local.c"
                                    << "db.d" << 20;
        QTest::newRow("both local") << "local.c"
                                    << "local.d" << 0;
    }
    void namesOfTheServerAreNoTargetsOfARename()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        m_db->good(R"({"create":"c"})");
        m_db->run(need(bson::fromJson(R"({"create":"c"})")), "local");
        const bson::Document reply = m_db->runOnAdmin(
            QStringLiteral(R"({"renameCollection":"%1","to":"%2"})").arg(from, to).toStdString());
        QTEST(reply["code"].asInt32(), "code");
    }

    void statisticsCountDocumentsAndIndexes()
    {
        makeThree();
        m_db->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2}]})");
        VERIFY_HOLDS(
            m_db->run(R"({"collStats":"c"})"),
            R"({"ns":"db.c","count":2,"size":28,"avgObjSize":14,"nindexes":3,"capped":false,"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"collStats":"nope"})"), R"({"count":0,"nindexes":0,"ok":1})");
        VERIFY_HOLDS(
            m_db->run(R"({"dbStats":1})"),
            R"({"db":"db","collections":1,"objects":2,"dataSize":28.0,"indexes":3,"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"dbStats":1,"scale":14})"),
                     R"({"dataSize":2.0,"scaleFactor":14})");
        QCOMPARE(m_db->codeOf(R"({"collStats":"c","scale":0})"), 51024);
    }

    void aSoundCollectionIsValid()
    {
        makeThree();
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":[1,2]},{"_id":2}]})");
        VERIFY_HOLDS(m_db->run(R"({"validate":"c","scandata":true})"),
                     R"({"ns":"db.c","nInvalidDocuments":0,"nrecords":2,"nIndexes":3,"valid":true,
                         "keysPerIndex":{"_id_":2,"a_1":3,"b_1":2},"ok":1})");
        QCOMPARE(m_db->codeOf(R"({"validate":"nope"})"), 26);
    }

    void oldSpellingsFindTheirCommand()
    {
        QVERIFY(engine::commands::findCommand("findandmodify") != nullptr);
        QCOMPARE(engine::commands::findCommand("buildinfo"),
                 engine::commands::findCommand("buildInfo"));
        QCOMPARE(engine::commands::findCommand("ismaster")->name, std::string_view("isMaster"));
        QVERIFY(engine::commands::findCommand("FIND") == nullptr);
        QVERIFY(engine::commands::findCommand("nope") == nullptr);
    }

private:
    void makeThree()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"},
                                                      {"key":{"b":1},"name":"b_1","expireAfterSeconds":9}]})");
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(TestCatalogCommands)
} // namespace tst_commands_catalog

#include "tst_commands_catalog.moc"
