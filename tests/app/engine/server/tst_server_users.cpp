// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/engine/server/guarded_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_server_users {

using namespace sandglass;
using tests::Guarded;

class ServerUsersTest : public QObject
{
    Q_OBJECT

private slots:
    void everybodyMaySeeTheOwnEntry()
    {
        Guarded engine;
        engine.login("reader");
        const bson::Document reply
            = engine.run(R"({"usersInfo":"reader","showPrivileges":true})", "shop");
        QCOMPARE(reply.view().at("users.0._id").asString(), std::string_view("shop.reader"));
        QCOMPARE(bson::toJson(reply.view().at("users.0.mechanisms")),
                 std::string(R"(["SCRAM-SHA-256"])"));
        QVERIFY(reply.view().at("users.0.credentials").isMissing());
        QVERIFY(!reply.view().at("users.0.inheritedPrivileges.0").isMissing());
        QCOMPARE(engine.code(R"({"usersInfo":"writer"})"), 13);
    }

    void usersInfoShowsWhatIsAskedFor()
    {
        Guarded engine;
        const bson::Document all = engine.asOwner(
            R"({"usersInfo":{"forAllDBs":true},"showCredentials":true,"filter":{"user":"root"}})");
        QCOMPARE(all["users"].asDocument().count(), std::size_t{1});
        QVERIFY(!all.view().at("users.0.credentials.SCRAM-SHA-256.salt").isMissing());
        QCOMPARE(engine
                     .asOwner(R"({"usersInfo":["reader",{"user":"writer","db":"shop"},"x"]})",
                              "shop")["users"]
                     .asDocument()
                     .count(),
                 std::size_t{2});
        VERIFY_HOLDS(engine.asOwner(R"({"usersInfo":1,"showPrivileges":true})", "shop"),
                     R"({"ok":0.0,"code":20})");
    }

    void whatCannotBeAUserIsRefused_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* command, int code) {
            QTest::newRow(name) << QByteArray(command) << code;
        };
        row("exists", R"({"createUser":"reader","pwd":"x","roles":[]})", 51'003);
        row("no name", R"({"createUser":"","pwd":"x","roles":[]})", 2);
        row("name is no text", R"({"createUser":1,"pwd":"x","roles":[]})", 14);
        row("no password", R"({"createUser":"u","roles":[]})", 2);
        row("empty password", R"({"createUser":"u","pwd":"","roles":[]})", 2);
        row("control characters", R"({"createUser":"u","pwd":"a\u0007","roles":[]})", 2);
        row("no roles", R"({"createUser":"u","pwd":"x"})", 40'414);
        row("unknown role", R"({"createUser":"u","pwd":"x","roles":["emperor"]})", 31);
        row("role of admin", R"({"createUser":"u","pwd":"x","roles":["root"]})", 31);
        row("role is a number", R"({"createUser":"u","pwd":"x","roles":[1]})", 2);
        row("SHA-1", R"({"createUser":"u","pwd":"x","roles":[],"mechanisms":["SCRAM-SHA-1"]})", 2);
        row("no mechanism", R"({"createUser":"u","pwd":"x","roles":[],"mechanisms":[]})", 2);
        row("digested", R"({"createUser":"u","pwd":"x","roles":[],"digestPassword":false})", 2);
        row("restricted",
            R"({"createUser":"u","pwd":"x","roles":[],"authenticationRestrictions":[{"clientSource":["::1"]}]})",
            115);
        row("unknown field", R"({"createUser":"u","pwd":"x","roles":[],"age":1})", 40'415);
        row("update nothing", R"({"updateUser":"reader"})", 2);
        row("update nobody", R"({"updateUser":"nobody","pwd":"x"})", 11);
        row("drop nobody", R"({"dropUser":"nobody"})", 11);
        row("grant nothing", R"({"grantRolesToUser":"reader","roles":[]})", 2);
        row("grant to nobody", R"({"grantRolesToUser":"nobody","roles":["read"]})", 11);
        row("drop all, no number", R"({"dropAllUsersFromDatabase":"x"})", 14);
    }

    void whatCannotBeAUserIsRefused()
    {
        QFETCH(QByteArray, command);
        QFETCH(int, code);
        Guarded engine;
        const bson::Document reply = engine.asOwner(command.toStdString(), "shop");
        QVERIFY2(reply["code"].toInt64() == code, bson::toJson(reply).c_str());
    }

    void aChangedPasswordIsTheOneThatCounts()
    {
        Guarded engine;
        engine.asOwner(
            R"({"updateUser":"reader","pwd":"other","customData":{"team":1},"roles":["readWrite"]})",
            "shop");
        VERIFY_HOLDS(engine.login("reader", "secret"), R"({"code":18})");
        VERIFY_HOLDS(engine.login("reader", "other"), R"({"done":true})");
        QCOMPARE(engine.code(R"({"insert":"orders","documents":[{"a":1}]})"), 0);
        const bson::Document info = engine.asOwner(R"({"usersInfo":"reader"})", "shop");
        QCOMPARE(info.view().at("users.0.customData.team").toInt64(), std::int64_t{1});
    }

    void allUsersOfADatabaseGoAtOnce()
    {
        Guarded engine;
        VERIFY_HOLDS(engine.asOwner(R"({"dropAllUsersFromDatabase":1})", "shop"),
                     R"({"ok":1.0,"n":5})");
        VERIFY_HOLDS(engine.asOwner(R"({"dropAllUsersFromDatabase":1})", "shop"),
                     R"({"ok":1.0,"n":0})");
    }

    void rolesInfoListsTheBuiltInRoles()
    {
        Guarded engine;
        QCOMPARE(engine.asOwner(R"({"rolesInfo":1})", "shop")["roles"].asDocument().count(),
                 std::size_t{0});
        QVERIFY(engine.asOwner(R"({"rolesInfo":1,"showBuiltinRoles":true})")["roles"]
                    .asDocument()
                    .count()
                > 5);
        const bson::Document read
            = engine.asOwner(R"({"rolesInfo":"read","showPrivileges":true})", "shop");
        QVERIFY(read.view().at("roles.0.isBuiltin").asBool());
        QCOMPARE(read.view().at("roles.0.privileges.0.resource.db").asString(),
                 std::string_view("shop"));
        QCOMPARE(engine.asOwner(R"({"rolesInfo":"emperor"})")["roles"].asDocument().count(),
                 std::size_t{0});
    }

    void everybodyMaySeeTheOwnRoles()
    {
        Guarded engine;
        engine.login("reader");
        QCOMPARE(engine.run(R"({"rolesInfo":"read"})", "shop")["roles"].asDocument().count(),
                 std::size_t{1});
        QCOMPARE(engine.code(R"({"rolesInfo":{"role":"read","db":"shop"}})", "other"), 0);
        // others, and a list that has one of others, need the right to see roles
        QCOMPARE(engine.code(R"({"rolesInfo":"readWrite"})"), 13);
        QCOMPARE(engine.code(R"({"rolesInfo":"read"})", "other"), 13);
        QCOMPARE(engine.code(R"({"rolesInfo":["read","readWrite"]})"), 13);
        QCOMPARE(engine.code(R"({"rolesInfo":1,"showBuiltinRoles":true})"), 13);
        // a role that was taken away is no longer the own one
        engine.asOwner(R"({"revokeRolesFromUser":"reader","roles":["read"]})", "shop");
        QCOMPARE(engine.code(R"({"rolesInfo":"read"})"), 13);
    }
};

SANDGLASS_TEST(ServerUsersTest)
} // namespace tst_server_users

#include "tst_server_users.moc"
