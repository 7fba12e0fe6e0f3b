// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/extended_json.h"
#include "app/engine/access/scram_conversation.h"
#include "tests/support/scram_client.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_access_scram {

using namespace sandglass;
using namespace sandglass::engine::access;
using tests::ScramClient;

namespace {

// The example of RFC 7677, section 3.
constexpr const char* kClientNonce = "rOprNGfwEbeRWgbNEkqO";
constexpr const char* kServerNonce = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
constexpr const char* kLast = "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                              "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";

ScramCredential exampleCredential()
{
    return credentialOf("pencil", bson::bytesFromBase64("W22ZaJ0SNY7soEsUEjb6gQ==").value(), 4096);
}

ScramConversation exampleConversation(bool exists = true)
{
    return ScramConversation(parseFirst("n,,n=user,r=" + std::string(kClientNonce)).value(),
                             exampleCredential(), exists, kServerNonce);
}

} // namespace

class AccessScramTest : public QObject
{
    Q_OBJECT

private slots:
    // Source: RFC 7677, section 3.
    void theExampleOfTheStandardPasses()
    {
        const ScramConversation server = exampleConversation();
        QCOMPARE(server.challenge(),
                 std::string("r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                             "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"));
        QCOMPARE(server.finish(kLast).value_or("refused"),
                 std::string("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="));
    }

    void aWrongPasswordIsRefused()
    {
        const ScramConversation server = exampleConversation();
        ScramClient client("user", "pencils", kClientNonce);
        QVERIFY(!server.finish(client.last(server.challenge())));
    }

    void whoDoesNotExistIsRefusedWithAnyProof()
    {
        QVERIFY(!exampleConversation(false).finish(kLast));
    }

    void damagedLastMessagesAreRefused()
    {
        const ScramConversation server = exampleConversation();
        const std::string good = kLast;
        for (const std::string& bad :
             {std::string(), std::string("p="), good.substr(0, good.size() - 4), good + "AAAA",
              // another nonce: the server's part is left out, or is another one
              std::string("c=biws,r=rOprNGfwEbeRWgbNEkqO,"
                          "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="),
              std::string("c=biws,r=x") + good.substr(8), std::string("c=eSws") + good.substr(6),
              std::string("r=a,c=biws") + good.substr(6), std::string(100'000, 'c'),
              good.substr(0, good.find(",p=")) + ",p=AAAA"}) {
            QVERIFY2(!server.finish(bad), bad.c_str());
        }
    }

    // A byte of the message that the proof covers, or of the proof itself.
    void anyChangedByteIsRefused()
    {
        const ScramConversation server = exampleConversation();
        const std::string good = kLast;
        // the last character of base64 has bits that nobody reads
        for (std::size_t at = 0; at + 2 < good.size(); ++at) {
            std::string bad = good;
            bad[at] = bad[at] == 'A' ? 'B' : 'A';
            QVERIFY2(!server.finish(bad), bad.c_str());
        }
    }

    void firstMessagesAreTakenApart()
    {
        const auto first = parseFirst("y,,n=a=2Cb=3Dc,r=123,x=more").value();
        QCOMPARE(first.user, std::string("a,b=c"));
        QCOMPARE(first.nonce, std::string("123"));
        QCOMPARE(first.header, std::string("y,,"));
        QCOMPARE(first.bare, std::string("n=a=2Cb=3Dc,r=123,x=more"));
    }

    void whatIsNoFirstMessageIsRefused()
    {
        for (const char* bad : {"", "n,,", "n=user,r=1", "n,a=other,n=user,r=1",
                                "p=tls-unique,,n=user,r=1", "n,,m=1,n=user,r=1", "n,,n=,r=1",
                                "n,,n=user,r=", "n,,r=1,n=user", "n,,n=a=2Xb,r=1", "n,,n=a=,r=1"}) {
            QVERIFY2(!parseFirst(bad), bad);
        }
        QVERIFY(!parseFirst("n,,n=" + std::string(10'000, 'a') + ",r=1"));
    }

    void aPretendedCredentialLooksLikeARealOneAndStaysTheSame()
    {
        const auto secret = randomBytes(32);
        const ScramCredential one = pretendedCredential(secret, "db.anna");
        const ScramCredential again = pretendedCredential(secret, "db.anna");
        const ScramCredential other = pretendedCredential(secret, "db.otto");
        const ScramCredential real = newCredential("x");
        QCOMPARE(one.salt, again.salt);
        QVERIFY(one.salt != other.salt);
        QCOMPARE(one.salt.size(), real.salt.size());
        QCOMPARE(one.iterations, real.iterations);
        QVERIFY(pretendedCredential(randomBytes(32), "db.anna").salt != one.salt);
    }

    void credentialsAreStoredInMongoDbsForm()
    {
        const ScramCredential credential = newCredential("secret");
        const bson::Document stored = toDocument(credential);
        QCOMPARE(stored["iterationCount"].asInt32(), 15'000);
        QCOMPARE(bson::bytesFromBase64(stored["salt"].asString()).value().size(), std::size_t{28});
        const auto read = credentialFrom(stored);
        QVERIFY(read);
        QCOMPARE(read->storedKey, credential.storedKey);
        QCOMPARE(read->serverKey, credential.serverKey);
        QCOMPARE(read->salt, credential.salt);
        QVERIFY(!credentialFrom({}));
        QVERIFY(!credentialFrom(bson::makeDocument("iterationCount", -1, "salt", stored["salt"],
                                                   "storedKey", stored["storedKey"], "serverKey",
                                                   stored["serverKey"])));
    }
};

SANDGLASS_PLAIN_TEST(AccessScramTest)
} // namespace tst_access_scram

#include "tst_access_scram.moc"
