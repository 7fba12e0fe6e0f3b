// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/decimal128.h"
#include "app/bson/decimal_math.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_bson_decimal_math {

using namespace sandglass::bson;

/// Rounding decimals to a place, and their functions. The digits are those of an independent
/// calculation, except that the last one may be off by one, as MongoDB's is.
class BsonDecimalMathTest : public QObject
{
    Q_OBJECT

private slots:
    void quantizingKeepsThePlaceAndTheSign_data();
    void quantizingKeepsThePlaceAndTheSign();
    void rootsAndPowersAreExactWhereTheyCanBe();
    void functionsHaveAllDigits();
};

Decimal128 number(const char* text)
{
    return *decimalFromText(text);
}

QString text(Decimal128 value)
{
    return QString::fromStdString(toText(value));
}

void BsonDecimalMathTest::quantizingKeepsThePlaceAndTheSign_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("exponent");
    QTest::addColumn<int>("rounding");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char* value, int exponent, Rounding rounding, const char* wanted) {
        QTest::addRow("%s to %d", value, exponent)
            << QByteArray(value) << exponent << static_cast<int>(rounding)
            << QString::fromLatin1(wanted);
    };
    row("2.5", 0, Rounding::HalfEven, "2");
    row("3.5", 0, Rounding::HalfEven, "4");
    row("2.51", 0, Rounding::HalfEven, "3");
    row("-0.5", 0, Rounding::Up, "-0");
    row("-0.5", 0, Rounding::Down, "-1");
    row("-7.89", -1, Rounding::TowardZero, "-7.8");
    row("1.5", -2, Rounding::HalfEven, "1.50");
    row("12345", 3, Rounding::HalfEven, "1.2E+4");
    row("1E-6000", 0, Rounding::Up, "1");
    row("0", -3, Rounding::HalfEven, "0.000");
    row("1E+40", 0, Rounding::HalfEven, "NaN");
    row("Infinity", 0, Rounding::HalfEven, "NaN");
    row("NaN", 0, Rounding::HalfEven, "NaN");
    // one digit more than fits
    row("9999999999999999999999999999999999", -1, Rounding::HalfEven, "NaN");
}

void BsonDecimalMathTest::quantizingKeepsThePlaceAndTheSign()
{
    QFETCH(QByteArray, value);
    QFETCH(int, exponent);
    QFETCH(int, rounding);
    QFETCH(QString, wanted);
    QCOMPARE(text(quantize(number(value.constData()), exponent, static_cast<Rounding>(rounding))),
             wanted);
}

void BsonDecimalMathTest::rootsAndPowersAreExactWhereTheyCanBe()
{
    QCOMPARE(text(squareRoot(number("4"))), QStringLiteral("2"));
    QCOMPARE(text(squareRoot(number("0.49"))), QStringLiteral("0.7"));
    QCOMPARE(text(squareRoot(number("-1"))), QStringLiteral("NaN"));
    QCOMPARE(text(squareRoot(number("3"))), QStringLiteral("1.732050807568877293527446341505872"));
    QCOMPARE(text(power(number("1.1"), number("2"))),
             QStringLiteral("1.210000000000000000000000000000000"));
    QCOMPARE(text(power(number("2"), number("1000"))),
             QStringLiteral("1.071508607186267320948425049060001E+301"));
    QCOMPARE(text(logarithm(number("8"), number("2"))), QStringLiteral("3"));
    QCOMPARE(text(magnitude(number("-1.50"))), QStringLiteral("1.50"));
}

void BsonDecimalMathTest::functionsHaveAllDigits()
{
    QCOMPARE(text(evaluate(Real::Exp, number("1"))),
             QStringLiteral("2.718281828459045235360287471352662"));
    QCOMPARE(text(evaluate(Real::Log, number("4"))),
             QStringLiteral("1.386294361119890618834464242916353"));
    QCOMPARE(text(evaluate(Real::Acos, number("0"))),
             QStringLiteral("1.570796326794896619231321691639751"));
    // larger than any double
    QCOMPARE(text(evaluate(Real::Exp, number("12000"))).right(6), QStringLiteral("E+5211"));
    QCOMPARE(text(evaluate(Real::Exp, number("Infinity"))), QStringLiteral("Infinity"));
    QCOMPARE(compare(atan2(number("0"), number("1")), number("0")), std::strong_ordering::equal);
}

SANDGLASS_TEST(BsonDecimalMathTest)

} // namespace tst_bson_decimal_math

#include "tst_bson_decimal_math.moc"
