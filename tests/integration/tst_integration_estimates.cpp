// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates and counts in parts of collections whose dates are distributed in different ways,
// through the driver and the engine, against the expiry rule.
#include "app/mongo/mongo_driver.h"
#include "app/services/forecast/forecast_service.h"
#include "app/ttl/sampling.h"
#include "tests/support/engine_client.h"
#include "tests/support/fault_proxy.h"
#include "tests/support/populations.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <future>
#include <map>

namespace tst_integration_estimates {

using namespace sandglass;
using namespace std::chrono_literals;
using tests::need;
using tests::Shape;

namespace {

constexpr std::int32_t kDocuments = 20'000;
constexpr int kDrawsOfAShape = 13; // of 6 shapes with 15 figures: more than 1 000 intervals
constexpr int kStated = 1'000;

/// A connection through a proxy that changes the commands.
struct Changed
{
    explicit Changed(const tests::EngineProcess& engine)
        : proxy(engine.port())
    {
    }
    /// A histogram read on another thread, while this one runs the proxy.
    Result<ttl::ExpiryHistogram> histogram(const ttl::HistogramRequest& request)
    {
        auto reading = std::async(std::launch::async, [&]() -> Result<ttl::ExpiryHistogram> {
            if (!server) {
                auto connected = factory.connect(proxy.uri().toStdString(), {});
                TRY(connected);
                server = *connected;
            }
            return server->histogram(request, {});
        });
        const bool done = QTest::qWaitFor(
            [&] { return reading.wait_for(0ms) == std::future_status::ready; }, 60'000);
        return done ? reading.get() : base::failure(Errc::Timeout, "no answer");
    }
    /// Pipelines that have passed since the last call.
    std::int64_t pipelines()
    {
        const auto passed = std::ranges::count_if(proxy.messages(), [](const QByteArray& message) {
            return message.contains("pipeline");
        });
        proxy.forgetTraffic();
        return passed;
    }

    tests::FaultProxy proxy;
    base::SystemClock clock;
    mongo::MongoTtlServerFactory factory{clock};
    std::shared_ptr<ttl::TtlServer> server;
};

/// A collection of a shape, and what the expiry rule says about it.
struct Sampled
{
    protocol::Namespace ns;
    ttl::ExpiryHistogram truth;
};

} // namespace

class TestEstimates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void anEstimateTakesFourCommands_data() { shapes(); }
    void anEstimateTakesFourCommands();
    void theOldestDateIsTheEarliestOfTheArrays_data() { shapes(); }
    void theOldestDateIsTheEarliestOfTheArrays();
    void tooManyOverdueDocumentsStillHaveTheOldest_data() { shapes(); }
    void tooManyOverdueDocumentsStillHaveTheOldest();
    void withoutOrderTheOldestIsALimit();
    void ofAThousandStatedIntervalsAtLeast93PercentHold();
    void thePartsGiveTheTruth_data() { shapes(); }
    void thePartsGiveTheTruth();
    void partsGoByIdWhereTheIndexHasArrays_data() { shapes(); }
    void partsGoByIdWhereTheIndexHasArrays();
    void everyIdIsInOnePart();
    void theEffectIsEstimatedWhereItIsLarge_data() { shapes(); }
    void theEffectIsEstimatedWhereItIsLarge();
    void aSmallEffectIsCounted();
    void aSlowSampleIsDrawnAgainSmaller();
    void aServerThatCannotSampleCountsAndSaysSo();
    void aServerWithoutFacetSamplesAllTheSame();

private:
    static void shapes();
    ttl::HistogramRequest request(const protocol::Namespace& ns) const;
    ttl::ImpactRequest impactRequest(const protocol::Namespace& ns) const;
    ttl::ExpiryHistogram judged(const protocol::Namespace& ns,
                                const std::vector<bson::Document>& documents) const;
    void fill(const protocol::Namespace& ns, const std::vector<bson::Document>& documents) const;
    const Sampled& sampled() const;
    /// How many commands that read documents the engine has run.
    std::int64_t commands() const;

    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    std::unique_ptr<tests::EngineClient> m_client;
    base::Time m_now;
    std::map<Shape, Sampled> m_shapes;
};

void TestEstimates::initTestCase()
{
    QVERIFY(m_engine.start());
    m_client = std::make_unique<tests::EngineClient>(m_engine);
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
    m_now = m_client->now();
    std::mt19937 random(20'261'123);
    for (const auto& [shape, name] : tests::kShapes) {
        std::vector<bson::Document> documents;
        for (std::int32_t id = 0; id < kDocuments; ++id) {
            documents.push_back(tests::shapedDocument(shape, id, m_now, random));
        }
        const protocol::Namespace ns{"shop", "shape" + std::to_string(static_cast<int>(shape))};
        fill(ns, documents);
        m_shapes[shape] = {ns, judged(ns, documents)};
    }
}

void TestEstimates::fill(const protocol::Namespace& ns,
                         const std::vector<bson::Document>& documents) const
{
    for (std::size_t start = 0; start < documents.size(); start += 5'000) {
        const std::size_t end = std::min(documents.size(), start + 5'000);
        m_client->insert(ns,
                         {documents.begin() + static_cast<std::ptrdiff_t>(start),
                          documents.begin() + static_cast<std::ptrdiff_t>(end)});
    }
    const auto index = bson::makeArray(tests::json(
        R"({"key": {"t": 1}, "name": "t_1", "expireAfterSeconds": {"$numberLong": "0"}})"));
    m_client->run(ns.database,
                  bson::Builder()
                      .append("createIndexes", ns.collection)
                      .appendArray("indexes", index)
                      .take());
}

void TestEstimates::shapes()
{
    QTest::addColumn<int>("shape");
    for (const auto& [shape, name] : tests::kShapes) {
        QTest::newRow(QByteArray(name.data(), static_cast<qsizetype>(name.size())).constData())
            << static_cast<int>(shape);
    }
}

const Sampled& TestEstimates::sampled() const
{
    return m_shapes.at(
        static_cast<Shape>(*static_cast<int*>(QTest::qData("shape", QMetaType::Int))));
}

ttl::HistogramRequest TestEstimates::request(const protocol::Namespace& ns) const
{
    ttl::HistogramRequest made;
    made.ns = ns;
    made.field = "t";
    made.now = m_now;
    made.indexHint = "t_1";
    made.indexAscends = true;
    made.sampleAbove = 1'000;
    for (int hour = 0; hour <= 24; hour += 2) {
        made.edges.push_back(m_now + std::chrono::hours(hour));
    }
    return made;
}

ttl::ImpactRequest TestEstimates::impactRequest(const protocol::Namespace& ns) const
{
    ttl::ImpactRequest made;
    made.ns = ns;
    made.field = "t";
    made.now = m_now;
    made.indexHint = "t_1";
    made.sampleAbove = 1'000;
    return made;
}

ttl::ExpiryHistogram TestEstimates::judged(const protocol::Namespace& ns,
                                           const std::vector<bson::Document>& documents) const
{
    const std::vector<base::Time> edges = request(ns).edges;
    ttl::ExpiryHistogram truth;
    truth.counts.assign(edges.size() - 1, 0);
    for (const bson::Document& document : documents) {
        const ttl::Verdict verdict = ttl::judge({"t", 0, true, {}}, document);
        if (verdict.never) {
            ++truth.never.of(*verdict.never);
            continue;
        }
        const bson::Date date = *verdict.earliestDate;
        if (!truth.oldestDate || date.millis < truth.oldestDate->millis) {
            truth.oldestDate = date;
        }
        const auto bucket = std::ranges::lower_bound(edges, *verdict.eligibleAt) - edges.begin();
        if (bucket == 0) {
            ++truth.overdue;
        } else if (bucket == static_cast<std::ptrdiff_t>(edges.size())) {
            ++truth.later;
        } else {
            ++truth.counts[static_cast<std::size_t>(bucket - 1)];
        }
    }
    return truth;
}

std::int64_t TestEstimates::commands() const
{
    const auto status = m_client->run("admin", bson::makeDocument("serverStatus", 1));
    std::int64_t sum = 0;
    for (const char* name : {"aggregate", "count", "find", "explain", "getMore", "collStats"}) {
        sum += status.view().at("metrics.commands." + std::string(name) + ".total").toInt64();
    }
    return sum;
}

void TestEstimates::anEstimateTakesFourCommands()
{
    const std::int64_t before = commands();
    const auto estimate = need(m_client->server().histogram(request(sampled().ns), {}));
    QVERIFY(!estimate.exact);
    QVERIFY(estimate.overdueExact);
    QCOMPARE(estimate.overdue, sampled().truth.overdue);
    QCOMPARE(commands() - before, std::int64_t{4});
}

void TestEstimates::theOldestDateIsTheEarliestOfTheArrays()
{
    const auto estimate = need(m_client->server().histogram(request(sampled().ns), {}));
    QVERIFY(estimate.oldestExact);
    QCOMPARE(estimate.oldestDate->millis, sampled().truth.oldestDate->millis);
}

void TestEstimates::tooManyOverdueDocumentsStillHaveTheOldest()
{
    ttl::HistogramRequest asked = request(sampled().ns);
    for (const std::int64_t most : {1, 50}) {
        asked.limits.overdue = most;
        const auto estimate = need(m_client->server().histogram(asked, {}));
        QVERIFY(!estimate.overdueExact);
        QVERIFY(estimate.oldestExact);
        QCOMPARE(estimate.oldestDate->millis, sampled().truth.oldestDate->millis);
    }
}

void TestEstimates::withoutOrderTheOldestIsALimit()
{
    ttl::HistogramRequest asked = request(m_shapes[Shape::Arrays].ns);
    asked.indexAscends = false;
    QVERIFY(need(m_client->server().histogram(asked, {})).oldestExact); // all overdue ones were met
    asked.limits.overdue = 1;
    const auto estimate = need(m_client->server().histogram(asked, {}));
    QVERIFY(!estimate.oldestExact);
    QVERIFY(estimate.oldestDate->millis >= m_shapes[Shape::Arrays].truth.oldestDate->millis);
}

void TestEstimates::ofAThousandStatedIntervalsAtLeast93PercentHold()
{
    tests::Calibration calibration;
    for (const auto& [shape, each] : m_shapes) {
        ttl::HistogramRequest asked = request(each.ns);
        asked.limits.overdue = 1; // so that the overdue ones are estimated, too
        for (int i = 0; i < kDrawsOfAShape; ++i) {
            calibration.check(need(m_client->server().histogram(asked, {})), each.truth);
        }
    }
    QVERIFY(calibration.stated >= kStated);
    QVERIFY2(calibration.share() >= 0.93, qPrintable(QString::number(calibration.share())));
    QVERIFY2(calibration.widest < 0.05, qPrintable(QString::number(calibration.widest)));
}

void TestEstimates::thePartsGiveTheTruth()
{
    std::vector<double> progress;
    const auto answers
        = need(services::countExactly(m_client->server(), {}, {request(sampled().ns)},
                                      [&progress](double done) { progress.push_back(done); }));
    const ttl::ExpiryHistogram& counted = *answers.front();
    const ttl::ExpiryHistogram& truth = sampled().truth;
    QVERIFY(counted.exact);
    QCOMPARE(counted.overdue, truth.overdue);
    QCOMPARE(counted.counts, truth.counts);
    QCOMPARE(counted.later, truth.later);
    QCOMPARE(counted.never, truth.never);
    QCOMPARE(counted.oldestDate->millis, truth.oldestDate->millis);
    QVERIFY(progress.size() >= 15);
    QVERIFY(std::ranges::is_sorted(progress));
}

void TestEstimates::partsGoByIdWhereTheIndexHasArrays()
{
    QFETCH(int, shape);
    const auto plan = need(m_client->server().countPlan(request(sampled().ns), 20, {}));
    const bool arrays = static_cast<Shape>(shape) == Shape::Arrays;
    QCOMPARE(plan.withoutArrays, !arrays);
    QCOMPARE(plan.ids.empty(), !arrays);
    QCOMPARE(plan.dates.empty(), arrays);
}

void TestEstimates::everyIdIsInOnePart()
{
    const protocol::Namespace ns{"shop", "ids"};
    std::vector<bson::Document> documents;
    for (std::int32_t id = 0; id < 3'000; ++id) {
        bson::Builder builder;
        switch (id % 5) {
        case 0:
            builder.append("_id", id);
            break;
        case 1:
            builder.append("_id", id + 0.5);
            break;
        case 2:
            builder.append("_id", std::int64_t{id} - 5'000);
            break;
        case 3:
            builder.append("_id", "text " + std::to_string(id));
            break;
        default:
            builder.append("_id", bson::makeDocument("part", id));
        }
        builder.append("z", id % 3)
            .beginArray("t")
            .push(bson::Date::from(m_now + std::chrono::seconds(id - 100)));
        documents.push_back(builder.take());
    }
    fill(ns, documents);
    ttl::HistogramRequest asked = request(ns);
    const auto whole = need(services::countExactly(m_client->server(), {}, {asked}, [](double) {}));
    QCOMPARE(whole.front()->documents(), std::int64_t{3'000});
    QCOMPARE(whole.front()->overdue, std::int64_t{101});
    asked.partialFilter = bson::makeDocument("z", 1);
    asked.indexHint.clear();
    const auto part = need(services::countExactly(m_client->server(), {}, {asked}, [](double) {}));
    QCOMPARE(part.front()->documents(), std::int64_t{3'000});
    QCOMPARE(part.front()->never.outsideFilter, std::int64_t{2'000});
}

void TestEstimates::theEffectIsEstimatedWhereItIsLarge()
{
    ttl::ImpactRequest asked = impactRequest(sampled().ns);
    asked.limits.overdue = 100;
    const auto impact = need(m_client->server().impact(asked, {}));
    QVERIFY(!impact.exact);
    QVERIFY(impact.error > 0.0);
    QCOMPARE(impact.documents, std::int64_t{kDocuments});
    // three margins: a chance of one in a hundred million
    QVERIFY(std::abs(double(impact.affected - sampled().truth.overdue)) <= 3 * impact.error);
    QCOMPARE(impact.oldest->millis, sampled().truth.oldestDate->millis);
    QCOMPARE(impact.samples.size(), std::size_t{10});
}

void TestEstimates::aSmallEffectIsCounted()
{
    const auto impact
        = need(m_client->server().impact(impactRequest(m_shapes[Shape::Bursts].ns), {}));
    QVERIFY(impact.exact);
    QCOMPARE(impact.error, 0.0);
    QCOMPARE(impact.affected, m_shapes[Shape::Bursts].truth.overdue);
}

void TestEstimates::aSlowSampleIsDrawnAgainSmaller()
{
    Changed changed(m_engine);
    // the time for the first sample becomes a millisecond
    const QByteArray limit("maxTimeMS\0\xc2\x01\0\0", 14);
    const QByteArray less("maxTimeMS\0\x01\0\0\0", 14);
    changed.proxy.replace(limit, less);
    const auto estimate = changed.histogram(request(m_shapes[Shape::Arrays].ns));
    QVERIFY(estimate);
    QVERIFY(!estimate->exact);
    QVERIFY(!estimate->overdueExact); // no time is left for it
    QCOMPARE(estimate->sampledShare, double(ttl::sampleSize(kDocuments) / 10) / double(kDocuments));
    QCOMPARE(changed.pipelines(), std::int64_t{2});
}

void TestEstimates::aServerThatCannotSampleCountsAndSaysSo()
{
    Changed changed(m_engine);
    changed.proxy.replace("$sample", "$sAmple");
    for (int i = 0; i < 2; ++i) {
        const auto counted = changed.histogram(request(m_shapes[Shape::Strings].ns));
        QVERIFY(counted);
        QVERIFY(counted->exact);
        QVERIFY(counted->sampleRefused);
        QCOMPARE(counted->counts, m_shapes[Shape::Strings].truth.counts);
    }
}

void TestEstimates::aServerWithoutFacetSamplesAllTheSame()
{
    ttl::HistogramRequest asked = request(m_shapes[Shape::Uniform].ns);
    asked.partialFilter = tests::json(R"({"_id": {"$lt": 10000}})");
    asked.indexHint.clear();
    Changed changed(m_engine);
    changed.proxy.replace("$facet", "$fAcet");
    const auto estimate = changed.histogram(asked);
    QVERIFY(estimate);
    QVERIFY(!estimate->exact);
    const double error = ttl::samplingError(kDocuments / 2.0, kDocuments, estimate->sampledShare);
    QVERIFY(std::abs(double(estimate->never.outsideFilter) - kDocuments / 2.0) <= 3 * error);
    QCOMPARE(changed.pipelines(), std::int64_t{2});
}

SANDGLASS_TEST(TestEstimates)
} // namespace tst_integration_estimates

#include "tst_integration_estimates.moc"
