// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/what_if.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

namespace tst_ttl_what_if {

using namespace sandglass;
using namespace std::chrono_literals;
using base::Time;
using ttl::DateHistogram;
using ttl::ShiftedForecast;

namespace {

const Time kNow{base::Millis(1'700'000'000'000)};
constexpr std::int64_t kDay = 86'400;

std::vector<Time> bars(Time from, std::chrono::seconds width, int count)
{
    std::vector<Time> edges;
    for (int i = 0; i <= count; ++i) {
        edges.push_back(from + width * i);
    }
    return edges;
}

/// What a server answers to a request of dates with these edges.
DateHistogram counted(const std::vector<Time>& dates, std::vector<Time> edges)
{
    DateHistogram histogram;
    histogram.edges = std::move(edges);
    ttl::ExpiryHistogram& answer = histogram.counted;
    answer.counts.assign(histogram.edges.size() - 1, 0);
    for (const Time date : dates) {
        const bson::Date bsonDate = bson::Date::from(date);
        if (!answer.oldestDate || bsonDate.millis < answer.oldestDate->millis) {
            answer.oldestDate = bsonDate;
        }
        if (!answer.newestDate || bsonDate.millis > answer.newestDate->millis) {
            answer.newestDate = bsonDate;
        }
        const auto at = std::ranges::lower_bound(histogram.edges, date) - histogram.edges.begin();
        if (at == 0) {
            ++answer.overdue;
        } else if (at == std::ssize(histogram.edges)) {
            ++answer.later;
        } else {
            ++answer.counts[static_cast<std::size_t>(at - 1)];
        }
    }
    return histogram;
}

/// The truth: each document by itself.
ShiftedForecast judged(const std::vector<Time>& dates, std::int64_t seconds,
                       const std::vector<Time>& shown)
{
    ShiftedForecast truth;
    truth.counts.assign(shown.size() - 1, 0);
    for (const Time date : dates) {
        const Time eligible = date + std::chrono::seconds(seconds);
        const auto at = std::ranges::lower_bound(shown, eligible) - shown.begin();
        if (eligible <= kNow) {
            ++truth.overdue;
        } else if (at == 0) {
            ++truth.beforeShown;
        } else if (at == std::ssize(shown)) {
            ++truth.later;
        } else {
            ++truth.counts[static_cast<std::size_t>(at - 1)];
        }
    }
    return truth;
}

std::vector<Time> randomDates(std::mt19937_64& random, std::int64_t fromSeconds,
                              std::int64_t toSeconds, int count)
{
    std::uniform_int_distribution<std::int64_t> millis(fromSeconds * 1'000, toSeconds * 1'000);
    std::vector<Time> dates;
    for (int i = 0; i < count; ++i) {
        dates.push_back(kNow + base::Millis(millis(random)));
    }
    return dates;
}

std::int64_t sum(const ShiftedForecast& forecast)
{
    return std::accumulate(forecast.counts.begin(), forecast.counts.end(),
                           forecast.overdue + forecast.beforeShown + forecast.later);
}

ttl::DateEdgesWish wishFor(const std::vector<Time>& dates, const std::vector<Time>& shown)
{
    const auto [oldest, newest] = std::ranges::minmax(dates);
    return {kNow, shown, bson::Date::from(oldest), bson::Date::from(newest), 30 * kDay};
}

bool sameCounts(const ShiftedForecast& left, const ShiftedForecast& right)
{
    return left.counts == right.counts && left.overdue == right.overdue
        && left.beforeShown == right.beforeShown && left.later == right.later;
}

} // namespace

class TestWhatIf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onTheEdgesTheCountsAreThoseOfTheDocuments();
    void everyDocumentIsCountedOnceWithAnyPeriod();
    void aLongerPeriodNeverHasMoreOverdue();
    void atTheSnapsTheEndsAreExact_data();
    void atTheSnapsTheEndsAreExact();
    void betweenEdgesADocumentMovesNoFartherThanItsBin();
    void anEmptyBinIsKnownExactly();
    void edgesAreFewAscendingAndCoverAllDates_data();
    void edgesAreFewAscendingAndCoverAllDates();
    void withoutDatesThereAreStillTwoEdges();
    void datesAtTheEndsOfTimeStayThere();
    void aSampleIsNeverExact();
};

void TestWhatIf::onTheEdgesTheCountsAreThoseOfTheDocuments()
{
    std::mt19937_64 random(1);
    for (int round = 0; round < 200; ++round) {
        const std::vector<Time> dates = randomDates(random, -100 * kDay, 5 * kDay, 300);
        const std::vector<Time> shown = bars(kNow + std::chrono::hours(round % 3), 6h, 120);
        const std::int64_t seconds
            = std::uniform_int_distribution<std::int64_t>(0, 120 * kDay)(random);
        std::vector<Time> edges{kNow - std::chrono::seconds(seconds)};
        for (const Time edge : shown) {
            edges.push_back(edge - std::chrono::seconds(seconds));
        }
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        const ShiftedForecast forecast = ttl::shifted(counted(dates, edges), seconds, kNow, shown);
        QVERIFY(sameCounts(forecast, judged(dates, seconds, shown)));
        QVERIFY(forecast.exact);
    }
}

void TestWhatIf::everyDocumentIsCountedOnceWithAnyPeriod()
{
    std::mt19937_64 random(2);
    const std::vector<Time> dates = randomDates(random, -400 * kDay, 40 * kDay, 1'000);
    const std::vector<Time> shown = bars(kNow, 1h, 168);
    const DateHistogram histogram = counted(dates, ttl::dateEdges(wishFor(dates, shown)));
    std::uniform_int_distribution<std::int64_t> seconds(0, 800 * kDay);
    for (int round = 0; round < 2'000; ++round) {
        const ShiftedForecast forecast = ttl::shifted(histogram, seconds(random), kNow, shown);
        QCOMPARE(sum(forecast), std::int64_t{1'000});
        QVERIFY(
            std::ranges::all_of(forecast.counts, [](std::int64_t count) { return count >= 0; }));
        QVERIFY(forecast.overdue >= 0 && forecast.later >= 0 && forecast.beforeShown >= 0);
    }
}

void TestWhatIf::aLongerPeriodNeverHasMoreOverdue()
{
    std::mt19937_64 random(3);
    const std::vector<Time> dates = randomDates(random, -90 * kDay, 0, 500);
    const std::vector<Time> shown = bars(kNow, 12h, 180);
    const DateHistogram histogram = counted(dates, ttl::dateEdges(wishFor(dates, shown)));
    std::int64_t before = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t seconds = 0; seconds < 100 * kDay; seconds += 4'321) {
        const std::int64_t overdue = ttl::shifted(histogram, seconds, kNow, shown).overdue;
        QVERIFY(overdue <= before);
        before = overdue;
    }
    QCOMPARE(before, std::int64_t{0});
}

void TestWhatIf::atTheSnapsTheEndsAreExact_data()
{
    QTest::addColumn<qint64>("seconds");
    for (const std::int64_t seconds : ttl::kWhatIfSnapSeconds) {
        QTest::addRow("%lld s", static_cast<long long>(seconds)) << qint64{seconds};
    }
    QTest::newRow("today's") << qint64{30 * kDay};
}

void TestWhatIf::atTheSnapsTheEndsAreExact()
{
    QFETCH(qint64, seconds);
    std::mt19937_64 random(4);
    const std::vector<Time> dates = randomDates(random, -500 * kDay, 3 * kDay, 3'000);
    const std::vector<Time> shown = bars(kNow, 6h, 120);
    const DateHistogram histogram = counted(dates, ttl::dateEdges(wishFor(dates, shown)));
    const ShiftedForecast forecast = ttl::shifted(histogram, seconds, kNow, shown);
    const ShiftedForecast truth = judged(dates, seconds, shown);
    QCOMPARE(forecast.overdue, truth.overdue);
    QVERIFY(forecast.overdueExact);
    QCOMPARE(forecast.later, truth.later);
}

void TestWhatIf::betweenEdgesADocumentMovesNoFartherThanItsBin()
{
    // 100 documents in the second half of the only bin: taken as spread over all of it
    const std::vector<Time> dates(100, kNow - 10s);
    const DateHistogram histogram = counted(dates, {kNow - 100s, kNow});
    const ShiftedForecast forecast = ttl::shifted(histogram, 50, kNow, bars(kNow, 50s, 1));
    QCOMPARE(forecast.overdue, std::int64_t{50});
    QVERIFY(!forecast.overdueExact);
    QVERIFY(!forecast.exact);
    QCOMPARE(forecast.counts.front(), std::int64_t{50});
}

void TestWhatIf::anEmptyBinIsKnownExactly()
{
    const std::vector<Time> dates(100, kNow - 10s);
    const DateHistogram histogram = counted(dates, {kNow - 100s, kNow - 20s, kNow});
    const ShiftedForecast forecast = ttl::shifted(histogram, 50, kNow, bars(kNow, 50s, 1));
    QCOMPARE(forecast.overdue, std::int64_t{0});
    QVERIFY(forecast.exact);
}

void TestWhatIf::edgesAreFewAscendingAndCoverAllDates_data()
{
    QTest::addColumn<qint64>("oldestSeconds");
    QTest::addColumn<qint64>("newestSeconds");
    QTest::addColumn<int>("barSeconds");
    QTest::newRow("an hour of dates") << qint64{-3'600} << qint64{0} << 60;
    QTest::newRow("a year of dates") << -365 * qint64{kDay} << qint64{0} << 21'600;
    QTest::newRow("ten years, minutes shown") << -3'650 * qint64{kDay} << qint64{0} << 60;
    QTest::newRow("only future dates") << qint64{100} << 30 * qint64{kDay} << 3'600;
    QTest::newRow("one moment") << -qint64{kDay} << -qint64{kDay} << 3'600;
}

void TestWhatIf::edgesAreFewAscendingAndCoverAllDates()
{
    QFETCH(qint64, oldestSeconds);
    QFETCH(qint64, newestSeconds);
    QFETCH(int, barSeconds);
    const std::vector<Time> dates{kNow + std::chrono::seconds(oldestSeconds),
                                  kNow + std::chrono::seconds(newestSeconds)};
    const std::vector<Time> shown = bars(kNow, std::chrono::seconds(barSeconds), 200);
    const std::vector<Time> edges = ttl::dateEdges(wishFor(dates, shown));
    QVERIFY2(edges.size() <= 501, qPrintable(QString::number(edges.size())));
    QVERIFY(std::ranges::adjacent_find(edges, std::greater_equal<>()) == edges.end());
    QVERIFY(edges.front() < dates.front());
    QVERIFY(edges.back() >= dates.back());
}

void TestWhatIf::withoutDatesThereAreStillTwoEdges()
{
    const std::vector<Time> shown = bars(kNow, 1min, 60);
    const std::vector<Time> edges = ttl::dateEdges({kNow, shown, {}, {}, kDay});
    QCOMPARE(edges.size(), std::size_t{2});
    QCOMPARE(sum(ttl::shifted(counted({}, edges), kDay, kNow, shown)), std::int64_t{0});
}

void TestWhatIf::datesAtTheEndsOfTimeStayThere()
{
    const std::vector<Time> shown = bars(kNow, 1min, 60);
    const bson::Date first{std::numeric_limits<std::int64_t>::min()};
    const bson::Date last{std::numeric_limits<std::int64_t>::max()};
    const std::vector<Time> edges = ttl::dateEdges({kNow, shown, first, last, kDay});
    const DateHistogram histogram = counted({first.time(), last.time()}, edges);
    const ShiftedForecast forecast = ttl::shifted(histogram, kDay, kNow, shown);
    QCOMPARE(forecast.overdue, std::int64_t{1});
    QCOMPARE(forecast.later, std::int64_t{1});
}

void TestWhatIf::aSampleIsNeverExact()
{
    DateHistogram histogram = counted({kNow - 10s}, {kNow - 100s, kNow - 50s, kNow});
    histogram.counted.exact = false;
    QVERIFY(!ttl::shifted(histogram, 50, kNow, bars(kNow, 50s, 1)).exact);
}

SANDGLASS_TEST(TestWhatIf)
} // namespace tst_ttl_what_if

#include "tst_ttl_what_if.moc"
