// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/forecast/bucket_csv.h"
#include "ui/forecast/chart_mapping.h"

#include <QObject>
#include <QTest>

namespace tst_ui_bucket_csv {

using namespace sandglass;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kStartMs = 1'763'812'800'000; // 2025-11-22 12:00 UTC
constexpr qint64 kHourMs = 3'600'000;

widgets::ChartModel model()
{
    widgets::ChartModel model;
    model.bars = {{kStartMs, kStartMs + kHourMs, {3, 4}, 1.2, 700, false}};
    model.overdue = {kStartMs, kStartMs, {2}, 0, -1, true};
    model.later = {kStartMs + kHourMs, kStartMs + kHourMs, {1}, 0.5, -1, false};
    model.never = {{u"no field, or \"null\""_s, 5}};
    model.deletions = {{kStartMs - kHourMs, kStartMs, {9}, 0, -1, true}};
    return model;
}

} // namespace

class TestBucketCsv : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyBarIsALineWithBothTimes();
    void whatIsNotKnownIsEmpty();
    void clocksThatChangeKeepTheirOffsets();
    void collectionsOfOneDatabaseAreNamedWithoutIt();
    void deletionsHaveAnAxisOfAnHourFromTheStart();
    void deletionsOfReadingsTooFarApartAreNotExact();
};

void TestBucketCsv::everyBarIsALineWithBothTimes()
{
    const QStringList lines = ui::bucketCsv(model(), QTimeZone("Europe/Berlin")).split(u"\r\n"_s);
    QCOMPARE(lines.size(), 7); // the last one ends, too
    QCOMPARE(lines[1],
             u"deleted,2025-11-22T12:00:00.000+01:00,2025-11-22T13:00:00.000+01:00,"
             "2025-11-22T11:00:00.000Z,2025-11-22T12:00:00.000Z,Europe/Berlin,,,,,,,9"_s);
    QCOMPARE(lines[2],
             u"overdue,,2025-11-22T13:00:00.000+01:00,,2025-11-22T12:00:00.000Z,"
             "Europe/Berlin,,2,0,"_s
                 + QString::number(2.0 / 15, 'g', QLocale::FloatingPointShortest) + u",2,,"_s);
    QVERIFY2(lines[3].contains(u",,7,2,"_s) && lines[3].endsWith(u",9,700,"_s),
             qPrintable(lines[3]));
    QVERIFY2(lines[4].startsWith(u"later,2025-11-22T14:00:00.000+01:00,,"_s), qPrintable(lines[4]));
    QVERIFY2(lines[5].contains(u"\"no field, or \"\"null\"\"\",5,,"_s), qPrintable(lines[5]));
}

void TestBucketCsv::whatIsNotKnownIsEmpty()
{
    const QString empty = ui::bucketCsv(widgets::ChartModel(), QTimeZone::utc());
    QCOMPARE(empty.count(u'\n'), 4); // the head, Overdue, Later and Never
    QVERIFY(!empty.contains(u"nan"_s) && !empty.contains(u"-1"_s));
}

void TestBucketCsv::clocksThatChangeKeepTheirOffsets()
{
    widgets::ChartModel autumn;
    const qint64 change = 1'761'440'400'000; // 2025-10-26 01:00 UTC
    for (qint64 from = change - kHourMs; from <= change; from += kHourMs) {
        autumn.bars += widgets::Bar{from, from + kHourMs, {1}, 0, -1, true};
    }
    const QString text = ui::bucketCsv(autumn, QTimeZone("Europe/Berlin"));
    QVERIFY(text.contains(u"due,2025-10-26T02:00:00.000+02:00,2025-10-26T02:00:00.000+01:00"_s));
}

void TestBucketCsv::collectionsOfOneDatabaseAreNamedWithoutIt()
{
    presenters::ForecastState state;
    for (const char* name : {"carts", "events"}) {
        presenters::ForecastSeries series;
        series.ns = protocol::Namespace{"shop", name};
        series.name = QString::fromStdString(series.ns->text());
        state.series.push_back(series);
    }
    const auto shown = ui::chartModel(state, true).series;
    QCOMPARE(shown.at(0).name, u"carts"_s);
    QVERIFY(shown.at(0).role != shown.at(1).role);
    state.series[1].ns->database = "log";
    const auto full = ui::chartModel(state, true).series;
    QCOMPARE(full.at(0).name, u"shop.carts"_s);
    QCOMPARE(full.at(0).role, shown.at(0).role); // the colour belongs to the whole name
    state.series.pop_back();
    QVERIFY(ui::chartModel(state, true).series.at(0).role == widgets::ColorRole::Scheduled);
}

void TestBucketCsv::deletionsHaveAnAxisOfAnHourFromTheStart()
{
    using namespace std::chrono_literals;
    presenters::ForecastState state;
    state.edges = {state.now, state.now + 1h};
    state.deletions = {{state.now - 1min, state.now, 5}};
    const widgets::ChartModel first = ui::chartModel(state, true);
    QCOMPARE(first.deletions.size(), 1);
    QCOMPARE(first.deletions.last().toMs - first.deletionsFromMs, kHourMs);
    // short spans show as many as the forecast has room for
    state.deletions.clear();
    for (int i = 100; i > 0; --i) {
        state.deletions.push_back({state.now - i * 5s, state.now - (i - 1) * 5s, 1});
    }
    const widgets::ChartModel narrow = ui::chartModel(state, true);
    QCOMPARE(narrow.deletions.size(), 60);
    QCOMPARE(narrow.deletions.first().fromMs, narrow.deletionsFromMs);
}

void TestBucketCsv::deletionsOfReadingsTooFarApartAreNotExact()
{
    using namespace std::chrono_literals;
    presenters::ForecastState state;
    state.edges = {state.now, state.now + 1h};
    state.deletions
        = {{state.now - 10s, state.now - 5s, 5, false}, {state.now - 5s, state.now, 5, true}};
    const widgets::ChartModel counted = ui::chartModel(state, true);
    QVERIFY(!counted.deletions.first().exact);
    QVERIFY(counted.deletions.last().exact);
    state.deletionsObserved = true;
    QVERIFY(!ui::chartModel(state, true).deletions.last().exact);
}

SANDGLASS_GUI_TEST(TestBucketCsv)
} // namespace tst_ui_bucket_csv

#include "tst_ui_bucket_csv.moc"
