// SPDX-License-Identifier: GPL-3.0-or-later
// Who may run each command, and that a role on one database opens no other.
#include "app/engine/commands/command.h"
#include "app/protocol/messages/compression.h"
#include "tests/app/engine/server/guarded_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <set>

namespace tst_server_access_table {

using namespace sandglass;
using tests::Guarded;

namespace {

constexpr int kUnauthorized = 13;
constexpr int kHugeName = 1'000'000;

/// The users of a row's column, in this order. "nobody" has no role, "keeper" has dbAdmin alone.
constexpr std::array kUsers{"nobody", "reader", "writer", "keeper", "monitor", "root"};

/// A command on a database, and which of the users may run it: 'x' or '.' for each.
struct Row
{
    const char* command;
    const char* database;
    const char* allowed;
};

const std::vector<Row>& rows()
{
    static const std::vector<Row> kRows{
        {R"({"abortTransaction":1})", "admin", "xxxxxx"},
        {R"({"aggregate":"orders","pipeline":[],"cursor":{}})", "shop", ".xx..x"},
        {R"({"applyOps":[]})", "admin", ".....x"},
        {R"({"availableQueryOptions":1})", "admin", "xxxxxx"},
        {R"({"bulkWrite":1,"ops":[{"insert":0,"document":{"a":1}}],"nsInfo":[{"ns":"shop.orders"}]})",
         "admin", "..x..x"},
        {R"({"collMod":"orders"})", "shop", "...x.x"},
        {R"({"collStats":"orders"})", "shop", ".xxxxx"},
        {R"({"commitTransaction":1})", "admin", "xxxxxx"},
        {R"({"compact":"orders"})", "shop", "...x.x"},
        {R"({"configureFailPoint":"none","mode":"off"})", "admin", ".....x"},
        {R"({"connPoolStats":1})", "admin", "....xx"},
        {R"({"connectionStatus":1})", "admin", "xxxxxx"},
        {R"({"convertToCapped":"missing","size":4096})", "shop", "..xx.x"},
        {R"({"count":"orders"})", "shop", ".xx..x"},
        {R"({"create":"made"})", "shop", "..xx.x"},
        {R"({"createIndexes":"orders","indexes":[{"key":{"a":1},"name":"a_1"}]})", "shop",
         "..xx.x"},
        {R"({"createUser":"new","pwd":"x","roles":[]})", "shop", ".....x"},
        {R"({"currentOp":1})", "admin", "....xx"},
        {R"({"dbStats":1})", "shop", ".xxxxx"},
        {R"({"delete":"orders","deletes":[{"q":{"_id":77},"limit":1}]})", "shop", "..x..x"},
        {R"({"distinct":"orders","key":"a"})", "shop", ".xx..x"},
        {R"({"drop":"missing"})", "shop", "..xx.x"},
        {R"({"dropAllUsersFromDatabase":1})", "empty", ".....x"},
        {R"({"dropDatabase":1})", "shop2", ".....x"},
        {R"({"dropIndexes":"orders","index":"a_1"})", "shop", "..xx.x"},
        {R"({"dropUser":"new"})", "shop", ".....x"},
        {R"({"endSessions":[]})", "admin", "xxxxxx"},
        {R"({"explain":{"find":"orders"}})", "shop", ".xx..x"},
        {R"({"features":1})", "admin", "xxxxxx"},
        {R"({"find":"orders"})", "shop", ".xx..x"},
        {R"({"findAndModify":"orders","query":{"_id":1},"update":{"$set":{"a":2}}})", "shop",
         "..x..x"},
        {R"({"fsync":1})", "admin", ".....x"},
        {R"({"fsyncUnlock":1})", "admin", ".....x"},
        {R"({"getCmdLineOpts":1})", "admin", "....xx"},
        {R"({"getDefaultRWConcern":1})", "admin", "....xx"},
        {R"({"getDiagnosticData":1})", "admin", "....xx"},
        {R"({"getLastError":1})", "admin", "xxxxxx"},
        {R"({"getLog":"global"})", "admin", "....xx"},
        {R"({"getMore":{"$numberLong":"12345"},"collection":"orders"})", "shop", ".xx..x"},
        {R"({"getParameter":1,"ttlMonitorEnabled":1})", "admin", "....xx"},
        {R"({"getPrevError":1})", "admin", "xxxxxx"},
        {R"({"getnonce":1})", "admin", "xxxxxx"},
        {R"({"grantRolesToUser":"keeper","roles":["dbAdmin"]})", "shop", ".....x"},
        {R"({"hostInfo":1})", "admin", "....xx"},
        {R"({"insert":"orders","documents":[{"a":1}]})", "shop", "..x..x"},
        {R"({"killAllSessions":[{"user":"nobody","db":"else"}]})", "admin", ".....x"},
        {R"({"killAllSessionsByPattern":[]})", "admin", ".....x"},
        {R"({"killCursors":"orders","cursors":[]})", "shop", "xxxxxx"},
        {R"({"killOp":1,"op":12345})", "admin", ".....x"},
        {R"({"killSessions":[]})", "admin", ".....x"},
        {R"({"listCollections":1})", "shop", ".xxx.x"},
        {R"({"listCommands":1})", "admin", "xxxxxx"},
        {R"({"listDatabases":1})", "admin", "xxxxxx"},
        {R"({"listIndexes":"orders"})", "shop", ".xxx.x"},
        {R"({"profile":-1})", "shop", "...x.x"},
        {R"({"reIndex":"orders"})", "shop", "...x.x"},
        {R"({"refreshSessions":[]})", "admin", "xxxxxx"},
        {R"({"renameCollection":"shop.missing","to":"shop.found"})", "admin", "..xx.x"},
        {R"({"replSetGetConfig":1})", "admin", "....xx"},
        {R"({"replSetGetStatus":1})", "admin", "....xx"},
        {R"({"replSetInitiate":{}})", "admin", ".....x"},
        {R"({"resetError":1})", "admin", "xxxxxx"},
        {R"({"revokeRolesFromUser":"reader","roles":["readWrite"]})", "shop", ".....x"},
        {R"({"rolesInfo":"read"})", "shop", ".x...x"},
        {R"({"sandglassCheckpoint":1})", "admin", ".....x"},
        {R"({"sandglassPutBack":"shop.orders"})", "admin", ".....x"},
        {R"({"serverStatus":1})", "admin", "....xx"},
        {R"({"setDefaultRWConcern":1})", "admin", ".....x"},
        {R"({"setParameter":1,"nothing":1})", "admin", ".....x"},
        {R"({"setUserWriteBlockMode":1,"global":false})", "admin", ".....x"},
        {R"({"startSession":1})", "admin", "xxxxxx"},
        {R"({"top":1})", "admin", "....xx"},
        {R"({"update":"orders","updates":[{"q":{"_id":1},"u":{"$set":{"a":1}}}]})", "shop",
         "..x..x"},
        {R"({"updateUser":"reader","customData":{"a":1}})", "shop", ".....x"},
        {R"({"usersInfo":1})", "shop", ".....x"},
        {R"({"validate":"orders"})", "shop", "...x.x"},
        {R"({"whatsmyuri":1})", "admin", "xxxxxx"},
        {R"({"logout":1})", "shop", "xxxxxx"}, // the last one
    };
    return kRows;
}

/// What who may read and write shop alone is refused elsewhere, whatever the way there.
const std::vector<std::pair<const char*, const char*>>& waysToOther()
{
    static const std::vector<std::pair<const char*, const char*>> kWays{
        {R"({"find":"other"})", "other"},
        {R"({"count":"other"})", "other"},
        {R"({"collStats":"other"})", "other"},
        {R"({"dbStats":1})", "other"},
        {R"({"listIndexes":"other"})", "other"},
        {R"({"listCollections":1,"nameOnly":true,"authorizedCollections":true})", "other"},
        {R"({"explain":{"find":"other"}})", "other"},
        {R"({"aggregate":"orders","pipeline":[{"$lookup":{"from":{"db":"other","coll":"other"},"pipeline":[],"as":"o"}}],"cursor":{}})",
         "shop"},
        {R"({"aggregate":"orders","pipeline":[{"$unionWith":{"coll":"system.users"}}],"cursor":{}})",
         "shop"},
        {R"({"aggregate":"orders","pipeline":[{"$facet":{"f":[{"$unionWith":{"coll":"x","pipeline":[{"$lookup":{"from":"system.users","pipeline":[],"as":"u"}}]}}]}}],"cursor":{}})",
         "shop"},
        {R"({"aggregate":"orders","pipeline":[{"$graphLookup":{"from":"system.users","startWith":"$a","connectFromField":"a","connectToField":"b","as":"u"}}],"cursor":{}})",
         "shop"},
        {R"({"aggregate":"orders","pipeline":[{"$out":{"db":"other","coll":"stolen"}}],"cursor":{}})",
         "shop"},
        {R"({"aggregate":"orders","pipeline":[{"$merge":{"into":{"db":"other","coll":"other"}}}],"cursor":{}})",
         "shop"},
        {R"({"renameCollection":"other.other","to":"shop.mine"})", "admin"},
        {R"({"renameCollection":"shop.orders","to":"other.orders"})", "admin"},
        {R"({"create":"view","viewOn":"system.users","pipeline":[]})", "shop"},
        {R"({"create":"view","viewOn":"orders","pipeline":[{"$unionWith":"system.users"}]})",
         "shop"},
        {R"({"aggregate":"other","pipeline":[{"$changeStream":{}}],"cursor":{}})", "other"},
        {R"({"aggregate":"other","pipeline":[{"$collStats":{"count":{}}}],"cursor":{}})", "other"},
        {R"({"aggregate":"other","pipeline":[{"$indexStats":{}}],"cursor":{}})", "other"},
        {R"({"aggregate":"orders","pipeline":[{"$collStats":{"count":{}}},{"$lookup":{"from":"system.users","pipeline":[],"as":"u"}}],"cursor":{}})",
         "shop"},
        {R"({"aggregate":1,"pipeline":[{"$changeStream":{}}],"cursor":{}})", "other"},
        {R"({"aggregate":1,"pipeline":[{"$changeStream":{"allChangesForCluster":true}}],"cursor":{}})",
         "admin"},
        {R"({"aggregate":1,"pipeline":[{"$currentOp":{"allUsers":true}}],"cursor":{}})", "admin"},
        {R"({"aggregate":1,"pipeline":[{"$listSessions":{"allUsers":true}}],"cursor":{}})",
         "admin"},
        {R"({"currentOp":1,"$all":true})", "admin"},
        {R"({"killOp":1,"op":1})", "admin"},
        {R"({"bulkWrite":1,"ops":[{"delete":0,"filter":{},"multi":true}],"nsInfo":[{"ns":"other.other"}]})",
         "admin"},
        {R"({"usersInfo":{"user":"reader","db":"shop"}})", "admin"},
        {R"({"getMore":{"$numberLong":"1"},"collection":"other"})", "other"},
        {R"({"listDatabases":1,"authorizedDatabases":false})", "admin"},
    };
    return kWays;
}

/// As Guarded, with the two further users.
class Peopled : public Guarded
{
public:
    Peopled()
    {
        user("nobody", "[]");
        user("keeper", R"(["dbAdmin"])");
    }
};

} // namespace

class ServerAccessTableTest : public QObject
{
    Q_OBJECT

private slots:
    void everyCommandThatNeedsALoginHasARow()
    {
        std::set<std::string> known{"authenticate", "buildInfo",    "hello",    "isMaster",
                                    "ping",         "saslContinue", "saslStart"};
        for (const Row& row : rows()) {
            const bson::Document command = tests::need(bson::fromJson(row.command));
            QVERIFY2(known.emplace(command.view().begin()->key).second, row.command);
        }
        for (const engine::commands::Command& command : engine::commands::commandTable()) {
            const std::string name(command.name);
            QVERIFY2(known.erase(name) == 1, name.c_str());
        }
        QVERIFY(known.empty());
    }

    void eachRoleAllowsItsCommandsAndNoOthers()
    {
        for (std::size_t at = 0; at < kUsers.size(); ++at) {
            Peopled engine;
            VERIFY_HOLDS(engine.login(kUsers[at]), R"({"ok":1.0,"done":true})");
            for (const Row& row : rows()) {
                const bson::Document reply = engine.run(row.command, row.database);
                // getLastError succeeds and tells of the error before
                const std::int64_t code
                    = reply["ok"].toDouble() == 1.0 ? 0 : reply["code"].toInt64();
                QVERIFY2((code != kUnauthorized) == (row.allowed[at] == 'x'),
                         qPrintable(
                             QStringLiteral("%1: %2 gave %3")
                                 .arg(QLatin1StringView(kUsers[at]), QLatin1StringView(row.command))
                                 .arg(code)));
            }
        }
    }

    void aRoleOnOneDatabaseOpensNoOther()
    {
        Peopled engine;
        engine.login("writer");
        for (const auto& [command, database] : waysToOther()) {
            QVERIFY2(engine.code(command, database) == kUnauthorized,
                     qPrintable(QStringLiteral("%1 gave %2")
                                    .arg(QLatin1StringView(command))
                                    .arg(engine.code(command, database))));
        }
    }

    // The command inside may name no other database.
    void anExplanationStaysInItsDatabase()
    {
        Peopled engine;
        engine.login("writer");
        const bson::Document reply
            = engine.run(R"({"explain":{"find":"other","$db":"other"}})", "shop");
        QVERIFY(bson::toJson(reply).find("other.other") == std::string::npos);
        QCOMPARE(reply["code"].toInt64(), std::int64_t{73});
    }

    void nobodyKillsTheCursorOfSomebodyElse()
    {
        Peopled engine;
        engine.login("reader", "secret", 1);
        engine.login("writer", "secret", 2);
        const std::int64_t id
            = engine.run(R"({"find":"orders","batchSize":1})", "shop", 1)["cursor"]
                  .asDocument()["id"]
                  .toInt64();
        const auto kill = bson::makeDocument("killCursors", "orders", "cursors",
                                             bson::Value::array(bson::makeArray(id)));
        VERIFY_HOLDS(engine.run(kill, "shop", 2),
                     R"({"code":13,"errmsg":"not authorized to kill cursor on shop.orders"})");
        const auto more = bson::makeDocument("getMore", id, "collection", "orders", "batchSize", 1);
        QCOMPARE(engine.run(more, "shop", 1)["ok"].toDouble(), 1.0);
        QCOMPARE(bson::toJson(engine.run(kill, "shop", 1)["cursorsKilled"]),
                 "[" + bson::toJson(bson::Value::of(id)) + "]");
        // root may
        const std::int64_t next
            = engine.run(R"({"find":"orders","batchSize":1})", "shop", 1)["cursor"]
                  .asDocument()["id"]
                  .toInt64();
        engine.login("root", "secret", 2);
        VERIFY_HOLDS(engine.run(bson::makeDocument("killCursors", "orders", "cursors",
                                                   bson::Value::array(bson::makeArray(next))),
                                "shop", 2),
                     R"({"ok":1.0})");
    }

    void aNewUserOfTheNameIsNotTheOneWhoIsLoggedIn()
    {
        Peopled engine;
        engine.login("reader");
        QCOMPARE(engine.code(R"({"find":"orders"})"), 0);
        engine.asOwner(R"({"dropUser":"reader"})", "shop");
        engine.user("reader", R"(["read"])");
        QCOMPARE(engine.code(R"({"find":"orders"})"), kUnauthorized);
        engine.login("reader");
        QCOMPARE(engine.code(R"({"find":"orders"})"), 0);
    }

    // As in MongoDB: who is logged in stays so.
    void anotherPasswordCountsForTheNextLogin()
    {
        Peopled engine;
        engine.login("reader", "secret", 1);
        engine.asOwner(R"({"updateUser":"reader","pwd":"other"})", "shop");
        QCOMPARE(engine.code(R"({"find":"orders"})"), 0);
        VERIFY_HOLDS(engine.login("reader", "secret", 2), R"({"code":18})");
        VERIFY_HOLDS(engine.login("reader", "other", 2), R"({"ok":1.0})");
    }

    // The first user is made through the socket.
    void withoutUsersTcpGetsNothingEither()
    {
        tests::DispatcherFixture engine(true);
        for (const char* command :
             {R"({"createUser":"first","pwd":"x","roles":["root"]})", R"({"listDatabases":1})",
              R"({"insert":"system.users","documents":[{"_id":1}]})"}) {
            VERIFY_HOLDS(engine.run(command, "admin"), R"({"code":13})");
        }
    }

    void whatIsNoLoginIsRefusedAndHarmsNobody_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::newRow("no mechanism") << QByteArray(R"({"saslStart":1,"payload":""})");
        QTest::newRow("mechanism is a number")
            << QByteArray(R"({"saslStart":1,"mechanism":1,"payload":""})");
        QTest::newRow("no payload") << QByteArray(R"({"saslStart":1,"mechanism":"SCRAM-SHA-256"})");
        QTest::newRow("empty payload")
            << QByteArray(R"({"saslStart":1,"mechanism":"SCRAM-SHA-256","payload":""})");
        QTest::newRow("payload is a number")
            << QByteArray(R"({"saslStart":1,"mechanism":"SCRAM-SHA-256","payload":7})");
        QTest::newRow("huge payload")
            << QByteArray(
                   R"({"saslStart":1,"mechanism":"SCRAM-SHA-256","payload":"n,,n=NAME,r=x"})")
                   .replace("NAME", QByteArray(kHugeName, 'a'));
        QTest::newRow("no name") << QByteArray(
            R"({"saslStart":1,"mechanism":"SCRAM-SHA-256","payload":"n,,n=,r=x"})");
        QTest::newRow("nothing was begun")
            << QByteArray(R"({"saslContinue":1,"conversationId":1,"payload":""})");
        QTest::newRow("conversation is text")
            << QByteArray(R"({"saslContinue":1,"conversationId":"1","payload":""})");
        QTest::newRow("conversation is huge") << QByteArray(
            R"({"saslContinue":1,"conversationId":{"$numberLong":"4294967297"},"payload":""})");
        QTest::newRow("authenticate")
            << QByteArray(R"({"authenticate":1,"user":"reader","nonce":"x","key":"y"})");
        QTest::newRow("speculation is no document")
            << QByteArray(R"({"hello":1,"speculativeAuthenticate":7})");
        QTest::newRow("speculation is empty")
            << QByteArray(R"({"hello":1,"speculativeAuthenticate":{}})");
        QTest::newRow("speculation on nobody") << QByteArray(
            R"({"hello":1,"speculativeAuthenticate":{"saslStart":1,"mechanism":"SCRAM-SHA-256","payload":"y","db":"shop"}})");
    }
    void whatIsNoLoginIsRefusedAndHarmsNobody()
    {
        QFETCH(QByteArray, command);
        Peopled engine;
        const bson::Document reply = engine.run(command.toStdString(), "shop");
        // hello itself succeeds, without the speculation
        QVERIFY(reply["ok"].toDouble() == 0.0 || !reply.contains("speculativeAuthenticate")
                || !reply["speculativeAuthenticate"].asDocument()["done"].asBool());
        QCOMPARE(engine.code(R"({"find":"orders"})"), kUnauthorized);
        VERIFY_HOLDS(engine.login("reader"), R"({"ok":1.0,"done":true})");
    }

    void aSecondBeginningReplacesTheFirst()
    {
        Peopled engine;
        tests::ScramClient first("reader", "secret", "firstNonce");
        tests::ScramClient second("writer", "secret", "secondNonce");
        const bson::Document one = engine.run(start(first), "shop");
        const bson::Document two = engine.run(start(second), "shop");
        // neither the first conversation nor a mixture of both goes on
        VERIFY_HOLDS(
            engine.run(goOn(one["conversationId"], first.last(Guarded::textOf(one))), "shop"),
            R"({"code":17})");
        VERIFY_HOLDS(
            engine.run(goOn(two["conversationId"], second.last(Guarded::textOf(two))), "shop"),
            R"({"ok":1.0,"done":true})");
        QCOMPARE(engine.code(R"({"insert":"orders","documents":[{"a":1}]})"), 0);
        // on one connection after the other the last one counts
        engine.login("reader");
        QCOMPARE(engine.code(R"({"insert":"orders","documents":[{"a":1}]})"), kUnauthorized);
        // a failed one leaves who was there
        engine.login("writer", "wrong");
        QCOMPARE(engine.code(R"({"find":"orders"})"), 0);
    }

    void secretsAreNotTakenCompressed()
    {
        Peopled engine;
        tests::ScramClient client("reader", "secret");
        const bson::Document body = withDatabase(start(client));
        const auto sent = protocol::compressed(sandglass::tests::writeMsg(1, 0, body),
                                               protocol::Compressor::Zlib);
        const auto reply = engine::wire::parse(Guarded::Raw(engine.send(sent).value()));
        QCOMPARE(reply->body["code"].toInt64(), std::int64_t{20});
        // what has no secret may be
        const auto hello = protocol::compressed(
            sandglass::tests::writeMsg(2, 0, withDatabase(bson::makeDocument("hello", 1))),
            protocol::Compressor::Zlib);
        const auto answer = engine::wire::parse(Guarded::Raw(engine.send(hello).value()));
        QCOMPARE(answer->body["ok"].toDouble(), 1.0);
    }

private:
    static bson::Document start(const tests::ScramClient& client)
    {
        return bson::makeDocument("saslStart", 1, "mechanism", "SCRAM-SHA-256", "payload",
                                  bson::Binary{0, engine::access::bytesOf(client.first())},
                                  "options", bson::makeDocument("skipEmptyExchange", true));
    }
    static bson::Document goOn(bson::ValueView conversation, const std::string& payload)
    {
        return bson::makeDocument("saslContinue", 1, "conversationId", conversation, "payload",
                                  bson::Binary{0, engine::access::bytesOf(payload)});
    }
    static bson::Document withDatabase(const bson::Document& command)
    {
        bson::Builder body;
        body.appendAll(command).append("$db", "shop");
        return body.take();
    }
};

SANDGLASS_TEST(ServerAccessTableTest)
} // namespace tst_server_access_table

#include "tst_server_access_table.moc"
