// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <functional>
#include <future>
#include <memory>
#include <optional>

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

/// The primary of a set.
ttl::ServerInfo remoteInfo()
{
    ttl::ServerInfo info;
    info.version = "7.0.5";
    info.versionNumbers = {7, 0, 5, 0};
    info.replicaSet = "rs0";
    info.host = "a:27017";
    info.processId = "aa";
    return info;
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
    void aServerThatStopsOrStartsIsTriedAgain();
    void aWrongPasswordIsNotTriedAgain();
    void anAnswerToAnAbandonedAttemptIsDropped();
    void serverTimeIsOursPlusTheOffset();
    void aServerThatHasChangedIsLockedAgain_data();
    void aServerThatHasChangedIsLockedAgain();
    void theKeyOfALockedConnectionPermitsNothing();
    void productionAsksForItsNameToUnlock_data();
    void productionAsksForItsNameToUnlock();
    void aStringCanBeTypedAgain();
    void theCauseOfAFailureIsFound();
    void theCauseIsFoundWhileReconnecting();
    void aDiagnosisOfAnEarlierAttemptIsDropped();
    void ignoredOptionsAreNamed();
    void theProtectionIsThatOfTheString();
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

void TestConnection::aServerThatStopsOrStartsIsTriedAgain()
{
    ServiceFixture fixture;
    ConnectionService& connections = fixture.set.connections;
    connections.setFirstPause(1ms);
    QVERIFY(fixture.connect());
    fixture.factory->refuse(base::serverError(11'600, "InterruptedAtShutdown", "going down"));
    fixture.server->failOnce("databases", networkError());
    callOnce(connections);
    QTRY_VERIFY(connections.state().attempt >= 2);
    QCOMPARE(connections.state().phase, LinkPhase::Reconnecting);
    fixture.factory->refuse({});
    QTRY_COMPARE(connections.state().phase, LinkPhase::Connected);
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

void TestConnection::aServerThatHasChangedIsLockedAgain_data()
{
    QTest::addColumn<ttl::ServerInfo>("after");
    QTest::addColumn<std::optional<services::ServerChange>>("change");
    const auto row = [](const char* name, std::optional<services::ServerChange> change,
                        const std::function<void(ttl::ServerInfo&)>& edit) {
        ttl::ServerInfo info = remoteInfo();
        edit(info);
        QTest::newRow(name) << info << change;
    };
    using enum services::ServerChange;
    row("the same", std::nullopt, [](ttl::ServerInfo&) {});
    row("another set", ReplicaSet, [](ttl::ServerInfo& info) { info.replicaSet = "rs1"; });
    row("no set", ReplicaSet, [](ttl::ServerInfo& info) { info.replicaSet.clear(); });
    row("another primary", Primary, [](ttl::ServerInfo& info) { info.host = "b:27017"; });
    row("stepped down", Primary, [](ttl::ServerInfo& info) { info.writable = false; });
    row("restarted", Process, [](ttl::ServerInfo& info) { info.processId = "bb"; });
    row("clock jumped", Clock, [](ttl::ServerInfo& info) { info.clockOffset = 2min; });
    row("clock drifted", std::nullopt, [](ttl::ServerInfo& info) { info.clockOffset = 2s; });
    row("upgraded", std::nullopt, [](ttl::ServerInfo& info) { info.version = "7.0.6"; });
}

void TestConnection::aServerThatHasChangedIsLockedAgain()
{
    QFETCH(ttl::ServerInfo, after);
    QFETCH(std::optional<services::ServerChange>, change);
    ServiceFixture fixture;
    ConnectionService& connections = fixture.set.connections;
    connections.setFirstPause(1ms);
    fixture.server->setInfo(remoteInfo());
    QVERIFY(fixture.connect(false));
    connections.unlock();
    const ttl::ChangeKey key = connections.changeKey();
    QVERIFY(key.permits());
    fixture.server->setInfo(after);
    fixture.server->failOnce("ttlMetrics", base::failure(Errc::Network, "reset"));
    QSignalSpy again(&connections, &ConnectionService::connected);
    connections.run([](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return server.ttlMetrics(limits);
    });
    QVERIFY(again.wait());
    QCOMPARE(connections.isLocked(), change.has_value());
    QCOMPARE(key.permits(), !change.has_value()); // also for jobs that hold it
    QVERIFY(connections.state().lockedBecause == change);
    connections.unlock();
    QVERIFY(!connections.state().lockedBecause);
    QVERIFY(connections.changeKey().permits());
}

void TestConnection::theKeyOfALockedConnectionPermitsNothing()
{
    ServiceFixture fixture;
    ConnectionService& connections = fixture.set.connections;
    QVERIFY(!connections.changeKey().permits());
    QVERIFY(fixture.connect(false));
    QVERIFY(!connections.changeKey().permits());
    connections.unlock();
    const ttl::ChangeKey kept = connections.changeKey();
    fixture.clock.advance(10min);
    QVERIFY(!connections.changeKey().permits());
    QVERIFY(kept.permits()); // a purge that was confirmed goes on
    connections.unlock();
    const ttl::ChangeKey second = connections.changeKey();
    connections.lock();
    QVERIFY(!second.permits());
    connections.unlock();
    const ttl::ChangeKey third = connections.changeKey();
    connections.disconnectNow();
    QVERIFY(!third.permits());
}

void TestConnection::productionAsksForItsNameToUnlock_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("named") << u"Orders, Berlin"_s << u"Orders, Berlin"_s;
    QTest::newRow("unnamed") << QString() << u"db1.example:27018,db2.example"_s;
}

void TestConnection::productionAsksForItsNameToUnlock()
{
    QFETCH(QString, name);
    QFETCH(QString, wanted);
    ServiceFixture fixture;
    ConnectionService& connections = fixture.set.connections;
    services::LinkLabel label;
    label.tag = u"production"_s;
    connections.connectTo(u"mongodb://joe:secret@db1.example:27018,db2.example/"_s, name, false,
                          label);
    QTRY_VERIFY(connections.isConnected());
    QCOMPARE(connections.nameToUnlock(), wanted);
    connections.unlock();
    QVERIFY(connections.isLocked());
    connections.unlock(wanted.toUpper());
    QVERIFY(connections.isLocked());
    QVERIFY(!connections.changeKey().permits());
    connections.unlock(wanted);
    QVERIFY(!connections.isLocked());
    connections.connectTo(u"mongodb://db1.example/"_s, name, false);
    QTRY_VERIFY(connections.isConnected());
    QVERIFY(connections.nameToUnlock().isEmpty());
}

void TestConnection::aStringCanBeTypedAgain()
{
    ServiceFixture fixture;
    fixture.set.connections.connectTo(
        u"mongodb://joe:secret@fake.example/?authMechanism=SCRAM-SHA-256"_s, {}, false);
    QCOMPARE(fixture.set.connections.state().typedUri,
             u"mongodb://joe@fake.example/?authMechanism=SCRAM-SHA-256"_s);
    // a mechanism without its user would make the recent one unusable
    QCOMPARE(fixture.set.settings.recentUris().first(), u"mongodb://fake.example"_s);
    fixture.set.connections.connectTo(
        u"mongodb://fake.example/?authMechanism=MONGODB-X509&tls=true"_s, {}, false);
    QCOMPARE(fixture.set.settings.recentUris().first(),
             u"mongodb://fake.example/?authMechanism=MONGODB-X509&tls=true"_s);
}

void TestConnection::theCauseOfAFailureIsFound()
{
    ServiceFixture fixture;
    ConnectionService& connections = fixture.set.connections;
    connections.setDiagnosis(
        [](const std::string& uri, const Error& error, const ttl::CallLimits& /*limits*/) {
            services::ConnectFinding finding;
            finding.trouble = services::ConnectTrouble::Refused;
            finding.host = QString::fromStdString(uri);
            finding.found = QString::fromStdString(error.message);
            return finding;
        });
    fixture.factory->refuse(networkError());
    connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_COMPARE(connections.state().phase, LinkPhase::Failed);
    QVERIFY(connections.state().finding);
    QCOMPARE(connections.state().finding->host, u"mongodb://fake.example/"_s);
    QCOMPARE(connections.state().finding->found, u"connection reset"_s);
    fixture.factory->refuse({});
    connections.retryNow();
    QTRY_VERIFY(connections.isConnected());
    QVERIFY(!connections.state().finding);
}

void TestConnection::theCauseIsFoundWhileReconnecting()
{
    ServiceFixture fixture;
    ConnectionService& connections = fixture.set.connections;
    connections.setFirstPause(1ms);
    connections.setDiagnosis([](const auto& /*uri*/, const auto& /*error*/, const auto&) {
        services::ConnectFinding finding;
        finding.trouble = services::ConnectTrouble::Refused;
        return finding;
    });
    QVERIFY(fixture.connect(false));
    fixture.factory->refuse(networkError());
    fixture.server->failOnce("databases", networkError());
    callOnce(connections);
    QTRY_VERIFY(connections.state().finding);
    QCOMPARE(connections.state().phase, LinkPhase::Reconnecting);
    fixture.factory->refuse({});
    QTRY_VERIFY(connections.isConnected());
}

void TestConnection::aDiagnosisOfAnEarlierAttemptIsDropped()
{
    ServiceFixture fixture;
    ConnectionService& connections = fixture.set.connections;
    const auto mayEnd = std::make_shared<std::promise<void>>();
    const std::shared_future<void> gate = mayEnd->get_future().share();
    connections.setDiagnosis([gate](const auto& /*uri*/, const auto& /*error*/, const auto&) {
        gate.wait();
        services::ConnectFinding finding;
        finding.trouble = services::ConnectTrouble::Refused;
        return finding;
    });
    fixture.factory->refuse(networkError());
    connections.connectTo(u"mongodb://a.example/"_s, {}, false);
    QTRY_VERIFY(connections.state().error);
    QCOMPARE(connections.state().phase, LinkPhase::Connecting); // the cause is being looked for
    fixture.factory->refuse({});
    connections.connectTo(u"mongodb://b.example/"_s, {}, false);
    mayEnd->set_value();
    QTRY_VERIFY(connections.isConnected());
    QVERIFY(!connections.state().finding);
}

void TestConnection::ignoredOptionsAreNamed()
{
    ServiceFixture fixture;
    fixture.set.connections.connectTo(u"mongodb://fake.example/?conectTimeoutMS=1"_s, {}, false);
    QCOMPARE(fixture.set.connections.state().ignoredOptions,
             std::vector<std::string>{"conectTimeoutMS"});
}

void TestConnection::theProtectionIsThatOfTheString()
{
    using protocol::LinkProtection;
    ServiceFixture fixture;
    ConnectionService& connections = fixture.set.connections;
    connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QCOMPARE(connections.state().protection, LinkProtection::None);
    connections.connectTo(u"mongodb://fake.example/?tlsInsecure=true"_s, {}, false);
    QCOMPARE(connections.state().protection, LinkProtection::AnyCertificate);
    connections.connectTo(u"mongodb://%2Ftmp%2Fx.sock/"_s, {}, true);
    QCOMPARE(connections.state().protection, LinkProtection::Sheltered);
}

SANDGLASS_TEST(TestConnection)
} // namespace tst_services_connection

#include "tst_services_connection.moc"
