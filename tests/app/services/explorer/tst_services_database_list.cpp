// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/explorer/database_list.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_database_list {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const Error kRefused = base::serverError(
    13, "Unauthorized", "not authorized on admin to execute command { listDatabases: 1 }");

} // namespace

class TestDatabaseList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatMayBeListedIsListed()
    {
        ServiceFixture fixture;
        fixture.server->addIndex({"shop", "orders"}, "made", 60);
        const auto list = services::listDatabases(*fixture.server, {"named"}, {});
        QVERIFY(list && !list->refused);
        QCOMPARE(list->databases.size(), std::size_t{1});
        QCOMPARE(list->databases.front().name, std::string("shop"));
    }

    void aRefusalLeavesTheNamedOnes()
    {
        ServiceFixture fixture;
        fixture.server->fail("databases", kRefused);
        const auto list = services::listDatabases(*fixture.server, {"shop"}, {});
        QVERIFY(list && list->refused);
        QCOMPARE(list->databases.front().name, std::string("shop"));
    }

    void withoutNamesARefusalIsAnError()
    {
        ServiceFixture fixture;
        fixture.server->fail("databases", kRefused);
        QVERIFY(!services::listDatabases(*fixture.server, {}, {}));
    }

    void anotherErrorIsNoReasonToGuess()
    {
        ServiceFixture fixture;
        fixture.server->fail("databases", base::failure(Errc::Timeout, "too slow"));
        QVERIFY(!services::listDatabases(*fixture.server, {"shop"}, {}));
    }

    void theCatalogueReadsWhatWasNamed()
    {
        ServiceFixture fixture;
        fixture.server->addIndex({"shop", "orders"}, "made", 60);
        fixture.server->fail("databases", kRefused);
        fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
        QTRY_VERIFY(fixture.set.catalog.error());
        QVERIFY(!fixture.set.catalog.isLoaded());
        fixture.set.connections.nameDatabases({u"shop"_s});
        fixture.set.catalog.refresh();
        QTRY_VERIFY(fixture.set.catalog.isLoaded());
        const services::Catalog& catalog = fixture.set.catalog.catalog();
        QVERIFY(catalog.refused && catalog.isPartial());
        QVERIFY(catalog.find(protocol::Namespace{"shop", "orders"}));
    }

    void aRefusedDatabaseMakesTheCataloguePartial()
    {
        ServiceFixture fixture;
        fixture.server->addIndex({"shop", "orders"}, "made", 60);
        fixture.server->fail("collections", base::serverError(13, "Unauthorized", "no"));
        QVERIFY(fixture.connect());
        QVERIFY(fixture.set.catalog.catalog().isPartial());
        QVERIFY(fixture.set.catalog.catalog().isPartial(protocol::Namespace{"shop", "orders"}));
        QVERIFY(!fixture.set.catalog.catalog().isPartial(protocol::Namespace{"logs", "web"}));
    }

    void onlyTheServersOwnDatabasesAreSystemDatabases()
    {
        for (const char* own : {"admin", "config", "local"}) {
            QVERIFY(services::isSystemDatabase(own));
        }
        for (const char* other : {"", "Admin", "admin2", "locale", "shop", "config.x"}) {
            QVERIFY2(!services::isSystemDatabase(other), other);
        }
    }

    void refusedDatabasesOfTheServerLeaveTheCatalogueWhole()
    {
        services::Catalog catalog;
        catalog.databases = {{{"config", 0}, {}, kRefused, true},
                             {{"local", 0}, {}, {}, true},
                             {{"shop", 0}, {}, {}, true}};
        services::CatalogCollection oplog;
        oplog.spec.ns = {"local", "oplog.rs"};
        oplog.error = kRefused;
        catalog.databases[1].collections = {oplog};
        QVERIFY(!catalog.isPartial());
        // who asks for them gets the reason
        QVERIFY(catalog.isPartial(protocol::Namespace{"config", {}}));
        QVERIFY(catalog.isPartial(oplog.spec.ns));
        // a list that failed otherwise is missing, also there
        catalog.databases[0].error = base::failure(Errc::Timeout, "slow");
        QVERIFY(catalog.isPartial());
        catalog.databases[0].error = kRefused;
        catalog.databases[2].error = kRefused;
        QVERIFY(catalog.isPartial());
    }

    void refusedIndexesMakeTheirCollectionPartial()
    {
        ServiceFixture fixture;
        fixture.server->addIndex({"shop", "orders"}, "made", 60);
        for (const char* call : {"indexes", "listedIndexes"}) {
            fixture.server->fail(call, base::serverError(13, "Unauthorized", "no"));
        }
        QVERIFY(fixture.connect());
        QVERIFY(fixture.set.catalog.catalog().isPartial(protocol::Namespace{"shop", "orders"}));
    }
};

SANDGLASS_TEST(TestDatabaseList)
} // namespace tst_services_database_list

#include "tst_services_database_list.moc"
