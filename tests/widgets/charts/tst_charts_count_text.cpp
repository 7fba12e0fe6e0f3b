// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/charts/count_text.h"

#include <QTest>

namespace tst_charts_count_text {

using namespace sandglass::widgets;

class TestCountText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void axisNumbersAreShort_data();
    void axisNumbersAreShort();
    void neighbouringTicksDoNotLookAlike();
    void countsAreGroupedAsTheLocaleDoes();
    void tinySharesAreNotCalledZero();
};

void TestCountText::axisNumbersAreShort_data()
{
    QTest::addColumn<double>("count");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << QStringLiteral("0");
    QTest::newRow("below a thousand") << 999.0 << QStringLiteral("999");
    QTest::newRow("a thousand") << 1000.0 << QStringLiteral("1 k");
    QTest::newRow("with a fraction") << 1234.0 << QStringLiteral("1.2 k");
    QTest::newRow("without one") << 12'000.0 << QStringLiteral("12 k");
    QTest::newRow("just below a million") << 999'700.0 << QStringLiteral("1 M");
    QTest::newRow("millions") << 9'020'114.0 << QStringLiteral("9 M");
    QTest::newRow("thousand millions") << 2.5e9 << QStringLiteral("2.5 bn");
}

void TestCountText::axisNumbersAreShort()
{
    QFETCH(double, count);
    QFETCH(QString, text);
    QCOMPARE(shortCount(count, QLocale::c()), text);
}

void TestCountText::neighbouringTicksDoNotLookAlike()
{
    QCOMPARE(axisCount(1250, QLocale::c()), QStringLiteral("1.25 k"));
    QCOMPARE(axisCount(1500, QLocale::c()), QStringLiteral("1.5 k"));
    QCOMPARE(axisCount(2000, QLocale::c()), QStringLiteral("2 k"));
    QCOMPARE(axisCount(750, QLocale::c()), QStringLiteral("750"));
}

void TestCountText::countsAreGroupedAsTheLocaleDoes()
{
    QCOMPARE(countText(1'284'310, QLocale(QLocale::English)), QStringLiteral("1,284,310"));
    QCOMPARE(countText(1'284'310, QLocale(QLocale::German)), QStringLiteral("1.284.310"));
}

void TestCountText::tinySharesAreNotCalledZero()
{
    QCOMPARE(shareText(0, QLocale::c()), QStringLiteral("0 %"));
    QCOMPARE(shareText(0.0002, QLocale::c()), QStringLiteral("< 0.1 %"));
    QCOMPARE(shareText(0.142, QLocale::c()), QStringLiteral("14.2 %"));
    QCOMPARE(shareText(1, QLocale::c()), QStringLiteral("100 %"));
}

SANDGLASS_TEST(TestCountText)
} // namespace tst_charts_count_text

#include "tst_charts_count_text.moc"
