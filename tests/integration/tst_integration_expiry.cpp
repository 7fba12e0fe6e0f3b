// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/index_commands.h"
#include "tests/support/other_client.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <set>

namespace tst_integration_expiry {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;

namespace {

const protocol::Namespace kEvents{"shop", "log.events"};

} // namespace

class TestExpiry : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_engine = std::make_unique<EngineProcess>();
        QVERIFY(m_engine->start());
        m_client = std::make_unique<EngineClient>(*m_engine);
        m_start = m_client->now();
    }

    void cleanup()
    {
        m_client.reset();
        m_engine.reset();
    }

    void expiredDocumentsGoAndAllOthersStay()
    {
        createIndex(3600);
        insertOnePerKind();
        m_client->moveClockTo(m_start + 61s);
        QTRY_VERIFY_WITH_TIMEOUT(m_client->metrics().passes.value_or(0) >= 1, 60'000);
        QCOMPARE(left(),
                 (std::set<std::string>{"future", "string", "missing", "null", "number",
                                        "timestamp", "arrayOfFutures", "arrayWithoutDates",
                                        "arrayInArray", "touched"}));
        QCOMPARE(m_client->metrics().deletedDocuments, std::int64_t{3});
    }

    void whatIsNotYetDueGoesWhenTheClockGetsThere()
    {
        createIndex(3600);
        insertOnePerKind();
        QVERIFY(m_client->passAt(m_start + 48h));
        QCOMPARE(left(),
                 (std::set<std::string>{"string", "missing", "null", "number", "timestamp",
                                        "arrayWithoutDates", "arrayInArray"}));
    }

    void aDocumentTouchedInTimeSurvives()
    {
        createIndex(3600);
        m_client->insert(kEvents, {bson::makeDocument("_id", "session", "at", at(0s))});
        QCOMPARE(need(tests::setDateByOther(m_client->server(), kEvents, bson::Value::of("session"),
                                            "at", at(1h))),
                 std::int64_t{1});
        QVERIFY(m_client->passAt(m_start + 90min));
        QCOMPARE(left(), (std::set<std::string>{"session"}));
        QVERIFY(m_client->passAt(m_start + 3h));
        QVERIFY(left().empty());
    }

    void nothingGoesWhileTheMonitorIsOff()
    {
        createIndex(0);
        m_client->insert(kEvents, {bson::makeDocument("_id", "old", "at", at(-1h))});
        m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
        const auto before = m_client->metrics().passes;
        m_client->moveClockTo(m_start + 2min);
        m_client->moveClockTo(m_start + 4min);
        QCOMPARE(m_client->metrics().passes, before);
        QCOMPARE(left(), (std::set<std::string>{"old"}));
        m_client->setParameter("ttlMonitorEnabled", bson::Value::of(true));
        QVERIFY(m_client->passAt(m_start + 6min));
        QVERIFY(left().empty());
    }

    void aShorterSleepActsAtOnce()
    {
        createIndex(0);
        m_client->insert(kEvents, {bson::makeDocument("_id", "old", "at", at(-1h))});
        m_client->setParameter("ttlMonitorSleepSecs", bson::Value::of(1));
        QTRY_VERIFY_WITH_TIMEOUT(left().empty(), 30'000);
    }

    void everyTtlIndexOfACollectionWorksOnItsOwn()
    {
        createIndex(3600);
        m_client->run("shop", json(R"({"createIndexes": "log.events", "indexes":
            [{"key": {"until": -1}, "name": "until", "expireAfterSeconds": 0}]})"));
        m_client->insert(kEvents,
                         {bson::makeDocument("_id", "byAt", "at", at(-2h), "until", at(9h)),
                          bson::makeDocument("_id", "byUntil", "at", at(9h), "until", at(-2h)),
                          bson::makeDocument("_id", "by none", "at", at(9h), "until", at(9h))});
        QVERIFY(m_client->passAt(m_start + 61s));
        QCOMPARE(left(), (std::set<std::string>{"by none"}));
    }

    void ttlRulesWorkOnAfterARestart()
    {
        createIndex(3600);
        insertOnePerKind();
        m_client.reset();
        QVERIFY(m_engine->restart());
        m_client = std::make_unique<EngineClient>(*m_engine);
        QCOMPARE(left().size(), std::size_t{13});
        QVERIFY(m_client->passAt(m_start + 61s));
        QCOMPARE(left().size(), std::size_t{10});
    }

private:
    bson::Date at(std::chrono::seconds offset) const { return bson::Date::from(m_start + offset); }

    void createIndex(std::int64_t seconds) const
    {
        ttl::TtlIndexSpec spec;
        spec.ns = kEvents;
        spec.name = "at_1";
        spec.key = bson::makeDocument("at", 1);
        spec.expireAfterSeconds = seconds;
        need(tests::createIndex(m_client->server(), spec));
    }

    void insertOnePerKind() const
    {
        using bson::makeArray;
        using bson::makeDocument;
        using bson::Value;
        const auto array = [](const bson::Document& elements) { return Value::array(elements); };
        m_client->insert(
            kEvents,
            {makeDocument("_id", "expired", "at", at(-2h)),
             makeDocument("_id", "longExpired", "at", bson::Date{-1}),
             makeDocument("_id", "arrayWithPast", "at", array(makeArray(at(24h), at(-2h), "x"))),
             makeDocument("_id", "future", "at", at(24h)),
             makeDocument("_id", "touched", "at", at(-30min)),
             makeDocument("_id", "string", "at", "2001-01-01T00:00:00Z"),
             makeDocument("_id", "missing"), makeDocument("_id", "null", "at", Value::null()),
             makeDocument("_id", "number", "at", 5),
             makeDocument("_id", "timestamp", "at", bson::Timestamp{1, 1}),
             makeDocument("_id", "arrayOfFutures", "at", array(makeArray(at(24h), at(25h)))),
             makeDocument("_id", "arrayWithoutDates", "at", array(makeArray("x", 5))),
             makeDocument("_id", "arrayInArray", "at",
                          array(makeArray(array(makeArray(at(-2h))))))});
    }

    /// The _ids that are left.
    std::set<std::string> left() const
    {
        std::set<std::string> ids;
        for (const bson::Document& document : m_client->documents(kEvents)) {
            ids.emplace(document["_id"].asString());
        }
        return ids;
    }

    mongo::MongoDriver m_driver;
    std::unique_ptr<EngineProcess> m_engine;
    std::unique_ptr<EngineClient> m_client;
    base::Time m_start;
};

SANDGLASS_TEST(TestExpiry)
} // namespace tst_integration_expiry

#include "tst_integration_expiry.moc"
