// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <set>

namespace tst_services_sample_data {

using namespace sandglass;
using namespace std::chrono_literals;
using services::SampleDataService;
using tests::ServiceFixture;

class TestSampleData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thereAreAboutFiftyThousandDocumentsInNineCollections();
    void theSameSeedMakesTheSameDocuments();
    void someAreOverdueAndSomeNeverExpire();
    void loadingFillsEveryCollectionAndMakesItsIndex();
    void loadingAgainReplacesWhatWasThere();
    void fillingStopsAtTheFirstRefusal();
    void aRemoteServerIsLeftAlone();
    void loadingCanBeCancelled();
    void trafficTouchesSessionsAndAddsDocuments();
};

void TestSampleData::thereAreAboutFiftyThousandDocumentsInNineCollections()
{
    std::int64_t total = 0;
    std::set<std::string> names;
    for (const services::SampleCollection& collection : services::sampleCollections()) {
        total += collection.documents;
        names.insert(collection.name);
    }
    QCOMPARE(names,
             (std::set<std::string>{"authLog", "tokenLog", "log.events", "app.events", "carts",
                                    "pageCache", "tickets", "eventlog", "weather24h"}));
    QVERIFY(total > 45'000 && total < 55'000);
}

void TestSampleData::theSameSeedMakesTheSameDocuments()
{
    const base::Time now(base::Millis(1'893'456'000'000));
    for (const services::SampleCollection& collection : services::sampleCollections()) {
        services::SampleRandom one(1);
        services::SampleRandom two(1);
        for (int number = 0; number < 100; ++number) {
            QVERIFY(collection.make(number, now, one) == collection.make(number, now, two));
        }
    }
}

void TestSampleData::someAreOverdueAndSomeNeverExpire()
{
    const base::Time now(base::Millis(1'893'456'000'000));
    std::int64_t overdue = 0;
    std::int64_t notADate = 0;
    std::int64_t noField = 0;
    for (const services::SampleCollection& collection : services::sampleCollections()) {
        if (!collection.index.contains("expireAfterSeconds")) {
            continue;
        }
        services::SampleRandom random(1);
        const bson::DocumentView key = collection.index["key"].asDocument();
        const ttl::ExpiryRule rule{std::string(key.begin()->key),
                                   collection.index["expireAfterSeconds"].toInt64(),
                                   true,
                                   {}};
        for (int number = 0; number < collection.documents; ++number) {
            const bson::Document document = collection.make(number, now, random);
            const ttl::Verdict verdict = ttl::judge(rule, document);
            overdue += verdict.eligibleAt && *verdict.eligibleAt <= now ? 1 : 0;
            notADate += verdict.never == ttl::NeverReason::NotADate ? 1 : 0;
            noField += verdict.never == ttl::NeverReason::NoField ? 1 : 0;
        }
    }
    QVERIFY(overdue > 1'000);
    QVERIFY(notADate >= 100);
    QVERIFY(noField >= 100);
}

void TestSampleData::loadingFillsEveryCollectionAndMakesItsIndex()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    QSignalSpy finished(&fixture.set.samples, &SampleDataService::finished);
    fixture.set.samples.load();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
    for (const services::SampleCollection& collection : services::sampleCollections()) {
        const protocol::Namespace ns{services::kSampleDatabase, collection.name};
        QCOMPARE(fixture.server->documentCount(ns), static_cast<std::size_t>(collection.documents));
    }
    QCOMPARE(fixture.set.samples.percent(), 100);
    QTRY_VERIFY(fixture.set.catalog.catalog().find(
        ttl::IndexRef{{services::kSampleDatabase, "tickets"}, "lastModifiedDate_1"}));
    QCOMPARE(fixture.set.journal.entries().back().kind, services::JournalKind::LoadSampleData);
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Succeeded);
}

void TestSampleData::loadingAgainReplacesWhatWasThere()
{
    ServiceFixture fixture;
    const protocol::Namespace stray{services::kSampleDatabase, "stray"};
    fixture.server->addDocument(stray, bson::Document());
    QVERIFY(fixture.connect());
    QSignalSpy finished(&fixture.set.samples, &SampleDataService::finished);
    fixture.set.samples.load();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
    QCOMPARE(fixture.server->documentCount(stray), std::size_t{0});
}

// The worker's part alone: no thread, no event loop.
void TestSampleData::fillingStopsAtTheFirstRefusal()
{
    const tests::FakeClock clock;
    tests::FakeTtlServer server(clock);
    std::int64_t inserted = 0;
    int filled = 0;
    const auto fill = [&] {
        return services::fillSampleData(
            server, {}, clock.now(), [&](std::int64_t done) { inserted = done; },
            [&] {
                server.fail("insert", base::failure(Errc::Storage, "full"));
                ++filled;
            });
    };
    const Result<std::int64_t> answer = fill();
    QVERIFY(!answer && answer.error().code == Errc::Storage);
    QCOMPARE(filled, 1);
    QCOMPARE(inserted, std::int64_t{services::sampleCollections().front().documents});
    server.fail("runCommand", base::failure(Errc::NotPermitted, "no"));
    QVERIFY(fill().error().code == Errc::NotPermitted);
    QCOMPARE(filled, 1);
}

void TestSampleData::aRemoteServerIsLeftAlone()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    fixture.set.samples.load();
    QVERIFY(!fixture.set.samples.isLoading());
    QVERIFY(fixture.set.samples.error()->code == Errc::Unsupported);
    QCOMPARE(fixture.server->calls("runCommand"), 0);
}

void TestSampleData::loadingCanBeCancelled()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->hold("insert");
    fixture.set.samples.load();
    QTRY_COMPARE(fixture.server->running("insert"), 1);
    fixture.set.samples.cancel();
    QTRY_VERIFY(!fixture.set.samples.isLoading());
    QVERIFY(fixture.set.samples.error()->code == Errc::Cancelled);
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Failed);
}

void TestSampleData::trafficTouchesSessionsAndAddsDocuments()
{
    ServiceFixture fixture;
    const protocol::Namespace events{services::kSampleDatabase, "log.events"};
    fixture.server->addIndex({services::kSampleDatabase, "authLog"}, "accessTime", 300);
    fixture.services.traffic().setInterval(1h);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.services.traffic().isRunning());
    QSignalSpy stepped(&fixture.services.traffic(), &services::LiveTraffic::stepped);
    fixture.services.traffic().step();
    QTRY_COMPARE(stepped.count(), 1);
    QVERIFY(fixture.server->documentCount(events) > 0);
    QCOMPARE(fixture.server->commands().front()["update"].asString(), std::string_view("authLog"));
    fixture.set.connections.disconnectNow();
    QVERIFY(!fixture.services.traffic().isRunning());
}

SANDGLASS_TEST(TestSampleData)
} // namespace tst_services_sample_data

#include "tst_services_sample_data.moc"
