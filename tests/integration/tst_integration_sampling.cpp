// SPDX-License-Identifier: GPL-3.0-or-later
// A sampled forecast and an exact one of the same collection, through the driver and the engine.
#include "app/mongo/mongo_driver.h"
#include "app/ttl/sampling.h"
#include "tests/support/engine_client.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <cmath>

namespace tst_integration_sampling {

using namespace sandglass;
using namespace std::chrono_literals;
using tests::need;

namespace {

constexpr int kDocuments = 30'000;
constexpr int kBuckets = 10;
const protocol::Namespace kNs{"shop", "large"};

} // namespace

class TestSamplingOnAServer : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theSampleIsLikeTheWhole();
    void theOverdueAreCountedThroughTheIndex();
    void aSmallCollectionIsCounted();
    void thePartsHoldEveryDocumentOnce_data();
    void thePartsHoldEveryDocumentOnce();

private:
    ttl::HistogramRequest request() const;

    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    std::unique_ptr<tests::EngineClient> m_client;
    base::Time m_now;
};

// One document a second: 1 000 overdue, the rest spread over the buckets and beyond; every tenth
// has no date, every fifth lies outside the filter {z: 1}.
void TestSamplingOnAServer::initTestCase()
{
    QVERIFY(m_engine.start());
    m_client = std::make_unique<tests::EngineClient>(m_engine);
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
    m_now = m_client->now();
    for (int start = 0; start < kDocuments; start += 1'000) {
        std::vector<bson::Document> batch;
        for (std::int32_t id = start; id < start + 1'000; ++id) {
            bson::Builder builder;
            builder.append("_id", id).append("z", id % 5 == 0 ? 0 : 1);
            if (id % 10 != 9) {
                builder.append("t", bson::Date::from(m_now + std::chrono::seconds(id - 1'000)));
            }
            batch.push_back(builder.take());
        }
        m_client->insert(kNs, batch);
    }
    const auto index = bson::makeArray(tests::json(
        R"({"key": {"t": 1}, "name": "t_1", "expireAfterSeconds": {"$numberLong": "0"}})"));
    bson::Builder create;
    create.append("createIndexes", kNs.collection).appendArray("indexes", index);
    m_client->run(kNs.database, create.take());
}

ttl::HistogramRequest TestSamplingOnAServer::request() const
{
    ttl::HistogramRequest made;
    made.ns = kNs;
    made.field = "t";
    made.now = m_now;
    made.indexHint = "t_1";
    made.indexAscends = true;
    for (int i = 0; i <= kBuckets; ++i) {
        made.edges.push_back(m_now + std::chrono::seconds(2'000) * i);
    }
    return made;
}

void TestSamplingOnAServer::theSampleIsLikeTheWhole()
{
    ttl::HistogramRequest asked = request();
    const auto exact = need(m_client->server().histogram(asked, {}));
    QVERIFY(exact.exact);
    asked.sampleAbove = 1'000;
    const auto sampled = need(m_client->server().histogram(asked, {}));
    QVERIFY(!sampled.exact);
    QCOMPARE(sampled.sampledShare, double(ttl::sampleSize(kDocuments)) / kDocuments);
    QVERIFY(std::abs(sampled.documents() - exact.documents()) <= kBuckets);
    // three margins: a chance of one in a hundred million for each
    for (std::size_t i = 0; i < exact.counts.size(); ++i) {
        const double margin = ttl::samplingError(static_cast<double>(exact.counts[i]), kDocuments,
                                                 sampled.sampledShare);
        QVERIFY(std::abs(double(sampled.counts[i] - exact.counts[i])) <= 3 * margin);
    }
    QCOMPARE(sampled.oldestDate->millis, exact.oldestDate->millis);
    QCOMPARE(sampled.newestDate->millis, exact.newestDate->millis);
}

void TestSamplingOnAServer::theOverdueAreCountedThroughTheIndex()
{
    ttl::HistogramRequest asked = request();
    asked.sampleAbove = 1'000;
    const auto sampled = need(m_client->server().histogram(asked, {}));
    QVERIFY(sampled.overdueExact);
    QCOMPARE(sampled.overdue, std::int64_t{901}); // 0 … 1 000 without every tenth
    asked.indexHint.clear();
    QVERIFY(!need(m_client->server().histogram(asked, {})).overdueExact);
}

void TestSamplingOnAServer::aSmallCollectionIsCounted()
{
    ttl::HistogramRequest asked = request();
    asked.sampleAbove = kDocuments;
    QVERIFY(need(m_client->server().histogram(asked, {})).exact);
}

void TestSamplingOnAServer::thePartsHoldEveryDocumentOnce_data()
{
    QTest::addColumn<bool>("partial");
    QTest::newRow("all documents") << false;
    QTest::newRow("a partial filter") << true;
}

void TestSamplingOnAServer::thePartsHoldEveryDocumentOnce()
{
    QFETCH(bool, partial);
    ttl::HistogramRequest asked = request();
    if (partial) {
        asked.partialFilter = bson::makeDocument("z", 1);
        asked.indexHint.clear();
    }
    const auto whole = need(m_client->server().histogram(asked, {}));
    const std::vector<ttl::HistogramPart> parts{{{}, m_now, false, 0},
                                                {m_now, asked.edges[4], false, 0},
                                                {asked.edges[4], asked.edges.back(), false, 0},
                                                {asked.edges.back(), {}, false, 0},
                                                {{}, {}, true, 0}};
    ttl::ExpiryHistogram sum;
    for (const ttl::HistogramPart& part : parts) {
        asked.part = part;
        asked.part->counted = sum.documents();
        ttl::accumulate(sum, need(m_client->server().histogram(asked, {})));
    }
    QVERIFY(sum.exact);
    QCOMPARE(sum.overdue, whole.overdue);
    QCOMPARE(sum.counts, whole.counts);
    QCOMPARE(sum.later, whole.later);
    QCOMPARE(sum.never.noField, whole.never.noField);
    QCOMPARE(sum.never.outsideFilter, whole.never.outsideFilter);
    QCOMPARE(sum.documents(), std::int64_t{kDocuments});
}

SANDGLASS_TEST(TestSamplingOnAServer)
} // namespace tst_integration_sampling

#include "tst_integration_sampling.moc"
