// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/explorer/catalog_reading.h"
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
constexpr int kMany = 50; // more collections than one reading of a remote server covers

protocol::Namespace collection(int number)
{
    return {"many", "c" + std::to_string(number)};
}

void addCollections(tests::FakeTtlServer& server)
{
    for (int i = 0; i < kMany; ++i) {
        server.addIndex(collection(i), "at", 300);
    }
}

// How many index lists the next reading asks for, so much later.
int indexListsOf(ServiceFixture& fixture, std::chrono::minutes later)
{
    fixture.clock.advance(later);
    const int before = fixture.server->calls("indexes");
    fixture.set.catalog.poll();
    [&] { QTRY_VERIFY(!fixture.set.catalog.isLoading()); }();
    return fixture.server->calls("indexes") - before;
}

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
    void theFirstReadingShowsWhatIsKnownSoFar();
    void whatIsReadElsewhereMeanwhileWins();
    void aRemoteServerIsReadInParts();
    void inTimeEachPartHasItsTurn();
    void aNewCollectionIsReadFirst();
    void aChangedSchemaIsReadAsAWholeButNotTooOften();
    void afterAChangeByOthersWhatIsOnScreenIsReadAtOnce();
    void withoutCountersTheNumberOfIndexesShowsAChange();
    void anOwnChangeOfTheNumberIsNoNews();
    void aServerThatDoesNotCountIndexesIsAskedOnce();
    void collectionsInViewAreReadFirst();
    void theLocalEngineIsReadAsAWhole();
    void whatIsOnScreenIsReadInEachPart();
    void aSlowServerIsReadLessOften();
    void eachCollectionSaysWhenItsIndexesWereRead();
    void sizesAndUseOfAnEarlierReadingKeepItsTime();
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

void TestCatalog::theFirstReadingShowsWhatIsKnownSoFar()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addIndex(kCarts, "lastModified", 60);
    services::CatalogService& catalog = fixture.set.catalog;
    fixture.server->hold("indexes");
    fixture.set.connections.connectTo(QStringLiteral("mongodb://fake.example/"), {}, false);
    QTRY_VERIFY(catalog.catalog().find(kSessions));
    QVERIFY(!catalog.isLoaded());
    QVERIFY(!catalog.knows(kSessions));
    QVERIFY(catalog.progress().listed);
    QCOMPARE(catalog.progress().collections, 2);
    QCOMPARE(catalog.progress().read, 0);
    fixture.server->release("indexes");
    QTRY_VERIFY(catalog.isLoaded());
    QVERIFY(catalog.knows(kSessions));
    QVERIFY(catalog.catalog().find(ttl::IndexRef{kCarts, "lastModified_1"}));
}

void TestCatalog::whatIsReadElsewhereMeanwhileWins()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    services::CatalogService& catalog = fixture.set.catalog;
    fixture.server->hold("indexes");
    catalog.refresh();
    QTRY_COMPARE(fixture.server->running("indexes"), 1);
    catalog.take(kSessions, {});
    fixture.server->release("indexes");
    QTRY_VERIFY(!catalog.isLoading());
    QVERIFY(catalog.catalog().find(kSessions)->indexes.empty());
}

void TestCatalog::aRemoteServerIsReadInParts()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    QVERIFY(fixture.connect(false));
    const int before = fixture.server->allCalls();
    fixture.set.catalog.poll();
    QTRY_VERIFY(!fixture.set.catalog.isLoading());
    const int sent = fixture.server->allCalls() - before;
    QVERIFY(sent > 3); // something is read
    QVERIFY2(sent <= services::CatalogService::kCommandsPerReading,
             qPrintable(QString::number(sent)));
    // what was not read now is still known
    QVERIFY(fixture.set.catalog.catalog().find({collection(kMany - 1), "at_1"}));
}

void TestCatalog::inTimeEachPartHasItsTurn()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    QVERIFY(fixture.connect(false));
    for (int i = 0; i < kMany; ++i) {
        fixture.server->addIndex(collection(i), "made", 60);
    }
    for (int reading = 0; reading < kMany; ++reading) {
        fixture.set.catalog.poll();
        QTRY_VERIFY(!fixture.set.catalog.isLoading());
    }
    for (int i = 0; i < kMany; ++i) {
        QVERIFY2(fixture.set.catalog.catalog().find({collection(i), "made_1"}),
                 collection(i).text().c_str());
    }
}

void TestCatalog::aNewCollectionIsReadFirst()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    QVERIFY(fixture.connect(false));
    const protocol::Namespace fresh{"many", "zzz"};
    fixture.server->addIndex(fresh, "at", 60);
    fixture.set.catalog.poll();
    QTRY_VERIFY(!fixture.set.catalog.isLoading());
    QVERIFY(fixture.set.catalog.catalog().find({fresh, "at_1"}));
}

void TestCatalog::aChangedSchemaIsReadAsAWholeButNotTooOften()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    QVERIFY(fixture.connect(false));
    services::CatalogService& catalog = fixture.set.catalog;
    catalog.noteSchemaCommands(7); // what happened before connecting is known
    QVERIFY(indexListsOf(fixture, 6min) < kMany);
    catalog.noteSchemaCommands(8);
    QCOMPARE(indexListsOf(fixture, 1min), kMany);
    catalog.noteSchemaCommands(9);
    QVERIFY(indexListsOf(fixture, 1min) < kMany);
    QCOMPARE(indexListsOf(fixture, 5min), kMany);
    QVERIFY(indexListsOf(fixture, 6min) < kMany);
}

void TestCatalog::afterAChangeByOthersWhatIsOnScreenIsReadAtOnce()
{
    for (const bool local : {true, false}) {
        ServiceFixture fixture;
        addCollections(*fixture.server);
        const protocol::Namespace shown{"app", "fresh"};
        fixture.server->addIndex(shown, "at", 3'600);
        QVERIFY(fixture.connect(local));
        services::CatalogService& catalog = fixture.set.catalog;
        catalog.watch(shown);
        catalog.noteSchemaCommands(7);
        fixture.server->collection(shown).indexes.back().expireAfterSeconds = 60;
        catalog.noteSchemaCommands(7);
        QVERIFY(!catalog.isLoading());
        catalog.noteSchemaCommands(8);
        QTRY_COMPARE(*catalog.catalog().find({shown, "at_1"})->expireAfterSeconds,
                     std::int64_t{60});
    }
}

void TestCatalog::withoutCountersTheNumberOfIndexesShowsAChange()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    fixture.server->answer("dbStats", bson::makeDocument("indexes", 2 * kMany));
    QVERIFY(fixture.connect(false));
    QVERIFY(indexListsOf(fixture, 6min) < kMany); // the first number
    QVERIFY(indexListsOf(fixture, 6min) < kMany); // the same
    fixture.server->answer("dbStats", bson::makeDocument("indexes", 2 * kMany + 1));
    const int before = fixture.server->allCalls();
    QVERIFY(indexListsOf(fixture, 6min) < kMany);
    QVERIFY(fixture.server->allCalls() - before <= services::CatalogService::kCommandsPerReading);
    QCOMPARE(indexListsOf(fixture, 1min), kMany);
    QVERIFY(indexListsOf(fixture, 6min) < kMany); // no further change
}

void TestCatalog::anOwnChangeOfTheNumberIsNoNews()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    fixture.server->answer("dbStats", bson::makeDocument("indexes", 2 * kMany));
    QVERIFY(fixture.connect(false));
    QVERIFY(indexListsOf(fixture, 6min) < kMany);
    services::CatalogService& catalog = fixture.set.catalog;
    std::vector<ttl::IndexSpec> indexes = catalog.catalog().find(collection(0))->indexes;
    indexes.push_back(indexes.back());
    indexes.back().name = "made_1";
    catalog.take(collection(0), indexes);
    fixture.server->addIndex(collection(0), "made", 60);
    fixture.server->answer("dbStats", bson::makeDocument("indexes", 2 * kMany + 1));
    QVERIFY(indexListsOf(fixture, 6min) < kMany);
    QVERIFY(indexListsOf(fixture, 6min) < kMany);
}

void TestCatalog::aServerThatDoesNotCountIndexesIsAskedOnce()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    fixture.server->fail("runCommand", base::serverError(59, "CommandNotFound", "no dbStats"));
    QVERIFY(fixture.connect(false));
    const int before = fixture.server->calls("runCommand");
    QVERIFY(indexListsOf(fixture, 1min) > 0);
    const int asked = fixture.server->calls("runCommand");
    QVERIFY(asked > before);
    QVERIFY(indexListsOf(fixture, 1min) > 0);
    QCOMPARE(fixture.server->calls("runCommand"), asked);
}

void TestCatalog::collectionsInViewAreReadFirst()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    QVERIFY(fixture.connect(false));
    std::vector<protocol::Namespace> seen;
    for (int i = kMany - 10; i < kMany; ++i) {
        seen.push_back(collection(i));
        fixture.server->addIndex(seen.back(), "made", 60);
    }
    fixture.set.catalog.setSeen(seen);
    // they alone would have their turn after seven readings
    for (int reading = 0; reading < 4; ++reading) {
        const int before = fixture.server->allCalls();
        QVERIFY(indexListsOf(fixture, 1min) > 0);
        QVERIFY(fixture.server->allCalls() - before
                <= services::CatalogService::kCommandsPerReading);
    }
    for (const protocol::Namespace& ns : seen) {
        QVERIFY2(fixture.set.catalog.catalog().find({ns, "made_1"}), ns.text().c_str());
    }
}

void TestCatalog::theLocalEngineIsReadAsAWhole()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    QVERIFY(fixture.connect(true));
    const int before = fixture.server->calls("indexes");
    fixture.set.catalog.poll();
    QTRY_VERIFY(!fixture.set.catalog.isLoading());
    QCOMPARE(fixture.server->calls("indexes"), before + kMany);
}

void TestCatalog::whatIsOnScreenIsReadInEachPart()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    QVERIFY(fixture.connect(false));
    services::CatalogService& catalog = fixture.set.catalog;
    const protocol::Namespace watched = collection(kMany - 1);
    catalog.watch(watched);
    QTRY_VERIFY(catalog.catalog().find(watched)->detailed);
    fixture.server->addIndex(watched, "made", 60);
    catalog.poll();
    QTRY_VERIFY(catalog.catalog().find({watched, "made_1"}));
}

void TestCatalog::aSlowServerIsReadLessOften()
{
    ServiceFixture fixture;
    addCollections(*fixture.server);
    QVERIFY(fixture.connect(false));
    services::CatalogService& catalog = fixture.set.catalog;
    catalog.setPolling(1h, 1min);
    QCOMPARE(catalog.nextPause(), std::optional<std::chrono::milliseconds>(1min));
    fixture.server->hold("databases");
    catalog.poll();
    QTRY_COMPARE(fixture.server->running("databases"), 1);
    QVERIFY(!catalog.nextPause());
    fixture.clock.advance(5s);
    fixture.server->release("databases");
    QTRY_VERIFY(!catalog.isLoading());
    QCOMPARE(catalog.nextPause(), std::optional<std::chrono::milliseconds>(100s));
}

void TestCatalog::eachCollectionSaysWhenItsIndexesWereRead()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addIndex(kCarts, "lastModified", 60);
    QVERIFY(fixture.connect());
    const auto readAt = [&fixture](const protocol::Namespace& ns) {
        return fixture.set.catalog.catalog().find(ns)->readAt;
    };
    const base::Time first = fixture.set.connections.serverNow();
    QVERIFY(readAt(kSessions) == first);
    fixture.clock.advance(1min);
    fixture.set.catalog.refresh(kSessions);
    QTRY_VERIFY(readAt(kSessions) == first + 1min);
    QVERIFY(readAt(kCarts) == first);
}

void TestCatalog::sizesAndUseOfAnEarlierReadingKeepItsTime()
{
    services::CatalogCollection before;
    before.spec.ns = kSessions;
    before.detailed = true;
    before.readAt = base::Time(1s);
    services::CatalogCollection now = before;
    now.detailed = false;
    now.readAt = base::Time(2s);
    services::keepDetails(before, now);
    QVERIFY(now.detailed);
    QVERIFY(now.readAt == before.readAt);
    // one that has read them itself
    now.readAt = base::Time(2s);
    services::keepDetails(before, now);
    QVERIFY(now.readAt == base::Time(2s));
}

SANDGLASS_TEST(TestCatalog)
} // namespace tst_services_catalog

#include "tst_services_catalog.moc"
