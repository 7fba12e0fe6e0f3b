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

namespace {

const base::Time kNow{base::Millis(1'700'000'000'000)};

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
        all.never.noField = 16;
        all.never.notADate = 32;
        all.never.outsideFilter = 64;
        all.never.invalidRule = 128;
        QCOMPARE(all.documents(), std::int64_t{255});
        QCOMPARE(all.scheduled(), std::int64_t{3});
        QCOMPARE(all.never.total(), std::int64_t{240});
    }

    void everyReasonHasItsOwnNumber()
    {
        ttl::NeverCounts never;
        for (const auto reason : {ttl::NeverReason::NoField, ttl::NeverReason::NotADate,
                                  ttl::NeverReason::OutsideFilter, ttl::NeverReason::InvalidRule}) {
            never.of(reason) += 1 + static_cast<std::int64_t>(reason);
        }
        QCOMPARE(never, (ttl::NeverCounts{1, 2, 3, 4}));
        never += ttl::NeverCounts{10, 20, 30, 40};
        QCOMPARE(never, (ttl::NeverCounts{11, 22, 33, 44}));
        QCOMPARE(never.total(), std::int64_t{110});
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
        part.never.noField = 6;
        ttl::accumulate(sum, part);
        QCOMPARE(sum.counts, (std::vector<std::int64_t>{11, 22}));
        QCOMPARE(sum.overdue, std::int64_t{5});
        QCOMPARE(sum.never.noField, std::int64_t{6});
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
};

SANDGLASS_TEST(TestForecast)
} // namespace tst_ttl_forecast

#include "tst_ttl_forecast.moc"
