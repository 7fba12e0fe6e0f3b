// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/connection_string.h"
#include "app/mongo/mongo_driver.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

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
