// SPDX-License-Identifier: GPL-3.0-or-later
// What a server does not tell about itself stays unknown, and keeps nobody from using it.
#include "app/base/clock.h"
#include "app/mongo/client_pool.h"
#include "app/mongo/conversation.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/ttl/member.h"
#include "tests/support/need.h"
#include "tests/support/persona_server.h"
#include "tests/support/test_program.h"
#include "tests/support/unlocked.h"

#include <QObject>
#include <QTest>

#include <cstdint>
#include <memory>
#include <optional>

namespace tst_mongo_server_readings {

using namespace sandglass;
using namespace std::chrono_literals;
using bson::Document;
using bson::makeDocument;
using tests::need;
using tests::PersonaServer;

namespace {

ttl::CallLimits limits()
{
    return {60s, {}};
}

Document refusal(const std::string& message)
{
    return makeDocument("ok", 0.0, "code", 13, "codeName", "Unauthorized", "errmsg", message);
}

/// A server that answers the handshake, and to anything else that it does not know the command.
struct Told
{
    PersonaServer persona;
    base::SystemClock clock;

    Told() { persona.answer("hello", makeDocument("isWritablePrimary", true)); }
    /// The connections to it; one of them was used just now.
    std::shared_ptr<mongo::ClientPool> pool() const
    {
        auto made
            = need(mongo::ClientPool::open(need(mongo::ConnectionString::parse(persona.uri()))));
        const mongo::CallScope scope(limits());
        mongo::Conversation conversation(*made, need(made->take(scope)), scope);
        need(conversation.run("admin", makeDocument("hello", 1), mongo::Access::Read));
        return made;
    }
    std::shared_ptr<ttl::TtlServer> connect() const
    {
        return need(mongo::MongoTtlServerFactory(clock).connect(persona.uri(), limits()));
    }
};

} // namespace

class TestServerReadings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { mongo::ClientPool::setLongIdle(1min); }
    void aServerWithoutBuildInfoHasAnUnknownVersion();
    void soHasOneThatRefusesItToAUser();
    void withoutALoginTheRefusalIsTheAnswer();
    void aReplyWithoutDatabasesIsNoEmptyServer();
    void indexesAreListedWithoutWhatTakesTooLong();
    void aReplyWithoutMembersIsNoEmptySet();
    void aClockThatIsNotToldIsNotCalledRight();
    void anIdleConnectionThatWasClosedIsRenewed_data();
    void anIdleConnectionThatWasClosedIsRenewed();
    void aChangeIsNeverSentTwice();
    void aBatchIsNeverAskedForTwice();
    void aConnectionIsIdleUntilItsFirstUse();
    void aCallThatSendsNothingIsNoUse();

private:
    mongo::MongoDriver m_driver;
};

void TestServerReadings::aServerWithoutBuildInfoHasAnUnknownVersion()
{
    const Told told;
    const ttl::ServerInfo info = need(told.connect()->serverInfo(limits()));
    QVERIFY(info.version.empty() && info.versionNumbers.empty());
    QCOMPARE(info.topology, ttl::Topology::Standalone);
    QVERIFY(info.writable);
}

void TestServerReadings::soHasOneThatRefusesItToAUser()
{
    Told told;
    told.persona.answer("buildInfo",
                        refusal("not authorized on admin to execute command { buildInfo: 1 }"));
    const ttl::ServerInfo info = need(told.connect()->serverInfo(limits()));
    QVERIFY(info.version.empty());
}

void TestServerReadings::withoutALoginTheRefusalIsTheAnswer()
{
    Told told;
    told.persona.answer("buildInfo", refusal("Command buildInfo requires authentication"));
    const auto info = told.connect()->serverInfo(limits());
    QVERIFY(!info);
    QCOMPARE(info.error().code, Errc::NotPermitted);
}

void TestServerReadings::aReplyWithoutDatabasesIsNoEmptyServer()
{
    Told told;
    const auto server = told.connect();
    for (const Document& reply : {makeDocument("ok", 1.0), makeDocument("databases", "all"),
                                  makeDocument("databases", Document())}) {
        told.persona.answer("listDatabases", reply);
        const auto databases = server->databases(limits());
        QVERIFY(!databases);
        QCOMPARE(databases.error().code, Errc::Protocol);
    }
    told.persona.answer("listDatabases",
                        bson::Builder()
                            .appendArray("databases", bson::makeArray(makeDocument("name", "a")))
                            .take());
    QCOMPARE(need(server->databases(limits())).size(), std::size_t{1});
}

void TestServerReadings::indexesAreListedWithoutWhatTakesTooLong()
{
    Told told;
    const Document index = makeDocument("v", 2, "key", makeDocument("at", 1), "name", "at_1",
                                        "expireAfterSeconds", 60);
    const Document cursor = bson::Builder()
                                .append("id", std::int64_t{0})
                                .append("ns", "shop.carts")
                                .appendArray("firstBatch", bson::makeArray(index))
                                .take();
    told.persona.answer("listIndexes", makeDocument("cursor", cursor));
    // sizes and uses
    told.persona.answer("aggregate",
                        makeDocument("ok", 0.0, "code", 50, "codeName", "MaxTimeMSExpired",
                                     "errmsg", "operation exceeded time limit"));
    const auto indexes = need(told.connect()->indexes({"shop", "carts"}, limits()));
    QCOMPARE(indexes.size(), std::size_t{1});
    QCOMPARE(indexes.front().expireAfterSeconds, std::optional<std::int64_t>(60));
    QVERIFY(!indexes.front().bytes && !indexes.front().uses);
    QCOMPARE(told.persona.received("aggregate").size(), std::size_t{2});
}

void TestServerReadings::aReplyWithoutMembersIsNoEmptySet()
{
    Told told;
    told.persona.answer("hello", makeDocument("isWritablePrimary", true, "setName", "rs0"));
    told.persona.answer("replSetGetStatus", makeDocument("set", "rs0", "members", "many"));
    base::SystemClock clock;
    const auto server = need(mongo::MongoTtlServerFactory(clock).connect(
        told.persona.uri("?directConnection=true"), limits()));
    const ttl::MemberList list = need(server->members(limits()));
    QVERIFY(list.refused && list.refused->code == Errc::Protocol);
    QCOMPARE(list.members.size(), std::size_t{1}); // which has answered
}

void TestServerReadings::aClockThatIsNotToldIsNotCalledRight()
{
    Told told;
    const auto silent = told.connect();
    QVERIFY(!need(silent->serverInfo(limits())).clockTold);
    QVERIFY(!need(silent->memberStatus({}, limits())).clockOffset);
    told.persona.answer("hello",
                        makeDocument("isWritablePrimary", true, "localTime",
                                     bson::Date::from(told.clock.now() + 1h)));
    const auto telling = told.connect();
    const ttl::ServerInfo info = need(telling->serverInfo(limits()));
    QVERIFY(info.clockTold);
    QVERIFY(info.clockOffset > 30min);
    QVERIFY(*need(telling->memberStatus({}, limits())).clockOffset > 30min);
}

// As after an hour without a command, or after the computer slept.
void TestServerReadings::anIdleConnectionThatWasClosedIsRenewed_data()
{
    QTest::addColumn<bool>("idle");
    QTest::newRow("idle") << true;
    // the loss is no surprise then, and the window shows it at once
    QTest::newRow("in use") << false;
}

void TestServerReadings::anIdleConnectionThatWasClosedIsRenewed()
{
    QFETCH(const bool, idle);
    mongo::ClientPool::setLongIdle(idle ? 0min : 60min);
    Told told;
    told.persona.answer("serverStatus", makeDocument("pid", 7));
    const auto server = told.connect();
    told.persona.closeAt("serverStatus");
    const auto metrics = server->ttlMetrics(limits());
    QCOMPARE(metrics.has_value(), idle);
    QVERIFY(idle || metrics.error().code == Errc::Network);
    QCOMPARE(told.persona.received("serverStatus").size(), std::size_t{idle ? 2U : 1U});
}

void TestServerReadings::aChangeIsNeverSentTwice()
{
    mongo::ClientPool::setLongIdle(0min);
    Told told;
    told.persona.answer("setParameter", makeDocument("was", true));
    const auto server = told.connect();
    told.persona.closeAt("setParameter");
    const auto answer = server->runCommand("admin", ttl::monitorCommand(false), tests::unlocked());
    QVERIFY(!answer);
    QCOMPARE(told.persona.received("setParameter").size(), std::size_t{1});
}

// The server may have moved its cursor on: the batch that was lost would be skipped.
void TestServerReadings::aBatchIsNeverAskedForTwice()
{
    mongo::ClientPool::setLongIdle(0min);
    Told told;
    const auto pool = told.pool();
    const mongo::CallScope scope(limits());
    mongo::Conversation conversation(*pool, need(pool->take(scope)), scope);
    told.persona.closeAt("getMore");
    const Document command = makeDocument("getMore", std::int64_t{7}, "collection", "carts");
    QVERIFY(!conversation.run("shop", command, mongo::Access::Read).has_value());
    QCOMPARE(told.persona.received("getMore").size(), std::size_t{1});
}

void TestServerReadings::aConnectionIsIdleUntilItsFirstUse()
{
    mongo::ClientPool::setLongIdle(0min);
    Told told;
    const auto pool = told.pool();
    const mongo::CallScope scope(limits());
    mongo::Conversation conversation(*pool, need(pool->take(scope)), scope);
    const Document cursor = bson::Builder()
                                .append("id", std::int64_t{0})
                                .append("ns", "shop.carts")
                                .appendArray("firstBatch", bson::makeArray())
                                .take();
    told.persona.answer("listIndexes", makeDocument("cursor", cursor));
    QVERIFY(conversation.listIndexes({"shop", "carts"}).has_value());
    told.persona.closeAt("serverStatus");
    const Document command = makeDocument("serverStatus", 1);
    QVERIFY(!conversation.run("admin", command, mongo::Access::Read).has_value());
    QCOMPARE(told.persona.received("listIndexes").size(), std::size_t{1});
    QCOMPARE(told.persona.received("serverStatus").size(), std::size_t{1});
}

void TestServerReadings::aCallThatSendsNothingIsNoUse()
{
    mongo::ClientPool::setLongIdle(0min);
    const Told told;
    auto pool
        = need(mongo::ClientPool::open(need(mongo::ConnectionString::parse(told.persona.uri()))));
    const mongo::CallScope scope(limits());
    {
        const mongo::Conversation silent(*pool, need(pool->take(scope)), scope);
    }
    const mongo::ClientPool::Client unused = need(pool->take(scope));
    QVERIFY(!pool->wasIdle(unused.get()));
}

SANDGLASS_TEST(TestServerReadings)
} // namespace tst_mongo_server_readings

#include "tst_mongo_server_readings.moc"
