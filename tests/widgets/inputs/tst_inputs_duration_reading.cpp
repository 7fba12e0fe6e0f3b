// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/inputs/duration_reading.h"

#include <QTest>

namespace tst_inputs_duration_reading {

using namespace sandglass::widgets;

class TestDurationReading : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void understandsWhatPeopleType_data();
    void understandsWhatPeopleType();
    void refusesWhatIsNoDuration_data();
    void refusesWhatIsNoDuration();
    void naturalUnitsAreTheLargestWholeOnes();
};

void TestDurationReading::understandsWhatPeopleType_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("seconds");
    QTest::newRow("bare number counts in the unit") << QStringLiteral("90") << qint64{90} * 3600;
    QTest::newRow("days") << QStringLiteral("90d") << qint64{7'776'000};
    QTest::newRow("two parts") << QStringLiteral("1h30m") << qint64{5400};
    QTest::newRow("blanks") << QStringLiteral("  1 d  4 h ") << qint64{100'800};
    QTest::newRow("words") << QStringLiteral("2 Weeks") << qint64{1'209'600};
    QTest::newRow("fraction") << QStringLiteral("1.5h") << qint64{5400};
    QTest::newRow("comma") << QStringLiteral("0,5 min") << qint64{30};
    QTest::newRow("least") << QStringLiteral("1s") << qint64{1};
    QTest::newRow("most") << QStringLiteral("2147483647s") << qint64{2'147'483'647};
}

void TestDurationReading::understandsWhatPeopleType()
{
    QFETCH(QString, text);
    QFETCH(qint64, seconds);
    const DurationReading reading = readDuration(text, DurationUnit::Hours);
    QCOMPARE(reading.problem, DurationProblem::None);
    QCOMPARE(reading.seconds, seconds);
}

void TestDurationReading::refusesWhatIsNoDuration_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<DurationProblem>("problem");
    const auto row = [](const char* text, DurationProblem problem) {
        QTest::newRow(text) << QString::fromLatin1(text) << problem;
    };
    row("", DurationProblem::Empty);
    row("   ", DurationProblem::Empty);
    row("abc", DurationProblem::NotADuration);
    row("-5d", DurationProblem::NotADuration);
    row("+5d", DurationProblem::NotADuration);
    row("5 5", DurationProblem::NotADuration);
    row("1h 30", DurationProblem::NotADuration);
    row("5 y", DurationProblem::NotADuration);
    row("1e5", DurationProblem::NotADuration);
    row("1..5h", DurationProblem::NotADuration);
    row("NaN", DurationProblem::NotADuration);
    row("1.5s", DurationProblem::NotWholeSeconds);
    row("0", DurationProblem::TooSmall);
    row("2147483648s", DurationProblem::TooLarge);
    row("999999999999999999 w", DurationProblem::TooLarge);
    row("9999999999999999999999999d", DurationProblem::NotADuration);
}

void TestDurationReading::refusesWhatIsNoDuration()
{
    QFETCH(QString, text);
    QFETCH(DurationProblem, problem);
    QCOMPARE(readDuration(text, DurationUnit::Hours).problem, problem);
}

void TestDurationReading::naturalUnitsAreTheLargestWholeOnes()
{
    QCOMPARE(naturalUnit(7'776'000), DurationUnit::Days);
    QCOMPARE(naturalUnit(604'800), DurationUnit::Days);
    QCOMPARE(naturalUnit(7200), DurationUnit::Hours);
    QCOMPARE(naturalUnit(5400), DurationUnit::Minutes);
    QCOMPARE(naturalUnit(61), DurationUnit::Seconds);
    QCOMPARE(naturalUnit(0), DurationUnit::Seconds);
}

SANDGLASS_TEST(TestDurationReading)
} // namespace tst_inputs_duration_reading

#include "tst_inputs_duration_reading.moc"
