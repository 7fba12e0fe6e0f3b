// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/connection_string.h"
#include "app/mongo/mongo_driver.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <utility>

namespace tst_mongo_connection_string {

using namespace sandglass;
using mongo::ConnectionString;

class TestConnectionString : public QObject
{
    Q_OBJECT

private slots:
    void aPlainStringNamesItsHosts()
    {
        const auto parsed
            = ConnectionString::parse("mongodb://a.example:27017,b.example:27018/?replicaSet=rs");
        QVERIFY(parsed.has_value());
        QCOMPARE(parsed->hosts(), (std::vector<std::string>{"a.example:27017", "b.example:27018"}));
    }

    void aSocketIsNamedByItsPath()
    {
        const auto parsed = ConnectionString::parse("mongodb://%2Ftmp%2Fx.sock/");
        QVERIFY(parsed.has_value());
        QCOMPARE(parsed->hosts(), std::vector<std::string>{"/tmp/x.sock"});
    }

    void hostsNeverHoldTheCredentials()
    {
        const auto parsed = ConnectionString::parse("mongodb://joe:hunter2@h.example/");
        QVERIFY(parsed.has_value());
        QCOMPARE(parsed->hosts(), std::vector<std::string>{"h.example:27017"});
    }

    void errorsNeverRepeatThePassword_data()
    {
        QTest::addColumn<QByteArray>("uri");
        QTest::newRow("slash in the password") << QByteArray("mongodb://joe:hunter2/x@h.example");
        QTest::newRow("percent in the password")
            << QByteArray("mongodb://joe:hunter2%zz@h.example");
        QTest::newRow("colon in the password") << QByteArray("mongodb://joe:hunter2:@h.example");
        QTest::newRow("at sign in the password") << QByteArray("mongodb://joe:hunter2@@h.example");
        QTest::newRow("bad port") << QByteArray("mongodb://joe:hunter2@h.example:99999999");
        QTest::newRow("no host") << QByteArray("mongodb://joe:hunter2@");
        QTest::newRow("bad option") << QByteArray("mongodb://joe:hunter2@h.example/?w=-9&hunter2");
        QTest::newRow("other scheme") << QByteArray("mongo://joe:hunter2@h.example");
        QTest::newRow("key file password") << QByteArray(
            "mongodb://h.example/?tlsCertificateKeyFilePassword=hunter2&tls=maybe&&=");
        QTest::newRow("session token") << QByteArray(
            "mongodb://h.example:x/?authMechanismProperties=AWS_SESSION_TOKEN:hunter2");
    }

    void errorsNeverRepeatThePassword()
    {
        QFETCH(QByteArray, uri);
        const auto parsed = ConnectionString::parse(uri.toStdString());
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, Errc::InvalidInput);
        QVERIFY(parsed.error().message.find("hunter2") == std::string::npos);
    }

    void otherSchemesAreRefused()
    {
        QCOMPARE(ConnectionString::parse("http://h.example").error().code, Errc::InvalidInput);
        QCOMPARE(ConnectionString::parse("").error().code, Errc::InvalidInput);
    }

    void aNulIsRefused()
    {
        QCOMPARE(ConnectionString::parse(std::string("mongodb://a\0b", 13)).error().code,
                 Errc::InvalidInput);
    }

    void serversWordsLoseThePassword()
    {
        const auto parsed = ConnectionString::parse("mongodb://joe:hunter2@h.example/");
        QCOMPARE(parsed->secrets().mask("bad hunter2 and hunter2!"),
                 std::string("bad *** and ***!"));
    }

    void thePercentDecodedPasswordIsWhatIsRemoved()
    {
        const auto parsed = ConnectionString::parse("mongodb://joe:p%40ss%2Fword@h.example/");
        QCOMPARE(parsed->secrets().mask("got p@ss/word"), std::string("got ***"));
    }

    void hostsAreNamedAsTheDriverTakesThem_data()
    {
        QTest::addColumn<QByteArray>("uri");
        QTest::addColumn<QByteArray>("hosts"); // separated by spaces
        const auto row = [](const char* name, const char* uri, const char* hosts) {
            QTest::newRow(name) << QByteArray(uri) << QByteArray(hosts);
        };
        row("default port", "mongodb://a.example", "a.example:27017");
        row("order", "mongodb://b:2,a:1,c/", "b:2 a:1 c:27017");
        row("IPv6", "mongodb://[::1]:27018/", "[::1]:27018");
        row("IPv6, default port", "mongodb://[fe80::1]/", "[fe80::1]:27017");
        row("socket and host", "mongodb://%2Ftmp%2Fa.sock,b/", "/tmp/a.sock b:27017");
        row("upper case", "mongodb://A.Example/", "a.example:27017");
        row("seeded", "mongodb+srv://cluster.example.net/db", "cluster.example.net");
        row("user, database, options", "mongodb://u:p@a:1/db?w=1&journal=true", "a:1");
    }

    void hostsAreNamedAsTheDriverTakesThem()
    {
        QFETCH(QByteArray, uri);
        QFETCH(QByteArray, hosts);
        const auto parsed = ConnectionString::parse(uri.toStdString());
        QVERIFY2(parsed, parsed ? "" : parsed.error().message.c_str());
        QByteArrayList named;
        for (const std::string& host : parsed->hosts()) {
            named << QByteArray::fromStdString(host);
        }
        QCOMPARE(named.join(' '), hosts);
        QVERIFY(parsed->uri());
    }

    void whatIsNoConnectionStringIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("space in front") << QByteArray(" mongodb://a/");
        QTest::newRow("upper case") << QByteArray("MONGODB://a/");
        QTest::newRow("one slash") << QByteArray("mongodb:/a");
        QTest::newRow("only the scheme") << QByteArray("mongodb://");
        QTest::newRow("only the seeded scheme") << QByteArray("mongodb+srv://");
        QTest::newRow("no host") << QByteArray("mongodb:///db");
        QTest::newRow("port zero") << QByteArray("mongodb://a:0/");
        QTest::newRow("port too large") << QByteArray("mongodb://a:65536/");
        QTest::newRow("port in words") << QByteArray("mongodb://a:http/");
        QTest::newRow("seeded with a port") << QByteArray("mongodb+srv://a.b.example:27017/");
        QTest::newRow("seeded, two hosts") << QByteArray("mongodb+srv://a.b.c,d.e.f/");
        QTest::newRow("brackets left open") << QByteArray("mongodb://[::1/");
        QTest::newRow("not UTF-8") << QByteArray("mongodb://a/?appName=\xff\xfe");
        QTest::newRow("a zero at the end") << QByteArray("mongodb://a/\0", 13);
        QTest::newRow("much too long") << "mongodb://a/?appName=" + QByteArray(70'000, 'x');
    }

    void whatIsNoConnectionStringIsRefused()
    {
        QFETCH(QByteArray, text);
        const auto parsed = ConnectionString::parse(text.toStdString());
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, Errc::InvalidInput);
        QVERIFY(parsed.error().message.size() < 1'000);
    }

    void theDriversReasonIsGivenWhereNothingIsSecret()
    {
        const auto parsed = ConnectionString::parse("mongodb://a.example:99999999/");
        QVERIFY(!parsed);
        QVERIFY2(parsed.error().message.starts_with("The connection string is not valid: "),
                 parsed.error().message.c_str());
    }

    void secretOptionsAreTakenOutOfWhatIsSaid_data()
    {
        QTest::addColumn<QByteArray>("uri");
        QTest::newRow("key file") << QByteArray(
            "mongodb://a/"
            "?tls=true&tlsCertificateKeyFile=%2Fx&tlsCertificateKeyFilePassword=hunter22");
        QTest::newRow("old key file")
            << QByteArray("mongodb://a/?ssl=true&sslClientCertificateKeyPassword=hunter22");
        QTest::newRow("password") << QByteArray("mongodb://joe:hunter22@a/");
        QTest::newRow("escaped password") << QByteArray("mongodb://joe:hunter%32%32@a/");
        QTest::newRow("session token")
            << QByteArray("mongodb://u:p12345@a/?authMechanism=MONGODB-AWS&authSource=$external&"
                          "authMechanismProperties=AWS_SESSION_TOKEN:hunter22");
    }

    void secretOptionsAreTakenOutOfWhatIsSaid()
    {
        QFETCH(QByteArray, uri);
        const auto parsed = ConnectionString::parse(uri.toStdString());
        QVERIFY2(parsed, parsed ? "" : parsed.error().message.c_str());
        const std::string said = parsed->secrets().mask("bad hunter22 of " + uri.toStdString());
        QVERIFY2(said.find("hunter22") == std::string::npos, said.c_str());
        QVERIFY(said.starts_with("bad ***"));
    }

    void aMovedStringKeepsWhatItNames()
    {
        auto first = ConnectionString::parse("mongodb://joe:hunter22@a,b/");
        QVERIFY(first);
        ConnectionString second = std::move(*first);
        QCOMPARE(second.hosts(), (std::vector<std::string>{"a:27017", "b:27017"}));
        auto third = ConnectionString::parse("mongodb://c/");
        *third = std::move(second);
        QCOMPARE(third->hosts().size(), std::size_t{2});
        QVERIFY(third->uri());
        QCOMPARE(third->secrets().mask("hunter22"), std::string("***"));
    }

    void whatIsNotSafeIsRefused()
    {
        for (const char* options :
             {"authMechanism=PLAIN", "authMechanism=plain&tls=false", "proxyHost=p"}) {
            const auto parsed = ConnectionString::parse("mongodb://joe:hunter2@h.example/?"
                                                        + std::string(options));
            QVERIFY2(!parsed, options);
            QCOMPARE(parsed.error().code, Errc::InvalidInput);
        }
        QVERIFY(ConnectionString::parse("mongodb://joe:hunter2@h/?authMechanism=PLAIN&tls=true"));
    }

    void withoutAPasswordTextsStayAsTheyAre()
    {
        const auto parsed = ConnectionString::parse("mongodb://h.example/");
        QCOMPARE(parsed->secrets().mask("text"), std::string("text"));
    }

private:
    mongo::MongoDriver m_driver;
};

SANDGLASS_TEST(TestConnectionString)
} // namespace tst_mongo_connection_string

#include "tst_mongo_connection_string.moc"
