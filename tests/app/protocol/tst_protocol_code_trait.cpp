// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/code_trait.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

namespace tst_protocol_code_trait {

using namespace sandglass::protocol;

// behind the highest code with a row, and most others that servers send
constexpr int kBehindTheCodes = 60'000;

using Codes = std::set<int>;

class ProtocolCodeTraitTest : public QObject
{
    Q_OBJECT

private slots:
    void aTraitBelongsToTheseCodesAndToNoOther_data()
    {
        QTest::addColumn<CodeTrait>("trait");
        QTest::addColumn<Codes>("codes");
        QTest::newRow("Passing") << CodeTrait::Passing
                                 << Codes{6, 89, 91, 133, 189, 9001, 11600, 11602, 13436};
        QTest::newRow("Lost") << CodeTrait::Lost
                              << Codes{6, 64, 79, 89, 91, 100, 189, 202, 9001, 11600, 11602};
        QTest::newRow("Unconfirmed") << CodeTrait::Unconfirmed << Codes{64, 79, 100};
        QTest::newRow("Partial") << CodeTrait::Partial << Codes{50, 262, 11601, 16500};
        QTest::newRow("Circumstantial")
            << CodeTrait::Circumstantial
            << Codes{6,    7,     24,    26,    27,    43,    50,    64,    70,    89,   91,  112,
                     117,  133,   134,   146,   175,   189,   202,   262,   264,   292,  371, 462,
                     9001, 10107, 11600, 11601, 11602, 13388, 13435, 13436, 14031, 16500};
        QTest::newRow("Retryable")
            << CodeTrait::Retryable
            << Codes{6, 7, 89, 91, 134, 189, 262, 317, 9001, 10107, 11600, 11602, 13435, 13436};
    }

    void aTraitBelongsToTheseCodesAndToNoOther()
    {
        QFETCH(CodeTrait, trait);
        QFETCH(Codes, codes);
        Codes found;
        for (int code = -1; code < kBehindTheCodes; ++code) {
            if (hasTrait(code, trait)) {
                found.insert(code);
            }
        }
        QCOMPARE(found, codes);
    }

    void anUnconfirmedWriteIsALostAnswer()
    {
        for (int code = 0; code < kBehindTheCodes; ++code) {
            QVERIFY(!hasTrait(code, CodeTrait::Unconfirmed) || hasTrait(code, CodeTrait::Lost));
        }
    }

    // A reply may hold a code of 64 bits, whose lower half alone is another one.
    void aCodeIsComparedWhole()
    {
        QVERIFY(hasTrait(91, CodeTrait::Retryable));
        QVERIFY(!hasTrait((std::int64_t{1} << 32) + 91, CodeTrait::Retryable));
    }
};

SANDGLASS_PLAIN_TEST(ProtocolCodeTraitTest)
} // namespace tst_protocol_code_trait

#include "tst_protocol_code_trait.moc"
