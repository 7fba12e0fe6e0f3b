// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/connection_text.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QRandomGenerator>
#include <QTest>

namespace tst_protocol_connection_text {

using namespace sandglass::protocol;

class TestConnectionText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStringComesBackAsItWasWritten_data();
    void aStringComesBackAsItWasWritten();
    void faultsAreNamedWithTheirPlace_data();
    void faultsAreNamedWithTheirPlace();
    void credentialsAreDecoded();
    void everyByteOfAPasswordSurvives();
    void hostsOfEveryKindAreRead();
    void changingOneOptionLeavesTheOthersUntouched();
    void repeatedOptionsStayUntilTheyAreSet();
    void anEmptyValueTakesAnOptionAway();
    void theMaskStandsForThePasswordAndSecretOptions();
    void secretsAreTakenOutAndPutBack();
    void putSecretsIgnoresWhatIsNone();
    void hostsOfTheFormAreReadLikeThoseOfTheString();
    void randomBytesNeverGiveAStringThatReadsDifferently();
};

void TestConnectionText::aStringComesBackAsItWasWritten_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {"mongodb://localhost", "mongodb://localhost:27017", "mongodb://a,b:1,c:65535/db",
          "mongodb://joe@host", "mongodb://joe:@host", "mongodb://joe:p%40ss%2Fw%3Ard@host/db",
          "mongodb+srv://joe:x@cluster.example.net/?retryWrites=true&w=majority",
          "mongodb://%2Ftmp%2Fmy%20x.sock", "mongodb://[::1]:27018,[fe80::1]",
          "mongodb://host/?readPreferenceTags=dc:ny,rack:1&readPreferenceTags=&tls=true",
          "mongodb://host/?a=b=c&futureOption=x%20y", "mongodb://host/my%C3%A9"}) {
        QTest::newRow(text) << QByteArray(text);
    }
}

void TestConnectionText::aStringComesBackAsItWasWritten()
{
    QFETCH(QByteArray, text);
    const ConnectionReading reading = readConnectionString(text.toStdString());
    QCOMPARE(reading.fault, ConnectionFault::None);
    QCOMPARE(QByteArray::fromStdString(writeConnectionString(reading.parts)), text);
}

void TestConnectionText::faultsAreNamedWithTheirPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<ConnectionFault>("fault");
    QTest::addColumn<int>("position");
    const auto row = [](const char* text, ConnectionFault fault, int position = 0) {
        QTest::newRow(text) << QByteArray(text) << fault << position;
    };
    row("", ConnectionFault::Scheme);
    row("http://host", ConnectionFault::Scheme);
    row("mongodb://", ConnectionFault::HostMissing, 1);
    row("mongodb://a,,b", ConnectionFault::HostMissing, 2);
    row("mongodb://:27017", ConnectionFault::HostMissing, 1);
    row("mongodb://a,b:0", ConnectionFault::HostPort, 2);
    row("mongodb://a:65536", ConnectionFault::HostPort, 1);
    row("mongodb://a:12x", ConnectionFault::HostPort, 1);
    row("mongodb://a:", ConnectionFault::HostPort, 1);
    row("mongodb://a:-1", ConnectionFault::HostPort, 1);
    row("mongodb://a b", ConnectionFault::HostCharacter, 1);
    row("mongodb://%2ftmp%2fx", ConnectionFault::None);
    row("mongodb://::1", ConnectionFault::HostBrackets, 1);
    row("mongodb://[::1", ConnectionFault::HostBrackets, 1);
    row("mongodb://[::1]27017", ConnectionFault::HostBrackets, 1);
    row("mongodb://[nothex]", ConnectionFault::HostBrackets, 1);
    row("mongodb+srv://a,b", ConnectionFault::SeededHosts);
    row("mongodb+srv://a:27017", ConnectionFault::SeededHosts);
    row("mongodb+srv://%2Ftmp%2Fx.sock", ConnectionFault::SeededHosts);
    row("mongodb://jo%e@host", ConnectionFault::UserEscape);
    row("mongodb://jo%00e@host", ConnectionFault::UserEscape);
    row("mongodb://joe:50%@host", ConnectionFault::PasswordEscape);
    row("mongodb://joe:50%4@host", ConnectionFault::PasswordEscape);
    row("mongodb://joe:a:b@host", ConnectionFault::CredentialCharacter);
    row("mongodb://joe:a@b@host", ConnectionFault::CredentialCharacter);
    row("mongodb://joe:27/x?a=b@host", ConnectionFault::CredentialCharacter);
    row("mongodb://joe:27/x@host/", ConnectionFault::CredentialCharacter);
    row("mongodb://joe:27?x@host/", ConnectionFault::CredentialCharacter);
    row("mongodb://:secret@host", ConnectionFault::UserMissing);
    row("mongodb://host/a%2Fb", ConnectionFault::DatabaseCharacter);
    row("mongodb://host/a/b", ConnectionFault::DatabaseCharacter);
    row("mongodb://host/%", ConnectionFault::DatabaseEscape);
    row("mongodb://host/?tls", ConnectionFault::OptionShape, 1);
    row("mongodb://host/?tls=true&=x", ConnectionFault::OptionShape, 2);
    row("mongodb://host/?tls=true&", ConnectionFault::OptionShape, 2);
    row("mongodb://host/?a=1&b=%G1", ConnectionFault::OptionEscape, 2);
}

void TestConnectionText::faultsAreNamedWithTheirPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(ConnectionFault, fault);
    QFETCH(int, position);
    const ConnectionReading reading = readConnectionString(text.toStdString());
    QCOMPARE(reading.fault, fault);
    QCOMPARE(reading.position, position);
    QVERIFY(fault == ConnectionFault::None || reading.parts == ConnectionParts());
}

void TestConnectionText::credentialsAreDecoded()
{
    const auto parts = readConnectionString("mongodb://j%6fe%40x:p%2f%3A%25@host").parts;
    QCOMPARE(parts.user, std::string("joe@x"));
    QCOMPARE(parts.password.value(), std::string("p/:%"));
}

void TestConnectionText::everyByteOfAPasswordSurvives()
{
    ConnectionParts parts;
    parts.hosts = {{"host", 0}};
    parts.user = "joe";
    parts.password.emplace();
    for (int byte = 1; byte < 256; ++byte) {
        *parts.password += static_cast<char>(byte);
    }
    const ConnectionReading reading = readConnectionString(writeConnectionString(parts));
    QCOMPARE(reading.fault, ConnectionFault::None);
    QVERIFY(reading.parts == parts);
}

void TestConnectionText::hostsOfEveryKindAreRead()
{
    const auto parts
        = readConnectionString("mongodb://db.example:1,[::1]:2,%2Ftmp%2Fx.sock,10.0.0.1").parts;
    const std::vector<ConnectionHost> wanted{
        {"db.example", 1}, {"::1", 2}, {"/tmp/x.sock", 0}, {"10.0.0.1", 0}};
    QVERIFY(parts.hosts == wanted);
    QCOMPARE(hostText(parts.hosts[1]), std::string("[::1]:2"));
    QVERIFY(parts.hosts[2].isSocket());
}

void TestConnectionText::changingOneOptionLeavesTheOthersUntouched()
{
    auto parts = readConnectionString("mongodb://h/?zStrange=%61+b&TLS=false&b=%2f").parts;
    parts.setOption("tls", "true");
    parts.setOption("tlsCAFile", "/etc/my ca.pem");
    QCOMPARE(writeConnectionString(parts),
             std::string("mongodb://h/?zStrange=%61+b&TLS=true&b=%2f&tlsCAFile=/etc/my%20ca.pem"));
    QCOMPARE(parts.option("TLSCAFILE"), std::string("/etc/my ca.pem"));
}

void TestConnectionText::repeatedOptionsStayUntilTheyAreSet()
{
    auto parts = readConnectionString("mongodb://h/?t=a&t=b&u=1").parts;
    parts.setOption("u", "2");
    QCOMPARE(writeConnectionString(parts), std::string("mongodb://h/?t=a&t=b&u=2"));
    parts.setOption("t", "c");
    QCOMPARE(writeConnectionString(parts), std::string("mongodb://h/?t=c&u=2"));
}

void TestConnectionText::anEmptyValueTakesAnOptionAway()
{
    auto parts = readConnectionString("mongodb://h/?a=1").parts;
    parts.setOption("a", {});
    QVERIFY(!parts.hasOption("a"));
    QCOMPARE(writeConnectionString(parts), std::string("mongodb://h"));
}

void TestConnectionText::theMaskStandsForThePasswordAndSecretOptions()
{
    const auto parts
        = readConnectionString("mongodb://joe:hunter2@h/?tlsCertificateKeyFilePassword=top&w=1")
              .parts;
    QCOMPARE(writeConnectionString(parts, "***"),
             std::string("mongodb://joe:***@h/?tlsCertificateKeyFilePassword=***&w=1"));
}

void TestConnectionText::secretsAreTakenOutAndPutBack()
{
    const auto original
        = readConnectionString(
              "mongodb://joe:a%26b%3Dc@h/?w=1&authMechanismProperties=AWS_SESSION_TOKEN:x%26")
              .parts;
    ConnectionParts parts = original;
    const std::string secrets = takeSecrets(parts);
    QCOMPARE(writeConnectionString(parts), std::string("mongodb://joe@h/?w=1"));
    putSecrets(parts, secrets);
    QVERIFY(parts == original);
    parts = readConnectionString("mongodb://h/?w=1").parts;
    QVERIFY(takeSecrets(parts).empty());
}

void TestConnectionText::putSecretsIgnoresWhatIsNone()
{
    auto parts = readConnectionString("mongodb://joe@h").parts;
    putSecrets(parts, "tlsInsecure=true&&x&password=%");
    QCOMPARE(writeConnectionString(parts), std::string("mongodb://joe@h"));
}

void TestConnectionText::hostsOfTheFormAreReadLikeThoseOfTheString()
{
    QCOMPARE(readHosts("a:1,/tmp/x.sock,[::1]", false).parts.hosts.size(), std::size_t{3});
    QCOMPARE(readHosts("a,b:x", false).fault, ConnectionFault::HostPort);
    QCOMPARE(readHosts("a,b:x", false).position, 2);
    QCOMPARE(readHosts("a,b", true).fault, ConnectionFault::SeededHosts);
    QCOMPARE(readHosts("joe@host", false).fault, ConnectionFault::HostCharacter);
}

void TestConnectionText::randomBytesNeverGiveAStringThatReadsDifferently()
{
    QRandomGenerator random(7);
    constexpr std::string_view kAlphabet = "ab:/?@,%[]&=.2F0+\x80\xff";
    for (int round = 0; round < 20'000; ++round) {
        std::string text = round % 2 == 0 ? "mongodb://" : "mongodb+srv://";
        const int length = random.bounded(24);
        for (int i = 0; i < length; ++i) {
            text += kAlphabet[random.bounded(static_cast<quint32>(kAlphabet.size()))];
        }
        const ConnectionReading first = readConnectionString(text);
        if (!first.good()) {
            continue;
        }
        const ConnectionReading second = readConnectionString(writeConnectionString(first.parts));
        QVERIFY2(second.good() && second.parts == first.parts, text.c_str());
    }
}

SANDGLASS_TEST(TestConnectionText)
} // namespace tst_protocol_connection_text

#include "tst_protocol_connection_text.moc"
