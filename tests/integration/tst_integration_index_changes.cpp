// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/index_commands.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_integration_index_changes {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;

namespace {

const protocol::Namespace kTickets{"shop", "tickets"};

ttl::TtlIndexSpec ttlIndex(const std::string& name, const char* key, std::int64_t seconds)
{
    ttl::TtlIndexSpec spec;
    spec.ns = kTickets;
    spec.name = name;
    spec.key = json(key);
    spec.expireAfterSeconds = seconds;
    return spec;
}

ttl::IndexChange withSeconds(const std::string& index, std::int64_t value)
{
    return {{kTickets, index}, value, std::nullopt};
}

} // namespace

class TestIndexChanges : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_engine.start());
        m_client = std::make_unique<EngineClient>(m_engine);
    }

    void init()
    {
        m_client->run("shop", json(R"({"dropDatabase": 1})"));
        m_client->run("shop", json(R"({"createIndexes": "tickets", "indexes": [
            {"key": {"modified": 1}, "name": "modified_1"},
            {"key": {"a": 1, "b": 1}, "name": "a_1_b_1"},
            {"key": {"seen": 1}, "name": "seen_1", "expireAfterSeconds": 60}]})"));
    }

    void anOrdinaryIndexIsConverted()
    {
        const auto reply = need(tests::changeIndex(server(), withSeconds("modified_1", 100)));
        QCOMPARE(reply["expireAfterSeconds_new"].toInt64(), std::int64_t{100});
        QVERIFY(!reply.contains("expireAfterSeconds_old"));
        QCOMPARE(index("modified_1").expireAfterSeconds, std::int64_t{100});
    }

    void aConvertedIndexDeletes()
    {
        const base::Time now = m_client->now();
        m_client->insert(kTickets,
                         {bson::makeDocument("_id", 1, "modified", bson::Date::from(now - 1h)),
                          bson::makeDocument("_id", 2, "modified", bson::Date::from(now + 99h))});
        need(tests::changeIndex(server(), withSeconds("modified_1", 100)));
        QVERIFY(m_client->passAt(now + 5min));
        QCOMPARE(m_client->countBy(kTickets, "$natural"), std::int64_t{1});
        QCOMPARE(m_client->countBy(kTickets, "modified_1"), std::int64_t{1});
    }

    void changedSecondsAreReadBack()
    {
        const auto reply = need(tests::changeIndex(server(), withSeconds("seen_1", 7200)));
        QCOMPARE(reply["expireAfterSeconds_old"].toInt64(), std::int64_t{60});
        QCOMPARE(reply["expireAfterSeconds_new"].toInt64(), std::int64_t{7200});
        QCOMPARE(index("seen_1").expireAfterSeconds, std::int64_t{7200});
    }

    void aHiddenIndexIsReadBackAsHidden()
    {
        need(tests::changeIndex(server(), {{kTickets, "seen_1"}, std::nullopt, true}));
        QVERIFY(index("seen_1").hidden);
        QCOMPARE(index("seen_1").expireAfterSeconds, std::int64_t{60});
        need(tests::changeIndex(server(), {{kTickets, "seen_1"}, std::nullopt, false}));
        QVERIFY(!index("seen_1").hidden);
    }

    void aCreatedIndexIsListedAsAskedFor()
    {
        ttl::TtlIndexSpec spec = ttlIndex("byClosing", R"({"closed.at": -1})", 0);
        spec.partialFilter = json(R"({"state": "done"})");
        const auto reply = need(tests::createIndex(server(), spec));
        QCOMPARE(reply["numIndexesBefore"].toInt64(), std::int64_t{4});
        QCOMPARE(reply["numIndexesAfter"].toInt64(), std::int64_t{5});
        const ttl::IndexSpec made = index("byClosing");
        QVERIFY(made.key == spec.key);
        QVERIFY(made.partialFilter == spec.partialFilter);
        QCOMPARE(made.expireAfterSeconds, std::int64_t{0});
    }

    void aDroppedIndexIsGoneAndDeletesNoMore()
    {
        const base::Time now = m_client->now();
        need(tests::dropIndex(server(), {kTickets, "seen_1"}));
        QVERIFY(!hasIndex("seen_1"));
        m_client->insert(kTickets, {bson::makeDocument("_id", 1, "seen", bson::Date{0})});
        QVERIFY(m_client->passAt(now + 5min));
        QCOMPARE(m_client->countBy(kTickets, "$natural"), std::int64_t{1});
    }

    void refusedCreationsCarryCodeNameAndText_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("codeName");
        const auto row = [](const char* title, const char* name, const char* key, qint64 seconds,
                            int code, const char* codeName) {
            QTest::newRow(title) << QByteArray(name) << QByteArray(key) << seconds << code
                                 << QByteArray(codeName);
        };
        row("compound", "x", R"({"x": 1, "y": 1})", 1, 67, "CannotCreateIndex");
        row("negative", "x", R"({"x": 1})", -1, 67, "CannotCreateIndex");
        row("too large", "x", R"({"x": 1})", 2'147'483'648, 67, "CannotCreateIndex");
        row("on _id", "x", R"({"_id": 1})", 1, 197, "InvalidIndexSpecificationOption");
        row("other seconds", "seen_1", R"({"seen": 1})", 61, 85, "IndexOptionsConflict");
        row("other name", "x", R"({"seen": 1})", 60, 85, "IndexOptionsConflict");
        row("plain index there", "x", R"({"modified": 1})", 60, 85, "IndexOptionsConflict");
        row("name taken", "seen_1", R"({"other": 1})", 60, 86, "IndexKeySpecsConflict");
    }

    void refusedCreationsCarryCodeNameAndText()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, key);
        QFETCH(qint64, seconds);
        const auto refused
            = tests::createIndex(server(), ttlIndex(name.toStdString(), key.constData(), seconds));
        QVERIFY(!refused);
        verifyServerError(refused.error());
        QCOMPARE(m_client->countBy(kTickets, "seen_1"), std::int64_t{0});
        QCOMPARE(index("seen_1").expireAfterSeconds, std::int64_t{60});
    }

    void refusedChangesCarryCodeNameAndText_data()
    {
        QTest::addColumn<QByteArray>("index");
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("codeName");
        QTest::newRow("no such index")
            << QByteArray("nowhere") << qint64{1} << 27 << QByteArray("IndexNotFound");
        QTest::newRow("compound") << QByteArray("a_1_b_1") << qint64{1} << 72
                                  << QByteArray("InvalidOptions");
        QTest::newRow("_id") << QByteArray("_id_") << qint64{1} << 72
                             << QByteArray("InvalidOptions");
        QTest::newRow("negative") << QByteArray("seen_1") << qint64{-1} << 72
                                  << QByteArray("InvalidOptions");
    }

    void refusedChangesCarryCodeNameAndText()
    {
        QFETCH(QByteArray, index);
        QFETCH(qint64, seconds);
        const auto refused
            = tests::changeIndex(server(), withSeconds(index.toStdString(), seconds));
        QVERIFY(!refused);
        verifyServerError(refused.error());
    }

    void droppingAnUnknownIndexAnswers27()
    {
        const auto refused = tests::dropIndex(server(), {kTickets, "nowhere"});
        QVERIFY(!refused);
        QCOMPARE(refused.error().serverCode, 27);
        QCOMPARE(refused.error().serverCodeName, std::string("IndexNotFound"));
    }

    void changingAMissingCollectionAnswers26()
    {
        const auto refused
            = tests::changeIndex(server(), {{{"shop", "nowhere"}, "x_1"}, 1, std::nullopt});
        QVERIFY(!refused);
        QCOMPARE(refused.error().serverCode, 26);
        QCOMPARE(refused.error().message.empty(), false);
    }

    void anUnknownCommandAnswers59()
    {
        const Error error = m_client->failure("shop", json(R"({"brewCoffee": 1})"));
        QCOMPARE(error.serverCode, 59);
        QCOMPARE(error.serverCodeName, std::string("CommandNotFound"));
        QVERIFY(error.message.find("brewCoffee") != std::string::npos);
    }

private:
    ttl::TtlServer& server() const { return m_client->server(); }

    ttl::IndexSpec index(const std::string& name) const
    {
        for (const ttl::IndexSpec& each : need(server().indexes(kTickets, {}))) {
            if (each.name == name) {
                return each;
            }
        }
        return {};
    }
    bool hasIndex(const std::string& name) const { return index(name).name == name; }

    static void verifyServerError(const Error& error)
    {
        QFETCH(int, code);
        QFETCH(QByteArray, codeName);
        QCOMPARE(error.code, Errc::Server);
        QCOMPARE(error.serverCode, code);
        QCOMPARE(error.serverCodeName, codeName.toStdString());
        QVERIFY(error.message.size() > 10);
    }

    mongo::MongoDriver m_driver;
    EngineProcess m_engine;
    std::unique_ptr<EngineClient> m_client;
};

SANDGLASS_TEST(TestIndexChanges)
} // namespace tst_integration_index_changes

#include "tst_integration_index_changes.moc"
