// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QDateTime>
#include <QObject>
#include <QTest>

#include <numeric>

namespace tst_services_forecast {

using namespace sandglass;
using namespace std::chrono_literals;
using services::Forecast;
using services::ForecastQuery;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};

void addSession(ServiceFixture& fixture, int id, base::Millis age)
{
    fixture.server->addDocument(
        kSessions,
        bson::makeDocument("_id", id, "seen", bson::Date::from(fixture.clock.now() - age)));
}

ForecastQuery query(std::optional<std::chrono::seconds> horizon)
{
    ForecastQuery made;
    made.collection = kSessions;
    made.horizon = horizon;
    made.zone = QTimeZone::utc();
    return made;
}

Forecast ask(ServiceFixture& fixture, ForecastQuery asked)
{
    return tests::outcomeOf(fixture.set.forecasts.forecast(std::move(asked))).value_or(Forecast());
}

} // namespace

class TestForecastService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void overdueScheduledLaterAndNeverAreDistinguished();
    void figuresForTheHourAndTheDayComeWithAnyHorizon();
    void aHiddenIndexIsForecastButNotHintedAt();
    void anUnusableRuleExpiresNothing();
    void oneFailingRuleDoesNotHideTheOthers();
    void whatAServerKeepsToItselfIsNotCalledZero();
    void everythingReachesToTheLastDate();
    void everythingFrom1700To9999NeedsAtMost500Bars();
    void aPreviewCountsARuleThatDoesNotExist();
    void withoutAConnectionTheForecastSaysSo();
    void datesAtTheEndsOfTimeDoNotOverflow();
    void onlyAnOrderedIndexShowsTheOldestDate_data();
    void onlyAnOrderedIndexShowsTheOldestDate();
    void everythingAsksForTheLastDateOnlyOnce();
    void whatIsUnknownIsSampledUnlessItIsSmall();
    void theCostsOfAllRulesAddUp();
};

void TestForecastService::onlyAnOrderedIndexShowsTheOldestDate_data()
{
    QTest::addColumn<int>("product");
    QTest::addColumn<int>("topology");
    QTest::addColumn<int>("direction");
    QTest::addColumn<bool>("ordered");
    QTest::addColumn<bool>("drawsPages");
    const auto row = [](const char* name, ttl::Product product, ttl::Topology topology,
                        int direction, bool ordered, bool drawsPages) {
        QTest::newRow(name) << static_cast<int>(product) << static_cast<int>(topology) << direction
                            << ordered << drawsPages;
    };
    row("MongoDB", ttl::Product::MongoDb, ttl::Topology::Standalone, 1, true, false);
    row("a descending index", ttl::Product::MongoDb, ttl::Topology::Standalone, -1, false, false);
    row("shards", ttl::Product::MongoDb, ttl::Topology::Sharded, 1, false, false);
    row("the engine", ttl::Product::Sandglass, ttl::Topology::Standalone, 1, true, false);
    row("DocumentDB", ttl::Product::DocumentDb, ttl::Topology::Standalone, 1, false, true);
    row("FerretDB", ttl::Product::FerretDb, ttl::Topology::Standalone, 1, false, true);
    row("Cosmos DB", ttl::Product::CosmosDb, ttl::Topology::Standalone, 1, false, false);
}

void TestForecastService::onlyAnOrderedIndexShowsTheOldestDate()
{
    QFETCH(int, product);
    QFETCH(int, topology);
    QFETCH(int, direction);
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->collection(kSessions).indexes.back().key
        = bson::makeDocument("seen", direction);
    addSession(fixture, 1, 400s);
    ttl::ServerInfo info;
    info.product = static_cast<ttl::Product>(product);
    info.topology = static_cast<ttl::Topology>(topology);
    fixture.server->setInfo(info);
    QVERIFY(fixture.connect(false));
    ask(fixture, query(300s));
    const ttl::HistogramRequest request = fixture.server->lastHistogram();
    QTEST(request.indexAscends, "ordered");
    QTEST(request.limits.together > 1, "drawsPages");
    QCOMPARE(request.indexHint, std::string("seen_1"));
}

void TestForecastService::everythingAsksForTheLastDateOnlyOnce()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    addSession(fixture, 1, -72h);
    QVERIFY(fixture.connect(false));
    ask(fixture, query({}));
    QCOMPARE(fixture.server->calls("histogram"), 2);
    const Forecast again = ask(fixture, query({}));
    QCOMPARE(fixture.server->calls("histogram"), 3);
    QVERIFY(again.edges.back() >= fixture.clock.now() + 72h);
}

void TestForecastService::whatIsUnknownIsSampledUnlessItIsSmall()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect(false));
    ask(fixture, query(300s));
    QCOMPARE(fixture.server->lastHistogram().sampleAbove, std::int64_t{10'000});
    fixture.set.forecasts.setSampleAbove(500);
    ask(fixture, query(300s));
    QCOMPARE(fixture.server->lastHistogram().sampleAbove, std::int64_t{500});
}

void TestForecastService::theCostsOfAllRulesAddUp()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addIndex(kSessions, "born", 300);
    fixture.server->setCounting({.took = 150ms});
    QVERIFY(fixture.connect(false));
    QCOMPARE(ask(fixture, query(300s)).took.count(), 300);
}

void TestForecastService::overdueScheduledLaterAndNeverAreDistinguished()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    addSession(fixture, 1, 400s);
    addSession(fixture, 2, 10s);
    addSession(fixture, 3, -1h);
    fixture.server->addDocument(kSessions, bson::makeDocument("_id", 4, "seen", "2030-01-01"));
    fixture.server->addDocument(kSessions, bson::makeDocument("_id", 5));
    QVERIFY(fixture.connect());
    const Forecast forecast = ask(fixture, query(300s));
    QCOMPARE(forecast.rules.size(), std::size_t{1});
    const ttl::ExpiryHistogram& histogram = forecast.rules.front().histogram.shown;
    QCOMPARE(histogram.overdue, std::int64_t{1});
    QCOMPARE(histogram.scheduled(), std::int64_t{1});
    QCOMPARE(histogram.later, std::int64_t{1});
    QCOMPARE(histogram.never.notADate, std::int64_t{1});
    QCOMPARE(histogram.never.noField, std::int64_t{1});
    QCOMPARE(*forecast.rules.front().oldestOverdue, 100s);
}

void TestForecastService::figuresForTheHourAndTheDayComeWithAnyHorizon()
{
    for (const std::chrono::seconds horizon :
         {std::chrono::seconds(300), std::chrono::seconds(31'536'000)}) {
        ServiceFixture fixture;
        fixture.server->addIndex(kSessions, "seen", 0);
        addSession(fixture, 1, -30min);
        addSession(fixture, 2, -1h);
        addSession(fixture, 3, -20h);
        addSession(fixture, 4, -72h);
        QVERIFY(fixture.connect());
        const Forecast forecast = ask(fixture, query(horizon));
        QCOMPARE(forecast.rules.front().histogram.dueWithinHour, std::int64_t{2});
        QCOMPARE(forecast.rules.front().histogram.dueWithinDay, std::int64_t{3});
        QCOMPARE(forecast.rules.front().histogram.shown.documents(), std::int64_t{4});
    }
}

void TestForecastService::aHiddenIndexIsForecastButNotHintedAt()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->collection(kSessions).indexes.back().hidden = true;
    addSession(fixture, 1, 400s);
    QVERIFY(fixture.connect());
    QCOMPARE(ask(fixture, query(300s)).rules.front().histogram.shown.overdue, std::int64_t{1});
    QCOMPARE(fixture.server->lastHistogram().indexHint, std::string());
}

void TestForecastService::anUnusableRuleExpiresNothing()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    ttl::IndexSpec& index = fixture.server->collection(kSessions).indexes.back();
    index.expireAfterSeconds.reset();
    index.expiryValueInvalid = true;
    addSession(fixture, 1, 400s);
    QVERIFY(fixture.connect());
    QCOMPARE(ask(fixture, query(300s)).rules.front().histogram.shown.never.invalidRule,
             std::int64_t{1});
}

void TestForecastService::oneFailingRuleDoesNotHideTheOthers()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    fixture.server->fail("histogram", base::failure(Errc::NotPermitted, "no"));
    const Forecast forecast = ask(fixture, query(300s));
    QVERIFY(!forecast.error);
    QVERIFY(forecast.rules.front().error->code == Errc::NotPermitted);
    QCOMPARE(forecast.rules.front().histogram.shown.counts.size(), forecast.edges.size() - 1);
}

void TestForecastService::whatAServerKeepsToItselfIsNotCalledZero()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "_ts", 300);
    ttl::ServerInfo cosmos;
    cosmos.product = ttl::Product::CosmosDb;
    fixture.server->setInfo(cosmos);
    QVERIFY(fixture.connect());
    const Forecast forecast = ask(fixture, query(300s));
    QVERIFY(forecast.rules.front().error.has_value());
    QVERIFY(forecast.rules.front().error->code == Errc::Unsupported);
}

void TestForecastService::everythingReachesToTheLastDate()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    addSession(fixture, 1, -24h * 500);
    QVERIFY(fixture.connect());
    const Forecast forecast = ask(fixture, query({}));
    QVERIFY(forecast.edges.back() >= fixture.clock.now() + 24h * 500 + 300s);
    QCOMPARE(forecast.rules.front().histogram.shown.later, std::int64_t{0});
    QCOMPARE(forecast.rules.front().histogram.shown.scheduled(), std::int64_t{1});
}

void TestForecastService::everythingFrom1700To9999NeedsAtMost500Bars()
{
    for (const char* zone :
         {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"}) {
        ServiceFixture fixture;
        fixture.server->addIndex(kSessions, "seen", 2'147'483'647);
        std::int32_t id = 0;
        for (const int year : {1700, 1969, 2024, 2025, 2050, 2100, 5000, 9999}) {
            const QDateTime date(QDate(year, 12, 31), QTime(23, 59), QTimeZone::utc());
            fixture.server->addDocument(
                kSessions,
                bson::makeDocument("_id", ++id, "seen", bson::Date{date.toMSecsSinceEpoch()}));
        }
        QVERIFY(fixture.connect());
        ForecastQuery everything = query(std::nullopt);
        everything.zone = QTimeZone(zone);
        const Forecast forecast = ask(fixture, everything);
        QVERIFY(forecast.edges.size() >= 2);
        QVERIFY(forecast.edges.size() - 1 <= 500);
        QVERIFY(fixture.server->lastHistogram().edges.size() <= 501);
        QCOMPARE(forecast.rules.front().histogram.shown.documents(), std::int64_t{id});
    }
}

void TestForecastService::aPreviewCountsARuleThatDoesNotExist()
{
    ServiceFixture fixture;
    addSession(fixture, 1, 400s);
    QVERIFY(fixture.connect());
    ttl::Rule rule;
    rule.index = {kSessions, "planned"};
    rule.field = "seen";
    rule.expireAfterSeconds = 60;
    rule.ready = false;
    std::optional<Result<ttl::ExpiryHistogram>> answer;
    const base::Time now = fixture.clock.now();
    services::whenAnswered(
        fixture.set.forecasts.histogram(rule, {now, now + 1h}, {}), this,
        [&](const Result<ttl::ExpiryHistogram>& histogram) { answer.emplace(histogram); });
    QTRY_VERIFY(answer.has_value());
    QCOMPARE((*answer)->overdue, std::int64_t{1});
    QCOMPARE(fixture.server->lastHistogram().indexHint, std::string());
}

void TestForecastService::withoutAConnectionTheForecastSaysSo()
{
    ServiceFixture fixture;
    QVERIFY(ask(fixture, query(300s)).error->code == Errc::Network);
}

void TestForecastService::datesAtTheEndsOfTimeDoNotOverflow()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addDocument(kSessions,
                                bson::makeDocument("_id", 1, "seen", bson::Date{INT64_MIN}));
    fixture.server->addDocument(kSessions,
                                bson::makeDocument("_id", 2, "seen", bson::Date{INT64_MAX}));
    QVERIFY(fixture.connect());
    const Forecast forecast = ask(fixture, query({}));
    QCOMPARE(forecast.rules.front().histogram.shown.overdue, std::int64_t{1});
    QCOMPARE(forecast.rules.front().histogram.shown.later, std::int64_t{1});
    QVERIFY(*forecast.rules.front().oldestOverdue > 24h * 365);
}

SANDGLASS_TEST(TestForecastService)
} // namespace tst_services_forecast

#include "tst_services_forecast.moc"
