// SPDX-License-Identifier: GPL-3.0-or-later
// Changes through the real driver over a network that breaks at the worst moment: what the window
// says must be what the server has.
#include "app/mongo/mongo_driver.h"
#include "tests/support/answer_of.h"
#include "tests/support/engine_client.h"
#include "tests/support/fault_proxy.h"
#include "tests/support/real_services.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_integration_lost_answers {

using namespace sandglass;
using namespace std::chrono_literals;
using services::JournalStatus;
using tests::FaultProxy;
using tests::json;
using tests::need;
using tests::waitFor;

namespace {

const protocol::Namespace kVisits{"shop", "visits"};
const ttl::IndexRef kSeen{kVisits, "seen_1"};
constexpr int kPatience = 60'000;

} // namespace

class TestLostAnswers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aChangeIsAsTheServerHasIt_data();
    void aChangeIsAsTheServerHasIt();
    void aPurgeCountsWhatIsGone();
    void anotherServerBehindTheAddressLocks();
    void nothingIsSentToAnotherServer();
    void silenceIsNoticed();

private:
    services::ServiceSet& set() const { return m_services->set; }
    const services::JournalEntry& last() const { return set().journal.entries().back(); }
    std::optional<std::int64_t> seconds() const;
    ttl::IndexSpec seen() const { return *set().catalog.catalog().find(kSeen); }

    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    tests::EngineProcess m_other;
    std::unique_ptr<tests::EngineClient> m_client; // straight to m_engine
    std::unique_ptr<tests::EngineClient> m_otherClient;
    std::unique_ptr<FaultProxy> m_proxy;
    std::unique_ptr<tests::RealServices> m_services;
};

void TestLostAnswers::initTestCase()
{
    QVERIFY(m_engine.start());
    m_other.addArguments({QStringLiteral("--replSet"), QStringLiteral("rs0")});
    QVERIFY(m_other.start());
    m_client = std::make_unique<tests::EngineClient>(m_engine);
    m_otherClient = std::make_unique<tests::EngineClient>(m_other);
}

void TestLostAnswers::init()
{
    for (const tests::EngineClient* client : {m_client.get(), m_otherClient.get()}) {
        client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
        client->run("shop", json(R"({"dropDatabase": 1})"));
        std::vector<bson::Document> visits;
        for (std::int32_t id = 0; id < 250; ++id) {
            visits.push_back(bson::makeDocument("_id", id, "seen", bson::Date{id}));
        }
        client->insert(kVisits, visits);
        client->run("shop", json(R"({"createIndexes": "visits", "indexes": [
            {"key": {"seen": 1}, "name": "seen_1", "expireAfterSeconds": 3600}]})"));
    }
    m_proxy = std::make_unique<FaultProxy>(m_engine.port());
    m_services
        = std::make_unique<tests::RealServices>(m_proxy->uri().toStdString(), nullptr, false);
    QVERIFY(m_services->isOpen());
    set().connections.setFirstPause(10ms);
    set().outcomes.setFirstPause(10ms);
    set().connections.unlock();
}

void TestLostAnswers::cleanup()
{
    m_services.reset();
    m_proxy.reset();
}

std::optional<std::int64_t> TestLostAnswers::seconds() const
{
    for (const ttl::IndexSpec& index : need(m_client->server().indexes(kVisits, {}))) {
        if (index.name == kSeen.name) {
            return index.expireAfterSeconds;
        }
    }
    return std::nullopt;
}

void TestLostAnswers::aChangeIsAsTheServerHasIt_data()
{
    QTest::addColumn<FaultProxy::Fault>("fault");
    QTest::addColumn<bool>("executed");
    QTest::newRow("cut before") << FaultProxy::Fault::CutBefore << false;
    QTest::newRow("reply swallowed") << FaultProxy::Fault::SwallowReply << true;
    QTest::newRow("reply damaged") << FaultProxy::Fault::DamageReply << true;
    QTest::newRow("reply corrupt") << FaultProxy::Fault::CorruptReply << true;
}

void TestLostAnswers::aChangeIsAsTheServerHasIt()
{
    QFETCH(FaultProxy::Fault, fault);
    QFETCH(bool, executed);
    m_proxy->breakNext("collMod", fault);
    const auto answer = tests::outcomeOf(set().indexes.change({kSeen, 90, {}}, seen()), kPatience);
    QVERIFY(answer);
    QVERIFY(m_proxy->hasBroken());
    // the driver sends a change again only if the server has sessions and it is a retryable write,
    // which collMod is not
    QCOMPARE(seconds(), std::optional<std::int64_t>(executed ? 90 : 3'600));
    QCOMPARE(answer->has_value(), executed);
    QCOMPARE(last().status, executed ? JournalStatus::Succeeded : JournalStatus::Failed);
    QVERIFY(last().verifiedLater);
    QTRY_COMPARE_WITH_TIMEOUT(seen().expireAfterSeconds, seconds(), kPatience);
    QCOMPARE(services::canBeUndone(last()), executed);
}

void TestLostAnswers::aPurgeCountsWhatIsGone()
{
    services::PurgeRequest request;
    request.rule = {kVisits, "seen", 3'600, {}, set().connections.serverNow(), 0};
    request.index = kSeen.name;
    request.counted = 250;
    request.options.batch = 100;
    request.options.pause = 0ms;
    set().purges.setLongestTick(1ms);
    m_proxy->breakNext("delete", FaultProxy::Fault::SwallowReply);
    QVERIFY(set().purges.start(request));
    QTRY_VERIFY_WITH_TIMEOUT(!set().purges.isActive(), kPatience);
    QVERIFY(m_proxy->hasBroken());
    QVERIFY(!set().purges.status().error);
    QCOMPARE(set().purges.job()->deleted, std::int64_t{250});
    QVERIFY(m_client->documents(kVisits).empty());
}

void TestLostAnswers::anotherServerBehindTheAddressLocks()
{
    QVERIFY(!set().connections.isLocked());
    const quint64 before = set().connections.generation();
    set().connections.setHeartbeat(10ms, 6s);
    m_proxy->leadTo(m_other.port());
    QTRY_VERIFY_WITH_TIMEOUT(
        set().connections.generation() != before && set().connections.isConnected(), kPatience);
    QVERIFY(set().connections.isLocked());
    QVERIFY(set().connections.state().lockedBecause == services::ServerChange::ReplicaSet);
}

void TestLostAnswers::nothingIsSentToAnotherServer()
{
    const ttl::IndexSpec before = seen();
    m_proxy->leadTo(m_other.port()); // the driver reconnects by itself
    const auto answer = tests::outcomeOf(set().indexes.change({kSeen, 90, {}}, before), kPatience);
    QVERIFY(answer);
    QVERIFY(!*answer);
    for (const ttl::IndexSpec& index : need(m_otherClient->server().indexes(kVisits, {}))) {
        QVERIFY(index.expireAfterSeconds != 90);
    }
    QCOMPARE(seconds(), std::optional<std::int64_t>(3'600));
}

// the connection stays open, and nothing arrives on it any more
void TestLostAnswers::silenceIsNoticed()
{
    QSignalSpy lost(&set().connections, &services::ConnectionService::disconnected);
    m_proxy->breakNext("hello", FaultProxy::Fault::Silence);
    set().connections.setHeartbeat(10ms, 500ms);
    set().catalog.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(lost.count(), 1, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(set().connections.isConnected(), kPatience);
    QVERIFY(set().connections.isLocked() == false);
}

SANDGLASS_TEST(TestLostAnswers)
} // namespace tst_integration_lost_answers

#include "tst_integration_lost_answers.moc"
