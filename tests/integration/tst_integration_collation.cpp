// SPDX-License-Identifier: GPL-3.0-or-later
// Partial TTL indexes with a collation: forecast, effect and pass agree on what expires.
#include "app/mongo/mongo_driver.h"
#include "app/ttl/rule.h"
#include "tests/support/engine_client.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_integration_collation {

using namespace sandglass;
using namespace std::chrono_literals;
using tests::json;
using tests::need;

namespace {

const protocol::Namespace kNs{"shop", "states"};

} // namespace

class TestCollatedRules : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void forecastEffectAndPassAgree_data();
    void forecastEffectAndPassAgree();

private:
    ttl::Rule onlyRule() const;

    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    std::unique_ptr<tests::EngineClient> m_client;
};

void TestCollatedRules::initTestCase()
{
    QVERIFY(m_engine.start());
    m_client = std::make_unique<tests::EngineClient>(m_engine);
}

void TestCollatedRules::forecastEffectAndPassAgree_data()
{
    QTest::addColumn<QByteArray>("create");
    QTest::addColumn<QByteArray>("index");
    QTest::addColumn<int>("expired");
    const QByteArray plain = R"({"create":"states"})";
    const QByteArray inherited = R"({"create":"states","collation":{"locale":"en","strength":2}})";
    QTest::newRow("by bytes") << plain << QByteArray(R"("partialFilterExpression":{"s":"DONE"})")
                              << 1;
    QTest::newRow("without case") << plain << QByteArray(R"("partialFilterExpression":{"s":"DONE"},
                         "collation":{"locale":"en","strength":2})")
                                  << 2;
    QTest::newRow("inherited") << inherited
                               << QByteArray(R"("partialFilterExpression":{"s":"DONE"})") << 2;
    // what an index without a collation keeps where the collection ignores case
    const QByteArray ignoring(R"({"create":"states","collation":{"locale":"en","strength":2}})");
    QTest::newRow("an index that compares simply, in a collection that ignores case")
        << ignoring
        << QByteArray(R"("partialFilterExpression":{"s":"DONE"},"collation":{"locale":"simple"})")
        << 1;
    QTest::newRow("a range") << plain << QByteArray(R"("partialFilterExpression":{"s":{"$gt":"E"}},
                                              "collation":{"locale":"en"})")
                             << 1;
}

ttl::Rule TestCollatedRules::onlyRule() const
{
    for (const ttl::IndexSpec& index : need(m_client->server().indexes(kNs, {}))) {
        if (auto rule = ttl::ruleOf(kNs, index)) {
            return *rule;
        }
    }
    return {};
}

// The documents: DONE, done, apple and Open are old; DONE of tomorrow is not.
void TestCollatedRules::forecastEffectAndPassAgree()
{
    QFETCH(QByteArray, create);
    QFETCH(QByteArray, index);
    QFETCH(int, expired);
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
    m_client->run(kNs.database, json(R"({"dropDatabase":1})"));
    m_client->run(kNs.database, json(create.toStdString()));
    m_client->run(kNs.database,
                  json(R"({"createIndexes":"states","indexes":[{"key":{"t":1},"name":"t_1",
                           "expireAfterSeconds":0,)"
                       + index.toStdString() + "}]}"));
    const base::Time now = m_client->now();
    std::vector<bson::Document> documents;
    for (const char* state : {"DONE", "done", "apple", "Open"}) {
        documents.push_back(bson::makeDocument("_id", static_cast<int>(documents.size()), "s",
                                               state, "t", bson::Date::from(now - 1h)));
    }
    documents.push_back(
        bson::makeDocument("_id", 9, "s", "DONE", "t", bson::Date::from(now + 24h)));
    m_client->insert(kNs, documents);

    const ttl::Rule rule = onlyRule();
    ttl::HistogramRequest request = ttl::histogramRequest(rule, {now, now + 1h, now + 48h});
    const ttl::ExpiryHistogram forecast = need(m_client->server().histogram(request, {}));
    QCOMPARE(forecast.overdue, std::int64_t{expired});
    QCOMPARE(forecast.documents(), std::int64_t{5});
    const ttl::Impact impact
        = need(m_client->server().impact(ttl::impactRequest(rule, now, 10), {}));
    QCOMPARE(impact.affected, std::int64_t{expired});
    QCOMPARE(impact.samples.size(), static_cast<std::size_t>(expired));

    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(true));
    QVERIFY(m_client->passAt(m_client->now() + 2min));
    QCOMPARE(m_client->documents(kNs).size(), std::size_t{5} - static_cast<std::size_t>(expired));
    QVERIFY(m_client->isSound(kNs));
}

SANDGLASS_TEST(TestCollatedRules)
} // namespace tst_integration_collation

#include "tst_integration_collation.moc"
