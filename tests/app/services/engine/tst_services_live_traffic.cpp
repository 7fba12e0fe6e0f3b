// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/services/engine/live_traffic.h"
#include "app/services/engine/sample_collections.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QSignalSpy>
#include <QTest>

#include <string_view>

namespace tst_services_live_traffic {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::kSampleDatabase;
using tests::ServiceFixture;

namespace {

protocol::Namespace sample(const char* collection)
{
    return {kSampleDatabase, collection};
}

/// A server with the sample database, or one with another database only.
struct TrafficFixture : ServiceFixture
{
    explicit TrafficFixture(bool withSamples = true)
    {
        const protocol::Namespace ns
            = withSamples ? sample("authLog") : protocol::Namespace{"shop", "authLog"};
        server->addDocument(ns, bson::makeDocument("_id", 1));
        // an hour: only the steps that a test asks for
        services.traffic().setInterval(std::chrono::hours(1));
    }
    services::LiveTraffic& traffic() { return services.traffic(); }
    /// Does a step and waits for its end.
    bool step()
    {
        const QSignalSpy stepped(&traffic(), &services::LiveTraffic::stepped);
        traffic().step();
        return QTest::qWaitFor([&] { return stepped.count() == 1; });
    }
    std::size_t updates() const
    {
        std::size_t count = 0;
        for (const bson::Document& command : server->commands()) {
            count += command.contains("update") ? 1 : 0;
        }
        return count;
    }
};

} // namespace

class TestLiveTraffic : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itRunsWhereTheSamplesAre_data();
    void itRunsWhereTheSamplesAre();
    void aStepTouchesRegularsAndAddsATrickle();
    void touchedSessionsAreMadeAgainWhenTheyAreGone();
    void aFailureStopsItUntilTheNextCatalogue();
    void stepsDoNotOverlap();
};

void TestLiveTraffic::itRunsWhereTheSamplesAre_data()
{
    QTest::addColumn<bool>("local");
    QTest::addColumn<bool>("samples");
    QTest::addColumn<bool>("runs");
    QTest::newRow("local, samples") << true << true << true;
    QTest::newRow("local, other data") << true << false << false;
    QTest::newRow("remote, samples") << false << true << false;
    QTest::newRow("remote, other data") << false << false << false;
}

void TestLiveTraffic::itRunsWhereTheSamplesAre()
{
    QFETCH(bool, local);
    QFETCH(bool, samples);
    QFETCH(bool, runs);
    TrafficFixture fixture(samples);
    QVERIFY(!fixture.traffic().isRunning());
    QVERIFY(fixture.connect(local));
    QTRY_COMPARE(fixture.traffic().isRunning(), runs);
    QCOMPARE(fixture.server->calls("insert"), 0);
    fixture.set.connections.disconnectNow();
    QTRY_VERIFY(!fixture.traffic().isRunning());
}

void TestLiveTraffic::aStepTouchesRegularsAndAddsATrickle()
{
    TrafficFixture fixture;
    QVERIFY(fixture.connect());
    const std::size_t before = fixture.server->documentCount(sample("authLog"));
    QVERIFY(fixture.step());
    QCOMPARE(fixture.updates(), std::size_t{2}); // authLog and tokenLog
    QCOMPARE(fixture.server->documentCount(sample("authLog")), before + 2);
    QCOMPARE(fixture.server->documentCount(sample("log.events")), std::size_t{3});
    QCOMPARE(fixture.server->documentCount(sample("app.events")), std::size_t{2});
    QCOMPARE(fixture.server->documentCount(sample("pageCache")), std::size_t{1});
}

void TestLiveTraffic::touchedSessionsAreMadeAgainWhenTheyAreGone()
{
    TrafficFixture fixture;
    QVERIFY(fixture.connect());
    QVERIFY(fixture.step());
    for (const bson::Document& command : fixture.server->commands()) {
        if (!command.contains("update")) {
            continue;
        }
        for (const bson::Element& update : command["updates"].asDocument()) {
            const bson::DocumentView statement = update.value.asDocument();
            QVERIFY(statement["upsert"].asBool());
            const bson::ValueView date = statement.at("u.$set.accessTime");
            QCOMPARE(date.type(), bson::Type::Date);
            QVERIFY(date.asDate().time() == fixture.clock.now());
        }
    }
}

void TestLiveTraffic::aFailureStopsItUntilTheNextCatalogue()
{
    TrafficFixture fixture;
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.traffic().isRunning());
    fixture.server->failOnce("insert", base::failure(Errc::NotFound, "dropped"));
    QVERIFY(fixture.step());
    QVERIFY(!fixture.traffic().isRunning());
    fixture.server->addDocument(sample("tokenLog"), bson::makeDocument("_id", 1));
    fixture.set.catalog.refresh();
    QTRY_VERIFY(fixture.traffic().isRunning());
}

void TestLiveTraffic::stepsDoNotOverlap()
{
    TrafficFixture fixture;
    QVERIFY(fixture.connect());
    const QSignalSpy stepped(&fixture.traffic(), &services::LiveTraffic::stepped);
    fixture.traffic().step();
    fixture.traffic().step();
    fixture.traffic().step();
    QTRY_COMPARE(stepped.count(), 1);
    QVERIFY(fixture.step());
    QCOMPARE(stepped.count(), 2);
    QCOMPARE(fixture.updates(), std::size_t{4});
}

SANDGLASS_TEST(TestLiveTraffic)
} // namespace tst_services_live_traffic

#include "tst_services_live_traffic.moc"
