// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_services_connection {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::ConnectionService;
using services::LinkPhase;
using tests::ServiceFixture;

namespace {

Error networkError()
{
    return base::failure(Errc::Network, "connection reset");
}

void callOnce(ConnectionService& connections)
{
    connections.run([](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return server.databases(limits);
    });
}

} // namespace

class TestConnection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePasswordReachesTheServerButNoStateNorFile();
    void aRemoteConnectionIsLockedUntilUnlocked();
    void unlockingEndsAfterTenMinutes();
    void theLocalEngineIsNeverLocked();
    void withoutAConnectionACallFailsAtOnce();
    void aLostConnectionIsTriedAgainUntilItIsBack();
    void aWrongPasswordIsNotTriedAgain();
    void anAnswerToAnAbandonedAttemptIsDropped();
    void serverTimeIsOursPlusTheOffset();
};

void TestConnection::thePasswordReachesTheServerButNoStateNorFile()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    QCOMPARE(fixture.factory->lastUri(), std::string("mongodb://user:secret@fake.example/"));
    QVERIFY(!fixture.set.connections.state().safeUri.contains(u"secret"_s));
    QVERIFY(!fixture.set.connections.state().name.contains(u"secret"_s));
    QVERIFY(!fixture.set.settings.recentUris().join(u' ').contains(u"secret"_s));
}

void TestConnection::aRemoteConnectionIsLockedUntilUnlocked()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    QVERIFY(fixture.set.connections.isLocked());
    fixture.set.connections.unlock();
    QVERIFY(!fixture.set.connections.isLocked());
    fixture.set.connections.lock();
    QVERIFY(fixture.set.connections.isLocked());
}

void TestConnection::unlockingEndsAfterTenMinutes()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    fixture.set.connections.unlock();
    fixture.clock.advance(10min - 1s);
    QVERIFY(!fixture.set.connections.isLocked());
    fixture.clock.advance(1s);
    QVERIFY(fixture.set.connections.isLocked());
}

void TestConnection::theLocalEngineIsNeverLocked()
{
    ServiceFixture fixture;
    QVERIFY(fixture.set.connections.isLocked()); // there is nothing to change yet
    QVERIFY(fixture.connect(true));
    QVERIFY(!fixture.set.connections.isLocked());
}

void TestConnection::withoutAConnectionACallFailsAtOnce()
{
    ServiceFixture fixture;
    const QFuture<Result<std::vector<ttl::DatabaseSpec>>> answer
        = fixture.set.connections.run([](ttl::TtlServer& server, const ttl::CallLimits& limits) {
              return server.databases(limits);
          });
    QVERIFY(answer.isFinished());
    QVERIFY(answer.result().error().code == Errc::Network);
}

void TestConnection::aLostConnectionIsTriedAgainUntilItIsBack()
{
    ServiceFixture fixture;
    ConnectionService& connections = fixture.set.connections;
    connections.setFirstPause(1ms);
    QVERIFY(fixture.connect());
    QSignalSpy lost(&connections, &ConnectionService::disconnected);
    QSignalSpy back(&connections, &ConnectionService::connected);
    fixture.factory->refuse(networkError());
    fixture.server->fail("databases", networkError());
    callOnce(connections);
    QTRY_COMPARE(connections.state().phase, LinkPhase::Reconnecting);
    QCOMPARE(lost.count(), 1);
    QTRY_VERIFY(connections.state().attempt >= 2);
    QVERIFY(connections.isLocked());
    fixture.factory->refuse({});
    fixture.server->fail("databases", {});
    QTRY_COMPARE(connections.state().phase, LinkPhase::Connected);
    QCOMPARE(back.count(), 1);
    QCOMPARE(connections.state().attempt, 0);
}

void TestConnection::aWrongPasswordIsNotTriedAgain()
{
    ServiceFixture fixture;
    fixture.set.connections.setFirstPause(1ms);
    fixture.factory->refuse(base::failure(Errc::NotPermitted, "authentication failed"));
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_COMPARE(fixture.set.connections.state().phase, LinkPhase::Failed);
    QVERIFY(!fixture.set.connections.state().nextAttemptAt);
    QCOMPARE(fixture.factory->connects(), 1);
}

void TestConnection::anAnswerToAnAbandonedAttemptIsDropped()
{
    ServiceFixture fixture;
    ConnectionService& connections = fixture.set.connections;
    QSignalSpy connected(&connections, &ConnectionService::connected);
    fixture.server->hold("serverInfo");
    connections.connectTo(u"mongodb://first.example/"_s, {}, false);
    QTRY_COMPARE(fixture.server->running("serverInfo"), 1);
    connections.connectTo(u"mongodb://second.example/"_s, {}, false);
    QTRY_VERIFY(fixture.server->calls("serverInfo") == 2);
    fixture.server->release("serverInfo");
    QTRY_COMPARE(connections.state().phase, LinkPhase::Connected);
    QCOMPARE(connected.count(), 1);
    QCOMPARE(connections.state().safeUri, u"mongodb://second.example/"_s);
}

void TestConnection::serverTimeIsOursPlusTheOffset()
{
    ServiceFixture fixture;
    ttl::ServerInfo info;
    info.clockOffset = 1'500ms;
    fixture.server->setInfo(info);
    QVERIFY(fixture.connect());
    QCOMPARE(fixture.set.connections.serverNow(), fixture.clock.now() + 1'500ms);
}

SANDGLASS_TEST(TestConnection)
} // namespace tst_services_connection

#include "tst_services_connection.moc"
