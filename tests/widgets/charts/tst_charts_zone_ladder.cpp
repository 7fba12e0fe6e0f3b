// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/charts/clock_formats.h"
#include "widgets/charts/zone_ladder.h"

#include <QDateTime>
#include <QTest>

namespace tst_charts_zone_ladder {

using namespace sandglass::widgets;

namespace {

constexpr qint64 kHourMs = 3'600'000;

qint64 utc(const char* text)
{
    return QDateTime::fromString(QString::fromLatin1(text), Qt::ISODate).toMSecsSinceEpoch();
}

QStringList utcTexts(const QVector<qint64>& ticks)
{
    QStringList texts;
    for (const qint64 tick : ticks) {
        texts += QDateTime::fromMSecsSinceEpoch(tick, QTimeZone::utc())
                     .toString(QStringLiteral("MM-dd HH:mm"));
    }
    return texts;
}

QStringList list(const char* text)
{
    return QString::fromLatin1(text).split(u',');
}

constexpr ZoneStep kHour{StepUnit::Second, 3600};
constexpr ZoneStep kSixHours{StepUnit::Second, 6 * 3600};
constexpr ZoneStep kDay{StepUnit::Day, 1};

} // namespace

class TestZoneLadder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void daysBeginAtLocalMidnightThroughClockChanges_data();
    void daysBeginAtLocalMidnightThroughClockChanges();
    void hoursFollowTheWallClock_data();
    void hoursFollowTheWallClock();
    void sixHourTicksStayOnTheWallClockThroughAYear();
    void weeksBeginOnMonday();
    void monthsBeginOnTheFirst();
    void aDayWithoutMidnightBeginsAtItsFirstMoment();
    void ticksAscendAndNeverRepeat_data();
    void ticksAscendAndNeverRepeat();
    void stepsAreTheSmallestThatFit_data();
    void stepsAreTheSmallestThatFit();
    void midnightIsWrittenAsADate();
    void theTimeOfDayIsWrittenInTheChosenFormats();
    void anEmptyRangeHasNoTicks();
};

void TestZoneLadder::daysBeginAtLocalMidnightThroughClockChanges_data()
{
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<qint64>("from");
    QTest::addColumn<qint64>("to");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("Berlin, spring")
        << QByteArray("Europe/Berlin") << utc("2025-03-29T00:00:00Z") << utc("2025-03-31T23:00:00Z")
        << list("03-29 23:00,03-30 22:00,03-31 22:00");
    QTest::newRow("Berlin, autumn")
        << QByteArray("Europe/Berlin") << utc("2025-10-25T00:00:00Z") << utc("2025-10-27T23:30:00Z")
        << list("10-25 22:00,10-26 23:00,10-27 23:00");
    QTest::newRow("New York, autumn")
        << QByteArray("America/New_York") << utc("2025-11-01T05:00:00Z")
        << utc("2025-11-03T06:00:00Z") << list("11-02 04:00,11-03 05:00");
    QTest::newRow("Lord Howe, half an hour")
        << QByteArray("Australia/Lord_Howe") << utc("2025-04-04T20:00:00Z")
        << utc("2025-04-07T00:00:00Z") << list("04-05 13:00,04-06 13:30");
    QTest::newRow("Kathmandu, a quarter off")
        << QByteArray("Asia/Kathmandu") << utc("2025-06-01T00:00:00Z")
        << utc("2025-06-03T00:00:00Z") << list("06-01 18:15,06-02 18:15");
}

void TestZoneLadder::daysBeginAtLocalMidnightThroughClockChanges()
{
    QFETCH(QByteArray, zone);
    QFETCH(qint64, from);
    QFETCH(qint64, to);
    QFETCH(QStringList, expected);
    QCOMPARE(utcTexts(zoneTicks(from, to, kDay, QTimeZone(zone))), expected);
}

void TestZoneLadder::hoursFollowTheWallClock_data()
{
    daysBeginAtLocalMidnightThroughClockChanges_data();
}

void TestZoneLadder::hoursFollowTheWallClock()
{
    QFETCH(QByteArray, zone);
    QFETCH(qint64, from);
    QFETCH(qint64, to);
    const QTimeZone wall(zone);
    const auto ticks = zoneTicks(from, to, kHour, wall);
    QVERIFY(ticks.size() > 40);
    for (const qint64 tick : ticks) {
        const QTime local = QDateTime::fromMSecsSinceEpoch(tick, wall).time();
        QCOMPARE(local.minute(), 0);
        QCOMPARE(local.second(), 0);
    }
    for (qsizetype i = 1; i < ticks.size(); ++i) {
        const qint64 gap = ticks.at(i) - ticks.at(i - 1);
        // only the half hour of Lord Howe makes a gap other than one hour
        QVERIFY(gap == kHourMs || (zone.endsWith("Howe") && gap == kHourMs * 3 / 2));
    }
}

void TestZoneLadder::sixHourTicksStayOnTheWallClockThroughAYear()
{
    const QTimeZone berlin("Europe/Berlin");
    const auto ticks
        = zoneTicks(utc("2025-01-01T00:00:00Z"), utc("2026-01-01T00:00:00Z"), kSixHours, berlin);
    QCOMPARE(ticks.size(), 365 * 4);
    for (const qint64 tick : ticks) {
        QCOMPARE(QDateTime::fromMSecsSinceEpoch(tick, berlin).time().hour() % 6, 0);
    }
}

void TestZoneLadder::weeksBeginOnMonday()
{
    const QTimeZone berlin("Europe/Berlin");
    const auto ticks = zoneTicks(utc("2025-10-01T00:00:00Z"), utc("2025-11-30T00:00:00Z"),
                                 {StepUnit::Week, 1}, berlin);
    QCOMPARE(ticks.size(), 8);
    for (const qint64 tick : ticks) {
        const QDateTime local = QDateTime::fromMSecsSinceEpoch(tick, berlin);
        QCOMPARE(local.date().dayOfWeek(), 1);
        QCOMPARE(local.time(), QTime(0, 0));
    }
}

void TestZoneLadder::monthsBeginOnTheFirst()
{
    const QTimeZone kathmandu("Asia/Kathmandu");
    const auto ticks = zoneTicks(utc("2025-01-15T00:00:00Z"), utc("2026-01-15T00:00:00Z"),
                                 {StepUnit::Month, 3}, kathmandu);
    QCOMPARE(utcTexts(ticks), list("03-31 18:15,06-30 18:15,09-30 18:15,12-31 18:15"));
}

void TestZoneLadder::aDayWithoutMidnightBeginsAtItsFirstMoment()
{
    // Chile's clocks jump from 24:00 to 01:00
    const auto ticks = zoneTicks(utc("2024-09-08T00:00:00Z"), utc("2024-09-08T23:00:00Z"), kDay,
                                 QTimeZone("America/Santiago"));
    QCOMPARE(utcTexts(ticks), list("09-08 04:00"));
}

void TestZoneLadder::ticksAscendAndNeverRepeat_data()
{
    QTest::addColumn<int>("place");
    for (int i = 0; i < stepLadder().size(); ++i) {
        QTest::addRow("step %d", i) << i;
    }
}

void TestZoneLadder::ticksAscendAndNeverRepeat()
{
    QFETCH(int, place);
    const ZoneStep step = stepLadder().at(place);
    for (const char* name :
         {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"}) {
        const qint64 middle = utc("2025-10-26T01:00:00Z");
        const qint64 half = step.roughMs() * 50;
        const auto ticks = zoneTicks(middle - half, middle + half, step, QTimeZone(name));
        QVERIFY(ticks.size() > 90);
        for (qsizetype i = 1; i < ticks.size(); ++i) {
            QVERIFY(ticks.at(i) > ticks.at(i - 1));
        }
    }
}

void TestZoneLadder::stepsAreTheSmallestThatFit_data()
{
    QTest::addColumn<qint64>("span");
    QTest::addColumn<int>("most");
    QTest::addColumn<int>("seconds");
    QTest::newRow("five minutes") << 5 * kHourMs / 60 << 10 << 60;
    QTest::newRow("one hour") << kHourMs << 5 << 900;
    QTest::newRow("a day") << 24 * kHourMs << 10 << 3 * 3600;
    QTest::newRow("a week") << 7 * 24 * kHourMs << 8 << 86'400;
    QTest::newRow("a second") << qint64{1000} << 8 << 1;
}

void TestZoneLadder::stepsAreTheSmallestThatFit()
{
    QFETCH(qint64, span);
    QFETCH(int, most);
    QFETCH(int, seconds);
    QCOMPARE(stepFor(span, most).roughMs(), qint64{seconds} * 1000);
}

void TestZoneLadder::midnightIsWrittenAsADate()
{
    const QTimeZone berlin("Europe/Berlin");
    const QLocale english(QLocale::English, QLocale::UnitedStates);
    const qint64 midnight = utc("2025-11-21T23:00:00Z");
    QCOMPARE(tickText(midnight, kHour, berlin, english), QStringLiteral("22 Nov"));
    QCOMPARE(tickText(midnight + kHourMs, kHour, berlin, english), QStringLiteral("01:00"));
    QCOMPARE(tickText(midnight + 15'000, {StepUnit::Second, 15}, berlin, english),
             QStringLiteral("00:00:15"));
    QCOMPARE(tickText(midnight, {StepUnit::Month, 1}, berlin, english), QStringLiteral("Nov 2025"));
}

void TestZoneLadder::theTimeOfDayIsWrittenInTheChosenFormats()
{
    const QLocale english(QLocale::English, QLocale::UnitedStates);
    const qint64 afternoon = utc("2025-11-22T13:05:09Z");
    setClockFormats({QStringLiteral("h:mm AP"), QStringLiteral("h:mm:ss AP")});
    const QString minutes = tickText(afternoon, kHour, QTimeZone::utc(), english);
    const QString seconds = tickText(afternoon, {StepUnit::Second, 15}, QTimeZone::utc(), english);
    setClockFormats({});
    QCOMPARE(minutes, QStringLiteral("1:05 PM"));
    QCOMPARE(seconds, QStringLiteral("1:05:09 PM"));
}

void TestZoneLadder::anEmptyRangeHasNoTicks()
{
    QVERIFY(zoneTicks(1000, 0, kHour, QTimeZone::utc()).isEmpty());
    QVERIFY(zoneTicks(0, 1000, kHour, QTimeZone()).isEmpty());
}

SANDGLASS_TEST(TestZoneLadder)
} // namespace tst_charts_zone_ladder

#include "tst_charts_zone_ladder.moc"
