// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/ttl/sampling.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <cmath>
#include <random>

namespace tst_ttl_sampling {

using namespace sandglass;
using bson::makeArray;
using bson::makeDocument;
using ttl::ExpiryHistogram;
using ttl::HistogramRequest;

namespace {

const base::Time kNow{base::Millis(1'000'000)};

HistogramRequest request()
{
    HistogramRequest made;
    made.ns = {"db", "c"};
    made.field = "t";
    made.expireAfterSeconds = 100;
    made.now = kNow;
    for (int i = 0; i <= 2; ++i) {
        made.edges.push_back(kNow + base::Millis(1000) * i);
    }
    return made;
}

bson::Document dated(int bucket, std::int64_t count)
{
    return makeDocument("_id", bucket, "n", count, "oldest", bson::Date{1}, "newest",
                        bson::Date{2});
}

// 10 overdue, 20 and 30 in the buckets, 25 later, 15 without the field.
bson::Document answer()
{
    bson::Builder builder;
    builder.appendArray("dated", makeArray(dated(0, 10), dated(1, 20), dated(2, 30), dated(3, 25)));
    builder.appendArray("undated",
                        makeArray(makeDocument("_id", "noField", "n", std::int64_t{15})));
    builder.appendArray("all", makeArray(makeDocument("n", std::int64_t{100})));
    return builder.take();
}

ExpiryHistogram histogram(std::int64_t documents, std::optional<std::int64_t> overdue)
{
    const auto made = ttl::histogramOfSample(request(), answer(), documents, overdue);
    return made ? *made : ExpiryHistogram{};
}

} // namespace

class TestSampling : public QObject
{
    Q_OBJECT

private slots:
    void aSampleIsSmallEnoughToBeDrawnAtRandom();
    void estimatesAddUpToTheCollection();
    void whatIsCountedExactlyStays();
    void aSampleOfEverythingIsExact();
    void documentsOutsideThePartialFilterAreWhatRemains();
    void aStrangeAnswerIsRefused_data();
    void aStrangeAnswerIsRefused();
    void theTruthLiesWithinTheMarginAsOftenAsItSays();
    void whatNoSampleMetHasAMarginToo();
    void whatWasCountedWholeHasNoMargin();
};

void TestSampling::aSampleIsSmallEnoughToBeDrawnAtRandom()
{
    QCOMPARE(ttl::sampleSize(100'000'000), ttl::kMostSampled);
    for (const std::int64_t documents : {100, 5'000, 150'000}) {
        QVERIFY(ttl::sampleSize(documents) * 20 < documents);
    }
    QCOMPARE(ttl::sampleSize(1), std::int64_t{1});
}

void TestSampling::estimatesAddUpToTheCollection()
{
    const ExpiryHistogram made = histogram(1'000'000, {});
    QCOMPARE(made.overdue, std::int64_t{100'000});
    QCOMPARE(made.counts, (std::vector<std::int64_t>{200'000, 300'000}));
    QCOMPARE(made.later, std::int64_t{250'000});
    QCOMPARE(made.never.noField, std::int64_t{150'000});
    QCOMPARE(made.documents(), std::int64_t{1'000'000});
    QVERIFY(!made.exact);
    QVERIFY(!made.overdueExact);
    QCOMPARE(made.sampledShare, 0.0001);
}

void TestSampling::whatIsCountedExactlyStays()
{
    const ExpiryHistogram made = histogram(1'000'000, 10'000);
    QCOMPARE(made.overdue, std::int64_t{10'000});
    QVERIFY(made.overdueExact);
    // the other ninety of the sample stand for what is not overdue
    QCOMPARE(made.counts, (std::vector<std::int64_t>{220'000, 330'000}));
    QCOMPARE(made.documents(), std::int64_t{1'000'000});
}

void TestSampling::aSampleOfEverythingIsExact()
{
    const ExpiryHistogram made = histogram(100, {});
    QVERIFY(made.exact);
    QCOMPARE(made.counts, (std::vector<std::int64_t>{20, 30}));
    QCOMPARE(made.sampledShare, 1.0);
}

void TestSampling::documentsOutsideThePartialFilterAreWhatRemains()
{
    HistogramRequest partial = request();
    partial.partialFilter = makeDocument("z", 1);
    bson::Builder builder;
    builder.appendArray("dated", makeArray(dated(1, 20)));
    builder.appendArray("undated", makeArray());
    builder.appendArray("all", makeArray(makeDocument("n", std::int64_t{100})));
    const auto made = ttl::histogramOfSample(partial, builder.take(), 1'000, {});
    QVERIFY(made);
    QCOMPARE(made->never.outsideFilter, std::int64_t{800});
}

void TestSampling::aStrangeAnswerIsRefused_data()
{
    QTest::addColumn<int>("all");
    QTest::addColumn<int>("bucket");
    QTest::newRow("fewer in all than in the parts") << 1 << 1;
    QTest::newRow("more, without a partial filter") << 50 << 1;
    QTest::newRow("a bucket that was not asked for") << 20 << 17;
}

void TestSampling::aStrangeAnswerIsRefused()
{
    QFETCH(int, all);
    QFETCH(int, bucket);
    bson::Builder builder;
    builder.appendArray("dated", makeArray(dated(bucket, 20)));
    builder.appendArray("undated", makeArray());
    builder.appendArray("all", makeArray(makeDocument("n", all)));
    const auto made = ttl::histogramOfSample(request(), builder.take(), 1'000, {});
    QVERIFY(!made);
    QCOMPARE(made.error().code, Errc::Protocol);
}

void TestSampling::theTruthLiesWithinTheMarginAsOftenAsItSays()
{
    constexpr int kDraws = 1'000;
    constexpr int kSampled = 2'000;
    constexpr std::int64_t kDocuments = 1'000'000;
    std::mt19937 random(20'260'101);
    for (const double share : {0.002, 0.05, 0.5}) {
        std::binomial_distribution<int> draw(kSampled, share);
        int within = 0;
        for (int i = 0; i < kDraws; ++i) {
            const double estimate = draw(random) * (kDocuments / static_cast<double>(kSampled));
            const double margin = ttl::samplingError(estimate, kDocuments,
                                                     kSampled / static_cast<double>(kDocuments));
            within += std::abs(estimate - share * kDocuments) <= margin ? 1 : 0;
        }
        QVERIFY2(within > kDraws * 0.90 && within < kDraws, qPrintable(QString::number(within)));
    }
}

void TestSampling::whatNoSampleMetHasAMarginToo()
{
    const double margin = ttl::samplingError(0, 1'000'000, 0.01);
    QVERIFY(margin > 50.0);
    QVERIFY(margin < 400.0);
}

void TestSampling::whatWasCountedWholeHasNoMargin()
{
    QCOMPARE(ttl::samplingError(5, 100, 1.0), 0.0);
    QCOMPARE(ttl::samplingError(0, 0, 0.5), 0.0);
}

SANDGLASS_PLAIN_TEST(TestSampling)
} // namespace tst_ttl_sampling

#include "tst_ttl_sampling.moc"
