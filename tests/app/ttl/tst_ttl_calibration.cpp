// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the stated intervals hold the truth as often as they say, with a simulated server that
// draws documents at random.
#include "app/bson/builder.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/sampling.h"
#include "tests/support/populations.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_ttl_calibration {

using namespace sandglass;
using namespace std::chrono_literals;
using tests::Calibration;
using tests::Shape;

namespace {

constexpr std::int32_t kDocuments = 60'000;
constexpr int kStated = 1'000;
const base::Time kNow{base::Millis(1'700'000'000'000)};

ttl::HistogramRequest request()
{
    ttl::HistogramRequest made;
    made.field = "t";
    made.now = kNow;
    for (int hour = 0; hour <= 24; hour += 2) {
        made.edges.push_back(kNow + std::chrono::hours(hour));
    }
    return made;
}

/// A collection as a server that samples sees it: the group of each document.
class Population
{
public:
    Population(Shape shape, std::mt19937& random)
    {
        for (std::int32_t id = 0; id < kDocuments; ++id) {
            m_groups.push_back(groupOf(tests::shapedDocument(shape, id, kNow, random)));
        }
    }

    ttl::ExpiryHistogram truth() const
    {
        const auto whole = ttl::histogramOfSample(request(), sampleOf(m_groups), kDocuments, {});
        return whole ? *whole : ttl::ExpiryHistogram{};
    }

    /// Draws without replacement.
    ttl::Sample draw(std::int64_t size, std::mt19937& random) const
    {
        std::vector<int> drawn;
        std::sample(m_groups.begin(), m_groups.end(), std::back_inserter(drawn), size, random);
        return sampleOf(drawn);
    }

private:
    static constexpr int kNoField = -1;
    static constexpr int kNotADate = -2;

    static int groupOf(const bson::Document& document)
    {
        const ttl::Verdict verdict = ttl::judge({"t", 0, true, {}}, document);
        if (verdict.never) {
            return *verdict.never == ttl::NeverReason::NoField ? kNoField : kNotADate;
        }
        const std::vector<base::Time> edges = request().edges;
        return static_cast<int>(std::ranges::lower_bound(edges, *verdict.eligibleAt)
                                - edges.begin());
    }

    static ttl::Sample sampleOf(const std::vector<int>& groups)
    {
        std::map<int, std::int64_t> counts;
        for (const int group : groups) {
            ++counts[group];
        }
        ttl::Sample sample{static_cast<std::int64_t>(groups.size()), {}};
        for (const auto& [group, count] : counts) {
            sample.groups.push_back(
                group < 0 ? bson::makeDocument("_id", group == kNoField ? "noField" : "notADate",
                                               "n", count)
                          : bson::makeDocument("_id", group, "n", count, "oldest", bson::Date{1},
                                               "newest", bson::Date{2}));
        }
        return sample;
    }

    std::vector<int> m_groups;
};

} // namespace

class TestCalibration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofAThousandStatedIntervalsAtLeast93PercentHold_data();
    void ofAThousandStatedIntervalsAtLeast93PercentHold();
};

void TestCalibration::ofAThousandStatedIntervalsAtLeast93PercentHold_data()
{
    QTest::addColumn<int>("shape");
    QTest::addColumn<bool>("overdueCounted");
    for (const auto& [shape, name] : tests::kShapes) {
        const QByteArray row(name.data(), static_cast<qsizetype>(name.size()));
        QTest::newRow((row + ", overdue documents estimated").constData())
            << static_cast<int>(shape) << false;
        QTest::newRow((row + ", overdue documents counted").constData())
            << static_cast<int>(shape) << true;
    }
}

void TestCalibration::ofAThousandStatedIntervalsAtLeast93PercentHold()
{
    QFETCH(int, shape);
    QFETCH(bool, overdueCounted);
    std::mt19937 random(20'261'123);
    const Population population(static_cast<Shape>(shape), random);
    const ttl::ExpiryHistogram truth = population.truth();
    QCOMPARE(truth.documents(), std::int64_t{kDocuments});
    QVERIFY(truth.overdue > 0);
    const auto exact
        = overdueCounted ? std::optional(truth.overdue) : std::optional<std::int64_t>();
    Calibration calibration;
    while (calibration.stated < kStated) {
        const ttl::Sample sample = population.draw(ttl::sampleSize(kDocuments), random);
        const auto estimate = ttl::histogramOfSample(request(), sample, kDocuments, exact);
        QVERIFY(estimate);
        QVERIFY(!estimate->exact);
        calibration.check(*estimate, truth);
    }
    QVERIFY2(calibration.share() >= 0.93, qPrintable(QString::number(calibration.share())));
    // intervals that say nothing would hold, too
    QVERIFY2(calibration.widest < 0.02, qPrintable(QString::number(calibration.widest)));
}

SANDGLASS_PLAIN_TEST(TestCalibration)
} // namespace tst_ttl_calibration

#include "tst_ttl_calibration.moc"
