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
ttl::Sample sample()
{
    return {100,
            {dated(0, 10), dated(1, 20), dated(2, 30), dated(3, 25),
             makeDocument("_id", "noField", "n", std::int64_t{15})}};
}

ExpiryHistogram histogram(std::int64_t documents, std::optional<std::int64_t> overdue)
{
    const auto made = ttl::histogramOfSample(request(), sample(), documents, overdue);
    return made ? *made : ExpiryHistogram{};
}

// The names of the stages in an array of them.
std::vector<std::string> stages(const bson::Document& pipeline)
{
    std::vector<std::string> names;
    for (const bson::Element& stage : pipeline.view()) {
        names.emplace_back((*stage.value.asDocument().begin()).key);
    }
    return names;
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
    void anEstimateDoesNotKnowTheOldestDate();
    void onlyAPartialFilterNeedsFacets();
    void theResultOfFacetsIsRead();
    void manyOverdueDocumentsAreNotWorthCounting();
    void cappedAndSampledImpactsDifferInOneStage();
    void documentsOutsideThePartialFilterAreWhatRemains();
    void aStrangeAnswerIsRefused_data();
    void aStrangeAnswerIsRefused();
    void theTruthLiesWithinTheMarginAsOftenAsItSays();
    void whatNoSampleMetHasAMarginToo();
    void whatWasCountedWholeHasNoMargin();
    void pagesOfNeighboursTellLess();
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

void TestSampling::anEstimateDoesNotKnowTheOldestDate()
{
    QVERIFY(!histogram(1'000'000, 10'000).oldestExact);
    QVERIFY(histogram(100, {}).oldestExact);
}

void TestSampling::onlyAPartialFilterNeedsFacets()
{
    const std::vector<std::string> plain{"$sample", "$project", "$group"};
    QCOMPARE(stages(ttl::samplePipeline(request(), 50)), plain);
    HistogramRequest partial = request();
    partial.partialFilter = makeDocument("z", 1);
    const std::vector<std::string> filtered{"$sample", "$match", "$project", "$group"};
    QCOMPARE(stages(ttl::samplePipeline(partial, 50)), filtered);
    const std::vector<std::string> facets{"$sample", "$facet"};
    QCOMPARE(stages(ttl::sampleFacetPipeline(partial, 50)), facets);
}

void TestSampling::theResultOfFacetsIsRead()
{
    bson::Builder builder;
    builder.appendArray("inside", makeArray(dated(1, 20)));
    builder.appendArray("all", makeArray(makeDocument("n", std::int64_t{100})));
    const ttl::Sample read = ttl::sampleIn(builder.take());
    QCOMPARE(read.documents, std::int64_t{100});
    QCOMPARE(read.groups.size(), std::size_t{1});
    QCOMPARE(ttl::sampleIn({}).documents, std::int64_t{0});
}

void TestSampling::manyOverdueDocumentsAreNotWorthCounting()
{
    HistogramRequest asked = request();
    asked.limits.overdue = 1'000;
    ExpiryHistogram estimate;
    estimate.overdue = 1'500; // by chance, it may be fewer than 1 000
    QVERIFY(ttl::mayCountOverdue(asked, estimate));
    estimate.overdue = 2'500;
    QVERIFY(!ttl::mayCountOverdue(asked, estimate));
}

void TestSampling::cappedAndSampledImpactsDifferInOneStage()
{
    const ttl::ImpactRequest impact{{"db", "c"}, "t", 100, {}, kNow};
    const std::vector<std::string> capped{"$match", "$limit", "$project", "$group"};
    QCOMPARE(stages(ttl::cappedImpactPipeline(impact, 10)), capped);
    const std::vector<std::string> sampled{"$sample", "$match", "$project", "$group"};
    QCOMPARE(stages(ttl::sampledImpactPipeline(impact, 10)), sampled);
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
    const auto made = ttl::histogramOfSample(partial, {100, {dated(1, 20)}}, 1'000, {});
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
    const auto made = ttl::histogramOfSample(request(), {all, {dated(bucket, 20)}}, 1'000, {});
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
        QVERIFY2(within > kDraws * 0.93 && within < kDraws, qPrintable(QString::number(within)));
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

void TestSampling::pagesOfNeighboursTellLess()
{
    // Dates in the order of insertion: a page of 50 documents is all in one bucket or in none. A
    // page of a hundred is assumed.
    constexpr int kPages = 2'000;
    constexpr int kDrawn = 200;
    constexpr std::int64_t kDocuments = 100'000;
    const double share = static_cast<double>(kDrawn) / kPages;
    std::mt19937 random(20'261'123);
    std::binomial_distribution<int> pagesInBucket(kDrawn, 1.0 / 12);
    int within = 0;
    int withinForSingleOnes = 0;
    for (int i = 0; i < 1'000; ++i) {
        const double estimate = pagesInBucket(random) * (kDocuments / static_cast<double>(kDrawn));
        const double error = std::abs(estimate - kDocuments / 12.0);
        within += error <= ttl::samplingError(estimate, kDocuments, share, 100) ? 1 : 0;
        withinForSingleOnes += error <= ttl::samplingError(estimate, kDocuments, share) ? 1 : 0;
    }
    QVERIFY2(within >= 930, qPrintable(QString::number(within)));
    QVERIFY(withinForSingleOnes < 600);
    ttl::SampleLimits paged;
    paged.together = 100;
    QCOMPARE(ttl::sampleSize(40'000, paged), std::int64_t{10'000});
    QCOMPARE(ttl::sampleSize(100'000'000, paged), 10 * ttl::kMostSampled);
}

SANDGLASS_PLAIN_TEST(TestSampling)
} // namespace tst_ttl_sampling

#include "tst_ttl_sampling.moc"
