// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/protocol/secrets.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_protocol_secrets {

using namespace sandglass;
using protocol::Secrets;
using protocol::withoutCredentials;

class TestSecrets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void credentialsAreTakenOutOfConnectionStrings_data();
    void credentialsAreTakenOutOfConnectionStrings();
    void textsLoseTheirSecrets_data();
    void textsLoseTheirSecrets();
    void everyWritingOfAPasswordIsFound_data();
    void everyWritingOfAPasswordIsFound();
    void aShortPasswordLeavesNoPairAndNoConnectionStringBehind_data();
    void aShortPasswordLeavesNoPairAndNoConnectionStringBehind();
    void documentsLoseTheirSecrets();
    void errorsKeepAllButTheSecret();
    void withoutAConnectionStringsStillLoseTheirCredentials();
    void optionNamesAreSecretInAnyCase();
    void doubtfulStringsCountAsSecret();
};

void TestSecrets::credentialsAreTakenOutOfConnectionStrings_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("safe");
    const std::vector<std::array<const char*, 3>> rows{
        {"plain", "mongodb://a.example:27017/?tls=true", "mongodb://a.example:27017/?tls=true"},
        {"user", "mongodb://joe:pw@a.example/db", "mongodb://a.example/db"},
        {"user alone", "mongodb://joe@a.example/db", "mongodb://a.example/db"},
        {"seeded", "mongodb+srv://joe:pw@a.example", "mongodb+srv://a.example"},
        {"no scheme", "joe:pw@a.example/db", "a.example/db"},
        {"blanks around", " mongodb://joe:pw@a.example \n", "mongodb://a.example"},
        {"at sign and slash", "mongodb://joe:p@ss/w@a.example/db", "mongodb://a.example/db"},
        {"question mark", "mongodb://joe:p?w@a.example/db?tls=true",
         "mongodb://a.example/db?tls=true"},
        {"question mark behind a slash", "mongodb://joe:p/?w@a.example", "mongodb://a.example"},
        {"at sign, then question mark", "mongodb://joe:p@s?t=1@a.example", "mongodb://a.example"},
        {"option", "mongodb://a.example/?proxyPassword=x&tls=true",
         "mongodb://a.example/?tls=true"},
        {"last option", "mongodb://a.example/?tls=true&tlsCertificateKeyFilePassword=x",
         "mongodb://a.example/?tls=true"},
        {"only option", "mongodb://a.example/?proxyusername=x", "mongodb://a.example/"},
        {"option in another case", "mongodb://a.example/?PROXYPASSWORD=x", "mongodb://a.example/"},
        {"session token",
         "mongodb://k:s@a.example/?authMechanismProperties=AWS_SESSION_TOKEN:t&appName=b",
         "mongodb://a.example/?appName=b"},
        {"careless ampersand", "mongodb://a.example/?proxyPassword=x&y&tls=true",
         "mongodb://a.example/?tls=true"},
        {"at sign in an option", "mongodb://a.example/?appName=x@y",
         "mongodb://a.example/?appName=x@y"},
        {"at sign in both", "mongodb://joe:pw@a.example/?appName=x@y",
         "mongodb://a.example/?appName=x@y"},
        {"no options behind the mark", "mongodb://joe:pw@a.example/?", "mongodb://a.example/?"},
        {"nothing", "", ""},
        {"only an at sign", "@", ""},
    };
    for (const auto& [name, given, safe] : rows) {
        QTest::newRow(name) << QByteArray(given) << QByteArray(safe);
    }
}

void TestSecrets::credentialsAreTakenOutOfConnectionStrings()
{
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, safe);
    QCOMPARE(QByteArray::fromStdString(withoutCredentials(given.toStdString())), safe);
}

void TestSecrets::textsLoseTheirSecrets_data()
{
    QTest::addColumn<QByteArray>("uri");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("safe");
    const char* joe = "mongodb://joe:hunter2@h.example/?tls=true";
    const char* keys = "mongodb://h.example/?tlsCertificateKeyFilePassword=k%2Fey1&proxyUsername="
                       "squid&proxyPassword=prox%40y";
    const char* token = "mongodb://key:secret%2B1@h.example/"
                        "?authMechanismProperties=SERVICE_NAME:mongodb,AWS_SESSION_TOKEN:tok%3D9";
    const std::vector<std::array<const char*, 4>> rows{
        {"the password", joe, "bad hunter2 and hunter2!", "bad *** and ***!"},
        {"nothing secret", joe, "joe is not authorized on admin", "joe is not authorized on admin"},
        {"the string", joe, "cannot reach mongodb://joe:hunter2@h.example/?tls=true (3 times)",
         "cannot reach mongodb://h.example/?tls=true (3 times)"},
        {"another string", joe, "moved to <mongodb+srv://bob:x@o.example/db>, she said",
         "moved to <mongodb+srv://o.example/db>, she said"},
        {"two strings", joe, "MongoDB://a:b@h 'mongodb://c:d@i'", "MongoDB://h 'mongodb://i'"},
        {"a string with a blank in the password", "mongodb://joe:a b@h.example",
         "no mongodb://joe:a b@h.example here", "no mongodb://h.example here"},
        {"key file password", keys, "cannot open with k/ey1", "cannot open with ***"},
        {"key file password encoded", keys, "cannot open with k%2fey1", "cannot open with ***"},
        {"proxy password", keys, "proxy refused squid with prox@y", "proxy refused squid with ***"},
        {"session token", token, "token tok=9 for mongodb", "token *** for mongodb"},
        {"secret key", token, "signature of secret+1", "signature of ***"},
        {"assignment", "", "bad proxyPassword=abc, else fine", "bad proxyPassword=***, else fine"},
        {"assignment to a property", "", "AWS_SESSION_TOKEN:abc,ENVIRONMENT:aws",
         "AWS_SESSION_TOKEN:***,ENVIRONMENT:aws"},
        {"JSON", "", R"({"tlsCertificateKeyFilePassword": "a\"b", "tls": true})",
         R"({"tlsCertificateKeyFilePassword": "***", "tls": true})"},
        {"nested JSON", "", R"({"authMechanismProperties": {"AWS_SESSION_TOKEN": "x y"}})",
         R"({"authMechanismProperties": {"AWS_SESSION_TOKEN": "***"}})"},
        {"a sentence", "", "proxyPassword: not supported", "proxyPassword: not supported"},
        {"an open quote", "", "proxyPassword='ab", "proxyPassword='***"},
        {"the name alone", "", "proxyPassword=", "proxyPassword="},
    };
    for (const auto& [name, uri, text, safe] : rows) {
        QTest::newRow(name) << QByteArray(uri) << QByteArray(text) << QByteArray(safe);
    }
}

void TestSecrets::textsLoseTheirSecrets()
{
    QFETCH(QByteArray, uri);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, safe);
    const Secrets secrets(uri.toStdString());
    QCOMPARE(QByteArray::fromStdString(secrets.mask(text.toStdString())), safe);
}

void TestSecrets::everyWritingOfAPasswordIsFound_data()
{
    QTest::addColumn<QByteArray>("inString");
    QTest::addColumn<QByteArray>("written");
    const std::vector<std::array<const char*, 3>> rows{
        {"as it is", "p%40ss%2Fw", "p@ss/w"},
        {"encoded", "p%40ss%2Fw", "p%40ss%2Fw"},
        {"encoded in lower case", "p%40ss%2Fw", "p%40ss%2fw"},
        {"encoded in part", "p%40ss%2Fw", "p@ss%2fw"},
        {"encoded without need", "p%40ss%2Fw", "%70%40%73%73%2F%77"},
        {"careless", "p@ss/w", "p@ss/w"},
        {"careless, encoded by the driver", "p@ss/w", "p%40ss%2Fw"},
        {"percent sign", "100%25sure", "100%sure"},
        {"percent sign encoded", "100%25sure", "100%25sure"},
        {"careless percent sign", "100%sure", "100%sure"},
        {"careless percent sign encoded", "100%sure", "100%25sure"},
        {"encoded twice", "100%2525x", "100%25x"},
        {"unicode", "p%C3%A4ss", "p\xC3\xA4ss"},
        {"unicode as it is", "p\xC3\xA4ss", "p\xC3\xA4ss"},
        {"unicode encoded", "p\xC3\xA4ss", "p%c3%a4ss"},
        {"quote in JSON", "a%22b%5Cc", R"(a\"b\\c)"},
        {"backslash", "a%22b%5Cc", R"(a"b\c)"},
    };
    for (const auto& [name, inString, written] : rows) {
        QTest::newRow(name) << QByteArray(inString) << QByteArray(written);
    }
}

void TestSecrets::everyWritingOfAPasswordIsFound()
{
    QFETCH(QByteArray, inString);
    QFETCH(QByteArray, written);
    const Secrets secrets("mongodb://joe:" + inString.toStdString() + "@h.example/?tls=true");
    QCOMPARE(secrets.mask("no luck with <" + written.toStdString() + "> today"),
             std::string("no luck with <***> today"));
}

void TestSecrets::aShortPasswordLeavesNoPairAndNoConnectionStringBehind_data()
{
    QTest::addColumn<QByteArray>("password");
    for (const char* password : {"a", "ab", "abc", "@", "%", "a@b", "a%b", "\xC3\xA9", "?/@"}) {
        QTest::newRow(password) << QByteArray(password);
    }
}

void TestSecrets::aShortPasswordLeavesNoPairAndNoConnectionStringBehind()
{
    QFETCH(QByteArray, password);
    const std::string pair = "joe:" + password.toStdString();
    const std::string uri = "mongodb://" + pair + "@h.example/db";
    const Secrets secrets(uri);
    QCOMPARE(secrets.mask("no way to " + uri + "!"),
             std::string("no way to mongodb://h.example/db!"));
    QCOMPARE(secrets.mask("refused " + pair + "@h.example"), std::string("refused ***@h.example"));
    QCOMPARE(secrets.mask("(" + pair + ")"), std::string("(***)"));
    QCOMPARE(secrets.mask(pair), std::string("***"));
    // but ordinary words stay readable, and do not give the password away
    const std::string words = "an abc of a cable: 10 % @ caf\xC3\xA9 ?/@ joe, data joe:abcd";
    QCOMPARE(secrets.mask(words), words);
}

void TestSecrets::documentsLoseTheirSecrets()
{
    const Secrets secrets("mongodb://joe:hunter2@h.example/?proxyPassword=prox");
    const bson::Document masked = secrets.mask(bson::makeDocument(
        "note", "hunter2 was refused", "hunter2", 1, "deep",
        bson::makeDocument("list", bson::makeDocument("x", "from mongodb://a:b@c/")), "pwd", "ab",
        "proxyPassword", bson::makeDocument("x", 1), "Password", 7, "ok", 1.0, "prox", "prox"));
    QCOMPARE(QByteArray::fromStdString(bson::toJson(masked)),
             QByteArray::fromStdString(bson::toJson(bson::makeDocument(
                 "note", "*** was refused", "***", 1, "deep",
                 bson::makeDocument("list", bson::makeDocument("x", "from mongodb://c/")), "pwd",
                 "***", "proxyPassword", "***", "Password", "***", "ok", 1.0, "***", "***"))));
    const bson::Document array
        = bson::Builder().appendArray("a", bson::makeArray("hunter2", 2, "fine")).take();
    QCOMPARE(secrets.mask(array)["a"].type(), bson::Type::Array);
    QCOMPARE(
        bson::toJson(secrets.mask(array)),
        bson::toJson(bson::Builder().appendArray("a", bson::makeArray("***", 2, "fine")).take()));
}

void TestSecrets::errorsKeepAllButTheSecret()
{
    const Secrets secrets("mongodb://joe:hunter2@h.example/");
    const base::Error error
        = secrets.mask(base::serverError(18, "AuthenticationFailed", "no luck with hunter2"));
    QCOMPARE(error.message, std::string("no luck with ***"));
    QCOMPARE(error.serverCode, 18);
    QCOMPARE(error.serverCodeName, std::string("AuthenticationFailed"));
}

void TestSecrets::withoutAConnectionStringsStillLoseTheirCredentials()
{
    QCOMPARE(Secrets().mask("at mongodb://joe:pw@h/ now"), std::string("at mongodb://h/ now"));
    QCOMPARE(Secrets("mongodb://h.example/").mask("a text: b@c"), std::string("a text: b@c"));
    QCOMPARE(Secrets("mongodb://joe:@h.example/").mask("joe: a"), std::string("joe: a"));
}

void TestSecrets::optionNamesAreSecretInAnyCase()
{
    QVERIFY(protocol::isSecretOption("TLSCERTIFICATEKEYFILEPASSWORD"));
    QVERIFY(protocol::isSecretOption("proxyUsername"));
    QVERIFY(!protocol::isSecretOption("proxyHost"));
    QVERIFY(!protocol::isSecretOption("proxyPasswords"));
    QVERIFY(!protocol::isSecretOption(""));
}

void TestSecrets::doubtfulStringsCountAsSecret()
{
    QVERIFY(protocol::mayHoldSecret("mongodb://joe:x@h"));
    QVERIFY(protocol::mayHoldSecret("mongodb://h/?tlsCertificatKeyFilePassword=x"));
    QVERIFY(protocol::mayHoldSecret("mongodb://h/?authMechanismPropertie=x"));
    QVERIFY(!protocol::mayHoldSecret("mongodb://h:99999999/?tls=maybe"));
}

SANDGLASS_PLAIN_TEST(TestSecrets)
} // namespace tst_protocol_secrets

#include "tst_protocol_secrets.moc"
