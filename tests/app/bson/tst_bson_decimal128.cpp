// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/decimal128.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

namespace tst_bson_decimal128 {

using namespace sandglass::bson;

namespace {

Decimal128 decimal(std::string_view text)
{
    return decimalFromText(text).value();
}

QString shown(Decimal128 value)
{
    return QString::fromStdString(toText(value));
}

} // namespace

class BsonDecimal128Test : public QObject
{
    Q_OBJECT

private slots:
    void textKeepsItsForm()
    {
        for (const char* text : {"1.50", "NaN", "Infinity", "-Infinity", "-0", "1E+3", "0.001",
                                 "9.999999999999999999999999999999999E+6144"}) {
            QCOMPARE(shown(decimal(text)), QString::fromLatin1(text));
        }
    }

    void theEncodingIsThatOfBson()
    {
        QCOMPARE(decimalFrom(std::int64_t{1}).low, std::uint64_t{1});
        QCOMPARE(decimalFrom(std::int64_t{1}).high, std::uint64_t{0x3040000000000000});
        QVERIFY(decimal("1") == decimalFrom(std::int64_t{1}));
    }

    void aCoefficientOfMoreThan34DigitsIsZero()
    {
        constexpr std::uint64_t kHigh = (std::uint64_t{6176} << 49U) | 0x0001'ed09'bead'87c0;
        const Decimal128 longest{0x378d'8e63'ffff'ffff, kHigh};
        QCOMPARE(shown(longest), QString(34, QLatin1Char('9')));
        const Decimal128 tooLong{longest.low + 1, kHigh};
        QCOMPARE(shown(tooLong), QStringLiteral("0"));
        QVERIFY(std::is_eq(compare(tooLong, decimalFrom(std::int64_t{0}))));
    }

    void whatIsNoDecimalIsRefused()
    {
        for (const char* text : {"", " 1", "1 ", "1,5", "abc", "1e", "e5", ".", "--1", "1e999999",
                                 "0x10", "1.2.3", "nanx", "1e+-5"}) {
            QVERIFY2(!decimalFromText(text).has_value(), text);
        }
        QVERIFY(!decimalFromText(std::string(1000, '1')).has_value());
        QVERIFY(!decimalFromText(std::string_view("1\0", 2)).has_value());
    }

    void doublesConvertWithFifteenDigits()
    {
        QCOMPARE(shown(decimalFrom(0.1)), QStringLiteral("0.100000000000000"));
        QCOMPARE(shown(decimalFrom(1.5)), QStringLiteral("1.50000000000000"));
        QCOMPARE(shown(decimalFrom(0.0)), QStringLiteral("0"));
        QVERIFY(isNan(decimalFrom(std::numeric_limits<double>::quiet_NaN())));
        QVERIFY(isInfinite(decimalFrom(-std::numeric_limits<double>::infinity())));
        QVERIFY(isNegative(decimalFrom(-std::numeric_limits<double>::infinity())));
    }

    void decimalsConvertToTheNearestDouble()
    {
        QCOMPARE(toDouble(decimal("0.1")), 0.1);
        QCOMPARE(toDouble(decimal("1E+400")), std::numeric_limits<double>::infinity());
        QVERIFY(std::isnan(toDouble(decimal("NaN"))));
    }

    void wholeNumbersRoundHalfToEvenAndClamp_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("whole");
        QTest::newRow("2.5") << QByteArray("2.5") << qint64{2};
        QTest::newRow("3.5") << QByteArray("3.5") << qint64{4};
        QTest::newRow("-2.5") << QByteArray("-2.5") << qint64{-2};
        QTest::newRow("-3.5") << QByteArray("-3.5") << qint64{-4};
        QTest::newRow("2.51") << QByteArray("2.51") << qint64{3};
        QTest::newRow("tiny") << QByteArray("1E-6000") << qint64{0};
        QTest::newRow("1E+3") << QByteArray("1E+3") << qint64{1000};
        QTest::newRow("NaN") << QByteArray("NaN") << qint64{0};
        QTest::newRow("infinity") << QByteArray("Infinity") << std::numeric_limits<qint64>::max();
        QTest::newRow("huge") << QByteArray("-1E+30") << std::numeric_limits<qint64>::min();
        QTest::newRow("largest") << QByteArray("9223372036854775807")
                                 << std::numeric_limits<qint64>::max();
        QTest::newRow("rounds over the top")
            << QByteArray("9223372036854775807.5") << std::numeric_limits<qint64>::max();
        QTest::newRow("smallest") << QByteArray("-9223372036854775808")
                                  << std::numeric_limits<qint64>::min();
    }

    void wholeNumbersRoundHalfToEvenAndClamp()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, whole);
        QCOMPARE(qint64{toInt64(decimal(text.constData()))}, whole);
    }

    void everyWholeNumberSurvivesTheWayThere()
    {
        for (const std::int64_t number :
             {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, std::int64_t{0},
              std::int64_t{1} << 53, std::numeric_limits<std::int64_t>::max()}) {
            QCOMPARE(toInt64(decimalFrom(number)), number);
        }
    }

    void orderIsByValue()
    {
        QVERIFY(compare(decimal("1.0"), decimal("1.00")) == 0);
        QVERIFY(compare(decimal("-0"), decimal("0")) == 0);
        QVERIFY(compare(decimal("NaN"), decimal("NaN")) == 0);
        QVERIFY(compare(decimal("NaN"), decimal("-Infinity")) < 0);
        QVERIFY(compare(decimal("-Infinity"), decimal("-1E+6000")) < 0);
        QVERIFY(compare(decimal("0.1"), decimal("0.11")) < 0);
        QVERIFY(compare(decimal("2"), decimal("NaN")) > 0);
    }

    void arithmeticIsDecimal()
    {
        QCOMPARE(shown(add(decimal("0.1"), decimal("0.2"))), QStringLiteral("0.3"));
        QCOMPARE(shown(subtract(decimal("1.00"), decimal("0.9"))), QStringLiteral("0.10"));
        QCOMPARE(shown(multiply(decimal("1.5"), decimal("-2"))), QStringLiteral("-3.0"));
        QCOMPARE(shown(divide(decimal("1"), decimal("8"))), QStringLiteral("0.125"));
        QVERIFY(isInfinite(divide(decimal("1"), decimal("0"))));
        QVERIFY(isNan(divide(decimal("0"), decimal("0"))));
    }
};

SANDGLASS_PLAIN_TEST(BsonDecimal128Test)
} // namespace tst_bson_decimal128

#include "tst_bson_decimal128.moc"
