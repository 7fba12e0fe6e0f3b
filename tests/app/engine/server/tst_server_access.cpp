// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/need.h"
#include "app/engine/request/secrets.h"
#include "tests/app/engine/server/guarded_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace tst_server_access {

using namespace sandglass;
using tests::DispatcherFixture;
using tests::Guarded;
using tests::kOwner;
using tests::ScramClient;

namespace {

/// A command, its database, and the users of Guarded that may run it, in alphabetical order.
struct Case
{
    const char* command;
    const char* database;
    const char* allowed;
};

const std::vector<Case>& cases()
{
    static const std::vector<Case> kCases{
        {R"({"find":"orders"})", "shop", "reader root writer"},
        {R"({"find":"other"})", "other", "root"},
        {R"({"find":"system.users"})", "admin", "root"},
        {R"({"find":{"$uuid":"00112233-4455-4677-8899-aabbccddee01"}})", "shop", "root"},
        {R"({"count":"orders"})", "shop", "reader root writer"},
        {R"({"distinct":"orders","key":"a"})", "shop", "reader root writer"},
        {R"({"aggregate":"orders","pipeline":[],"cursor":{}})", "shop", "reader root writer"},
        {R"({"aggregate":"orders","pipeline":[{"$unionWith":"items"}],"cursor":{}})", "shop",
         "reader root writer"},
        {R"({"aggregate":"orders","pipeline":[{"$lookup":{"from":"system.users","pipeline":[],"as":"u"}}],"cursor":{}})",
         "shop", "root"},
        {R"({"aggregate":"orders","pipeline":[{"$facet":{"a":[{"$lookup":{"from":"system.users","localField":"a","foreignField":"a","as":"u"}}]}}],"cursor":{}})",
         "shop", "root"},
        {R"({"aggregate":"orders","pipeline":[{"$out":"copy"}],"cursor":{}})", "shop",
         "root writer"},
        {R"({"aggregate":"orders","pipeline":[{"$merge":"copy"}],"cursor":{}})", "shop",
         "root writer"},
        {R"({"aggregate":"orders","pipeline":[{"$merge":{"into":{"db":"other","coll":"copy"}}}],"cursor":{}})",
         "shop", "root"},
        // figures of a collection do not need the right to read its documents
        {R"({"aggregate":"orders","pipeline":[{"$collStats":{"count":{}}}],"cursor":{}})", "shop",
         "admin monitor reader root writer"},
        {R"({"aggregate":"orders","pipeline":[{"$indexStats":{}}],"cursor":{}})", "shop",
         "admin monitor root"},
        // everybody may see the own operations
        {R"({"aggregate":1,"pipeline":[{"$currentOp":{}}],"cursor":{}})", "admin",
         "admin monitor reader root writer"},
        {R"({"aggregate":1,"pipeline":[{"$currentOp":{"allUsers":true}}],"cursor":{}})", "admin",
         "monitor root"},
        {R"({"insert":"orders","documents":[{"a":1}]})", "shop", "root writer"},
        {R"({"insert":"system.users","documents":[{"a":1}]})", "admin", "root"},
        {R"({"update":"orders","updates":[{"q":{"_id":1},"u":{"$set":{"a":1}}}]})", "shop",
         "root writer"},
        {R"({"delete":"orders","deletes":[{"q":{"_id":77},"limit":1}]})", "shop", "root writer"},
        {R"({"findAndModify":"orders","query":{"_id":1},"update":{"$set":{"a":2}}})", "shop",
         "root writer"},
        {R"({"bulkWrite":1,"ops":[{"insert":0,"document":{"a":1}}],"nsInfo":[{"ns":"shop.orders"}]})",
         "admin", "root writer"},
        {R"({"bulkWrite":1,"ops":[{"delete":0,"filter":{"_id":77}}],"nsInfo":[{"ns":"other.other"}]})",
         "admin", "root"},
        {R"({"explain":{"find":"orders"}})", "shop", "reader root writer"},
        {R"({"explain":{"delete":"orders","deletes":[{"q":{},"limit":0}]}})", "shop",
         "root writer"},
        {R"({"create":"view","viewOn":"system.users","pipeline":[]})", "shop", "root"},
        {R"({"createIndexes":"orders","indexes":[{"key":{"a":1},"name":"a_1"}]})", "shop",
         "admin root writer"},
        {R"({"collMod":"orders"})", "shop", "admin root"},
        {R"({"validate":"orders"})", "shop", "admin root"},
        {R"({"renameCollection":"shop.copy","to":"shop.system.users"})", "admin", "root"},
        {R"({"renameCollection":"shop.orders","to":"other.orders"})", "admin", "root"},
        {R"({"listCollections":1})", "shop", "admin reader root writer"},
        {R"({"listCollections":1})", "other", "root"},
        {R"({"listIndexes":"orders"})", "shop", "admin reader root writer"},
        {R"({"profile":-1})", "shop", "admin root"},
        {R"({"usersInfo":1})", "shop", "admin root"},
        {R"({"usersInfo":{"forAllDBs":true}})", "admin", "root"},
        {R"({"createUser":"new","pwd":"x","roles":[]})", "shop", "admin root"},
        {R"({"updateUser":"new","pwd":"y"})", "shop", "admin root"},
        {R"({"grantRolesToUser":"new","roles":["read"]})", "shop", "admin root"},
        {R"({"grantRolesToUser":"new","roles":[{"role":"root","db":"admin"}]})", "shop", "root"},
        {R"({"revokeRolesFromUser":"new","roles":["read"]})", "shop", "admin root"},
        {R"({"rolesInfo":"read"})", "shop", "admin reader root"},
        {R"({"dropUser":"new"})", "shop", "admin root"},
        {R"({"dropAllUsersFromDatabase":1})", "other", "root"},
        {R"({"serverStatus":1})", "admin", "monitor root"},
        {R"({"currentOp":1})", "admin", "monitor root"},
        {R"({"currentOp":1,"$ownOps":true})", "admin", "admin monitor reader root writer"},
        {R"({"currentOp":1,"$ownOps":false})", "admin", "monitor root"},
        {R"({"getLog":"global"})", "admin", "monitor root"},
        {R"({"hostInfo":1})", "admin", "monitor root"},
        {R"({"setParameter":1,"nothing":1})", "admin", "root"},
        {R"({"killOp":1,"op":12345})", "admin", "root"},
        {R"({"fsync":1})", "admin", "root"},
        {R"({"setUserWriteBlockMode":1,"global":false})", "admin", "root"},
        {R"({"dropDatabase":1})", "admin", "root"},
        {R"({"listDatabases":1})", "admin", "admin monitor reader root writer"},
        {R"({"connectionStatus":1})", "admin", "admin monitor reader root writer"},
        {R"({"endSessions":[]})", "admin", "admin monitor reader root writer"},
    };
    return kCases;
}

} // namespace

class ServerAccessTest : public QObject
{
    Q_OBJECT

private slots:
    void beforeALoginOnlyAFewCommandsRun()
    {
        const std::set<std::string_view> open{
            "authenticate", "buildInfo", "hello", "isMaster", "ping", "saslContinue", "saslStart"};
        Guarded engine;
        for (const engine::commands::Command& command : engine::commands::commandTable()) {
            const bson::Document reply = engine.run(bson::makeDocument(command.name, 1), "admin");
            const bool refused = reply["code"].toInt64() == 13;
            QVERIFY2(refused != open.contains(command.name), std::string(command.name).c_str());
            if (refused) {
                QCOMPARE(QString::fromStdString(std::string(reply["errmsg"].asString())),
                         QStringLiteral("Command %1 requires authentication")
                             .arg(QString::fromStdString(std::string(command.name))));
            }
        }
    }

    void messagesOlderThanCommandsNeedALoginToo()
    {
        Guarded engine;
        const auto reply = engine.ask(DispatcherFixture::query("shop.orders", "{}"));
        QCOMPARE(reply.only()["code"].toInt64(), std::int64_t{13});
    }

    void eachCommandNeedsItsRole()
    {
        for (const char* name : {"admin", "monitor", "reader", "root", "writer"}) {
            Guarded engine;
            VERIFY_HOLDS(engine.login(name), R"({"ok":1.0,"done":true})");
            for (const Case& row : cases()) {
                const bool allowed
                    = (" " + std::string(row.allowed) + " ").find(" " + std::string(name) + " ")
                    != std::string::npos;
                const int code = engine.code(row.command, row.database);
                QVERIFY2(
                    (code != 13) == allowed,
                    qPrintable(QStringLiteral("%1: %2 gave %3")
                                   .arg(QLatin1StringView(name), QLatin1StringView(row.command))
                                   .arg(code)));
            }
        }
    }

    void theRefusalNamesTheCommandAndNoSecret()
    {
        Guarded engine;
        engine.login("reader");
        const bson::Document find = engine.run(R"({"find":"c","filter":{"a":1}})", "other");
        QCOMPARE(QString::fromStdString(std::string(find["errmsg"].asString())),
                 QStringLiteral("not authorized on other to execute command { find: \"c\", "
                                "filter: { a: 1 }, $db: \"other\" }"));
        QCOMPARE(find["codeName"].asString(), std::string_view("Unauthorized"));
        const bson::Document user
            = engine.run(R"({"createUser":"x","pwd":"canary","roles":[]})", "shop");
        QCOMPARE(user["code"].toInt64(), std::int64_t{13});
        QVERIFY(user["errmsg"].asString().find("canary") == std::string_view::npos);
        // a long one is cut between two characters
        std::string word;
        while (word.size() < 160) {
            word += "\xc3\xa9";
        }
        for (const char* collection : {"c", "cc"}) {
            bson::Builder command;
            command.append("find", collection).beginDocument("filter").beginArray("a");
            for (int n = 0; n < 40; ++n) {
                command.push(word);
            }
            QCOMPARE(engine.run(command.take(), "other")["code"].toInt64(), std::int64_t{13});
        }
        // and no megabytes
        const bson::Document large
            = engine.run(bson::makeDocument("insert", "c", "documents",
                                            bson::Value::array(bson::makeArray(bson::makeDocument(
                                                "_id", 1, "a", bson::makeArray("x"))))),
                         "other");
        QCOMPARE(large["code"].toInt64(), std::int64_t{13});
        QVERIFY(large["errmsg"].asString().size() < 5000);
    }

    void wrongPasswordsAndUnknownUsersGetTheSameAnswer()
    {
        Guarded engine;
        for (const auto& [name, password] :
             {std::pair("reader", "wrong"), std::pair("nobody", "secret")}) {
            VERIFY_HOLDS(engine.login(name, password),
                         R"({"ok":0.0,"code":18,"codeName":"AuthenticationFailed",
                             "errmsg":"Authentication failed."})");
        }
        QCOMPARE(engine.code(R"({"find":"orders"})"), 13);
    }

    void helloNamesTheMechanismForAnyUser()
    {
        Guarded engine;
        for (const char* name : {"shop.reader", "shop.nobody"}) {
            const bson::Document reply
                = engine.run(bson::makeDocument("hello", 1, "saslSupportedMechs", name), "admin");
            QCOMPARE(bson::toJson(reply["saslSupportedMechs"]),
                     std::string(R"(["SCRAM-SHA-256"])"));
        }
        QVERIFY(!engine.run(R"({"hello":1})").contains("saslSupportedMechs"));
    }

    void aLoginMayBeginWithHello()
    {
        Guarded engine;
        ScramClient client("reader", "secret");
        const bson::Document fields = bson::makeDocument(
            "saslStart", 1, "mechanism", "SCRAM-SHA-256", "payload",
            bson::Binary{0, engine::access::bytesOf(client.first())}, "db", "shop");
        const bson::Document reply = engine.run(
            bson::makeDocument("hello", 1, "speculativeAuthenticate", fields), "admin");
        const bson::Document begun(reply["speculativeAuthenticate"].asDocument());
        QVERIFY(!begun["done"].asBool());
        const bson::Document proven = engine.run(
            bson::makeDocument(
                "saslContinue", 1, "conversationId", begun["conversationId"], "payload",
                bson::Binary{0, engine::access::bytesOf(client.last(Guarded::textOf(begun)))}),
            "shop");
        QCOMPARE(Guarded::textOf(proven), client.expected());
        // without skipEmptyExchange the login ends with an empty exchange
        QVERIFY(!proven["done"].asBool());
        QCOMPARE(engine.code(R"({"find":"orders"})"), 13);
        VERIFY_HOLDS(
            engine.run(bson::makeDocument("saslContinue", 1, "conversationId",
                                          begun["conversationId"], "payload", bson::Binary{0, {}}),
                       "shop"),
            R"({"ok":1.0,"done":true})");
        QCOMPARE(engine.code(R"({"find":"orders"})"), 0);
    }

    void otherMechanismsAreUnavailable()
    {
        Guarded engine;
        for (const char* name : {"SCRAM-SHA-1", "PLAIN", "MONGODB-X509"}) {
            const bson::Document reply = engine.run(
                bson::makeDocument("saslStart", 1, "mechanism", name, "payload", ""), "shop");
            VERIFY_HOLDS(reply, R"({"code":334,"codeName":"MechanismUnavailable"})");
        }
    }

    void afterFiveFailuresTheNextLoginWaits()
    {
        Guarded engine;
        for (int i = 0; i < 5; ++i) {
            engine.login("reader", "wrong");
        }
        const auto start = bson::makeDocument(
            "saslStart", 1, "mechanism", "SCRAM-SHA-256", "payload",
            bson::Binary{0, engine::access::bytesOf(ScramClient("reader", "x").first())}, "$db",
            "shop");
        engine::request::Turn turn;
        QVERIFY(!engine.send(sandglass::tests::writeMsg(1, 0, start), turn));
        QCOMPARE(turn.wait.value(), base::Millis(1000));
        engine::request::Turn later;
        later.again = true;
        later.waited = base::Millis(1000);
        QVERIFY(engine.send(sandglass::tests::writeMsg(1, 0, start), later));
        // who cannot be kept waiting is refused
        engine::request::Turn now;
        now.mayWait = false;
        const auto reply = engine.send(sandglass::tests::writeMsg(1, 0, start), now);
        const auto message = engine::wire::parse(DispatcherFixture::Raw(reply.value()));
        QCOMPARE(message->body["code"].toInt64(), std::int64_t{18});
    }

    void aChangeOfRolesCountsAtOnce()
    {
        Guarded engine;
        engine.login("reader");
        const char* insert = R"({"insert":"orders","documents":[{"a":1}]})";
        QCOMPARE(engine.code(insert), 13);
        engine.asOwner(R"({"grantRolesToUser":"reader","roles":["readWrite"]})", "shop");
        QCOMPARE(engine.code(insert), 0);
        engine.asOwner(R"({"revokeRolesFromUser":"reader","roles":["readWrite"]})", "shop");
        QCOMPARE(engine.code(insert), 13);
        engine.asOwner(R"({"dropUser":"reader"})", "shop");
        QCOMPARE(engine.code(R"({"find":"orders"})"), 13);
    }

    void aCursorBelongsToWhoOpenedIt()
    {
        Guarded engine;
        engine.login("reader", "secret", 1);
        engine.login("writer", "secret", 2);
        const bson::Document opened = engine.run(R"({"find":"orders","batchSize":1})", "shop", 1);
        const auto id = opened["cursor"].asDocument()["id"].toInt64();
        QVERIFY(id != 0);
        const auto more = bson::makeDocument("getMore", id, "collection", "orders");
        const bson::Document refused = engine.run(more, "shop", 2);
        QCOMPARE(refused["code"].toInt64(), std::int64_t{13});
        QVERIFY(refused["errmsg"].asString().find("was not created by the authenticated user")
                != std::string_view::npos);
        QCOMPARE(engine.run(more, "shop", 1)["ok"].toDouble(), 1.0);
    }

    void databasesAreListedAsFarAsTheRolesReach()
    {
        Guarded engine;
        engine.login("reader");
        const bson::Document reply = engine.run(R"({"listDatabases":1,"nameOnly":true})", "admin");
        QCOMPARE(bson::toJson(reply["databases"]), std::string(R"([{"name":"shop"}])"));
    }

    void connectionStatusTellsWhoIsLoggedIn()
    {
        Guarded engine;
        engine.login("reader");
        const bson::Document reply
            = engine.run(R"({"connectionStatus":1,"showPrivileges":true})", "admin");
        QCOMPARE(bson::toJson(reply.view().at("authInfo.authenticatedUsers")),
                 std::string(R"([{"user":"reader","db":"shop"}])"));
        QCOMPARE(bson::toJson(reply.view().at("authInfo.authenticatedUserRoles")),
                 std::string(R"([{"role":"read","db":"shop"}])"));
        QCOMPARE(reply.view().at("authInfo.authenticatedUserPrivileges.0.resource.db").asString(),
                 std::string_view("shop"));
    }

    void logoutEndsTheLogin()
    {
        Guarded engine;
        engine.login("reader");
        VERIFY_HOLDS(engine.run(R"({"logout":1})", "shop"), R"({"ok":1.0})");
        QCOMPARE(engine.code(R"({"find":"orders"})"), 13);
        using engine::net::Standing;
        QCOMPARE(engine.dispatcher.standingOf(1), Standing::Stranger);
        QCOMPARE(engine.dispatcher.standingOf(kOwner), Standing::Known);
    }

    void aMonitorOfADriverIsAWatcher()
    {
        using engine::net::Standing;
        Guarded engine;
        engine.run(R"({"hello":1})", "admin");
        QCOMPARE(engine.dispatcher.standingOf(1), Standing::Stranger);
        engine.run(R"({"hello":1,"client":{"driver":{"name":"d"}},"saslSupportedMechs":"a.b"})",
                   "admin");
        QCOMPARE(engine.dispatcher.standingOf(1), Standing::Stranger);
        engine.run(R"({"hello":1,"client":{"driver":{"name":"d"}}})", "admin");
        QCOMPARE(engine.dispatcher.standingOf(1), Standing::Watcher);
    }

    // The profiler records only commands on data; everything runs as an operation, though.
    void secretsAreNotShownAsOperations()
    {
        using engine::request::withoutSecrets;
        const auto shown = [](std::string_view name, std::string_view json) {
            return bson::toJson(withoutSecrets(name, tests::need(bson::fromJson(json))));
        };
        for (const char* name : {"createUser", "updateUser"}) {
            QCOMPARE(shown(name, R"({"x":1,"pwd":"canary","roles":[]})"),
                     std::string(R"({"x":1,"pwd":"xxx","roles":[]})"));
        }
        for (const char* name : {"saslStart", "saslContinue"}) {
            QCOMPARE(shown(name, R"({"x":1,"payload":"canary"})"),
                     std::string(R"({"x":1,"payload":"xxx"})"));
        }
        QCOMPARE(shown("hello", R"({"hello":1,"speculativeAuthenticate":{"payload":"canary"}})"),
                 std::string(R"({"hello":1,"speculativeAuthenticate":"xxx"})"));
        QCOMPARE(shown("find", R"({"find":"c","payload":"p"})"),
                 std::string(R"({"find":"c","payload":"p"})"));
    }
};

SANDGLASS_TEST(ServerAccessTest)
} // namespace tst_server_access

#include "tst_server_access.moc"
