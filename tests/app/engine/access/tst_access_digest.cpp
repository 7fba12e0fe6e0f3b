// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/extended_json.h"
#include "app/engine/access/digest.h"
#include "app/engine/access/sasl_prep.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

namespace tst_access_digest {

using namespace sandglass;
using namespace sandglass::engine::access;

class AccessDigestTest : public QObject
{
    Q_OBJECT

private slots:
    // Source: RFC 4231, test case 2.
    void aKeyedDigestIsThatOfTheStandard()
    {
        const Digest digest = hmacSha256(bytesOf("Jefe"), bytesOf("what do ya want for nothing?"));
        QCOMPARE(bson::base64(digest), std::string("W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM="));
    }

    void digestsAreComparedAsAWhole()
    {
        Digest one = sha256(bytesOf("a"));
        const Digest other = one;
        QVERIFY(equalInConstantTime(one, other));
        one.back() ^= 1U;
        QVERIFY(!equalInConstantTime(one, other));
    }

    void randomBytesDoNotRepeat()
    {
        std::set<std::vector<std::uint8_t>> all;
        for (int i = 0; i < 100; ++i) {
            all.insert(randomBytes(16));
        }
        QCOMPARE(all.size(), std::size_t{100});
    }

    void aWipedSecretIsEmpty()
    {
        std::string secret = "secret";
        wipe(secret);
        QVERIFY(secret.empty());
    }

    // Source: RFC 4013, section 3.
    void passwordsArePreparedAsDriversDo()
    {
        QCOMPARE(saslPrep("I\u00ADX").value(), std::string("IX"));
        QCOMPARE(saslPrep("user").value(), std::string("user"));
        QCOMPARE(saslPrep("USER").value(), std::string("USER"));
        QCOMPARE(saslPrep("\u00AA").value(), std::string("a"));
        QCOMPARE(saslPrep("\u2168").value(), std::string("IX"));
        QCOMPARE(saslPrep("a\u00A0b").value(), std::string("a b"));
        QCOMPARE(saslPrep("\u5BC6\u7801").value(), std::string("\u5BC6\u7801"));
    }

    void whatCannotBePreparedIsRefused()
    {
        for (const std::string& text : {std::string("\x07"), std::string("\u0627\u0031"),
                                        std::string("\xFF\xFE"), std::string("\uE000")}) {
            const auto prepared = saslPrep(text);
            QVERIFY(!prepared);
            QCOMPARE(prepared.error().serverCode, 2);
        }
    }

    void aLongPasswordThatGrowsIsPreparedWhole()
    {
        std::string text;
        for (int i = 0; i < 1000; ++i) {
            text += "\uFDFA"; // becomes 18 characters
        }
        const auto prepared = saslPrep(text);
        QVERIFY(prepared);
        QVERIFY(prepared->size() > text.size());
    }
};

SANDGLASS_PLAIN_TEST(AccessDigestTest)
} // namespace tst_access_digest

#include "tst_access_digest.moc"
