// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/heartbeat.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_services_heartbeat {

using namespace sandglass;
using namespace std::chrono_literals;
using services::Heartbeat;

namespace {

constexpr auto kLong = 60s;

} // namespace

class TestHeartbeat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itAsksAgainAndAgain();
    void aLossIsReportedOnce_data();
    void aLossIsReportedOnce();
    void aServerThatIsSilentIsLost();
    void aServerThatRefusesIsThere();
    void afterStopNothingIsReported();
    void theConnectionIsMadeAnewThoughNobodyAsked();
    void anotherServerLocksTheConnection();

private:
    tests::FakeClock m_clock;
    services::LastJobs m_lastJobs; // whose jobs look at the clock
};

void TestHeartbeat::itAsksAgainAndAgain()
{
    const auto server = std::make_shared<tests::FakeTtlServer>(m_clock);
    Heartbeat heartbeat;
    heartbeat.setPace(1ms, kLong);
    QSignalSpy lost(&heartbeat, &Heartbeat::lost);
    heartbeat.watch(server);
    QTRY_VERIFY(server->calls("checkAlive") >= 3);
    QCOMPARE(lost.count(), 0);
}

void TestHeartbeat::aLossIsReportedOnce_data()
{
    QTest::addColumn<Errc>("code");
    QTest::newRow("connection cut") << Errc::Network;
    QTest::newRow("another server") << Errc::OtherServer;
}

void TestHeartbeat::aLossIsReportedOnce()
{
    QFETCH(Errc, code);
    const auto server = std::make_shared<tests::FakeTtlServer>(m_clock);
    server->fail("checkAlive", base::failure(code, "gone"));
    Heartbeat heartbeat;
    heartbeat.setPace(1ms, kLong);
    QSignalSpy lost(&heartbeat, &Heartbeat::lost);
    heartbeat.watch(server);
    QTRY_COMPARE(lost.count(), 1);
    QVERIFY(lost.front().front().value<Error>().code == code);
    QCOMPARE(server->calls("checkAlive"), 1);
}

void TestHeartbeat::aServerThatIsSilentIsLost()
{
    const auto server = std::make_shared<tests::FakeTtlServer>(m_clock);
    server->hold("checkAlive");
    Heartbeat heartbeat;
    heartbeat.setPace(1ms, 20ms);
    QSignalSpy lost(&heartbeat, &Heartbeat::lost);
    heartbeat.watch(server);
    QTRY_COMPARE(lost.count(), 1);
    QVERIFY(lost.front().front().value<Error>().code == Errc::Network);
    server->release("checkAlive");
}

void TestHeartbeat::aServerThatRefusesIsThere()
{
    const auto server = std::make_shared<tests::FakeTtlServer>(m_clock);
    server->fail("checkAlive", base::failure(Errc::Server, "not authorized"));
    Heartbeat heartbeat;
    heartbeat.setPace(1ms, kLong);
    QSignalSpy lost(&heartbeat, &Heartbeat::lost);
    heartbeat.watch(server);
    QTRY_VERIFY(server->calls("checkAlive") >= 3);
    QCOMPARE(lost.count(), 0);
}

void TestHeartbeat::afterStopNothingIsReported()
{
    const auto server = std::make_shared<tests::FakeTtlServer>(m_clock);
    server->fail("checkAlive", base::failure(Errc::Network, "gone"));
    server->hold("checkAlive");
    Heartbeat heartbeat;
    heartbeat.setPace(1ms, kLong);
    QSignalSpy lost(&heartbeat, &Heartbeat::lost);
    heartbeat.watch(server);
    QTRY_COMPARE(server->running("checkAlive"), 1);
    heartbeat.stop();
    server->release("checkAlive");
    QTRY_COMPARE(server->running("checkAlive"), 0);
    QCoreApplication::processEvents();
    QCOMPARE(lost.count(), 0);
}

void TestHeartbeat::theConnectionIsMadeAnewThoughNobodyAsked()
{
    tests::ServiceFixture fixture;
    services::ConnectionService& connections = fixture.set.connections;
    connections.setFirstPause(1ms);
    connections.setHeartbeat(1ms, kLong);
    QVERIFY(fixture.connect(false));
    QSignalSpy back(&connections, &services::ConnectionService::connected);
    fixture.server->failOnce("checkAlive", base::failure(Errc::Network, "connection reset"));
    QTRY_COMPARE(back.count(), 1);
}

void TestHeartbeat::anotherServerLocksTheConnection()
{
    tests::ServiceFixture fixture;
    services::ConnectionService& connections = fixture.set.connections;
    connections.setFirstPause(1ms);
    connections.setHeartbeat(1ms, kLong);
    ttl::ServerInfo info;
    info.replicaSet = "rs0";
    fixture.server->setInfo(info);
    QVERIFY(fixture.connect(false));
    connections.unlock();
    info.replicaSet = "rs1";
    fixture.server->setInfo(info);
    fixture.server->failOnce("checkAlive", base::failure(Errc::OtherServer, "another server"));
    QTRY_VERIFY(connections.state().lockedBecause == services::ServerChange::ReplicaSet);
    QVERIFY(connections.isLocked());
}

SANDGLASS_TEST(TestHeartbeat)
} // namespace tst_services_heartbeat

#include "tst_services_heartbeat.moc"
