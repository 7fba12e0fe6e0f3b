// SPDX-License-Identifier: GPL-3.0-or-later
// The weather example of the documents (seed 4) on the engine, and what the window sees of it.
#include "app/mongo/mongo_driver.h"
#include "app/ttl/expiry_rule.h"
#include "tests/support/answer_of.h"
#include "tests/support/engine_client.h"
#include "tests/support/random_documents.h"
#include "tests/support/real_services.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <random>
#include <set>

namespace tst_integration_time_series {

using namespace sandglass;
using namespace std::chrono_literals;
using tests::json;
using tests::need;

namespace {

const protocol::Namespace kWeather{"shop", "weather24h"};
constexpr std::string_view kNewYork = "40.761873, -73.984287";
const protocol::Namespace kReadings{"shop", "readings"};
constexpr auto kSpan = 720h; ///< of granularity "hours"; its buckets start at midnight

} // namespace

class TestTimeSeriesInTheWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theCollectionIsListedOnceAsATimeSeries();
    void itsIndexesAreShownAsTheyWereAskedFor();
    void itsStatisticsCountMeasurements();
    void aForecastCountsMeasurements();
    void documentsAreShown();
    void theServicesForecastBothRules();
    void theEffectShowsTheMostThatCanGo();
    void itsOwnRuleIsChangedAndUndone();
    void bucketsGoByBothRules();
    void eachGoesBetweenItsDateAndTheLatestMoment();

private:
    ttl::TtlServer& server() const { return m_client->server(); }
    bson::Document measurement(std::int32_t id, base::Time time, std::string_view sensor) const
    {
        return bson::makeDocument("_id", id, "timestamp", bson::Date::from(time), "sensor", sensor,
                                  "celsius", id);
    }

    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    std::unique_ptr<tests::EngineClient> m_client;
    base::Time m_now; ///< a noon
};

void TestTimeSeriesInTheWindow::initTestCase()
{
    QVERIFY(m_engine.start());
    m_client = std::make_unique<tests::EngineClient>(m_engine);
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
    m_now = std::chrono::floor<std::chrono::days>(m_client->now()) - 12h;
    m_client->run("shop", json(R"({"create":"weather24h","timeseries":{"timeField":"timestamp",
        "metaField":"sensor","granularity":"hours"},"expireAfterSeconds":86400})"));
    m_client->run("shop", json(R"({"createIndexes":"weather24h","indexes":[{"key":{"timestamp":1},
        "name":"timestamp_1","partialFilterExpression":{"sensor":{"$eq":"40.761873, -73.984287"}},
        "expireAfterSeconds":3600}]})"));
    m_client->insert(kWeather,
                     {measurement(1, m_now, kNewYork), measurement(2, m_now, "Boston"),
                      measurement(3, m_now - 40h, "Boston"), measurement(4, m_now - 1h, kNewYork)});
}

void TestTimeSeriesInTheWindow::theCollectionIsListedOnceAsATimeSeries()
{
    const auto collections = need(server().collections("shop", {}));
    QCOMPARE(collections.size(), std::size_t{1});
    QCOMPARE(collections.front().ns, kWeather);
    QCOMPARE(collections.front().kind, ttl::CollectionKind::TimeSeries);
    QCOMPARE(collections.front().expireAfterSeconds, std::optional<std::int64_t>(86'400));
}

void TestTimeSeriesInTheWindow::itsIndexesAreShownAsTheyWereAskedFor()
{
    const auto indexes = need(server().indexes(kWeather, {}));
    QCOMPARE(indexes.size(), std::size_t{2});
    QCOMPARE(indexes[0].name, std::string("sensor_1_timestamp_1"));
    QCOMPARE(indexes[1].name, std::string("timestamp_1"));
    QCOMPARE(indexes[1].singleField(), std::string("timestamp"));
    QCOMPARE(indexes[1].expireAfterSeconds, std::optional<std::int64_t>(3'600));
    QVERIFY(indexes[1].partialFilter->contains("sensor"));
    QVERIFY(indexes[1].bytes.has_value());
    QVERIFY(indexes[1].uses.has_value());
}

void TestTimeSeriesInTheWindow::itsStatisticsCountMeasurements()
{
    const ttl::CollectionStats stats = need(server().stats(kWeather, {}));
    QCOMPARE(stats.documents, std::int64_t{4});
    QVERIFY(stats.dataBytes > 0);
}

void TestTimeSeriesInTheWindow::aForecastCountsMeasurements()
{
    ttl::HistogramRequest request;
    request.ns = kWeather;
    request.field = "timestamp";
    request.expireAfterSeconds = 86'400;
    request.now = m_now;
    request.edges = {m_now, m_now + 23h + 30min, m_now + 30h};
    const ttl::ExpiryHistogram histogram = need(server().histogram(request, {}));
    QCOMPARE(histogram.overdue, std::int64_t{1});
    QCOMPARE(histogram.counts, (std::vector<std::int64_t>{1, 2}));
}

void TestTimeSeriesInTheWindow::documentsAreShown()
{
    ttl::DocumentQuery query;
    query.ns = kWeather;
    query.field = "timestamp";
    query.limit = 2;
    const auto documents = need(server().find(query, {}));
    QCOMPARE(documents.size(), std::size_t{2});
    QCOMPARE(documents[0]["_id"].asInt32(), 3);
    QCOMPARE(documents[1]["_id"].asInt32(), 4);
}

void TestTimeSeriesInTheWindow::theServicesForecastBothRules()
{
    const tests::RealServices services(m_engine);
    QVERIFY(services.isOpen());
    const auto rules = services.set.forecasts.rules(kWeather);
    QCOMPARE(rules.size(), std::size_t{2});
    QVERIFY(rules[0].collectionLevel);
    QCOMPARE(rules[0].field, std::string("timestamp"));
    QCOMPARE(rules[1].index.name, std::string("timestamp_1"));
    // a bucket's last measurement is due a span after its start: until then none is overdue
    QCOMPARE(rules[1].latestAfterSeconds(), std::int64_t{3'600 + 2'592'000});
    services::ForecastQuery query;
    query.collection = kWeather;
    const auto forecast = tests::answerOf(services.set.forecasts.forecast(query));
    QCOMPARE(forecast.rules.size(), std::size_t{2});
    for (const services::RuleForecast& share : forecast.rules) {
        QVERIFY(!share.error);
        QCOMPARE(share.histogram.shown.overdue, std::int64_t{0});
    }
}

void TestTimeSeriesInTheWindow::theEffectShowsTheMostThatCanGo()
{
    const tests::RealServices services(m_engine);
    QVERIFY(services.isOpen());
    services::EffectQuery query;
    query.after = services.set.forecasts.rules(kWeather).front();
    query.after.expireAfterSeconds = 3'600;
    query.zone = QTimeZone::utc();
    const auto answer = tests::answerOf(services.set.indexes.effect(std::move(query)));
    QVERIFY(answer.impact);
    // older than an hour; what of it goes at once depends on the buckets: none is whole yet
    QCOMPARE(answer.impact->affected, std::int64_t{4});
    QVERIFY(!answer.impact->exact);
    QCOMPARE(answer.bucketSpanSeconds, std::int64_t{2'592'000});
    QCOMPARE(answer.after->overdue, std::int64_t{0});
}

void TestTimeSeriesInTheWindow::itsOwnRuleIsChangedAndUndone()
{
    const tests::RealServices services(m_engine);
    QVERIFY(services.isOpen());
    const ttl::IndexRef own{kWeather, {}};
    const auto listed
        = [this] { return need(server().collections("shop", {})).front().expireAfterSeconds; };
    const auto before = need(tests::answerOf(services.set.indexes.read(own)));
    QCOMPARE(before->singleField(), std::string("timestamp"));
    ttl::IndexChange off{own, {}, {}};
    off.switchedOff = true;
    QVERIFY(tests::answerOf(services.set.indexes.change(off, *before)));
    QCOMPARE(listed(), std::optional<std::int64_t>());
    QTRY_COMPARE(services.set.forecasts.rules(kWeather).size(), std::size_t{1});
    const std::uint64_t entry = services.set.journal.entries().back().id;
    const auto outlook = need(tests::answerOf(services.set.undos.outlook(entry)));
    const auto& plan = std::get<services::UndoPlan>(outlook);
    QVERIFY(tests::answerOf(services.set.undos.undo(plan, {})));
    QCOMPARE(listed(), std::optional<std::int64_t>(86'400));
}

void TestTimeSeriesInTheWindow::bucketsGoByBothRules()
{
    const auto left = [this] {
        QStringList ids;
        for (const bson::Document& document : m_client->documents(kWeather)) {
            ids << QString::number(document["_id"].asInt32());
        }
        ids.sort();
        return ids.join(QChar(u' '));
    };
    m_client->setParameter("ttlMonitorSleepSecs", bson::Value::of(1));
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(true));
    QVERIFY(m_client->passAt(m_now + kSpan - 40h));
    QCOMPARE(left(), QStringLiteral("1 2 3 4"));
    QVERIFY(m_client->passAt(m_now - 60h + kSpan + 24h));
    QCOMPARE(left(), QStringLiteral("1 2 4"));
    QVERIFY(m_client->passAt(m_now - 12h + kSpan + 1h));
    QCOMPARE(left(), QStringLiteral("2"));
    QVERIFY(m_client->passAt(m_now - 12h + kSpan + 24h));
    QCOMPARE(left(), QString());
    QVERIFY(m_client->isSound(kWeather));
}

// What the window says of measurements: the effect counts the most that can go, the forecast and
// the countdowns say when each is gone at the latest.
void TestTimeSeriesInTheWindow::eachGoesBetweenItsDateAndTheLatestMoment()
{
    m_client->run("shop", json(R"({"create":"readings","timeseries":{"timeField":"timestamp",
        "metaField":"sensor"},"expireAfterSeconds":7200})"));
    m_client->setParameter("ttlMonitorSleepSecs", bson::Value::of(1));
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(true));
    std::mt19937 random(tests::testSeed());
    const base::Time start = m_client->now() + 24h;
    std::vector<bson::Document> all;
    for (std::int32_t id = 0; id < 300; ++id) {
        const auto after = std::chrono::seconds(random() % (24 * 3'600));
        all.push_back(measurement(id, start + after, random() % 2 == 0 ? "east" : "west"));
    }
    m_client->insert(kReadings, all);
    const ttl::ExpiryRule earliest{"timestamp", 7'200, true, {}};
    const ttl::ExpiryRule latest{"timestamp", 7'200 + 3'600, true, {}};
    for (auto moment = start + 3h; moment < start + 30h; moment += 5h) {
        std::set<std::int32_t> before;
        for (const bson::Document& document : m_client->documents(kReadings)) {
            before.insert(document["_id"].asInt32());
        }
        ttl::HistogramRequest request;
        request.ns = kReadings;
        request.field = latest.field;
        request.expireAfterSeconds = latest.expireAfterSeconds;
        request.now = moment;
        request.edges = {moment, moment + 1h};
        const std::int64_t overdue = need(server().histogram(request, {})).overdue;
        const auto judgedAt = m_client->passAt(moment);
        QVERIFY(judgedAt.has_value());
        const std::int64_t most
            = std::count_if(all.begin(), all.end(), [&](const bson::Document& document) {
                  return before.contains(document["_id"].asInt32())
                      && ttl::isExpired(earliest, document, *judgedAt);
              });
        std::set<std::int32_t> left;
        for (const bson::Document& document : m_client->documents(kReadings)) {
            left.insert(document["_id"].asInt32());
        }
        for (const bson::Document& document : all) {
            const bool stays = left.contains(document["_id"].asInt32());
            QVERIFY(!stays || !ttl::isExpired(latest, document, moment));
            QVERIFY(stays || ttl::isExpired(earliest, document, *judgedAt));
        }
        const auto gone = static_cast<std::int64_t>(before.size() - left.size());
        QVERIFY2(overdue <= gone && gone <= most,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(overdue).arg(gone).arg(most)));
    }
    QVERIFY(m_client->documents(kReadings).size() < all.size() / 2);
}

SANDGLASS_TEST(TestTimeSeriesInTheWindow)
} // namespace tst_integration_time_series

#include "tst_integration_time_series.moc"
