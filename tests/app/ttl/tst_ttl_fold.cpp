// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/fold.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

namespace tst_ttl_fold {

using namespace sandglass;
using namespace std::chrono_literals;

namespace {

const base::Time kNow{base::Millis(1'700'000'000'000)};

ttl::EdgePlan halfHours(int bars, base::Time from = kNow)
{
    ttl::EdgePlan plan;
    for (int i = 0; i <= bars; ++i) {
        plan.shown.push_back(from + 30min * i);
    }
    plan.hourEnd = kNow + 1h;
    plan.dayEnd = kNow + 24h;
    plan.asked = plan.shown;
    plan.asked.insert(plan.asked.end(), {kNow, plan.hourEnd, plan.dayEnd});
    std::ranges::sort(plan.asked);
    const auto rest = std::ranges::unique(plan.asked);
    plan.asked.erase(rest.begin(), rest.end());
    return plan;
}

ttl::ExpiryHistogram ones(const ttl::EdgePlan& plan)
{
    ttl::ExpiryHistogram made;
    made.counts.assign(plan.asked.size() - 1, 1);
    return made;
}

std::int64_t sum(const std::vector<std::int64_t>& counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

} // namespace

class TestFold : public QObject
{
    Q_OBJECT

private slots:
    void bucketsThatEndInTimeAreDueWithin()
    {
        const ttl::EdgePlan plan = halfHours(50);
        const ttl::FoldedHistogram folded = ttl::fold(plan, ones(plan));
        QCOMPARE(folded.dueWithinHour, std::int64_t{2});
        QCOMPARE(folded.dueWithinDay, std::int64_t{48});
        QCOMPARE(folded.shown.counts.size(), std::size_t{50});
    }

    // Whatever part is shown: no document is lost, and none is counted twice.
    void everyDocumentIsCountedOnce()
    {
        std::mt19937 random(11); // NOLINT(cert-msc51-cpp): the same cases each time
        std::uniform_int_distribution<int> number(0, 40);
        for (int i = 0; i < 300; ++i) {
            const ttl::EdgePlan plan = halfHours(1 + number(random), kNow + number(random) * 17min);
            ttl::ExpiryHistogram answer = ones(plan);
            for (std::int64_t& count : answer.counts) {
                count = number(random);
            }
            answer.overdue = number(random);
            answer.later = number(random);
            answer.never = {number(random), number(random), number(random), number(random)};
            const ttl::FoldedHistogram folded = ttl::fold(plan, answer);
            QCOMPARE(folded.documents(), answer.documents());
            QCOMPARE(folded.dated(), answer.documents() - answer.never.total());
            QVERIFY(folded.dueWithinHour <= folded.dueWithinDay);
            QVERIFY(folded.dueWithinDay <= sum(answer.counts));
        }
    }

    // Whatever part is shown: the wave is the same.
    void theWaveDoesNotDependOnTheBars()
    {
        for (const int bars : {1, 7, 50}) {
            for (const auto& start : {0min, 90min}) {
                ttl::EdgePlan plan = halfHours(bars, kNow + start);
                for (int hour = 0; hour <= 24; ++hour) {
                    plan.wave.push_back(kNow + 1h * hour);
                }
                plan.asked.insert(plan.asked.end(), plan.wave.begin(), plan.wave.end());
                std::ranges::sort(plan.asked);
                const auto rest = std::ranges::unique(plan.asked);
                plan.asked.erase(rest.begin(), rest.end());
                ttl::ExpiryHistogram answer;
                for (std::size_t i = 1; i < plan.asked.size(); ++i) {
                    // 40 documents in the fourth hour, and more after the last one
                    const base::Time end = plan.asked[i];
                    answer.counts.push_back(end == kNow + 4h ? 40 : end > kNow + 24h ? 99 : 0);
                }
                QCOMPARE(*ttl::fold(plan, answer).wave, (ttl::Wave{kNow + 3h, 40}));
                answer.counts.assign(answer.counts.size(), 0);
                QCOMPARE(ttl::fold(plan, answer).wave->documents, std::int64_t{0});
            }
        }
        const ttl::EdgePlan without = halfHours(50);
        QVERIFY(!ttl::fold(without, ones(without)).wave);
    }

    void theFirstOfEqualPeaksIsNamed()
    {
        const std::vector<std::int64_t> counts{1, 7, 3, 7};
        const std::optional<ttl::Peak> peak = ttl::peakOf(counts);
        QCOMPARE(peak->bucket, std::size_t{1});
        QCOMPARE(peak->count, std::int64_t{7});
    }

    void anEmptyForecastHasNoPeak()
    {
        QVERIFY(!ttl::peakOf(std::vector<std::int64_t>{0, 0}));
        QVERIFY(!ttl::peakOf(std::vector<std::int64_t>{}));
    }
};

SANDGLASS_TEST(TestFold)
} // namespace tst_ttl_fold

#include "tst_ttl_fold.moc"
