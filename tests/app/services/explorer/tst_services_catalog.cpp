// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_catalog {

using namespace sandglass;
using namespace std::chrono_literals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};
const protocol::Namespace kCarts{"shop", "carts"};

} // namespace

class TestCatalog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void connectingReadsTheWholeTree();
    void anIndexListThatIsRefusedIsNotedAndTheRestGoesOn();
    void aChangedCollectionIsReadAlone();
    void anUnknownCollectionMeansReadingAll();
    void refreshingWhileReadingReadsOnceMoreAndNotMore();
    void theLastTreeStaysWhenReadingFails();
    void disconnectingForgetsTheTree();
    void anotherServerDoesNotShowTheOldTree();
    void theSameServerAgainKeepsTheTreeMeanwhile();
};

void TestCatalog::connectingReadsTheWholeTree()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addIndex(kCarts, "lastModified", std::nullopt);
    QVERIFY(fixture.connect());
    const services::Catalog& catalog = fixture.set.catalog.catalog();
    QCOMPARE(catalog.databases.size(), std::size_t{2});
    QVERIFY(catalog.find(ttl::IndexRef{kSessions, "seen_1"})->isTtl());
    QVERIFY(!catalog.find(ttl::IndexRef{kCarts, "lastModified_1"})->isTtl());
    QVERIFY(!catalog.find(protocol::Namespace{"app", "nothing"}));
}

void TestCatalog::anIndexListThatIsRefusedIsNotedAndTheRestGoesOn()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->fail("indexes", base::failure(Errc::NotPermitted, "no"));
    QVERIFY(fixture.connect());
    const services::CatalogCollection* entry = fixture.set.catalog.catalog().find(kSessions);
    QVERIFY(entry);
    QVERIFY(entry->error->code == Errc::NotPermitted);
    QVERIFY(!fixture.set.catalog.error());
}

void TestCatalog::aChangedCollectionIsReadAlone()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    fixture.server->addIndex(kSessions, "made", 60);
    const int before = fixture.server->calls("databases");
    fixture.set.catalog.refresh(kSessions);
    QTRY_VERIFY(fixture.set.catalog.catalog().find(ttl::IndexRef{kSessions, "made_1"}));
    QCOMPARE(fixture.server->calls("databases"), before);
}

void TestCatalog::anUnknownCollectionMeansReadingAll()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->addIndex(kCarts, "lastModified", 60);
    fixture.set.catalog.refresh(kCarts);
    QTRY_VERIFY(fixture.set.catalog.catalog().find(kCarts));
}

void TestCatalog::refreshingWhileReadingReadsOnceMoreAndNotMore()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    const int before = fixture.server->calls("databases");
    fixture.server->hold("databases");
    fixture.set.catalog.refresh();
    QTRY_COMPARE(fixture.server->running("databases"), 1);
    for (int i = 0; i < 5; ++i) {
        fixture.set.catalog.refresh();
    }
    QCOMPARE(fixture.server->running("databases"), 1);
    fixture.server->release("databases");
    QTRY_VERIFY(!fixture.set.catalog.isLoading());
    QCOMPARE(fixture.server->calls("databases"), before + 2);
}

void TestCatalog::theLastTreeStaysWhenReadingFails()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    fixture.server->fail("databases", base::failure(Errc::Timeout, "slow"));
    fixture.set.catalog.refresh();
    QTRY_VERIFY(fixture.set.catalog.error());
    QVERIFY(fixture.set.catalog.catalog().find(kSessions));
}

void TestCatalog::disconnectingForgetsTheTree()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    fixture.set.connections.disconnectNow();
    QVERIFY(!fixture.set.catalog.isLoaded());
    QVERIFY(fixture.set.catalog.catalog().databases.empty());
}

void TestCatalog::anotherServerDoesNotShowTheOldTree()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect(false));
    fixture.server->hold("serverInfo");
    fixture.set.connections.connectTo(QStringLiteral("mongodb://other.example/"), {}, false);
    QVERIFY(!fixture.set.catalog.isLoaded());
    QVERIFY(!fixture.set.catalog.catalog().find(kSessions));
}

void TestCatalog::theSameServerAgainKeepsTheTreeMeanwhile()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect(true));
    fixture.server->hold("serverInfo");
    fixture.set.connections.connectTo(QStringLiteral("mongodb://restarted.example/"), {}, true);
    QVERIFY(fixture.set.catalog.catalog().find(kSessions));
    fixture.server->release("serverInfo");
    QTRY_VERIFY(fixture.set.connections.isConnected());
}

SANDGLASS_TEST(TestCatalog)
} // namespace tst_services_catalog

#include "tst_services_catalog.moc"
