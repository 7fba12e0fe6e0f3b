// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/ssh_tunnel.h"
#include "tests/support/mock_server.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QLocalSocket>
#include <QObject>
#include <QTest>

#include <memory>
#include <optional>

namespace tst_services_ssh_tunnel {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::ConnectFinding;
using services::ConnectTrouble;
using services::SshSettings;
using services::SshTunnel;

class TestSshTunnel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_tunnel.reset(); }
    void bytesGoThroughTheTunnel();
    void theSocketIsOfItsOwnerOnly();
    void theChildEndsWithTheTunnel();
    void aJumpHostIsPassed();
    void anUnknownHostKeyIsRefused();
    void aChangedHostKeyIsRefused();
    void aKeyThatIsNotAcceptedIsReported();
    void aClosedPortIsReported();
    void aMissingProgramIsReported();
    void aHostThatCannotBeReachedBehindItIsReported();
    void theEndOfSshIsReported();
    void noArgumentIsTakenForAnOption();

private:
    /// A tunnel to the mock server, not yet started.
    void make(const SshSettings& settings, int targetPort, const QString& program = u"ssh"_s);
    SshSettings toServer() const;
    void listenToTunnel();
    bool opened() const
    {
        return QTest::qWaitFor([this] { return m_opened || m_ended; }, 30'000) && m_opened;
    }
    ConnectTrouble endedWith() const
    {
        static_cast<void>(QTest::qWaitFor([this] { return m_ended.has_value(); }, 30'000));
        return m_ended ? m_ended->trouble : ConnectTrouble::None;
    }

    std::unique_ptr<SshServer> m_server;
    MockServer m_mongo;
    std::unique_ptr<SshTunnel> m_tunnel;
    std::optional<ConnectFinding> m_ended;
    bool m_opened = false;
};

void TestSshTunnel::initTestCase()
{
    if (!SshServer::isInstalled()) {
        QSKIP("There is no openssh-server.");
    }
    m_server = std::make_unique<SshServer>();
}

void TestSshTunnel::init()
{
    m_opened = false;
    m_ended.reset();
    m_server->configure(u"known_hosts"_s, u"user_key"_s);
}

SshSettings TestSshTunnel::toServer() const
{
    return {u"127.0.0.1"_s, m_server->port(), {}, {}};
}

void TestSshTunnel::make(const SshSettings& settings, int targetPort, const QString& program)
{
    m_tunnel
        = std::make_unique<SshTunnel>(settings, protocol::ConnectionHost{"127.0.0.1", targetPort},
                                      services::SshProgram{program, m_server->arguments()});
    listenToTunnel();
    m_tunnel->start();
}

void TestSshTunnel::listenToTunnel()
{
    connect(m_tunnel.get(), &SshTunnel::opened, this, [this] { m_opened = true; });
    connect(m_tunnel.get(), &SshTunnel::ended, this,
            [this](const ConnectFinding& finding) { m_ended = finding; });
}

void TestSshTunnel::bytesGoThroughTheTunnel()
{
    make(toServer(), m_mongo.serverPort());
    QVERIFY(opened());
    QLocalSocket socket;
    socket.connectToServer(m_tunnel->socketPath());
    QVERIFY(socket.waitForConnected());
    socket.write("these bytes");
    QTRY_VERIFY(m_mongo.received.contains("these bytes"));
}

void TestSshTunnel::theSocketIsOfItsOwnerOnly()
{
    make(toServer(), m_mongo.serverPort());
    QVERIFY(opened());
    const QFileInfo folder(QFileInfo(m_tunnel->socketPath()).path());
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther
        | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(folder.permissions() & others));
}

void TestSshTunnel::theChildEndsWithTheTunnel()
{
    make(toServer(), m_mongo.serverPort());
    QVERIFY(opened());
    const QString path = m_tunnel->socketPath();
    m_tunnel.reset();
    QVERIFY(!QFileInfo::exists(path));
    QLocalSocket socket;
    socket.connectToServer(path);
    QVERIFY(!socket.waitForConnected(1'000));
}

void TestSshTunnel::aJumpHostIsPassed()
{
    // the same server under another name
    SshSettings settings = toServer();
    settings.jumpHosts = u"localhost:%1"_s.arg(m_server->port());
    make(settings, m_mongo.serverPort());
    QVERIFY2(opened(), m_ended ? qPrintable(m_ended->found) : "");
}

void TestSshTunnel::anUnknownHostKeyIsRefused()
{
    m_server->write(u"empty_hosts"_s, {});
    m_server->configure(u"empty_hosts"_s, u"user_key"_s);
    make(toServer(), m_mongo.serverPort());
    QCOMPARE(endedWith(), ConnectTrouble::SshHostKey);
    QVERIFY(m_server->read(u"empty_hosts"_s).isEmpty()); // and is not learned
}

void TestSshTunnel::aChangedHostKeyIsRefused()
{
    m_server->makeKey(u"other_key"_s);
    m_server->write(u"changed_hosts"_s,
                    u"[127.0.0.1]:%1 "_s.arg(m_server->port()).toUtf8()
                        + m_server->read(u"other_key.pub"_s));
    m_server->configure(u"changed_hosts"_s, u"user_key"_s);
    make(toServer(), m_mongo.serverPort());
    QCOMPARE(endedWith(), ConnectTrouble::SshHostKey);
}

void TestSshTunnel::aKeyThatIsNotAcceptedIsReported()
{
    m_server->makeKey(u"stranger_key"_s);
    m_server->configure(u"known_hosts"_s, u"stranger_key"_s);
    make(toServer(), m_mongo.serverPort());
    QCOMPARE(endedWith(), ConnectTrouble::SshLogin);
}

void TestSshTunnel::aClosedPortIsReported()
{
    make({u"127.0.0.1"_s, 1, {}, {}}, m_mongo.serverPort());
    QCOMPARE(endedWith(), ConnectTrouble::SshUnreachable);
}

void TestSshTunnel::aMissingProgramIsReported()
{
    make(toServer(), m_mongo.serverPort(), u"/nowhere/ssh"_s);
    QCOMPARE(endedWith(), ConnectTrouble::SshMissing);
}

void TestSshTunnel::aHostThatCannotBeReachedBehindItIsReported()
{
    make(toServer(), 1);
    QVERIFY(opened());
    QVERIFY(!m_tunnel->refusal());
    QLocalSocket socket;
    socket.connectToServer(m_tunnel->socketPath());
    std::optional<ConnectFinding> refusal;
    QTRY_VERIFY_WITH_TIMEOUT(refusal || (refusal = m_tunnel->refusal()), 30'000);
    QCOMPARE(refusal->trouble, ConnectTrouble::SshForward);
    QVERIFY2(refusal->found.contains(u"refused"_s), qPrintable(refusal->found));
    QVERIFY(!m_tunnel->refusal()); // it is reported once
}

void TestSshTunnel::theEndOfSshIsReported()
{
    // in place of ssh, a script that opens the tunnel and ends on request
    const QString script = u"for word; do [ \"$before\" = -L ] && file=${word%%:*}; before=$word; "
                           "done; : > \"$file\"; until [ -e \"$file.end\" ]; do sleep 0.05; "
                           "done; echo 'Connection closed by 192.0.2.1'; exit 255"_s;
    m_tunnel = std::make_unique<SshTunnel>(
        toServer(), protocol::ConnectionHost{"127.0.0.1", m_mongo.serverPort()},
        services::SshProgram{u"/bin/sh"_s, {u"-c"_s, script, u"sh"_s}});
    listenToTunnel();
    m_tunnel->start();
    QVERIFY(opened());
    QVERIFY(m_tunnel->isOpen());
    QFile end(m_tunnel->socketPath() + u".end"_s);
    QVERIFY(end.open(QIODevice::WriteOnly));
    QCOMPARE(endedWith(), ConnectTrouble::SshUnreachable);
    QVERIFY(!m_tunnel->isOpen());
}

void TestSshTunnel::noArgumentIsTakenForAnOption()
{
    const QString evil = u"-oProxyCommand=touch %1"_s.arg(m_server->file(u"ran"_s));
    make({evil, 0, {}, {}}, m_mongo.serverPort());
    QVERIFY(endedWith() != ConnectTrouble::None);
    QVERIFY(!QFileInfo::exists(m_server->file(u"ran"_s)));
    QCOMPARE(m_tunnel->arguments().indexOf(u"--"_s), m_tunnel->arguments().size() - 2);
}

SANDGLASS_TEST(TestSshTunnel)
} // namespace tst_services_ssh_tunnel

#include "tst_services_ssh_tunnel.moc"
