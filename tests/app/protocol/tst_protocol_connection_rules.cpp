// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/connection_rules.h"
#include "tests/support/test_program.h"

#include <QByteArrayList>
#include <QObject>
#include <QTest>

#include <string>

namespace tst_protocol_connection_rules {

using namespace sandglass::protocol;

namespace {

ConnectionParts partsOf(const char* uri)
{
    return readConnectionString(uri).parts;
}

} // namespace

class TestConnectionRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plainNeedsTls_data();
    void plainNeedsTls();
    void aProxyIsRefused();
    void theProtectionFollowsTheOptions_data();
    void theProtectionFollowsTheOptions();
    void unknownOptionsAreNamedOnce();
    void riskyOptionsAreTakenAndTlsStays_data();
    void riskyOptionsAreTakenAndTlsStays();
    void theUserIsLookedUpWhereTheStringSays_data();
    void theUserIsLookedUpWhereTheStringSays();
};

void TestConnectionRules::plainNeedsTls_data()
{
    QTest::addColumn<QByteArray>("uri");
    QTest::addColumn<int>("refusal");
    const auto row = [](const char* name, const char* uri, ConnectionRefusal refusal) {
        QTest::newRow(name) << QByteArray(uri) << static_cast<int>(refusal);
    };
    using enum ConnectionRefusal;
    row("clear", "mongodb://u:p@h/?authMechanism=PLAIN", PlainWithoutTls);
    row("lower case", "mongodb://u:p@h/?authmechanism=plain", PlainWithoutTls);
    row("on this computer", "mongodb://u:p@localhost/?authMechanism=PLAIN", PlainWithoutTls);
    row("TLS off", "mongodb://u:p@h/?authMechanism=PLAIN&tls=false", PlainWithoutTls);
    row("TLS", "mongodb://u:p@h/?authMechanism=PLAIN&tls=true", None);
    row("seed list", "mongodb+srv://u:p@h/?authMechanism=PLAIN", None);
    row("socket", "mongodb://u:p@%2Ftmp%2Fx.sock/?authMechanism=PLAIN", None);
    row("SCRAM", "mongodb://u:p@h/?authMechanism=SCRAM-SHA-256", None);
    row("no user", "mongodb://h/?authMechanism=SCRAM-SHA-256", UserMissing);
    row("certificate", "mongodb://h/?authMechanism=MONGODB-X509&tls=true", None);
}

void TestConnectionRules::plainNeedsTls()
{
    QFETCH(QByteArray, uri);
    QFETCH(int, refusal);
    QCOMPARE(static_cast<int>(refusalOf(partsOf(uri.constData()))), refusal);
}

void TestConnectionRules::aProxyIsRefused()
{
    QVERIFY(refusalOf(partsOf("mongodb://h/?proxyHost=p&proxyPort=1080"))
            == ConnectionRefusal::Proxy);
    QVERIFY(refusalOf(partsOf("mongodb://h/?PROXYHOST=p")) == ConnectionRefusal::Proxy);
}

void TestConnectionRules::theProtectionFollowsTheOptions_data()
{
    QTest::addColumn<QByteArray>("uri");
    QTest::addColumn<int>("protection");
    const auto row = [](const char* uri, LinkProtection protection) {
        QTest::newRow(uri) << QByteArray(uri) << static_cast<int>(protection);
    };
    using enum LinkProtection;
    row("mongodb://localhost", Sheltered);
    row("mongodb://127.0.0.1:1,[::1]:2", Sheltered);
    row("mongodb://%2Ftmp%2Fx.sock", Sheltered);
    row("mongodb://127.example", None);
    row("mongodb://localhost,db.example", None);
    row("mongodb://db.example/?tls=true", Verified);
    row("mongodb+srv://db.example", Verified);
    row("mongodb+srv://localhost/?tls=false", None);
    row("mongodb://db.example/?tls=true&tlsAllowInvalidHostnames=true", AnyHostName);
    row("mongodb://db.example/?ssl=true&sslAllowInvalidHostnames=true", AnyHostName);
    row("mongodb://db.example/?tlsInsecure=true", AnyCertificate);
    row("mongodb://db.example/?tlsAllowInvalidCertificates=true", AnyCertificate);
    row("mongodb://db.example/?tls=false&tlsCAFile=x", None);
}

void TestConnectionRules::theProtectionFollowsTheOptions()
{
    QFETCH(QByteArray, uri);
    QFETCH(int, protection);
    QCOMPARE(static_cast<int>(protectionOf(partsOf(uri.constData()))), protection);
}

void TestConnectionRules::unknownOptionsAreNamedOnce()
{
    const auto names = unknownOptions(
        partsOf("mongodb://h/?tls=true&conectTimeoutMS=1&ReplicaSet=a&foo=1&FOO=2"));
    QCOMPARE(names, (std::vector<std::string>{"conectTimeoutMS", "foo"}));
    QVERIFY(unknownOptions(partsOf("mongodb://h")).empty());
}

void TestConnectionRules::riskyOptionsAreTakenAndTlsStays_data()
{
    QTest::addColumn<QByteArray>("uri");
    QTest::addColumn<QByteArray>("kept");
    QTest::addColumn<QByteArray>("taken");
    const auto row = [](const char* uri, const char* kept, const char* taken) {
        QTest::newRow(uri) << QByteArray(uri) << QByteArray(kept) << QByteArray(taken);
    };
    row("mongodb://h/?w=1", "w=1", "");
    row("mongodb://h/?tls=true&w=1", "tls=true w=1", "");
    row("mongodb://h/?tls=false", "tls=false", "");
    row("mongodb://h/?tlsInsecure=true&w=1&TLSInsecure=false", "w=1 tls=true", "tlsInsecure");
    row("mongodb://h/?tls=true&tlsAllowInvalidHostnames=true&tlsDisableOCSPEndpointCheck=true",
        "tls=true", "tlsAllowInvalidHostnames tlsDisableOCSPEndpointCheck");
    row("mongodb://h/?ssl=true&sslClientCertificateKeyFile=f&tlsCRLFile=g", "ssl=true",
        "sslClientCertificateKeyFile tlsCRLFile");
    row("mongodb://u@h/?authMechanism=PLAIN&authMechanismProperties=a:b&proxyHost=p&authSource=x",
        "authSource=x", "authMechanism authMechanismProperties proxyHost");
    row("mongodb+srv://h.example.net/?tls=false", "", "tls");
    row("mongodb+srv://h.example.net/?tls=TRUE", "", "tls"); // the driver takes it for false
    row("mongodb+srv://h.example.net/?ssl=true", "ssl=true", "");
}

void TestConnectionRules::riskyOptionsAreTakenAndTlsStays()
{
    QFETCH(QByteArray, uri);
    QFETCH(QByteArray, kept);
    QFETCH(QByteArray, taken);
    ConnectionParts parts = partsOf(uri.constData());
    QByteArrayList names;
    for (const std::string& name : takeRiskyOptions(parts)) {
        names << QByteArray::fromStdString(name);
    }
    QCOMPARE(names.join(' '), taken);
    QByteArrayList options;
    for (const ConnectionOption& option : parts.options) {
        options << QByteArray::fromStdString(option.name + '=' + option.rawValue);
    }
    QCOMPARE(options.join(' '), kept);
}

void TestConnectionRules::theUserIsLookedUpWhereTheStringSays_data()
{
    QTest::addColumn<QByteArray>("uri");
    QTest::addColumn<QByteArray>("database");
    QTest::newRow("default") << QByteArray("mongodb://u:p@h") << QByteArray("admin");
    QTest::newRow("database") << QByteArray("mongodb://u:p@h/shop") << QByteArray("shop");
    QTest::newRow("option") << QByteArray("mongodb://u:p@h/shop?authSource=users")
                            << QByteArray("users");
    QTest::newRow("external") << QByteArray("mongodb://u:p@h/shop?authMechanism=PLAIN")
                              << QByteArray("$external");
}

void TestConnectionRules::theUserIsLookedUpWhereTheStringSays()
{
    QFETCH(QByteArray, uri);
    QFETCH(QByteArray, database);
    QCOMPARE(authenticationDatabase(partsOf(uri.constData())), database.toStdString());
}

SANDGLASS_TEST(TestConnectionRules)
} // namespace tst_protocol_connection_rules

#include "tst_protocol_connection_rules.moc"
