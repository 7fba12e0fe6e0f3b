// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/bson/decimal128.h"
#include "app/bson/value.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <compare>
#include <limits>

namespace tst_bson_decimal128_tables {

using namespace sandglass;
using namespace sandglass::bson;
using sandglass::tests::parsedValue;

namespace {

Decimal128 decimal(const QString& text)
{
    const auto read = decimalFromText(text.toStdString());
    if (!read) {
        qFatal("no decimal: %s", qPrintable(text));
    }
    return *read;
}

QString shown(Decimal128 value)
{
    return QString::fromStdString(toText(value));
}

} // namespace

/// Corner cases. Sources: IEEE 754-2008; the BSON specification's tests of decimal128.
class BsonDecimal128TablesTest : public QObject
{
    Q_OBJECT

private slots:
    void encodingsAreThoseOfTheSpecification_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<quint64>("high");
        QTest::addColumn<quint64>("low");
        const auto row = [](const char* text, quint64 high, quint64 low) {
            QTest::newRow(text) << QString::fromLatin1(text) << high << low;
        };
        row("0", 0x3040000000000000, 0);
        row("-0", 0xb040000000000000, 0);
        row("0.0", 0x303e000000000000, 0);
        row("-0.0", 0xb03e000000000000, 0);
        row("0E+3", 0x3046000000000000, 0);
        row("1", 0x3040000000000000, 1);
        row("-1", 0xb040000000000000, 1);
        row("0.1", 0x303e000000000000, 1);
        row("0.001", 0x303a000000000000, 1);
        row("12", 0x3040000000000000, 12);
        row("1.000", 0x303a000000000000, 1000);
        row("1E+3", 0x3046000000000000, 1);
        row("Infinity", 0x7800000000000000, 0);
        row("-Infinity", 0xf800000000000000, 0);
        row("NaN", 0x7c00000000000000, 0);
        row("1E-6176", 0x0000000000000000, 1);
        row("9.999999999999999999999999999999999E+6144", 0x5fffed09bead87c0, 0x378d8e63ffffffff);
        row("1234567890123456789012345678901234", 0x30403cde6fff9732, 0xde825cd07e96aff2);
    }
    void encodingsAreThoseOfTheSpecification()
    {
        QFETCH(QString, text);
        QFETCH(quint64, high);
        QFETCH(quint64, low);
        QCOMPARE(quint64{decimal(text).high}, high);
        QCOMPARE(quint64{decimal(text).low}, low);
        QCOMPARE(shown({low, high}), text);
    }

    void otherWritingsHaveACanonicalOne_data()
    {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("canonical");
        const auto row = [](const char* given, const char* canonical) {
            QTest::newRow(given) << QString::fromLatin1(given) << QString::fromLatin1(canonical);
        };
        row("+1", "1");
        row("01", "1");
        row("-01.0", "-1.0");
        row("1.", "1");
        row(".5", "0.5");
        row("-.5", "-0.5");
        row("1e3", "1E+3");
        row("1E3", "1E+3");
        row("1e+3", "1E+3");
        row("1e-3", "0.001");
        row("1.5E+1", "15");
        row("0.00001", "0.00001");
        row("0.000001", "0.000001");
        row("0.0000001", "1E-7");
        row("1E-7", "1E-7");
        row("123E-10", "1.23E-8");
        row("inf", "Infinity");
        row("-INF", "-Infinity");
        row("+infinity", "Infinity");
        row("InFiNiTy", "Infinity");
        row("nan", "NaN");
        row("-NaN", "NaN");
        row("10000000000000000000000000000000000", "1.000000000000000000000000000000000E+34");
        row("1E+6144", "1.000000000000000000000000000000000E+6144");
        row("0E+8000", "0E+6111");
        row("-0E-8000", "-0E-6176");
        row("1E-6176", "1E-6176");
        row("10E-6177", "1E-6176");
    }
    void otherWritingsHaveACanonicalOne()
    {
        QFETCH(QString, given);
        QTEST(shown(decimal(given)), "canonical");
    }

    void whatCannotBeKeptExactlyIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"12345678901234567890123456789012345", "1E-6177", "1E+6145",
                                 "9.9999999999999999999999999999999999E+6144", "-1E+9999",
                                 "0.12345678901234567890123456789012345"}) {
            QTest::newRow(text) << QString::fromLatin1(text);
        }
    }
    void whatCannotBeKeptExactlyIsRefused()
    {
        QFETCH(QString, text);
        QVERIFY(!decimalFromText(text.toStdString()).has_value());
    }

    void sumsFollowIeee754_data()
    {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<QString>("sum");
        const auto row = [](const char* left, const char* right, const char* sum) {
            QTest::addRow("%s + %s", left, right)
                << QString::fromLatin1(left) << QString::fromLatin1(right)
                << QString::fromLatin1(sum);
        };
        row("0.1", "0.2", "0.3");
        row("1.0", "2.00", "3.00");
        row("1", "-1.000", "0.000");
        row("-0", "-0", "-0");
        row("-0", "0", "0");
        row("1E+3", "1", "1001");
        row("9.99", "0.01", "10.00");
        row("Infinity", "1", "Infinity");
        row("Infinity", "-Infinity", "NaN");
        row("-Infinity", "-Infinity", "-Infinity");
        row("NaN", "1", "NaN");
        row("NaN", "Infinity", "NaN");
        row("9999999999999999999999999999999999", "1", "1.000000000000000000000000000000000E+34");
        row("1E+34", "0.4", "1.000000000000000000000000000000000E+34");
        row("1000000000000000000000000000000000", "0.5", "1000000000000000000000000000000000");
        row("1000000000000000000000000000000001", "0.5", "1000000000000000000000000000000002");
        row("9.999999999999999999999999999999999E+6144", "9E+6144", "Infinity");
        row("1E-6176", "-1E-6176", "0E-6176");
    }
    void sumsFollowIeee754()
    {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QFETCH(QString, sum);
        QCOMPARE(shown(add(decimal(left), decimal(right))), sum);
        QCOMPARE(shown(add(decimal(right), decimal(left))), sum);
    }

    void differencesFollowIeee754_data()
    {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<QString>("difference");
        const auto row = [](const char* left, const char* right, const char* difference) {
            QTest::addRow("%s - %s", left, right)
                << QString::fromLatin1(left) << QString::fromLatin1(right)
                << QString::fromLatin1(difference);
        };
        row("1.00", "0.9", "0.10");
        row("5", "5", "0");
        row("0", "0", "0");
        row("-0", "0", "-0");
        row("Infinity", "Infinity", "NaN");
        row("1", "Infinity", "-Infinity");
        row("1", "NaN", "NaN");
        row("1E+6144", "1E+6144", "0E+6111");
        row("1", "1E-40", "1.000000000000000000000000000000000");
    }
    void differencesFollowIeee754()
    {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QTEST(shown(subtract(decimal(left), decimal(right))), "difference");
    }

    void productsAndQuotientsFollowIeee754_data()
    {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<QString>("product");
        QTest::addColumn<QString>("quotient");
        const auto row
            = [](const char* left, const char* right, const char* product, const char* quotient) {
                  QTest::addRow("%s and %s", left, right)
                      << QString::fromLatin1(left) << QString::fromLatin1(right)
                      << QString::fromLatin1(product) << QString::fromLatin1(quotient);
              };
        row("1.0", "2.0", "2.00", "0.5");
        row("10", "4", "40", "2.5");
        row("1", "3", "3", "0.3333333333333333333333333333333333");
        row("2", "3", "6", "0.6666666666666666666666666666666667");
        row("-1", "8", "-8", "-0.125");
        row("0", "-5", "-0", "-0");
        row("5", "0", "0", "Infinity");
        row("-5", "0", "-0", "-Infinity");
        row("5", "-0", "-0", "-Infinity");
        row("0", "0", "0", "NaN");
        row("Infinity", "0", "NaN", "Infinity");
        row("Infinity", "Infinity", "Infinity", "NaN");
        row("1", "Infinity", "Infinity", "0E-6176");
        row("NaN", "0", "NaN", "NaN");
        row("1E+6144", "10", "Infinity", "1.00000000000000000000000000000000E+6143");
        row("1E-6176", "0.1", "0E-6176", "1E-6175");
        row("1E+3", "1E-3", "1", "1E+6");
    }
    void productsAndQuotientsFollowIeee754()
    {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QTEST(shown(multiply(decimal(left), decimal(right))), "product");
        QTEST(shown(divide(decimal(left), decimal(right))), "quotient");
    }

    void theOrderIsTotal()
    {
        // ascending; those in one row are equal
        const QList<QStringList> ascending{
            {QStringLiteral("NaN"), QStringLiteral("-NaN")},
            {QStringLiteral("-Infinity")},
            {QStringLiteral("-9.999999999999999999999999999999999E+6144")},
            {QStringLiteral("-1E+3"), QStringLiteral("-1000"), QStringLiteral("-1000.0")},
            {QStringLiteral("-1")},
            {QStringLiteral("-1E-6176")},
            {QStringLiteral("0"), QStringLiteral("-0"), QStringLiteral("0E+6111"),
             QStringLiteral("-0E-6176")},
            {QStringLiteral("1E-6176")},
            {QStringLiteral("0.1"), QStringLiteral("0.10"), QStringLiteral("1E-1")},
            {QStringLiteral("1"), QStringLiteral("1.0000000000000000000000000000")},
            {QStringLiteral("1.000000000000000000000000000000001")},
            {QStringLiteral("9007199254740993")},
            {QStringLiteral("1E+6144")},
            {QStringLiteral("Infinity")}};
        for (qsizetype i = 0; i < ascending.size(); ++i) {
            for (qsizetype j = 0; j < ascending.size(); ++j) {
                for (const QString& left : ascending[i]) {
                    for (const QString& right : ascending[j]) {
                        QVERIFY2(compare(decimal(left), decimal(right)) == (i <=> j),
                                 qPrintable(left + QStringLiteral(" and ") + right));
                    }
                }
            }
        }
    }

    // MongoDB compares numbers of all types by their exact value
    void numbersOfAllTypesCompareExactly_data()
    {
        QTest::addColumn<QString>("less");
        QTest::addColumn<QString>("greater");
        const auto row = [](const char* less, const char* greater) {
            QTest::addRow("%s < %s", less, greater)
                << QString::fromLatin1(less) << QString::fromLatin1(greater);
        };
        // 0.1 as a double is a little more than a tenth
        row(R"({"$numberDecimal":"0.1"})", R"({"$numberDouble":"0.1"})");
        row(R"({"$numberDouble":"0.3"})", R"({"$numberDecimal":"0.3"})");
        row(R"({"$numberDouble":"9007199254740992"})", R"({"$numberLong":"9007199254740993"})");
        row(R"({"$numberLong":"9007199254740993"})",
            R"({"$numberDecimal":"9007199254740993.0000001"})");
        row(R"({"$numberLong":"9223372036854775807"})",
            R"({"$numberDouble":"9223372036854775808"})");
        row(R"({"$numberDecimal":"9223372036854775807.5"})",
            R"({"$numberDouble":"9223372036854775808"})");
        row(R"({"$numberDouble":"1.7976931348623157e308"})", R"({"$numberDecimal":"1E+309"})");
        row(R"({"$numberDecimal":"1E+6144"})", R"({"$numberDouble":"Infinity"})");
        row(R"({"$numberDouble":"-Infinity"})", R"({"$numberDecimal":"-1E+6144"})");
        row(R"({"$numberDecimal":"1E-6176"})", R"({"$numberDouble":"4.9e-324"})");
        row("0", R"({"$numberDecimal":"1E-6176"})");
        row(R"({"$numberDouble":"NaN"})", R"({"$numberDecimal":"-Infinity"})");
        row(R"({"$numberDecimal":"NaN"})", R"({"$numberLong":"-9223372036854775808"})");
    }
    void numbersOfAllTypesCompareExactly()
    {
        QFETCH(QString, less);
        QFETCH(QString, greater);
        const Value left = parsedValue(less);
        const Value right = parsedValue(greater);
        QVERIFY(std::is_lt(bson::compare(left.view(), right.view())));
        QVERIFY(std::is_gt(bson::compare(right.view(), left.view())));
        QVERIFY(!equal(left, right));
    }

    void equalNumbersOfAllTypesHaveOneHash_data()
    {
        QTest::addColumn<QStringList>("numbers");
        const auto row = [](const char* name, std::initializer_list<const char*> numbers) {
            QStringList texts;
            for (const char* number : numbers) {
                texts << QString::fromLatin1(number);
            }
            QTest::newRow(name) << texts;
        };
        row("one",
            {"1", R"({"$numberLong":"1"})", "1.0", R"({"$numberDecimal":"1"})",
             R"({"$numberDecimal":"1.00"})", R"({"$numberDecimal":"10E-1"})"});
        row("zero",
            {"0", "0.0", R"({"$numberDouble":"-0.0"})", R"({"$numberDecimal":"-0"})",
             R"({"$numberDecimal":"0E+100"})"});
        row("a half", {"0.5", R"({"$numberDecimal":"0.5"})", R"({"$numberDecimal":"0.50"})"});
        row("2^53",
            {R"({"$numberLong":"9007199254740992"})", R"({"$numberDouble":"9007199254740992"})",
             R"({"$numberDecimal":"9007199254740992"})"});
        row("2^63",
            {R"({"$numberDouble":"9223372036854775808"})",
             R"({"$numberDecimal":"9223372036854775808"})"});
        row("infinity", {R"({"$numberDouble":"Infinity"})", R"({"$numberDecimal":"Infinity"})"});
        row("not a number", {R"({"$numberDouble":"NaN"})", R"({"$numberDecimal":"NaN"})"});
    }
    void equalNumbersOfAllTypesHaveOneHash()
    {
        QFETCH(QStringList, numbers);
        const Value first = parsedValue(numbers.first());
        for (const QString& number : numbers) {
            const Value other = parsedValue(number);
            QVERIFY2(equal(first, other), qPrintable(number));
            QVERIFY2(bson::hash(first) == bson::hash(other), qPrintable(number));
        }
    }

    void truncationGoesTowardZero_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("truncated");
        QTest::addColumn<qint64>("rounded");
        constexpr qint64 kMost = std::numeric_limits<qint64>::max();
        constexpr qint64 kLeast = std::numeric_limits<qint64>::min();
        const auto row = [](const char* text, qint64 truncated, qint64 rounded) {
            QTest::newRow(text) << QString::fromLatin1(text) << truncated << rounded;
        };
        row("0.999", 0, 1);
        row("-0.999", 0, -1);
        row("1.5", 1, 2);
        row("-1.5", -1, -2);
        row("2.5", 2, 2);
        row("0.5", 0, 0);
        row("-0.5", 0, 0);
        row("9223372036854775807.9", kMost, kMost);
        row("9223372036854775806.5", kMost - 1, kMost - 1);
        row("-9223372036854775808.9", kLeast, kLeast);
        row("1E+18", 1'000'000'000'000'000'000, 1'000'000'000'000'000'000);
        row("1E+19", kMost, kMost);
        row("-1E+19", kLeast, kLeast);
        row("Infinity", kMost, kMost);
        row("-Infinity", kLeast, kLeast);
        row("NaN", 0, 0);
        row("-0", 0, 0);
        row("1E-6176", 0, 0);
    }
    void truncationGoesTowardZero()
    {
        QFETCH(QString, text);
        QTEST(qint64{truncatedToInt64(decimal(text))}, "truncated");
        QTEST(qint64{toInt64(decimal(text))}, "rounded");
    }

    void doublesAreTheNearestOnes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("number");
        using Limits = std::numeric_limits<double>;
        const auto row = [](const char* text, double number) {
            QTest::newRow(text) << QString::fromLatin1(text) << number;
        };
        row("0.1", 0.1);
        row("-0", -0.0);
        row("1.7976931348623157E+308", Limits::max());
        row("1.8E+308", Limits::infinity());
        row("-1E+400", -Limits::infinity());
        row("4.9E-324", Limits::denorm_min());
        row("1E-400", 0.0);
        row("9007199254740993", 9007199254740992.0);
        row("0.30000000000000004", 0.1 + 0.2);
    }
    void doublesAreTheNearestOnes()
    {
        QFETCH(QString, text);
        QFETCH(double, number);
        const double converted = toDouble(decimal(text));
        QVERIFY2(converted == number, qPrintable(QString::number(converted, 'g', 17)));
        QCOMPARE(std::signbit(converted), std::signbit(number));
    }

    void oddEncodingsAreReadAsIeee754Says()
    {
        // a coefficient above 10^34 - 1, a NaN with a payload, an infinity with trailing bits
        QCOMPARE(shown({0xffffffffffffffff, 0x3041ffffffffffff}), QStringLiteral("0"));
        QVERIFY(isNan({1, 0x7c00000000000000}));
        QVERIFY(isNan({0, 0x7e00000000000000})); // signalling
        QVERIFY(isInfinite({1, 0x7800000000000000}));
        QVERIFY(!isNan({1, 0x7800000000000000}));
        QVERIFY(isNegative({0, 0xf800000000000000}));
        QVERIFY(
            std::is_eq(compare(Decimal128{1, 0x7c00000000000000}, decimal(QStringLiteral("NaN")))));
        QVERIFY(std::is_eq(
            compare(Decimal128{1, 0x7800000000000000}, decimal(QStringLiteral("Infinity")))));
    }
};

SANDGLASS_PLAIN_TEST(BsonDecimal128TablesTest)
} // namespace tst_bson_decimal128_tables

#include "tst_bson_decimal128_tables.moc"
