// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/index_commands.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_integration_standby {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;

namespace {

const protocol::Namespace kSessions{"shop", "sessions"};
constexpr int kPatienceMillis = 30'000;

} // namespace

class TestStandby : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_primary.start());
        m_standby.addArguments({QStringLiteral("--standby-of"), m_primary.dataFolder()});
        QVERIFY2(m_standby.start(), m_standby.log().join('\n').constData());
        m_writer = std::make_unique<EngineClient>(m_primary);
        m_reader = std::make_unique<EngineClient>(m_standby);
        for (EngineClient* client : {m_writer.get(), m_reader.get()}) {
            client->setParameter("ttlMonitorSleepSecs", bson::Value::of(1));
        }
    }

    void itSaysThatItIsASecondary()
    {
        const auto hello = m_reader->run("admin", bson::makeDocument("hello", 1));
        QCOMPARE(hello["isWritablePrimary"].asBool(), false);
        QCOMPARE(hello["secondary"].asBool(), true);
        QCOMPARE(hello["readOnly"].asBool(), true);
    }

    void whatThePrimaryWritesIsReadHereSoonAfter()
    {
        m_writer->insert(kSessions, {bson::makeDocument("_id", 1, "at", in(1h))});
        QTRY_COMPARE_WITH_TIMEOUT(documentsHere(), std::size_t{1}, kPatienceMillis);
    }

    void writesAreRefusedWithTheCodeOfASecondary()
    {
        const auto refused = m_reader->server().insert(kSessions, {bson::makeDocument("_id", 99)},
                                                       tests::unlocked());
        QVERIFY(!refused);
        QCOMPARE(refused.error().serverCode, 10107);
        ttl::TtlIndexSpec spec;
        spec.ns = kSessions;
        spec.name = "until";
        spec.key = bson::makeDocument("until", 1);
        const auto indexed = tests::createIndex(m_reader->server(), spec);
        QVERIFY(!indexed);
    }

    void onlyThePrimaryDeletesAndTheDeletionArrives()
    {
        m_writer->run("shop", need(bson::fromJson(R"({"createIndexes":"sessions","indexes":[{"key":
                          {"at":1},"name":"at","expireAfterSeconds":0}]})")));
        m_writer->insert(kSessions, {bson::makeDocument("_id", 2, "at", in(24h))});
        QTRY_COMPARE_WITH_TIMEOUT(documentsHere(), std::size_t{2}, kPatienceMillis);

        // here the clock is far ahead, but nobody passes
        m_reader->moveClockTo(m_reader->now() + 48h);
        QVERIFY(m_writer->passAt(m_writer->now() + 2h));
        QTRY_COMPARE_WITH_TIMEOUT(documentsHere(), std::size_t{1}, kPatienceMillis);
        QCOMPARE(m_reader->metrics().passes, std::int64_t{0});
        QCOMPARE(m_reader->metrics().deletedDocuments, std::int64_t{0});
        QCOMPARE(m_writer->metrics().deletedDocuments, std::int64_t{1});
    }

    void eachSaysItselfWhetherItDeletes()
    {
        const ttl::MemberStatus primary = need(m_writer->server().memberStatus({}, {}));
        QCOMPARE(primary.state, ttl::MemberState::Alone);
        QVERIFY(primary.deletes());
        const ttl::MemberStatus standby = need(m_reader->server().memberStatus({}, {}));
        QCOMPARE(standby.state, ttl::MemberState::Standby);
        QVERIFY(!standby.deletes());
        // the same over a connection of its own, made from that of the other
        const std::string host = "127.0.0.1:" + std::to_string(m_standby.port());
        const ttl::MemberStatus asked = need(m_writer->server().memberStatus(host, {}));
        QCOMPARE(asked.state, ttl::MemberState::Standby);
        QCOMPARE(asked.metrics.passes, std::optional<std::int64_t>(0));
        const ttl::ServerInfo info = need(m_reader->server().serverInfo({}));
        QCOMPARE(info.topology, ttl::Topology::Standby);
        QVERIFY(!info.writable);
        QCOMPARE(need(m_writer->server().members({})).kind, ttl::ClusterKind::Single);
    }

    void theMonitorIsSwitchedOffAndOnAgain()
    {
        ttl::TtlServer& server = m_writer->server();
        const ttl::CallLimits limits = tests::unlocked();
        QVERIFY(server.setMonitor({}, false, limits));
        QCOMPARE(need(server.memberStatus({}, {})).metrics.monitorEnabled, std::optional(false));
        QVERIFY(!need(server.memberStatus({}, {})).deletes());
        QVERIFY(server.setMonitor({}, true, limits));
        QVERIFY(need(server.memberStatus({}, {})).deletes());
    }

    void anIndexMadeOnThePrimaryIsListedAndSound()
    {
        m_writer->run("shop", need(bson::fromJson(R"({"createIndexes":"sessions","indexes":[{"key":
                          {"user":1},"name":"user"}]})")));
        QTRY_COMPARE_WITH_TIMEOUT(need(m_reader->server().indexes(kSessions, {})).size(),
                                  need(m_writer->server().indexes(kSessions, {})).size(),
                                  kPatienceMillis);
        QVERIFY(m_reader->isSound(kSessions));
    }

    void itOutlivesThePrimaryAndGoesOnFollowingTheNextOne()
    {
        m_primary.kill9();
        QCOMPARE(documentsHere(), std::size_t{1});
        QVERIFY(m_primary.start());
        m_writer = std::make_unique<EngineClient>(m_primary);
        m_writer->insert(kSessions, {bson::makeDocument("_id", 3)});
        QTRY_COMPARE_WITH_TIMEOUT(documentsHere(), std::size_t{2}, kPatienceMillis);
    }

    void itEndsCleanlyAndLeavesThePrimarysFolderAlone()
    {
        m_reader.reset();
        QCOMPARE(m_standby.terminate(), 0);
        QVERIFY(m_writer->isSound(kSessions));
        QVERIFY(m_primary.restart());
    }

private:
    std::size_t documentsHere() const { return m_reader->documents(kSessions).size(); }
    bson::Date in(base::Millis span) const { return bson::Date::from(m_writer->now() + span); }

    mongo::MongoDriver m_driver;
    EngineProcess m_primary;
    EngineProcess m_standby;
    std::unique_ptr<EngineClient> m_writer;
    std::unique_ptr<EngineClient> m_reader;
};

SANDGLASS_TEST(TestStandby)
} // namespace tst_integration_standby

#include "tst_integration_standby.moc"
