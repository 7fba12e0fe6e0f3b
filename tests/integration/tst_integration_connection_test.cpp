// SPDX-License-Identifier: GPL-3.0-or-later
// The staged connection test against the real engine, over TCP, over a unix socket, and through a
// real SSH server.
#include "app/base/clock.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/services/connections/connection_test.h"
#include "app/services/connections/socket_probe.h"
#include "app/services/connections/ssh_tunnel.h"
#include "tests/support/engine_process.h"
#include "tests/support/mock_server.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_program.h"
#include "tests/support/tls_authority.h"

#include <QDir>
#include <QObject>
#include <QTest>

#include <memory>

namespace tst_integration_connection_test {

using namespace sandglass;
using namespace sandglass::services;
using namespace Qt::StringLiterals;
using tests::MockServer;
using tests::SshServer;

class TestIntegrationConnectionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStageOfTheLocalEnginePasses_data();
    void everyStageOfTheLocalEnginePasses();
    void everyStagePassesThroughAnSshServer();
    void anUnknownHostKeyFailsAtTheTunnel();
    void aHostBehindTheSshServerThatRefusesFailsAtConnect();
    void tlsIsCheckedThroughTheTunnel_data();
    void tlsIsCheckedThroughTheTunnel();
    void aServiceNameCannotGoThroughATunnel();

private:
    /// Makes a test with the diagnosis of the program and the ssh of the test.
    void make(const SshServer& ssh);
    /// Tests `uri` through `ssh` and waits for the end.
    bool run(const SshServer& ssh, const std::string& uri);
    const StageState& stage(TestStage stage) const
    {
        return m_test->stages().at(static_cast<std::size_t>(stage));
    }
    /// One letter for each stage: . waiting, r running, p passed, F failed, s skipped.
    QString marks() const
    {
        QString letters;
        for (const StageState& each : m_test->stages()) {
            letters += u".rpFs"_s.at(static_cast<int>(each.mark));
        }
        return letters;
    }
    ConnectTrouble trouble(TestStage failed) const
    {
        const auto& finding = stage(failed).finding;
        return finding ? finding->trouble : ConnectTrouble::None;
    }

    std::unique_ptr<ConnectionTest> m_test;
    base::SystemClock m_clock;
    mongo::MongoDriver m_driver;
};

void TestIntegrationConnectionTest::everyStageOfTheLocalEnginePasses_data()
{
    QTest::addColumn<bool>("tcp");
    QTest::newRow("TCP") << true;
    QTest::newRow("unix socket") << false;
}

void TestIntegrationConnectionTest::everyStageOfTheLocalEnginePasses()
{
    QFETCH(bool, tcp);
    using Reach = tests::EngineProcess::Reach;
    tests::EngineProcess engine(tcp ? Reach::Tcp : Reach::UnixSocket);
    QVERIFY(engine.start());
    ConnectionTest test(std::make_shared<mongo::MongoTtlServerFactory>(m_clock),
                        std::make_shared<SocketProbe>());
    test.start(protocol::readConnectionString(engine.uri()).parts);
    QTRY_VERIFY_WITH_TIMEOUT(!test.isRunning(), 60'000);
    for (const auto stage :
         {TestStage::Resolve, TestStage::Connect, TestStage::Hello, TestStage::Privileges}) {
        const StageState& state = test.stages().at(static_cast<std::size_t>(stage));
        QVERIFY2(state.mark == StageMark::Passed,
                 state.error ? state.error->message.c_str() : "not reached");
    }
    QCOMPARE(test.stages().at(static_cast<std::size_t>(TestStage::Tls)).mark, StageMark::Skipped);
}

void TestIntegrationConnectionTest::make(const SshServer& ssh)
{
    m_test = std::make_unique<ConnectionTest>(
        std::make_shared<mongo::MongoTtlServerFactory>(m_clock), std::make_shared<SocketProbe>());
    m_test->setDiagnosis(&diagnoseConnection);
    m_test->setSshProgram({u"ssh"_s, ssh.arguments()});
}

bool TestIntegrationConnectionTest::run(const SshServer& ssh, const std::string& uri)
{
    make(ssh);
    m_test->start(protocol::readConnectionString(uri).parts, {u"127.0.0.1"_s, ssh.port(), {}, {}});
    return QTest::qWaitFor([this] { return !m_test->isRunning(); }, 90'000);
}

void TestIntegrationConnectionTest::everyStagePassesThroughAnSshServer()
{
    if (!SshServer::isInstalled()) {
        QSKIP("There is no openssh-server.");
    }
    const SshServer ssh;
    tests::EngineProcess engine;
    QVERIFY(engine.start());
    const QTemporaryDir folder;
    // tunnels of other tests are not counted
    qputenv("TMPDIR", folder.path().toUtf8());
    QVERIFY(run(ssh, engine.uri()));
    QCOMPARE(marks(), u"psspsp"_s);
    QVERIFY(m_test->usesTunnel());
    // the tunnel has ended with the test
    QVERIFY(QDir(folder.path()).entryList({u"sandglass-ssh-*"_s}, QDir::Dirs).isEmpty());
    qunsetenv("TMPDIR");
}

void TestIntegrationConnectionTest::anUnknownHostKeyFailsAtTheTunnel()
{
    if (!SshServer::isInstalled()) {
        QSKIP("There is no openssh-server.");
    }
    SshServer ssh;
    ssh.write(u"empty_hosts"_s, {});
    ssh.configure(u"empty_hosts"_s, u"user_key"_s);
    QVERIFY(run(ssh, "mongodb://127.0.0.1:1/"));
    QCOMPARE(marks(), u"F....."_s);
    QCOMPARE(trouble(TestStage::Resolve), ConnectTrouble::SshHostKey);
}

void TestIntegrationConnectionTest::aHostBehindTheSshServerThatRefusesFailsAtConnect()
{
    if (!SshServer::isInstalled()) {
        QSKIP("There is no openssh-server.");
    }
    const SshServer ssh;
    QVERIFY(run(ssh, "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=500"));
    QCOMPARE(marks(), u"pF...."_s);
    QCOMPARE(trouble(TestStage::Connect), ConnectTrouble::SshForward);
    QVERIFY(stage(TestStage::Connect).finding->found.contains(u"refused"_s));
}

void TestIntegrationConnectionTest::tlsIsCheckedThroughTheTunnel_data()
{
    QTest::addColumn<int>("days");
    QTest::addColumn<bool>("trusted");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<int>("trouble");
    QTest::newRow("good") << 30 << true << u"psp"_s << static_cast<int>(ConnectTrouble::None);
    QTest::newRow("expired") << -1 << true << u"psF"_s
                             << static_cast<int>(ConnectTrouble::CertificateExpired);
    QTest::newRow("untrusted") << 30 << false << u"psF"_s
                               << static_cast<int>(ConnectTrouble::Untrusted);
}

void TestIntegrationConnectionTest::tlsIsCheckedThroughTheTunnel()
{
    if (!SshServer::isInstalled()) {
        QSKIP("There is no openssh-server.");
    }
    QFETCH(int, days);
    QFETCH(bool, trusted);
    QFETCH(QString, expected);
    QFETCH(int, trouble);
    tests::TlsAuthority authority;
    // the name in the certificate is that of a host that only the SSH server knows
    const MockServer server(tests::MockManner::Mongo, authority.server(u"DNS:db1.example"_s, days));
    QVERIFY(authority.good());
    const SshServer ssh;
    const std::string ca = trusted ? "&tlsCAFile=" + authority.caFile().toStdString() : "";
    QVERIFY(run(ssh, server.uri("?tls=true&serverSelectionTimeoutMS=2000" + ca)));
    QVERIFY2(marks().startsWith(expected), qPrintable(marks()));
    QCOMPARE(static_cast<int>(this->trouble(TestStage::Tls)), trouble);
}

void TestIntegrationConnectionTest::aServiceNameCannotGoThroughATunnel()
{
    const SshServer ssh;
    QVERIFY(run(ssh, "mongodb+srv://c.sandglass.invalid/"));
    QCOMPARE(marks(), u"F....."_s);
    QCOMPARE(trouble(TestStage::Resolve), ConnectTrouble::SshSeeded);
}

SANDGLASS_TEST(TestIntegrationConnectionTest)
} // namespace tst_integration_connection_test

#include "tst_integration_connection_test.moc"
