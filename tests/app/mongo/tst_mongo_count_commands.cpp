// SPDX-License-Identifier: GPL-3.0-or-later
// Counts are numbers of the server or errors: what it does not say is not 0.
#include "app/base/clock.h"
#include "app/bson/json.h"
#include "app/mongo/count_commands.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "tests/support/need.h"
#include "tests/support/persona_server.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <limits>
#include <memory>

namespace tst_mongo_count_commands {

using namespace sandglass;
using namespace std::chrono_literals;
using bson::Document;
using bson::makeArray;
using bson::makeDocument;
using tests::need;
using tests::PersonaServer;

namespace {

const protocol::Namespace kNs{"shop", "carts"};

Document cursorOf(const Document& batch)
{
    const Document cursor = bson::Builder()
                                .append("id", std::int64_t{0})
                                .append("ns", kNs.text())
                                .appendArray("firstBatch", batch)
                                .take();
    return makeDocument("cursor", cursor);
}

ttl::ImpactRequest question(std::int64_t sampleAbove)
{
    ttl::ImpactRequest asked;
    asked.ns = kNs;
    asked.field = "at";
    asked.expireAfterSeconds = 60;
    asked.now = base::Time(base::Millis(1'700'000'000'000));
    asked.sampleSize = 0; // no documents are asked for
    asked.sampleAbove = sampleAbove;
    return asked;
}

/// A server that answers what a test says.
class Asked
{
public:
    Asked()
    {
        m_persona.answer("hello", makeDocument("isWritablePrimary", true));
        m_persona.answer("count", makeDocument("n", 5'000));
        m_persona.answer("aggregate", cursorOf(makeArray()));
    }
    void answer(const std::string& command, const Document& reply)
    {
        m_persona.answer(command, reply);
    }
    void answerStage(const std::string& stage, const Document& reply)
    {
        m_persona.answerStage(stage, reply);
    }
    Result<ttl::Impact> impact(std::int64_t sampleAbove = 0)
    {
        if (!m_server) {
            m_server = need(mongo::MongoTtlServerFactory(m_clock).connect(m_persona.uri(), {}));
        }
        return m_server->impact(question(sampleAbove), {});
    }

private:
    PersonaServer m_persona;
    base::SystemClock m_clock;
    std::shared_ptr<ttl::TtlServer> m_server;
};

} // namespace

class TestCountCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyAWholeNumberFromZeroOnIsACount_data();
    void onlyAWholeNumberFromZeroOnIsACount();
    void aCollectionWithoutACountIsNotEmpty();
    void resultsThatAreMissingAreNotNone();
    void aSampleOfALyingServerStaysInItsSize();
    void sizesThatMayNotBeReadEndNoCount();
    void whatShardsNoLongerOwnIsNotOutsideTheFilter_data();
    void whatShardsNoLongerOwnIsNotOutsideTheFilter();

private:
    mongo::MongoDriver m_driver;
};

void TestCountCommands::onlyAWholeNumberFromZeroOnIsACount_data()
{
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<qint64>("count"); // -1: none
    QTest::newRow("an integer") << QByteArray(R"({"n": 7})") << qint64{7};
    QTest::newRow("a whole double") << QByteArray(R"({"n": 7.0})") << qint64{7};
    QTest::newRow("zero") << QByteArray(R"({"n": 0})") << qint64{0};
    QTest::newRow("missing") << QByteArray("{}") << qint64{-1};
    QTest::newRow("a text") << QByteArray(R"({"n": "7"})") << qint64{-1};
    QTest::newRow("below zero") << QByteArray(R"({"n": -1})") << qint64{-1};
    QTest::newRow("more than any collection has")
        << QByteArray(R"({"n": {"$numberLong": "9223372036854775807"}})") << qint64{-1};
    QTest::newRow("no number") << QByteArray(R"({"n": {"$numberDouble": "NaN"}})") << qint64{-1};
}

void TestCountCommands::onlyAWholeNumberFromZeroOnIsACount()
{
    QFETCH(const QByteArray, reply);
    QFETCH(const qint64, count);
    const auto read = mongo::countIn(need(bson::fromJson(reply.toStdString())));
    QCOMPARE(read ? qint64{*read} : qint64{-1}, count);
    QVERIFY(read || read.error().code == Errc::Protocol);
}

void TestCountCommands::aCollectionWithoutACountIsNotEmpty()
{
    Asked asked;
    QCOMPARE(need(asked.impact()).documents, std::int64_t{5'000});
    asked.answer("count", Document());
    QCOMPARE(asked.impact().error().code, Errc::Protocol);
}

void TestCountCommands::resultsThatAreMissingAreNotNone()
{
    Asked asked;
    QCOMPARE(need(asked.impact(1'000)).affected, std::int64_t{0});
    asked.answer("aggregate", Document());
    QCOMPARE(asked.impact(1'000).error().code, Errc::Protocol);
}

void TestCountCommands::aSampleOfALyingServerStaysInItsSize()
{
    Asked asked;
    const Document group = makeDocument("_id", bson::Value::null(), "n", std::int64_t{1} << 40);
    asked.answer("aggregate", cursorOf(makeArray(group)));
    const ttl::Impact impact = need(asked.impact(1'000));
    QCOMPARE(impact.affected, std::int64_t{5'000});
    QVERIFY(!impact.exact);
}

void TestCountCommands::sizesThatMayNotBeReadEndNoCount()
{
    Asked asked;
    asked.answer("aggregate", cursorOf(makeArray(makeDocument("n", 7))));
    asked.answerStage("$collStats",
                      makeDocument("ok", 0.0, "code", 13, "codeName", "Unauthorized", "errmsg",
                                   "not authorized on shop to execute command { aggregate: 1 }"));
    const ttl::Impact impact = need(asked.impact());
    QCOMPARE(impact.affected, std::int64_t{7});
    QCOMPARE(impact.bytes, std::int64_t{0}); // not known
}

void TestCountCommands::whatShardsNoLongerOwnIsNotOutsideTheFilter_data()
{
    QTest::addColumn<bool>("router");
    QTest::addColumn<qint64>("outside");
    QTest::newRow("a router") << true << qint64{60};
    QTest::newRow("another server") << false << qint64{100};
}

void TestCountCommands::whatShardsNoLongerOwnIsNotOutsideTheFilter()
{
    QFETCH(const bool, router);
    QFETCH(const qint64, outside);
    PersonaServer persona;
    persona.answer("hello",
                   router ? makeDocument("isWritablePrimary", true, "msg", "isdbgrid")
                          : makeDocument("isWritablePrimary", true));
    persona.answer("count", makeDocument("n", 100));
    persona.answer("aggregate", cursorOf(makeArray()));
    persona.answerStage("$count", cursorOf(makeArray(makeDocument("n", 60))));
    base::SystemClock clock;
    const auto server = need(mongo::MongoTtlServerFactory(clock).connect(persona.uri(), {}));
    ttl::HistogramRequest asked;
    asked.ns = kNs;
    asked.field = "at";
    asked.expireAfterSeconds = 60;
    asked.partialFilter = makeDocument("open", true);
    asked.now = base::Time(base::Millis(1'700'000'000'000));
    asked.edges = {asked.now, asked.now + 1h};
    const ttl::ExpiryHistogram histogram = need(server->histogram(asked, {}));
    QCOMPARE(qint64{histogram.never.outsideFilter}, outside);
    QCOMPARE(persona.received("aggregate").size(), std::size_t{router ? 3U : 2U});
}

SANDGLASS_TEST(TestCountCommands)
} // namespace tst_mongo_count_commands

#include "tst_mongo_count_commands.moc"
