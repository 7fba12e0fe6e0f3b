// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_diagnosis.h"
#include "tests/support/mock_server.h"
#include "tests/support/test_program.h"
#include "tests/support/tls_authority.h"

#include <QLocalServer>
#include <QObject>
#include <QTest>

#include <chrono>
#include <future>

namespace tst_services_connection_diagnosis {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::ConnectFinding;
using services::ConnectTrouble;

namespace {

const Error kUnreachable = base::failure(Errc::Network, "No suitable servers found");
const Error kRefusedLogin = base::failure(Errc::NotPermitted, "Authentication failed.");

/// Diagnoses on a thread, while the servers of the test answer on this one.
ConnectFinding findingOf(const std::string& uri, const Error& error = kUnreachable)
{
    auto answer = std::async(std::launch::async, [&] {
        return services::diagnoseConnection(uri, error, {20s, {}});
    });
    const auto ready = [&answer] { return answer.wait_for(0s) == std::future_status::ready; };
    static_cast<void>(QTest::qWaitFor(ready, 30'000));
    return answer.get();
}

/// A port of this computer on which nothing listens.
QByteArray closedPort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return QByteArray::number(server.serverPort());
}

std::string caOption(const TlsAuthority& authority)
{
    return "?tls=true&tlsCAFile=" + authority.caFile().toStdString();
}

} // namespace

class TestConnectionDiagnosis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_authority.good()); }
    void aServerThatAnswersHasNoTrouble();
    void anUnknownNameIsNamed();
    void aClosedPortRefuses();
    void aMissingSocketIsNamed();
    void aSocketWithoutServerRefuses();
    void whatAnswersIsReported_data();
    void whatAnswersIsReported();
    void bothHostNamesAreReported();
    void anExpiredCertificateHasItsDate();
    void anUnknownIssuerIsNamed();
    void acceptedErrorsAreNoTrouble();
    void tlsOnAPlainPort();
    void plainOnATlsPort();
    void httpBehindTls();
    void aCertificateFileThatIsMissingIsNamed_data();
    void aCertificateFileThatIsMissingIsNamed();
    void aWrongSetNameHasBothNames();
    void aServerWithoutASetIsReported();
    void aWrongPasswordNamesUserAndDatabase();
    void aMechanismThatIsNotOfferedIsNamed();
    void aRefusedMechanismIsFoundWithoutAList();
    void aMissingLoginIsReported();
    void nothingIsSentForAStringThatIsRefused();
    void noPasswordIsEverSent();
    void theHostThatCameFurthestCounts();

private:
    TlsAuthority m_authority;
};

void TestConnectionDiagnosis::aServerThatAnswersHasNoTrouble()
{
    const MockServer server;
    QCOMPARE(findingOf(server.uri()).trouble, ConnectTrouble::None);
    const MockServer secure(MockManner::Mongo, m_authority.server(u"IP:127.0.0.1"_s));
    QCOMPARE(findingOf(secure.uri(caOption(m_authority))).trouble, ConnectTrouble::None);
}

void TestConnectionDiagnosis::anUnknownNameIsNamed()
{
    // ".invalid" is nobody's: RFC 6761
    const ConnectFinding finding = findingOf("mongodb://db1.sandglass.invalid/");
    QCOMPARE(finding.trouble, ConnectTrouble::NameNotFound);
    QCOMPARE(finding.asked, u"db1.sandglass.invalid"_s);
}

void TestConnectionDiagnosis::aClosedPortRefuses()
{
    const QByteArray port = closedPort();
    const ConnectFinding finding = findingOf("mongodb://127.0.0.1:" + port.toStdString());
    QCOMPARE(finding.trouble, ConnectTrouble::Refused);
    QCOMPARE(finding.host, u"127.0.0.1:"_s + QString::fromLatin1(port));
}

void TestConnectionDiagnosis::aMissingSocketIsNamed()
{
    const ConnectFinding finding = findingOf("mongodb://%2Fnowhere%2Fx.sock/");
    QCOMPARE(finding.trouble, ConnectTrouble::SocketMissing);
    QCOMPARE(finding.asked, u"/nowhere/x.sock"_s);
}

void TestConnectionDiagnosis::aSocketWithoutServerRefuses()
{
    const QString left = m_authority.file(u"left.sock"_s);
    QFile file(left);
    QVERIFY(file.open(QIODevice::WriteOnly)); // left by a server that was killed
    const QByteArray escaped = left.toUtf8().toPercentEncoding();
    QCOMPARE(findingOf("mongodb://" + escaped.toStdString()).trouble, ConnectTrouble::Refused);
}

void TestConnectionDiagnosis::whatAnswersIsReported_data()
{
    QTest::addColumn<int>("manner");
    QTest::addColumn<int>("trouble");
    const auto row = [](const char* name, MockManner manner, ConnectTrouble trouble) {
        QTest::newRow(name) << static_cast<int>(manner) << static_cast<int>(trouble);
    };
    row("HTTP", MockManner::Http, ConnectTrouble::HttpAnswer);
    row("mail", MockManner::Garbage, ConnectTrouble::NotMongo);
    row("nothing", MockManner::Silent, ConnectTrouble::Silent);
    row("end", MockManner::Closing, ConnectTrouble::ClosedAtOnce);
}

void TestConnectionDiagnosis::whatAnswersIsReported()
{
    QFETCH(int, manner);
    QFETCH(int, trouble);
    const MockServer server(static_cast<MockManner>(manner));
    QCOMPARE(static_cast<int>(findingOf(server.uri()).trouble), trouble);
}

void TestConnectionDiagnosis::bothHostNamesAreReported()
{
    const MockServer server(MockManner::Mongo,
                            m_authority.server(u"DNS:db1.example,DNS:db2.example"_s));
    QVERIFY(m_authority.good());
    const ConnectFinding finding = findingOf(server.uri(caOption(m_authority), "localhost"));
    QCOMPARE(finding.trouble, ConnectTrouble::HostNameMismatch);
    QCOMPARE(finding.asked, u"localhost"_s);
    QCOMPARE(finding.found, u"db1.example, db2.example"_s);
}

void TestConnectionDiagnosis::anExpiredCertificateHasItsDate()
{
    const QSslConfiguration tls = m_authority.server(u"IP:127.0.0.1"_s, -1);
    const MockServer server(MockManner::Mongo, tls);
    const ConnectFinding finding = findingOf(server.uri(caOption(m_authority)));
    QCOMPARE(finding.trouble, ConnectTrouble::CertificateExpired);
    QCOMPARE(finding.at, tls.localCertificate().expiryDate());
    QVERIFY(finding.at < QDateTime::currentDateTimeUtc());
}

void TestConnectionDiagnosis::anUnknownIssuerIsNamed()
{
    TlsAuthority other(u"Some Other CA"_s);
    const MockServer server(MockManner::Mongo, other.server(u"IP:127.0.0.1"_s));
    QVERIFY(other.good());
    const ConnectFinding finding = findingOf(server.uri(caOption(m_authority)));
    QCOMPARE(finding.trouble, ConnectTrouble::Untrusted);
    QCOMPARE(finding.found, u"Some Other CA"_s);
    // the system does not know it either
    QCOMPARE(findingOf(server.uri("?tls=true")).trouble, ConnectTrouble::Untrusted);
}

void TestConnectionDiagnosis::acceptedErrorsAreNoTrouble()
{
    const MockServer server(MockManner::Mongo, m_authority.server(u"DNS:db1.example"_s, -1));
    const std::string any = "?tls=true&tlsAllowInvalidCertificates=true";
    QCOMPARE(findingOf(server.uri(any)).trouble, ConnectTrouble::None);
    // an accepted host name does not hide the date
    const std::string anyName = caOption(m_authority) + "&tlsAllowInvalidHostnames=true";
    QCOMPARE(findingOf(server.uri(anyName)).trouble, ConnectTrouble::CertificateExpired);
}

void TestConnectionDiagnosis::tlsOnAPlainPort()
{
    const MockServer server;
    QCOMPARE(findingOf(server.uri(caOption(m_authority))).trouble, ConnectTrouble::TlsOnPlainPort);
}

void TestConnectionDiagnosis::plainOnATlsPort()
{
    const MockServer server(MockManner::Mongo, m_authority.server(u"IP:127.0.0.1"_s));
    QCOMPARE(findingOf(server.uri()).trouble, ConnectTrouble::PlainOnTlsPort);
}

void TestConnectionDiagnosis::httpBehindTls()
{
    const MockServer plain(MockManner::Http);
    QCOMPARE(findingOf(plain.uri(caOption(m_authority))).trouble, ConnectTrouble::HttpAnswer);
    const MockServer secure(MockManner::Http, m_authority.server(u"IP:127.0.0.1"_s));
    QCOMPARE(findingOf(secure.uri(caOption(m_authority))).trouble, ConnectTrouble::HttpAnswer);
}

void TestConnectionDiagnosis::aCertificateFileThatIsMissingIsNamed_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("trouble");
    QFile empty(m_authority.file(u"empty.pem"_s));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    const auto row
        = [](const char* name, const QString& option, const QString& path, ConnectTrouble trouble) {
              QTest::newRow(name) << option << path << static_cast<int>(trouble);
          };
    row("no CA", u"tlsCAFile"_s, u"/nowhere/ca.pem"_s, ConnectTrouble::CaFileMissing);
    row("former name", u"sslCertificateAuthorityFile"_s, u"/nowhere/ca.pem"_s,
        ConnectTrouble::CaFileMissing);
    row("empty CA", u"tlsCAFile"_s, empty.fileName(), ConnectTrouble::CaFileUnusable);
    row("no key", u"tlsCertificateKeyFile"_s, u"/nowhere/key.pem"_s,
        ConnectTrouble::KeyFileMissing);
    row("empty key", u"tlsCertificateKeyFile"_s, empty.fileName(), ConnectTrouble::KeyFileUnusable);
}

void TestConnectionDiagnosis::aCertificateFileThatIsMissingIsNamed()
{
    QFETCH(QString, option);
    QFETCH(QString, path);
    QFETCH(int, trouble);
    const QString uri = u"mongodb://127.0.0.1:1/?tls=true&%1=%2"_s.arg(option, path);
    const ConnectFinding finding = findingOf(uri.toStdString());
    QCOMPARE(static_cast<int>(finding.trouble), trouble);
    QCOMPARE(finding.asked, path);
}

void TestConnectionDiagnosis::aWrongSetNameHasBothNames()
{
    MockServer server;
    server.setName = "rs0";
    const ConnectFinding finding = findingOf(server.uri("?replicaSet=rs1"));
    QCOMPARE(finding.trouble, ConnectTrouble::SetName);
    QCOMPARE(finding.asked, u"rs1"_s);
    QCOMPARE(finding.found, u"rs0"_s);
    QCOMPARE(findingOf(server.uri("?replicaSet=rs0")).trouble, ConnectTrouble::None);
}

void TestConnectionDiagnosis::aServerWithoutASetIsReported()
{
    const MockServer server;
    const ConnectFinding finding = findingOf(server.uri("?replicaSet=rs1"));
    QCOMPARE(finding.trouble, ConnectTrouble::SetName);
    QVERIFY(finding.found.isEmpty());
}

void TestConnectionDiagnosis::aWrongPasswordNamesUserAndDatabase()
{
    MockServer server;
    server.mechanisms = {"SCRAM-SHA-1", "SCRAM-SHA-256"};
    const std::string uri
        = "mongodb://joe:hunter2@127.0.0.1:" + server.port().toStdString() + "/shop";
    const ConnectFinding finding = findingOf(uri, kRefusedLogin);
    QCOMPARE(finding.trouble, ConnectTrouble::Password);
    QCOMPARE(finding.asked, u"joe"_s);
    QCOMPARE(finding.found, u"shop"_s);
}

void TestConnectionDiagnosis::aMechanismThatIsNotOfferedIsNamed()
{
    MockServer server;
    server.mechanisms = {"SCRAM-SHA-256"};
    const std::string uri = "mongodb://joe:hunter2@127.0.0.1:" + server.port().toStdString()
        + "/?authMechanism=SCRAM-SHA-1";
    const ConnectFinding finding = findingOf(uri, kRefusedLogin);
    QCOMPARE(finding.trouble, ConnectTrouble::Mechanism);
    QCOMPARE(finding.asked, u"SCRAM-SHA-1"_s);
    QCOMPARE(finding.found, u"SCRAM-SHA-256"_s);
}

void TestConnectionDiagnosis::aRefusedMechanismIsFoundWithoutAList()
{
    MockServer server;
    server.loginCode = 334; // MechanismUnavailable
    const std::string uri = "mongodb://joe:hunter2@127.0.0.1:" + server.port().toStdString()
        + "/?authMechanism=SCRAM-SHA-1";
    QCOMPARE(findingOf(uri, kRefusedLogin).trouble, ConnectTrouble::Mechanism);
    server.loginCode = 18;
    QCOMPARE(findingOf(uri, kRefusedLogin).trouble, ConnectTrouble::Password);
}

void TestConnectionDiagnosis::aMissingLoginIsReported()
{
    const MockServer server;
    const Error refused
        = base::serverError(13, "Unauthorized", "Command listDatabases requires authentication");
    QCOMPARE(findingOf(server.uri(), refused).trouble, ConnectTrouble::LoginRequired);
}

void TestConnectionDiagnosis::nothingIsSentForAStringThatIsRefused()
{
    const MockServer server;
    const std::string base = "mongodb://joe:hunter2@127.0.0.1:" + server.port().toStdString();
    QCOMPARE(findingOf(base + "/?authMechanism=PLAIN").trouble, ConnectTrouble::PlainWithoutTls);
    QCOMPARE(findingOf(base + "/?proxyHost=p").trouble, ConnectTrouble::ProxyOption);
    QCOMPARE(findingOf("mongodb://h:1:2").trouble, ConnectTrouble::BadString);
    QVERIFY(server.received.isEmpty());
}

void TestConnectionDiagnosis::noPasswordIsEverSent()
{
    const MockServer server;
    const MockServer secure(MockManner::Mongo, m_authority.server(u"IP:127.0.0.1"_s));
    for (const MockServer* each : {&server, &secure}) {
        const std::string start = "mongodb://joe:hunter2@127.0.0.1:" + each->port().toStdString();
        for (const char* options : {"/?authMechanism=SCRAM-SHA-1", "/?authMechanism=SCRAM-SHA-256",
                                    "/", "/?tls=true&tlsInsecure=true&authMechanism=PLAIN"}) {
            findingOf(start + options, kRefusedLogin);
        }
        QVERIFY(!each->received.isEmpty());
        QVERIFY(!each->received.contains("hunter2"));
    }
}

void TestConnectionDiagnosis::theHostThatCameFurthestCounts()
{
    MockServer server;
    server.setName = "rs0";
    const std::string uri = "mongodb://127.0.0.1:" + closedPort().toStdString()
        + ",127.0.0.1:" + server.port().toStdString() + "/?replicaSet=rs1";
    QCOMPARE(findingOf(uri).trouble, ConnectTrouble::SetName);
}

SANDGLASS_TEST(TestConnectionDiagnosis)
} // namespace tst_services_connection_diagnosis

#include "tst_services_connection_diagnosis.moc"
