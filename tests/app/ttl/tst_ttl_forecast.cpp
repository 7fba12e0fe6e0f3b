// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/forecast.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_ttl_forecast {

using namespace sandglass;
using namespace std::chrono_literals;
using ttl::BucketWidth;
using ttl::ExpiryHistogram;
using ttl::HistogramRequest;

namespace {

const base::Time kNow{base::Millis(1'700'000'000'000)};

HistogramRequest hourly(int buckets)
{
    HistogramRequest request;
    request.field = "t";
    request.expireAfterSeconds = 60;
    request.now = kNow;
    for (int i = 0; i <= buckets; ++i) {
        request.edges.push_back(kNow + std::chrono::minutes(30) * i);
    }
    return request;
}

ExpiryHistogram histogram(std::vector<std::int64_t> counts)
{
    ExpiryHistogram made;
    made.counts = std::move(counts);
    return made;
}

} // namespace

class TestForecast : public QObject
{
    Q_OBJECT

private slots:
    void presetsGetTheirWidths_data()
    {
        QTest::addColumn<qint64>("horizon");
        QTest::addColumn<int>("width");
        QTest::newRow("5 min") << qint64(300) << int(BucketWidth::Second5);
        QTest::newRow("1 h") << qint64(3'600) << int(BucketWidth::Minute1);
        QTest::newRow("24 h") << qint64(86'400) << int(BucketWidth::Minute15);
        QTest::newRow("7 d") << qint64(604'800) << int(BucketWidth::Hour1);
        QTest::newRow("30 d") << qint64(2'592'000) << int(BucketWidth::Hour6);
        QTest::newRow("90 d") << qint64(7'776'000) << int(BucketWidth::Hour12);
        QTest::newRow("1 y") << qint64(31'536'000) << int(BucketWidth::Week1);
    }

    void presetsGetTheirWidths()
    {
        QFETCH(qint64, horizon);
        QFETCH(int, width);
        QCOMPARE(int(ttl::widthFor(std::chrono::seconds(horizon))), width);
    }

    void twoHundredBarsAreStillTaken()
    {
        QCOMPARE(ttl::widthFor(200s), BucketWidth::Second1);
        QCOMPARE(ttl::widthFor(201s), BucketWidth::Second5);
    }

    void aHorizonBeyondTheLadderGetsMonths()
    {
        QCOMPARE(ttl::widthFor(std::chrono::hours(24 * 365 * 100)), BucketWidth::Month1);
    }

    void everyPresetHasAtMostTwoHundredBars()
    {
        for (const std::int64_t seconds : ttl::kHorizonPresetSeconds) {
            const std::int64_t width
                = ttl::nominalSeconds(ttl::widthFor(std::chrono::seconds(seconds)));
            QVERIFY((seconds + width - 1) / width <= 200);
        }
    }

    void documentsCountsEveryClassOnce()
    {
        ExpiryHistogram all = histogram({1, 2});
        all.overdue = 4;
        all.later = 8;
        all.neverNoField = 16;
        all.neverNotADate = 32;
        all.neverOutsideFilter = 64;
        all.neverInvalidRule = 128;
        QCOMPARE(all.documents(), std::int64_t{255});
        QCOMPARE(all.scheduled(), std::int64_t{3});
        QCOMPARE(all.never(), std::int64_t{240});
    }

    void accumulatingIntoNothingTakesThePart()
    {
        ExpiryHistogram sum;
        ExpiryHistogram part = histogram({1, 2});
        part.exact = false;
        part.sampledShare = 0.5;
        ttl::accumulate(sum, part);
        QCOMPARE(sum.counts, part.counts);
        QVERIFY(!sum.exact);
        QCOMPARE(sum.sampledShare, 0.5);
    }

    void accumulatingAddsBucketByBucket()
    {
        ExpiryHistogram sum = histogram({1, 2});
        ExpiryHistogram part = histogram({10, 20});
        part.overdue = 5;
        part.neverNoField = 6;
        ttl::accumulate(sum, part);
        QCOMPARE(sum.counts, (std::vector<std::int64_t>{11, 22}));
        QCOMPARE(sum.overdue, std::int64_t{5});
        QCOMPARE(sum.neverNoField, std::int64_t{6});
    }

    void accumulatingKeepsTheOutermostDates()
    {
        ExpiryHistogram sum = histogram({1});
        sum.oldestDate = bson::Date{100};
        sum.newestDate = bson::Date{200};
        ExpiryHistogram part = histogram({1});
        part.oldestDate = bson::Date{50};
        part.newestDate = bson::Date{150};
        ttl::accumulate(sum, part);
        QCOMPARE(sum.oldestDate->millis, std::int64_t{50});
        QCOMPARE(sum.newestDate->millis, std::int64_t{200});
    }

    void aSampledPartMakesTheSumInexact()
    {
        ExpiryHistogram sum = histogram({30});
        ExpiryHistogram part = histogram({10});
        part.exact = false;
        part.sampledShare = 0.2;
        ttl::accumulate(sum, part);
        QVERIFY(!sum.exact);
        QCOMPARE(sum.sampledShare, 0.8);
    }

    void theSumIsAsOldAsItsOldestPart()
    {
        ExpiryHistogram sum = histogram({1});
        sum.asOf = kNow;
        ExpiryHistogram part = histogram({1});
        part.asOf = kNow - 5s;
        ttl::accumulate(sum, part);
        QCOMPARE(sum.asOf, kNow - 5s);
    }

    void theSummaryCountsBucketsThatEndInTime()
    {
        const auto summary
            = ttl::summarize(hourly(50), histogram(std::vector<std::int64_t>(50, 1)));
        QCOMPARE(summary.dueWithinHour, std::int64_t{2});
        QCOMPARE(summary.dueWithinDay, std::int64_t{48});
    }

    void theFirstOfEqualPeaksIsNamed()
    {
        const auto summary = ttl::summarize(hourly(4), histogram({1, 7, 3, 7}));
        QCOMPARE(summary.peakBucket, std::size_t{1});
        QCOMPARE(summary.peakCount, std::int64_t{7});
    }

    void anEmptyForecastHasNoPeak()
    {
        QVERIFY(!ttl::summarize(hourly(2), histogram({0, 0})).peakBucket);
    }

    void theAgeOfTheOldestOverdueCountsFromItsEligibility()
    {
        ExpiryHistogram overdue = histogram({0});
        overdue.overdue = 3;
        overdue.oldestDate = bson::Date::from(kNow - 90s);
        QCOMPARE(*ttl::summarize(hourly(1), overdue).oldestOverdueAge, 30s);
    }

    void withoutOverdueDocumentsThereIsNoAge()
    {
        ExpiryHistogram none = histogram({1});
        none.oldestDate = bson::Date::from(kNow);
        QVERIFY(!ttl::summarize(hourly(1), none).oldestOverdueAge);
    }

    void theAgeOfTheFirstPossibleDateDoesNotOverflow()
    {
        ExpiryHistogram overdue = histogram({0});
        overdue.overdue = 1;
        overdue.oldestDate = bson::Date{std::numeric_limits<std::int64_t>::min()};
        QVERIFY(ttl::summarize(hourly(1), overdue).oldestOverdueAge->count() > 0);
    }
};

SANDGLASS_TEST(TestForecast)
} // namespace tst_ttl_forecast

#include "tst_ttl_forecast.moc"
