// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_driver.h"
#include "app/ttl/draft.h"
#include "tests/support/answer_of.h"
#include "tests/support/engine_client.h"
#include "tests/support/index_commands.h"
#include "tests/support/real_services.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_integration_cosmos {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;

namespace {

const protocol::Namespace kColl{"db", "coll"};

ttl::TtlIndexSpec indexWith(std::int64_t seconds)
{
    return {kColl, "_ts_1", bson::makeDocument("_ts", 1), seconds, {}, false};
}

} // namespace

/// The profile cosmos as the window's own client sees it, on the real engine.
class TestCosmos : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_engine = std::make_unique<EngineProcess>();
        m_engine->addArguments({QStringLiteral("--profile"), QStringLiteral("cosmos")});
        QVERIFY(m_engine->start());
        m_client = std::make_unique<EngineClient>(*m_engine);
    }

    void itIsTakenForCosmosDb()
    {
        const ttl::ServerInfo info = need(m_client->server().serverInfo({}));
        QVERIFY(info.product == ttl::Product::CosmosDb);
        QVERIFY(!info.canConvertIndexes());
    }

    void theRuleIsMadeChangedAndReadAsItIs()
    {
        need(tests::createIndex(m_client->server(), indexWith(-1)));
        need(tests::changeIndex(m_client->server(), {{kColl, "_ts_1"}, 30, {}}));
        const auto indexes = need(m_client->server().indexes(kColl, {}));
        QCOMPARE(indexes.size(), std::size_t{2});
        QVERIFY(indexes.back().expireAfterSeconds == std::optional<std::int64_t>(30));
        need(tests::changeIndex(m_client->server(), {{kColl, "_ts_1"}, -1, {}}));
        const auto changed = need(m_client->server().indexes(kColl, {}));
        QVERIFY(changed.back().expireAfterSeconds == std::optional<std::int64_t>(-1));
        QVERIFY(!changed.back().expiryValueInvalid);
    }

    void whatVanishedIsWhatTheNextPassDeletes()
    {
        need(tests::createIndex(m_client->server(), indexWith(100)));
        m_client->insert(kColl,
                         {json(R"({"_id":1})"), json(R"({"_id":2,"ttl":500})"),
                          json(R"({"_id":3,"ttl":-1})"), json(R"({"_id":4,"ttl":20.5})")});
        const auto judgedAt = m_client->passAt(m_client->now() + 200s);
        QVERIFY(judgedAt.has_value());
        QCOMPARE(m_client->documents(kColl).size(), std::size_t{2});
        QVERIFY(m_client->metrics().deletedDocuments == std::optional<std::int64_t>(2));
        QVERIFY(m_client->isSound(kColl));
    }

    void theWindowSaysThatNothingIsKnown()
    {
        need(tests::createIndex(m_client->server(), indexWith(100)));
        m_client->insert(kColl, {json(R"({"_id":1})")});
        const RealServices services(*m_engine);
        QVERIFY(services.isOpen());
        const auto rules = services.set.forecasts.rules(kColl);
        QCOMPARE(rules.size(), std::size_t{1});
        QVERIFY(rules.front().hiddenByServer);
        services::ForecastQuery query;
        query.collection = kColl;
        const auto forecast = tests::answerOf(services.set.forecasts.forecast(query));
        QVERIFY(forecast.rules.front().error);
        services::EffectQuery shorter;
        shorter.after = rules.front();
        shorter.after.expireAfterSeconds = 1;
        shorter.zone = QTimeZone::utc();
        QVERIFY(!tests::answerOf(services.set.indexes.effect(std::move(shorter))).impact);
        const auto diagnosis = need(
            tests::answerOf(services.set.doctor.examine({kColl, {}, bson::Value::of(1)}, {})));
        QVERIFY(!diagnosis.verdict);
    }

    void theDataKeepTheirProfile()
    {
        need(tests::createIndex(m_client->server(), indexWith(100)));
        m_client->insert(kColl, {json(R"({"_id":1})")});
        m_client.reset();
        EngineProcess other;
        other.addArguments({QStringLiteral("--profile"), QStringLiteral("mongodb"),
                            QStringLiteral("--dbpath"), m_engine->dataFolder()});
        QCOMPARE(m_engine->terminate(), 0);
        QVERIFY(!other.start());
        QVERIFY(m_engine->start());
        const EngineClient again(*m_engine);
        QVERIFY(again.documents(kColl) == std::vector{json(R"({"_id":1})")});
    }

    void aReplicaSetIsRefused()
    {
        EngineProcess member;
        member.addArguments({QStringLiteral("--profile"), QStringLiteral("cosmos"),
                             QStringLiteral("--replSet"), QStringLiteral("rs0")});
        QVERIFY(!member.start());
    }

private:
    mongo::MongoDriver m_driver;
    std::unique_ptr<EngineProcess> m_engine;
    std::unique_ptr<EngineClient> m_client;
};

SANDGLASS_TEST(TestCosmos)
} // namespace tst_integration_cosmos

#include "tst_integration_cosmos.moc"
