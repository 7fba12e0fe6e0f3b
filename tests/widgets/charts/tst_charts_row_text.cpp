// SPDX-License-Identifier: GPL-3.0-or-later
// The words for one bar: its range in any zone, counts of any size, names from a server.
#include "tests/support/test_program.h"
#include "widgets/charts/row_text.h"

#include <QTest>

#include <limits>

namespace tst_charts_row_text {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kMinute = 60'000;
constexpr qint64 kHour = 60 * kMinute;
constexpr qint64 kDay = 24 * kHour;
constexpr qint64 kNoon = 1'763'812'800'000; // Saturday, 22 November 2025, 12:00 UTC
constexpr qint64 kMidnight = kNoon - 12 * kHour;

ChartRow forecast(qint64 from, qint64 to, double count = 3)
{
    ChartRow row;
    row.fromMs = from;
    row.toMs = to;
    row.count = count;
    row.cumulative = count;
    row.total = 10;
    return row;
}

RowText utc()
{
    return {QTimeZone::utc(), QLocale::c()};
}

} // namespace

class TestRowText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRangeIsAsShortAsItCanBe_data();
    void aRangeIsAsShortAsItCanBe();
    void theRangeIsInTheZoneAndInUtcToo();
    void theHourThatComesTwiceIsReadFromUtc();
    void theHourThatComesTwiceNamesItsOffsets();
    void barsWithoutARangeHaveNoneInUtc();
    void kindsHaveNames_data();
    void kindsHaveNames();
    void sampledRowsSayTheirError();
    void theStackIsListedFromTheTop();
    void oneSeriesIsNotListed();
    void neverHasNoRunningSum();
    void bytesAreSaidOnlyWhereTheyAreKnown();
    void countsOfAnySizeAreNumbers_data();
    void countsOfAnySizeAreNumbers();
    void nothingInTotalDividesNothing();
    void theSentenceIsOneLine();
    void whereNotAllWasCountedNothingIsExact();
    void deletionsSayTheirNumberAndWhereItIsFrom();
    void aToolTipNamesTheZoneOnce();
};

void TestRowText::aRangeIsAsShortAsItCanBe_data()
{
    QTest::addColumn<qint64>("from");
    QTest::addColumn<qint64>("to");
    QTest::addColumn<QString>("title");
    QTest::newRow("minutes") << kNoon << kNoon + 15 * kMinute
                             << u"Sat 22 Nov 2025, 12:00 – 12:15"_s;
    QTest::newRow("seconds") << kNoon << kNoon + 5'000 << u"Sat 22 Nov 2025, 12:00:00 – 12:00:05"_s;
    QTest::newRow("to midnight") << kMidnight + 23 * kHour << kMidnight + kDay
                                 << u"Sat 22 Nov 2025, 23:00 – 00:00"_s;
    QTest::newRow("a day") << kMidnight << kMidnight + kDay << u"Sat 22 Nov 2025"_s;
    QTest::newRow("a week") << kMidnight << kMidnight + 7 * kDay
                            << u"Sat 22 Nov 2025 – Fri 28 Nov 2025"_s;
    QTest::newRow("over midnight") << kMidnight + 23 * kHour << kMidnight + 25 * kHour
                                   << u"Sat 22 Nov 2025, 23:00 – Sun 23 Nov 2025, 01:00"_s;
}

void TestRowText::aRangeIsAsShortAsItCanBe()
{
    QFETCH(qint64, from);
    QFETCH(qint64, to);
    QFETCH(QString, title);
    QCOMPARE(utc().title(forecast(from, to)), title);
}

void TestRowText::theRangeIsInTheZoneAndInUtcToo()
{
    const RowText text(QTimeZone("Asia/Kathmandu"), QLocale::c()); // UTC+05:45
    const ChartRow row = forecast(kNoon, kNoon + 15 * kMinute);
    QCOMPARE(text.title(row), u"Sat 22 Nov 2025, 17:45 – 18:00"_s);
    QCOMPARE(text.utcRange(row), u"Sat 22 Nov 2025, 12:00 – 12:15 UTC"_s);
}

void TestRowText::theHourThatComesTwiceIsReadFromUtc()
{
    // the clocks of Berlin go back from 03:00 to 02:00 on 26 October 2025, at 01:00 UTC
    const RowText text(QTimeZone("Europe/Berlin"), QLocale::c());
    const qint64 change = QDateTime(QDate(2025, 10, 26), QTime(1, 0), Qt::UTC).toMSecsSinceEpoch();
    const ChartRow before = forecast(change - kHour, change);
    const ChartRow after = forecast(change, change + kHour);
    QVERIFY(text.utcRange(before) != text.utcRange(after));
    QCOMPARE(text.utcRange(after), u"Sun 26 Oct 2025, 01:00 – 02:00 UTC"_s);
    QVERIFY(text.title(after).contains(u"02:00"_s));
}

void TestRowText::theHourThatComesTwiceNamesItsOffsets()
{
    const RowText text(QTimeZone("Europe/Berlin"), QLocale::c());
    const qint64 change = QDateTime(QDate(2025, 10, 26), QTime(1, 0), Qt::UTC).toMSecsSinceEpoch();
    const auto title = [&](qint64 from, qint64 length) {
        return text.title(forecast(change + from, change + from + length));
    };
    QCOMPARE(title(-kHour, kHour),
             u"Sun 26 Oct 2025, 02:00 UTC+02:00 – 02:00 UTC+01:00"_s); // and not "02:00 – 02:00"
    QCOMPARE(title(0, kHour / 2), u"Sun 26 Oct 2025, 02:00 UTC+01:00 – 02:30 UTC+01:00"_s);
    QVERIFY(title(0, kHour / 2) != title(-kHour, kHour / 2));
    // the tool tip names them once
    const QString first = text.lines(forecast(change, change + kHour / 2), {}).first();
    QCOMPARE(first, title(0, kHour / 2));
    // neighbours, and the spring, when an hour is missing, need none
    QCOMPARE(title(kHour, kHour), u"Sun 26 Oct 2025, 03:00 – 04:00"_s);
    QCOMPARE(title(-3 * kHour, kHour), u"Sun 26 Oct 2025, 00:00 – 01:00"_s);
    const qint64 spring = QDateTime(QDate(2025, 3, 30), QTime(1, 0), Qt::UTC).toMSecsSinceEpoch();
    QCOMPARE(text.title(forecast(spring - kHour, spring)), u"Sun 30 Mar 2025, 01:00 – 03:00"_s);
}

void TestRowText::barsWithoutARangeHaveNoneInUtc()
{
    ChartRow row = forecast(kNoon, kNoon + kHour);
    for (const BarKind kind : {BarKind::Overdue, BarKind::Later, BarKind::Never}) {
        row.kind = kind;
        QCOMPARE(utc().utcRange(row), QString());
        for (const QString& line : utc().lines(row, {})) {
            QVERIFY2(!line.contains(u"UTC"_s), qPrintable(line));
        }
    }
    row.kind = BarKind::Deleted;
    QVERIFY(utc().utcRange(row).endsWith(u"UTC"_s));
}

void TestRowText::kindsHaveNames_data()
{
    QTest::addColumn<BarKind>("kind");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("title");
    QTest::newRow("overdue") << BarKind::Overdue << QString() << u"Overdue"_s;
    QTest::newRow("later") << BarKind::Later << QString() << u"Later"_s;
    QTest::newRow("never") << BarKind::Never << QString() << u"Never"_s;
    QTest::newRow("never, why") << BarKind::Never << u"no field"_s << u"Never: no field"_s;
    QTest::newRow("a name like a place") << BarKind::Never << u"%1 %2"_s << u"Never: %1 %2"_s;
}

void TestRowText::kindsHaveNames()
{
    QFETCH(BarKind, kind);
    QFETCH(QString, name);
    QFETCH(QString, title);
    ChartRow row = forecast(0, 0);
    row.kind = kind;
    row.name = name;
    QCOMPARE(utc().title(row), title);
}

void TestRowText::sampledRowsSayTheirError()
{
    ChartRow row = forecast(kNoon, kNoon + kHour);
    const QString exact = utc().exactness(row);
    row.exact = false;
    row.error = 1'200;
    QVERIFY(utc().exactness(row) != exact);
    QVERIFY2(utc().exactness(row).contains(u"± 1"_s), qPrintable(utc().exactness(row)));
    QVERIFY(utc().spoken(row).contains(utc().exactness(row)));
}

void TestRowText::theStackIsListedFromTheTop()
{
    ChartRow row = forecast(kNoon, kNoon + kHour, 6);
    row.values = {1, 0, 5};
    const QVector<Series> series{{u"lowest"_s, {}}, {u"empty"_s, {}}, {u"%1 <b>top</b>"_s, {}}};
    const QStringList lines = utc().lines(row, series);
    const qsizetype top = lines.indexOf(u"  %1 <b>top</b>: 5"_s);
    const qsizetype lowest = lines.indexOf(u"  lowest: 1"_s);
    QVERIFY2(top >= 0 && lowest == top + 1, qPrintable(lines.join(u'\n')));
    QVERIFY(lines.filter(u"empty"_s).isEmpty());
}

void TestRowText::oneSeriesIsNotListed()
{
    ChartRow row = forecast(kNoon, kNoon + kHour);
    row.values = {3};
    QVERIFY(utc().lines(row, {{u"alone"_s, {}}}).filter(u"alone"_s).isEmpty());
}

void TestRowText::neverHasNoRunningSum()
{
    const RowText text(QTimeZone("Asia/Kathmandu"), QLocale::c());
    ChartRow row = forecast(kNoon, kNoon + kHour);
    const qsizetype lines = text.lines(row, {}).size();
    row.kind = BarKind::Never;
    QCOMPARE(text.lines(row, {}).size(), lines - 2); // nor a range in UTC
}

void TestRowText::deletionsSayTheirNumberAndWhereItIsFrom()
{
    ChartRow row = forecast(kNoon, kNoon + 5 * kMinute, 12);
    row.kind = BarKind::Deleted;
    row.source = u"by the counter"_s;
    const QString title = u"Deleted: Sat 22 Nov 2025, 12:00 – 12:05"_s;
    QCOMPARE(utc().title(row), title);
    QCOMPARE(utc().exactness(row), u"exact, by the counter"_s);
    const QString spoken = utc().spoken(row);
    QVERIFY2(spoken.startsWith(title + u": 12 "_s) && spoken.endsWith(u", exact, by the counter"_s),
             qPrintable(spoken));
    QVERIFY2(!spoken.contains(u'%'), qPrintable(spoken)); // they are no part of what is there
    row.exact = false;
    QCOMPARE(utc().exactness(row), u"estimated, by the counter"_s);
    const QString lines = utc().lines(row, {{u"a"_s, {}}, {u"b"_s, {}}}).join(u'\n');
    QVERIFY2(lines.contains(u"12 "_s) && lines.endsWith(u"estimated, by the counter"_s)
                 && !lines.contains(u'%') && !lines.contains(u"up to here"_s),
             qPrintable(lines));
    row.source.clear();
    QCOMPARE(utc().exactness(row), u"estimated"_s);
}

// Source: ui/DESIGN.md, For everyone.
void TestRowText::aToolTipNamesTheZoneOnce()
{
    const ChartRow row = forecast(kNoon, kNoon + 15 * kMinute);
    const QStringList there
        = RowText(QTimeZone("Asia/Kathmandu"), QLocale::c()).lines(row, {}).mid(0, 2);
    QCOMPARE(there,
             QStringList({u"Sat 22 Nov 2025, 17:45 – 18:00 UTC+05:45"_s,
                          u"Sat 22 Nov 2025, 12:00 – 12:15 UTC"_s}));
    const QStringList here = utc().lines(row, {});
    QCOMPARE(here.first(), u"Sat 22 Nov 2025, 12:00 – 12:15 UTC"_s);
    QCOMPARE(here.filter(u"UTC"_s).size(), 1);
}

void TestRowText::bytesAreSaidOnlyWhereTheyAreKnown()
{
    ChartRow row = forecast(kNoon, kNoon + kHour);
    const qsizetype lines = utc().lines(row, {}).size();
    row.bytes = 0;
    QCOMPARE(utc().lines(row, {}).size(), lines + 1);
    row.bytes = 1.5e6;
    QCOMPARE(utc().lines(row, {}).filter(u"1.5 MB"_s).size(), 1);
}

void TestRowText::countsOfAnySizeAreNumbers_data()
{
    QTest::addColumn<double>("count");
    QTest::newRow("none") << 0.0;
    QTest::newRow("one") << 1.0;
    QTest::newRow("beyond int") << 3.0e9;
    QTest::newRow("the most that a document count can be")
        << static_cast<double>(std::numeric_limits<qint64>::max());
}

void TestRowText::countsOfAnySizeAreNumbers()
{
    QFETCH(double, count);
    const QString spoken = utc().spoken(forecast(kNoon, kNoon + kHour, count));
    for (const QString& wrong : {u"%"_s, u"nan"_s, u"inf"_s, u"e+"_s, u": -"_s}) {
        // the share of all is in per cent
        QVERIFY2(wrong == "%"_L1 || !spoken.contains(wrong), qPrintable(spoken));
    }
    QVERIFY2(!spoken.contains(u"%1"_s) && !spoken.contains(u"%n"_s), qPrintable(spoken));
}

void TestRowText::nothingInTotalDividesNothing()
{
    ChartRow row = forecast(kNoon, kNoon + kHour, 0);
    row.total = 0;
    QCOMPARE(row.share(), 0.0);
    QCOMPARE(row.cumulativeShare(), 0.0);
    QVERIFY(!utc().spoken(row).contains(u"nan"_s));
}

void TestRowText::theSentenceIsOneLine()
{
    const QString spoken = utc().spoken(forecast(kNoon, kNoon + kHour));
    QVERIFY(spoken.startsWith(u"Sat 22 Nov 2025, 12:00 – 13:00: 3 "_s));
    QVERIFY(!spoken.contains(u'\n'));
}

void TestRowText::whereNotAllWasCountedNothingIsExact()
{
    ChartRow some = forecast(kNoon, kNoon + kHour);
    some.atLeast = true;
    ChartRow none = forecast(kNoon, kNoon + kHour, 0);
    none.atLeast = true;
    QVERIFY2(utc().spoken(some).contains(u"\u2265 3"_s), qPrintable(utc().spoken(some)));
    for (const QString& text :
         {utc().spoken(some), utc().spoken(none), utc().exactness(some),
          utc().lines(some, {}).join(u'\n'), utc().lines(none, {}).join(u'\n')}) {
        QVERIFY2(!text.contains(u"exact"_s) && !text.contains(u" 0 "_s) && !text.contains(u"%"_s),
                 qPrintable(text));
    }
}

SANDGLASS_TEST(TestRowText)
} // namespace tst_charts_row_text

#include "tst_charts_row_text.moc"
