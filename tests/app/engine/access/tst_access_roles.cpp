// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/roles.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

namespace tst_access_roles {

using namespace sandglass::engine::access;

namespace {

bool may(const RoleName& role, Action action, const Resource& resource)
{
    const std::vector<RoleName> roles{role};
    return allows(roles, {action, resource});
}

const Resource kServer;

} // namespace

class AccessRolesTest : public QObject
{
    Q_OBJECT

private slots:
    void aRoleEndsAtItsDatabase_data()
    {
        QTest::addColumn<QString>("role");
        QTest::addColumn<QString>("database");
        QTest::addColumn<int>("action");
        QTest::addColumn<QString>("on"); // "db.collection"; "": the server
        QTest::addColumn<bool>("allowed");
        const auto row = [](const char* role, const char* database, Action action, const char* on,
                            bool allowed) {
            QTest::addRow("%s@%s %s on %s", role, database, std::string(actionName(action)).c_str(),
                          on)
                << role << database << static_cast<int>(action) << on << allowed;
        };
        row("read", "shop", Action::Find, "shop.orders", true);
        row("read", "shop", Action::Find, "other.orders", false);
        row("read", "shop", Action::Find, "shop.system.js", true);
        row("read", "shop", Action::Find, "shop.system.profile", false);
        row("read", "shop", Action::Insert, "shop.orders", false);
        row("read", "shop", Action::ServerStatus, "", false);
        row("read", "admin", Action::Find, "admin.system.users", false);
        row("readWrite", "shop", Action::Remove, "shop.orders", true);
        row("readWrite", "shop", Action::CreateIndex, "shop.orders", true);
        row("readWrite", "shop", Action::CollMod, "shop.orders", false);
        row("readWrite", "shop", Action::DropDatabase, "shop.", false);
        row("readWrite", "admin", Action::Insert, "admin.system.users", false);
        row("dbAdmin", "shop", Action::CollMod, "shop.orders", true);
        row("dbAdmin", "shop", Action::Find, "shop.orders", false);
        row("dbAdmin", "shop", Action::Find, "shop.system.profile", true);
        row("dbAdmin", "shop", Action::Insert, "shop.orders", false);
        row("dbAdmin", "shop", Action::CreateUser, "shop.", false);
        row("userAdmin", "shop", Action::CreateUser, "shop.", true);
        row("userAdmin", "shop", Action::Find, "shop.orders", false);
        row("dbOwner", "shop", Action::CreateUser, "shop.", true);
        row("dbOwner", "shop", Action::CollMod, "shop.orders", true);
        row("dbOwner", "shop", Action::Find, "other.orders", false);
        row("clusterMonitor", "admin", Action::ServerStatus, "", true);
        row("clusterMonitor", "admin", Action::CollStats, "shop.orders", true);
        row("clusterMonitor", "admin", Action::Find, "shop.orders", false);
        row("clusterMonitor", "admin", Action::SetParameter, "", false);
        row("clusterMonitor", "shop", Action::ServerStatus, "", false);
        row("hostManager", "admin", Action::KillOp, "", true);
        row("readAnyDatabase", "admin", Action::Find, "shop.orders", true);
        row("readAnyDatabase", "admin", Action::Find, "local.oplog.rs", false);
        row("readAnyDatabase", "admin", Action::ListDatabases, "", true);
        row("readAnyDatabase", "shop", Action::Find, "shop.orders", false);
        row("readWriteAnyDatabase", "admin", Action::Insert, "shop.orders", true);
        row("readWriteAnyDatabase", "admin", Action::Insert, "admin.system.users", false);
        row("dbAdminAnyDatabase", "admin", Action::CollMod, "shop.orders", true);
        row("userAdminAnyDatabase", "admin", Action::GrantRole, "shop.", true);
        row("backup", "admin", Action::Find, "admin.system.users", true);
        row("backup", "admin", Action::Insert, "shop.orders", false);
        row("root", "admin", Action::Insert, "admin.system.users", true);
        row("root", "admin", Action::SetParameter, "", true);
        row("root", "shop", Action::Find, "shop.orders", false);
        row("read", "admin", Action::ChangeStream, "$every.", false);
        row("readAnyDatabase", "admin", Action::ChangeStream, "$every.", true);
        row("root", "admin", Action::ChangeStream, "$every.", true);
        row("nobody", "admin", Action::Find, "shop.orders", false);
        row("read", "", Action::Find, ".orders", false);
    }

    void aRoleEndsAtItsDatabase()
    {
        QFETCH(QString, role);
        QFETCH(QString, database);
        QFETCH(int, action);
        QFETCH(QString, on);
        Resource resource;
        resource.database = on.section(u'.', 0, 0).toStdString();
        resource.collection = on.section(u'.', 1).toStdString();
        QTEST(may({role.toStdString(), database.toStdString()}, static_cast<Action>(action),
                  resource),
              "allowed");
    }

    void noRoleAllowsNothing()
    {
        QVERIFY(!allows({}, {Action::Find, {"shop", "orders"}}));
        QVERIFY(!reaches({}, "shop"));
    }

    void rolesOfAllDatabasesAreThoseOfAdmin()
    {
        const auto ofShop = rolesOf("shop");
        QCOMPARE(ofShop,
                 (std::vector<std::string_view>{"dbAdmin", "dbOwner", "read", "readWrite",
                                                "userAdmin"}));
        const auto ofAdmin = rolesOf("admin");
        QVERIFY(std::ranges::is_sorted(ofAdmin));
        QVERIFY(std::ranges::find(ofAdmin, "root") != ofAdmin.end());
        QVERIFY(roleExists({"root", "admin"}));
        QVERIFY(!roleExists({"root", "shop"}));
        QVERIFY(!roleExists({"emperor", "admin"}));
    }

    // What is listed for a role is what the role allows.
    void grantsTellWhatARoleAllows()
    {
        for (const std::string_view name : rolesOf("admin")) {
            const RoleName role{std::string(name), "admin"};
            const auto grants = grantsOf(role);
            QVERIFY(!grants.empty());
            for (const Grant& grant : grants) {
                Resource resource = grant.resource;
                if (!grant.isCluster && resource.database.empty()) {
                    resource.database = "shop";
                }
                for (std::size_t at = 0; at < kActions; ++at) {
                    const auto action = static_cast<Action>(at);
                    QCOMPARE(may(role, action, grant.isCluster ? kServer : resource),
                             grant.actions.has(action));
                }
            }
        }
    }

    void everyActionHasANameOfItsOwn()
    {
        std::vector<std::string_view> names;
        for (std::size_t at = 0; at < kActions; ++at) {
            names.push_back(actionName(static_cast<Action>(at)));
        }
        std::ranges::sort(names);
        QVERIFY(std::ranges::adjacent_find(names) == names.end());
        QVERIFY(!names.front().empty());
    }
};

SANDGLASS_PLAIN_TEST(AccessRolesTest)
} // namespace tst_access_roles

#include "tst_access_roles.moc"
