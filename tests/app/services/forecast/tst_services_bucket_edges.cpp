// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/bucket_edges.h"
#include "app/ttl/requests.h"
#include "tests/support/test_program.h"

#include <QDateTime>
#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_services_bucket_edges {

using namespace sandglass;
using namespace std::chrono_literals;
using base::Time;
using services::bucketEdges;
using services::planEdges;
using ttl::EdgePlan;
using ttl::fold;

namespace {

QTimeZone zoneNamed(const char* id)
{
    return QTimeZone(QByteArray(id));
}

Time at(const QTimeZone& zone, const QDate& day, const QTime& time)
{
    return Time(base::Millis(QDateTime(day, time, zone).toMSecsSinceEpoch()));
}

QDateTime shown(Time moment, const QTimeZone& zone)
{
    return QDateTime::fromMSecsSinceEpoch(moment.time_since_epoch().count(), zone);
}

} // namespace

class TestBucketEdges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dayBucketsStartAtMidnightThroughClockChanges_data();
    void dayBucketsStartAtMidnightThroughClockChanges();
    void theShortAndTheLongDayHaveTheirRealLength();
    void lordHoweShiftsByHalfAnHour();
    void hourBucketsFollowTheOffsetOfKathmandu();
    void subDayBucketsStayEvenThroughAClockChange();
    void everyWidthKeepsItsRuleThroughEveryChange_data();
    void everyWidthKeepsItsRuleThroughEveryChange();
    void theRepeatedHourHasTwoBucketsAndTheMissingOneNone();
    void theRepeatedHalfHourOfLordHoweHasTwoBuckets();
    void aDayWithoutMidnightStartsAtItsFirstMoment_data();
    void aDayWithoutMidnightStartsAtItsFirstMoment();
    void ofTwoMidnightsTheFirstIsTaken();
    void aDayThatTheZoneLeftOutHasNoBucket();
    void neverMoreThan500BarsWhateverTheHorizon_data();
    void neverMoreThan500BarsWhateverTheHorizon();
    void weeksStartOnMonday();
    void monthsStartOnTheFirst();
    void everyPresetGivesBetween60And500Bars_data();
    void everyPresetGivesBetween60And500Bars();
    void theFirstEdgeIsNowAndTheLastReachesTheHorizon();
    void aCenturyIsCutAtTheMostBars();
    void aPlanHoldsTheCutsOfAnHourAndADay();
    void theEdgesOfTheWaveAreTheSameForEveryRange();
    void foldingKeepsEveryDocumentOnce();
    void foldingAZoomedRangeCountsWhatLiesBefore();
};

void TestBucketEdges::dayBucketsStartAtMidnightThroughClockChanges_data()
{
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<QDate>("start");
    QTest::newRow("Berlin spring") << QByteArray("Europe/Berlin") << QDate(2024, 3, 20);
    QTest::newRow("Berlin autumn") << QByteArray("Europe/Berlin") << QDate(2024, 10, 20);
    QTest::newRow("New York spring") << QByteArray("America/New_York") << QDate(2024, 3, 5);
    QTest::newRow("New York autumn") << QByteArray("America/New_York") << QDate(2024, 10, 28);
    QTest::newRow("Lord Howe spring") << QByteArray("Australia/Lord_Howe") << QDate(2024, 9, 30);
    QTest::newRow("Lord Howe autumn") << QByteArray("Australia/Lord_Howe") << QDate(2024, 4, 1);
    QTest::newRow("Kathmandu") << QByteArray("Asia/Kathmandu") << QDate(2024, 3, 20);
}

void TestBucketEdges::dayBucketsStartAtMidnightThroughClockChanges()
{
    QFETCH(QByteArray, zone);
    QFETCH(QDate, start);
    const QTimeZone in(zone);
    const Time now = at(in, start, QTime(15, 20, 7));
    const std::vector<Time> edges = bucketEdges(now, now + 24h * 20, ttl::BucketWidth::Day1, in);
    QCOMPARE(edges.front(), now);
    QCOMPARE(edges.size(), std::size_t{22});
    for (std::size_t i = 1; i < edges.size(); ++i) {
        QCOMPARE(shown(edges[i], in).time(), QTime(0, 0));
        QCOMPARE(shown(edges[i], in).date(), start.addDays(static_cast<qint64>(i)));
    }
}

void TestBucketEdges::theShortAndTheLongDayHaveTheirRealLength()
{
    const QTimeZone berlin = zoneNamed("Europe/Berlin");
    const Time spring = at(berlin, QDate(2024, 3, 31), QTime(0, 0));
    const Time autumn = at(berlin, QDate(2024, 10, 27), QTime(0, 0));
    const std::vector<Time> shortDay
        = bucketEdges(spring, spring + 1h, ttl::BucketWidth::Day1, berlin);
    const std::vector<Time> longDay
        = bucketEdges(autumn, autumn + 1h, ttl::BucketWidth::Day1, berlin);
    QCOMPARE(shortDay[1] - shortDay[0], base::Millis(23h));
    QCOMPARE(longDay[1] - longDay[0], base::Millis(25h));
}

void TestBucketEdges::lordHoweShiftsByHalfAnHour()
{
    const QTimeZone howe = zoneNamed("Australia/Lord_Howe");
    const Time autumn = at(howe, QDate(2024, 4, 7), QTime(0, 0));
    const std::vector<Time> edges = bucketEdges(autumn, autumn + 1h, ttl::BucketWidth::Day1, howe);
    QCOMPARE(edges[1] - edges[0], base::Millis(24h + 30min));
}

void TestBucketEdges::hourBucketsFollowTheOffsetOfKathmandu()
{
    const QTimeZone kathmandu = zoneNamed("Asia/Kathmandu");
    const Time now = at(kathmandu, QDate(2024, 6, 1), QTime(10, 7, 3));
    const std::vector<Time> edges = bucketEdges(now, now + 24h, ttl::BucketWidth::Hour1, kathmandu);
    QCOMPARE(shown(edges[1], kathmandu).time(), QTime(11, 0));
    QCOMPARE(shown(edges[2], kathmandu).time(), QTime(12, 0));
}

void TestBucketEdges::subDayBucketsStayEvenThroughAClockChange()
{
    const QTimeZone berlin = zoneNamed("Europe/Berlin");
    const Time now = at(berlin, QDate(2024, 3, 30), QTime(12, 0));
    const std::vector<Time> edges = bucketEdges(now, now + 48h, ttl::BucketWidth::Hour6, berlin);
    for (std::size_t i = 1; i + 1 < edges.size(); ++i) {
        QCOMPARE(edges[i + 1] - edges[i], base::Millis(6h));
    }
}

void TestBucketEdges::everyWidthKeepsItsRuleThroughEveryChange_data()
{
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<QDate>("change");
    const std::pair<const char*, QDate> changes[] = {
        {"Europe/Berlin", {2024, 3, 31}},       {"Europe/Berlin", {2024, 10, 27}},
        {"America/New_York", {2024, 3, 10}},    {"America/New_York", {2024, 11, 3}},
        {"Australia/Lord_Howe", {2024, 10, 6}}, {"Australia/Lord_Howe", {2024, 4, 7}},
        {"Asia/Kathmandu", {2024, 3, 31}},      {"Asia/Kathmandu", {1986, 1, 1}},
        {"America/Sao_Paulo", {2018, 11, 4}},   {"America/Sao_Paulo", {2018, 2, 18}},
        {"Asia/Beirut", {2024, 3, 31}},         {"Asia/Beirut", {2024, 10, 27}},
        {"America/Havana", {2024, 11, 3}},      {"Pacific/Apia", {2011, 12, 30}},
    };
    for (const auto& [zone, change] : changes) {
        QTest::addRow("%s %s", zone, qPrintable(change.toString(Qt::ISODate)))
            << QByteArray(zone) << change;
    }
}

void TestBucketEdges::everyWidthKeepsItsRuleThroughEveryChange()
{
    QFETCH(QByteArray, zone);
    QFETCH(QDate, change);
    const QTimeZone in(zone);
    for (int step = 0; step <= static_cast<int>(ttl::BucketWidth::Month1); ++step) {
        const auto width = static_cast<ttl::BucketWidth>(step);
        const std::chrono::seconds length(ttl::nominalSeconds(width));
        const Time middle = at(QTimeZone::utc(), change, QTime(1, 7, 3, 250));
        // the change lies in the middle of the bars
        const Time from = middle - length * 100;
        const std::vector<Time> edges = bucketEdges(from, from + length * 200, width, in);
        QCOMPARE(edges.front(), from);
        QVERIFY(edges.back() >= from + length * 190);
        QVERIFY(std::ranges::is_sorted(edges, std::ranges::less_equal{}));
        for (std::size_t i = 1; i < edges.size(); ++i) {
            if (length < 24h) {
                QVERIFY(i == 1 || edges[i] - edges[i - 1] == length);
                continue;
            }
            const QDate day = shown(edges[i], in).date();
            QVERIFY2(shown(edges[i] - base::Millis(1), in).date() < day,
                     qPrintable(shown(edges[i], in).toString(Qt::ISODateWithMs)));
            QVERIFY(width != ttl::BucketWidth::Week1 || day.dayOfWeek() == 1);
            QVERIFY(width != ttl::BucketWidth::Month1 || day.day() == 1);
        }
        const int first = shown(edges[1], in).time().msecsSinceStartOfDay();
        QVERIFY(length >= 24h || first % (length.count() * 1'000) == 0);
    }
}

void TestBucketEdges::theRepeatedHourHasTwoBucketsAndTheMissingOneNone()
{
    const QTimeZone berlin = zoneNamed("Europe/Berlin");
    const auto clockOf = [&](Time from) {
        QStringList texts;
        for (const Time edge : bucketEdges(from, from + 4h, ttl::BucketWidth::Hour1, berlin)) {
            const QDateTime local = shown(edge, berlin);
            texts << u"%1+%2"_qs.arg(local.toString(u"HH:mm")).arg(local.offsetFromUtc() / 3'600);
        }
        return texts.join(u' ');
    };
    QCOMPARE(clockOf(at(berlin, QDate(2024, 10, 27), QTime(0, 30))),
             u"00:30+2 01:00+2 02:00+2 02:00+1 03:00+1 04:00+1"_qs);
    QCOMPARE(clockOf(at(berlin, QDate(2024, 3, 31), QTime(0, 30))),
             u"00:30+1 01:00+1 03:00+2 04:00+2 05:00+2 06:00+2"_qs);
}

void TestBucketEdges::theRepeatedHalfHourOfLordHoweHasTwoBuckets()
{
    const QTimeZone howe = zoneNamed("Australia/Lord_Howe");
    // at 02:00 the clock goes back to 01:30
    const Time from = at(howe, QDate(2024, 4, 7), QTime(1, 0));
    QStringList texts;
    for (const Time edge : bucketEdges(from, from + 2h, ttl::BucketWidth::Minute30, howe)) {
        texts << shown(edge, howe).time().toString(u"HH:mm");
    }
    QCOMPARE(texts.join(u' '), u"01:00 01:30 01:30 02:00 02:30"_qs);
}

void TestBucketEdges::aDayWithoutMidnightStartsAtItsFirstMoment_data()
{
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<QDate>("day");
    QTest::newRow("Sao Paulo") << QByteArray("America/Sao_Paulo") << QDate(2018, 11, 4);
    QTest::newRow("Beirut") << QByteArray("Asia/Beirut") << QDate(2024, 3, 31);
    QTest::newRow("Santiago") << QByteArray("America/Santiago") << QDate(2024, 9, 8);
    QTest::newRow("Cairo") << QByteArray("Africa/Cairo") << QDate(2024, 4, 26);
}

void TestBucketEdges::aDayWithoutMidnightStartsAtItsFirstMoment()
{
    QFETCH(QByteArray, zone);
    QFETCH(QDate, day);
    const QTimeZone in(zone);
    const Time from = at(in, day.addDays(-1), QTime(12, 0));
    const std::vector<Time> edges = bucketEdges(from, from + 48h, ttl::BucketWidth::Day1, in);
    QCOMPARE(shown(edges[1], in), QDateTime(day, QTime(1, 0), in));
    QCOMPARE(edges[2] - edges[1], base::Millis(23h));
}

void TestBucketEdges::ofTwoMidnightsTheFirstIsTaken()
{
    const QTimeZone havana = zoneNamed("America/Havana");
    const Time from = at(QTimeZone::utc(), QDate(2024, 11, 2), QTime(12, 0));
    const std::vector<Time> edges = bucketEdges(from, from + 48h, ttl::BucketWidth::Day1, havana);
    QCOMPARE(edges[1], at(QTimeZone::utc(), QDate(2024, 11, 3), QTime(4, 0)));
    QCOMPARE(edges[2] - edges[1], base::Millis(25h));
}

void TestBucketEdges::aDayThatTheZoneLeftOutHasNoBucket()
{
    const QTimeZone apia = zoneNamed("Pacific/Apia"); // it changed sides of the date line
    const Time from = at(apia, QDate(2011, 12, 28), QTime(12, 0));
    QStringList days;
    for (const Time edge : bucketEdges(from, from + 60h, ttl::BucketWidth::Day1, apia)) {
        days << shown(edge, apia).toString(u"MM-dd HH:mm");
    }
    QCOMPARE(
        days,
        QStringList({u"12-28 12:00"_qs, u"12-29 00:00"_qs, u"12-31 00:00"_qs, u"01-01 00:00"_qs}));
}

void TestBucketEdges::neverMoreThan500BarsWhateverTheHorizon_data()
{
    QTest::addColumn<QByteArray>("zone");
    for (const char* zone : {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
                             "Asia/Kathmandu", "Pacific/Apia", "UTC"}) {
        QTest::newRow(zone) << QByteArray(zone);
    }
}

void TestBucketEdges::neverMoreThan500BarsWhateverTheHorizon()
{
    QFETCH(QByteArray, zone);
    const QTimeZone in(zone);
    for (const QDate& now : {QDate(1700, 1, 1), QDate(2024, 10, 20), QDate(9990, 6, 1)}) {
        const Time start = at(QTimeZone::utc(), now, QTime(15, 20, 7, 1));
        std::vector<Time> ends{at(QTimeZone::utc(), QDate(9999, 12, 31), QTime(23, 59, 59, 999))};
        for (std::chrono::seconds span = 1s; span < 24h * 366 * 300; span = span * 3 / 2 + 1s) {
            ends.push_back(start + span);
        }
        for (const Time end : ends) {
            const EdgePlan plan = planEdges(start, start, end, in);
            QVERIFY(plan.shown.size() >= 2);
            QVERIFY(plan.shown.size() - 1 <= 500);
            QVERIFY(plan.asked.size() <= ttl::kMostEdges);
            QVERIFY(std::ranges::is_sorted(plan.asked, std::ranges::less_equal{}));
        }
    }
}

void TestBucketEdges::weeksStartOnMonday()
{
    const QTimeZone newYork = zoneNamed("America/New_York");
    const Time now = at(newYork, QDate(2024, 10, 24), QTime(9, 0));
    const std::vector<Time> edges
        = bucketEdges(now, now + 24h * 60, ttl::BucketWidth::Week1, newYork);
    for (std::size_t i = 1; i < edges.size(); ++i) {
        QCOMPARE(shown(edges[i], newYork).date().dayOfWeek(), 1);
        QCOMPARE(shown(edges[i], newYork).time(), QTime(0, 0));
    }
}

void TestBucketEdges::monthsStartOnTheFirst()
{
    const QTimeZone berlin = zoneNamed("Europe/Berlin");
    const Time now = at(berlin, QDate(2024, 1, 31), QTime(9, 0));
    const std::vector<Time> edges
        = bucketEdges(now, now + 24h * 400, ttl::BucketWidth::Month1, berlin);
    QCOMPARE(shown(edges[1], berlin).date(), QDate(2024, 2, 1));
    for (std::size_t i = 1; i < edges.size(); ++i) {
        QCOMPARE(shown(edges[i], berlin).date().day(), 1);
    }
}

void TestBucketEdges::everyPresetGivesBetween60And500Bars_data()
{
    QTest::addColumn<qlonglong>("seconds");
    for (const std::int64_t seconds : ttl::kHorizonPresetSeconds) {
        QTest::addRow("%lld s", static_cast<long long>(seconds)) << static_cast<qlonglong>(seconds);
    }
}

void TestBucketEdges::everyPresetGivesBetween60And500Bars()
{
    QFETCH(qlonglong, seconds);
    const QTimeZone berlin = zoneNamed("Europe/Berlin");
    const Time now = at(berlin, QDate(2024, 10, 20), QTime(15, 20, 7));
    const std::size_t bars = bucketEdges(now, std::chrono::seconds(seconds), berlin).size() - 1;
    QVERIFY2(bars >= 50 && bars <= 500, qPrintable(QString::number(bars)));
}

void TestBucketEdges::theFirstEdgeIsNowAndTheLastReachesTheHorizon()
{
    const Time now = at(QTimeZone::utc(), QDate(2024, 1, 1), QTime(10, 0, 0, 500));
    const std::vector<Time> edges = bucketEdges(now, 300s, QTimeZone::utc());
    QCOMPARE(edges.front(), now);
    QVERIFY(edges.back() >= now + 300s);
    QVERIFY(std::ranges::is_sorted(edges, std::ranges::less_equal{}));
}

void TestBucketEdges::aCenturyIsCutAtTheMostBars()
{
    const Time now = at(QTimeZone::utc(), QDate(2024, 1, 1), QTime(10, 0));
    const std::vector<Time> edges
        = bucketEdges(now, std::chrono::hours(24 * 36'500), QTimeZone::utc());
    QVERIFY(edges.size() - 1 <= services::kMaxBars + 1);
    QVERIFY(edges.size() <= 499);
}

void TestBucketEdges::aPlanHoldsTheCutsOfAnHourAndADay()
{
    const Time now = at(QTimeZone::utc(), QDate(2024, 1, 1), QTime(10, 0, 1));
    const EdgePlan plan = planEdges(now, now, now + 5min, QTimeZone::utc());
    QCOMPARE(plan.asked.front(), now);
    QVERIFY(std::ranges::binary_search(plan.asked, now + 1h));
    QVERIFY(std::ranges::binary_search(plan.asked, now + 24h));
    QVERIFY(std::ranges::includes(plan.asked, plan.shown));
    QVERIFY(plan.asked.size() <= ttl::kMostEdges);
}

void TestBucketEdges::theEdgesOfTheWaveAreTheSameForEveryRange()
{
    const Time now = at(QTimeZone::utc(), QDate(2024, 1, 1), QTime(10, 17, 1));
    std::vector<Time> first;
    for (const std::int64_t horizon : ttl::kHorizonPresetSeconds) {
        EdgePlan plan = planEdges(now, now, now + std::chrono::seconds(horizon), QTimeZone::utc());
        services::addWave(plan, now, QTimeZone::utc());
        first = first.empty() ? plan.wave : first;
        QCOMPARE(plan.wave, first);
        QVERIFY(std::ranges::includes(plan.asked, plan.wave));
        QVERIFY(std::ranges::includes(plan.asked, plan.shown));
        QVERIFY(plan.asked.size() <= ttl::kMostEdges);
    }
    QCOMPARE(first.front(), now);
    QCOMPARE(first.at(1), now + 42min + 59s); // whole hours of the zone
    QVERIFY(first.back() >= now + services::kWaveHorizon);
    // as many bars as a timeline can have leave room for it
    EdgePlan full = planEdges(now, now, now + 24h * 366 * 100, QTimeZone::utc());
    QCOMPARE(full.shown.size(), services::kMaxBars + 1);
    services::addWave(full, now, QTimeZone::utc());
    QCOMPARE(full.wave, first);
    QVERIFY(full.asked.size() <= ttl::kMostEdges);
}

void TestBucketEdges::foldingKeepsEveryDocumentOnce()
{
    const Time now = at(QTimeZone::utc(), QDate(2024, 1, 1), QTime(10, 0, 1));
    for (const auto horizon : {std::chrono::seconds(5min), std::chrono::seconds(24h * 30)}) {
        const EdgePlan plan = planEdges(now, now, now + horizon, QTimeZone::utc());
        ttl::ExpiryHistogram answer;
        answer.counts.assign(plan.asked.size() - 1, 3);
        answer.later = 7;
        answer.overdue = 2;
        const ttl::FoldedHistogram folded = fold(plan, answer);
        QCOMPARE(folded.shown.documents() + folded.beforeShown, answer.documents());
        QCOMPARE(folded.shown.counts.size(), plan.shown.size() - 1);
        QVERIFY(folded.dueWithinHour > 0);
        QVERIFY(folded.dueWithinDay >= folded.dueWithinHour);
    }
}

void TestBucketEdges::foldingAZoomedRangeCountsWhatLiesBefore()
{
    const Time now = at(QTimeZone::utc(), QDate(2024, 1, 1), QTime(10, 0));
    const EdgePlan plan = planEdges(now, now + 2h, now + 3h, QTimeZone::utc());
    QCOMPARE(plan.asked.front(), now);
    ttl::ExpiryHistogram answer;
    answer.counts.assign(plan.asked.size() - 1, 1);
    const ttl::FoldedHistogram folded = fold(plan, answer);
    QVERIFY(folded.beforeShown >= 2); // up to an hour, and from there to the range
    QCOMPARE(folded.shown.counts.size(), plan.shown.size() - 1);
}

SANDGLASS_TEST(TestBucketEdges)
} // namespace tst_services_bucket_edges

#include "tst_services_bucket_edges.moc"
