// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says when a connection cannot be made: the driver fails in a real handshake, and
// the cause is found and put into words.
#include "app/base/clock.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/presenters/connections/connect_finding_words.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/connections/ssh_tunnel.h"
#include "app/services/shell/services.h"
#include "tests/support/engine_process.h"
#include "tests/support/full_host.h"
#include "tests/support/mock_server.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_program.h"
#include "tests/support/tls_authority.h"
#include "tests/support/tls_relay.h"
#include "tests/support/tls_server.h"

#include <QDir>
#include <QObject>
#include <QTest>

#include <memory>

namespace tst_integration_connect_errors {

using namespace sandglass;
using namespace sandglass::tests;
using namespace Qt::StringLiterals;
using services::ConnectTrouble;
using services::LinkPhase;

class TestConnectErrors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_services.reset(); }
    void theCauseIsSaid_data();
    void theCauseIsSaid();
    void tlsOfAMockIsExplained_data();
    void tlsOfAMockIsExplained();
    void aClientCertificateIsAccepted();
    void aRefusedClientCertificateIsExplained_data();
    void aRefusedClientCertificateIsExplained();
    void aServerThatNeverAnswersIsReported();
    void aHostThatDropsPacketsIsReported();
    void aServiceThatDnsDoesNotKnowIsReported();
    void aWrongPasswordIsSaid();
    void plainIsRefusedBeforeAnythingIsSent();
    void aConnectionGoesThroughAnSshServer();
    void anSshServerThatIsNotKnownIsRefused();
    void aDatabaseThatTheSshServerCannotReachIsSaid();

private:
    /// What a mock server has for TLS, by the name of the row.
    QSslConfiguration serverOf(const QString& kind);
    services::ConnectionService& connections() const { return m_services->set().connections; }
    /// Connects and waits for the end of the attempt. False: it did not end as Failed.
    bool fails(const std::string& uri, const services::LinkLabel& label = {}) const;
    ConnectTrouble trouble() const
    {
        const auto& finding = connections().state().finding;
        return finding ? finding->trouble : ConnectTrouble::None;
    }
    QString sentence() const
    {
        return presenters::linkFailure(connections().state())
            .value_or(presenters::FailureText())
            .sentence;
    }

    QString advice() const
    {
        return presenters::linkFailure(connections().state())
            .value_or(presenters::FailureText())
            .advice;
    }

    base::SystemClock m_clock;
    mongo::MongoDriver m_driver;
    services::LastJobs m_lastJobs;
    TlsAuthority m_authority;
    TlsAuthority m_other{u"Some Other CA"_s};
    EngineProcess m_engine;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Services> m_services;
};

void TestConnectErrors::initTestCase()
{
    QVERIFY(m_authority.good() && m_other.good());
    QVERIFY(m_engine.start());
}

void TestConnectErrors::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    services::ServicesOptions options{
        m_folder->path(), std::make_shared<mongo::MongoTtlServerFactory>(m_clock), {}};
    options.diagnoses = true;
    m_services = std::make_unique<services::Services>(std::move(options), m_clock);
}

bool TestConnectErrors::fails(const std::string& uri, const services::LinkLabel& label) const
{
    connections().connectTo(QString::fromStdString(uri), {}, false, label);
    return QTest::qWaitFor([this] { return connections().state().phase == LinkPhase::Failed; },
                           40'000);
}

void TestConnectErrors::theCauseIsSaid_data()
{
    QTest::addColumn<QString>("uri");
    QTest::addColumn<int>("trouble");
    QTest::addColumn<QString>("word");
    const QString engine = QString::fromStdString(m_engine.uri());
    const auto row
        = [](const char* name, const QString& uri, ConnectTrouble trouble, const QString& word) {
              QTest::newRow(name) << uri << static_cast<int>(trouble) << word;
          };
    const QString soon = u"serverSelectionTimeoutMS=500"_s;
    row("name", u"mongodb://db1.sandglass.invalid/?"_s + soon, ConnectTrouble::NameNotFound,
        u"db1.sandglass.invalid"_s);
    row("port", u"mongodb://127.0.0.1:1/?"_s + soon, ConnectTrouble::Refused, u"refused"_s);
    row("socket", u"mongodb://%2Fnowhere%2Fx.sock/?"_s + soon, ConnectTrouble::SocketMissing,
        u"/nowhere/x.sock"_s);
    row("set", engine + u"?replicaSet=rs7&"_s + soon, ConnectTrouble::SetName, u"rs7"_s);
    row("TLS", engine + u"?tls=true&"_s + soon, ConnectTrouble::TlsOnPlainPort, u"TLS"_s);
    row("CA file", engine + u"?tls=true&tlsCAFile=/nowhere/ca.pem&"_s + soon,
        ConnectTrouble::CaFileMissing, u"/nowhere/ca.pem"_s);
    row("string", u"mongodb://h:0/"_s, ConnectTrouble::BadString, u"65535"_s);
}

void TestConnectErrors::theCauseIsSaid()
{
    QFETCH(QString, uri);
    QFETCH(int, trouble);
    QFETCH(QString, word);
    QVERIFY(fails(uri.toStdString()));
    QCOMPARE(static_cast<int>(this->trouble()), trouble);
    QVERIFY2(sentence().contains(word), qPrintable(sentence()));
}

void TestConnectErrors::tlsOfAMockIsExplained_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("trouble");
    const auto row = [](const char* kind, const QString& options, ConnectTrouble trouble) {
        QTest::newRow(kind) << QString::fromLatin1(kind) << options << static_cast<int>(trouble);
    };
    const QString trusted = u"tls=true&tlsCAFile="_s + m_authority.caFile();
    row("host name", trusted, ConnectTrouble::HostNameMismatch);
    row("expired", trusted, ConnectTrouble::CertificateExpired);
    row("not valid yet", trusted, ConnectTrouble::CertificateTooNew);
    row("signed by itself", trusted, ConnectTrouble::Untrusted);
    row("untrusted", u"tls=true"_s, ConnectTrouble::Untrusted);
    row("of another authority", u"tls=true&tlsCAFile="_s + m_other.caFile(),
        ConnectTrouble::Untrusted);
    row("only an old version of TLS", trusted, ConnectTrouble::TlsFailed);
    row("required", u"tls=false"_s, ConnectTrouble::PlainOnTlsPort);
}

QSslConfiguration TestConnectErrors::serverOf(const QString& kind)
{
    const QString here = u"IP:127.0.0.1"_s;
    if (kind == u"host name"_s) {
        return m_authority.server(u"DNS:db1.example"_s);
    }
    if (kind == u"not valid yet"_s) {
        return m_authority.futureServer(here, 3);
    }
    if (kind == u"signed by itself"_s) {
        return m_authority.selfSignedServer(here);
    }
    QSslConfiguration server = m_authority.server(here, kind == u"expired"_s ? -1 : 30);
    if (kind == u"only an old version of TLS"_s) {
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_DEPRECATED
        server.setProtocol(QSsl::TlsV1_1);
        QT_WARNING_POP
    }
    return server;
}

void TestConnectErrors::tlsOfAMockIsExplained()
{
    QFETCH(QString, kind);
    QFETCH(QString, options);
    QFETCH(int, trouble);
    const MockServer server(MockManner::Mongo, serverOf(kind));
    QVERIFY(m_authority.good());
    QVERIFY(fails(server.uri("?serverSelectionTimeoutMS=500&" + options.toStdString())));
    QCOMPARE(static_cast<int>(this->trouble()), trouble);
    QVERIFY(!sentence().isEmpty());
    // to a server whose certificate is wrong nothing is sent
    const bool certificateIsGood = kind == u"required"_s || kind.contains(u"old version"_s);
    QVERIFY(certificateIsGood || server.received.isEmpty());
}

void TestConnectErrors::aClientCertificateIsAccepted()
{
    const TlsRelay relay(m_authority.demandingServer(u"IP:127.0.0.1"_s),
                         static_cast<quint16>(m_engine.port()));
    const QString own = m_authority.client(u"joe"_s);
    QVERIFY(m_authority.good());
    connections().connectTo(
        QString::fromStdString(relay.uri("?tls=true&tlsCAFile=" + m_authority.caFile().toStdString()
                                         + "&tlsCertificateKeyFile=" + own.toStdString())),
        {}, false);
    QTRY_VERIFY_WITH_TIMEOUT(connections().isConnected(), 60'000);
    QVERIFY(relay.accepted() > 0);
}

void TestConnectErrors::aRefusedClientCertificateIsExplained_data()
{
    QTest::addColumn<bool>("given");
    QTest::addColumn<QStringList>("sentenceHas");
    QTest::addColumn<QString>("adviceHas");
    QTest::newRow("missing") << false << QStringList{u"requires a client certificate"_s}
                             << u"tab TLS"_s;
    QTest::newRow("of another CA")
        << true << QStringList{u"stranger.pem"_s, u"\"Some Other CA\""_s} << u"which CA"_s;
}

void TestConnectErrors::aRefusedClientCertificateIsExplained()
{
    QFETCH(bool, given);
    QFETCH(QStringList, sentenceHas);
    QFETCH(QString, adviceHas);
    const TlsServer server(m_authority);
    QVERIFY(server.isUp());
    TlsAuthority other(u"Some Other CA"_s);
    const std::string key = other.client(u"stranger"_s).toStdString();
    QVERIFY(m_authority.good() && other.good());
    std::string options
        = "?tls=true&serverSelectionTimeoutMS=2000&tlsCAFile=" + m_authority.caFile().toStdString();
    if (given) {
        options += "&tlsCertificateKeyFile=" + key;
    }
    QVERIFY(fails(server.uri(options)));
    QCOMPARE(trouble(), ConnectTrouble::ClientCertificate);
    for (const QString& part : sentenceHas) {
        QVERIFY2(sentence().contains(part), qPrintable(sentence()));
    }
    QVERIFY2(advice().contains(adviceHas), qPrintable(advice()));
}

void TestConnectErrors::aServerThatNeverAnswersIsReported()
{
    const MockServer server(MockManner::Silent);
    QVERIFY(fails(server.uri("?serverSelectionTimeoutMS=500&connectTimeoutMS=500")));
    QCOMPARE(trouble(), ConnectTrouble::Silent);
    QVERIFY2(sentence().contains(u"127.0.0.1:"_s + QString::fromLatin1(server.port())),
             qPrintable(sentence()));
    QVERIFY(!advice().isEmpty());
}

void TestConnectErrors::aHostThatDropsPacketsIsReported()
{
    FullHost host;
    if (!host.dropsPackets()) {
        QSKIP("This system answers although the queue of the listener is full.");
    }
    QVERIFY(fails("mongodb://127.0.0.1:" + std::to_string(host.port())
                  + "/?serverSelectionTimeoutMS=500&connectTimeoutMS=500"));
    QCOMPARE(trouble(), ConnectTrouble::NoAnswer);
    QVERIFY2(sentence().contains(u"127.0.0.1:%1"_s.arg(host.port())), qPrintable(sentence()));
    QVERIFY2(advice().contains(u"firewall"_s), qPrintable(advice()));
}

void TestConnectErrors::aServiceThatDnsDoesNotKnowIsReported()
{
    QVERIFY(fails("mongodb+srv://cluster.sandglass.invalid/?serverSelectionTimeoutMS=500"));
    QCOMPARE(trouble(), ConnectTrouble::SeedNotFound);
    QVERIFY2(sentence().contains(u"_mongodb._tcp.cluster.sandglass.invalid"_s),
             qPrintable(sentence()));
}

void TestConnectErrors::aWrongPasswordIsSaid()
{
    // the engine knows no users, so it refuses every login
    const std::string uri = "mongodb://joe:hunter2@127.0.0.1:" + std::to_string(m_engine.port())
        + "/?authSource=users";
    QVERIFY(fails(uri));
    QCOMPARE(trouble(), ConnectTrouble::Password);
    QVERIFY2(sentence().contains(u"\"joe\""_s) && sentence().contains(u"\"users\""_s),
             qPrintable(sentence()));
}

void TestConnectErrors::plainIsRefusedBeforeAnythingIsSent()
{
    const MockServer server;
    QVERIFY(fails("mongodb://joe:hunter2@127.0.0.1:" + server.port().toStdString()
                  + "/?authMechanism=PLAIN"));
    QCOMPARE(trouble(), ConnectTrouble::PlainWithoutTls);
    QVERIFY(server.received.isEmpty());
}

void TestConnectErrors::aConnectionGoesThroughAnSshServer()
{
    if (!SshServer::isInstalled()) {
        QSKIP("There is no openssh-server.");
    }
    const SshServer ssh;
    // tunnels of other tests are not counted
    qputenv("TMPDIR", m_folder->path().toUtf8());
    connections().setSshProgram({u"ssh"_s, ssh.arguments()});
    services::LinkLabel label;
    label.ssh = {u"127.0.0.1"_s, ssh.port(), {}, {}};
    const QString uri = QString::fromStdString(m_engine.uri());
    connections().connectTo(uri, {}, false, label);
    QTRY_VERIFY_WITH_TIMEOUT(connections().isConnected(), 30'000);
    // what is shown and stored is the server and not the tunnel
    QCOMPARE(connections().state().safeUri, uri);
    const auto tunnels = [this] {
        return QDir(m_folder->path()).entryList({u"sandglass-ssh-*"_s}, QDir::Dirs).size();
    };
    QCOMPARE(tunnels(), 1);
    connections().disconnectNow();
    QCOMPARE(tunnels(), 0); // the tunnel has ended with the connection
    qunsetenv("TMPDIR");
}

void TestConnectErrors::anSshServerThatIsNotKnownIsRefused()
{
    if (!SshServer::isInstalled()) {
        QSKIP("There is no openssh-server.");
    }
    SshServer ssh;
    ssh.write(u"empty_hosts"_s, {});
    ssh.configure(u"empty_hosts"_s, u"user_key"_s);
    connections().setSshProgram({u"ssh"_s, ssh.arguments()});
    services::LinkLabel label;
    label.ssh = {u"127.0.0.1"_s, ssh.port(), {}, {}};
    QVERIFY(fails(m_engine.uri(), label));
    QCOMPARE(trouble(), ConnectTrouble::SshHostKey);
    QVERIFY(sentence().contains(u"127.0.0.1"_s));
}

void TestConnectErrors::aDatabaseThatTheSshServerCannotReachIsSaid()
{
    if (!SshServer::isInstalled()) {
        QSKIP("There is no openssh-server.");
    }
    const SshServer ssh;
    connections().setSshProgram({u"ssh"_s, ssh.arguments()});
    services::LinkLabel label;
    label.ssh = {u"127.0.0.1"_s, ssh.port(), {}, {}};
    QVERIFY(fails("mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=500", label));
    QCOMPARE(trouble(), ConnectTrouble::SshForward);
}

SANDGLASS_TEST(TestConnectErrors)
} // namespace tst_integration_connect_errors

#include "tst_integration_connect_errors.moc"
