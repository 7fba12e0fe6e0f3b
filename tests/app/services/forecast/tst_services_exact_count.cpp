// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/services/forecast/forecast_service.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tst_services_exact_count {

using namespace sandglass;
using namespace std::chrono_literals;
using services::countExactly;
using services::CountPart;
using services::countParts;
using services::plannedParts;

namespace {

const protocol::Namespace kLogs{"shop", "logs"};
const Error kLost = base::failure(Errc::Network, "lost");

/// A server with a collection of 40 dated documents, one for each hour from 20 hours ago, and 5
/// without a date; a rule of one hour.
struct Logs
{
    tests::FakeClock clock;
    tests::FakeTtlServer server{clock};
    std::vector<double> progress;

    Logs()
    {
        for (std::int32_t id = 0; id < 40; ++id) {
            const base::Time date = clock.now() - std::chrono::hours(20 - id);
            server.addDocument(kLogs,
                               bson::makeDocument("_id", id, "at", bson::Date::from(date), "b", 1));
        }
        for (std::int32_t id = 100; id < 105; ++id) {
            server.addDocument(kLogs, bson::makeDocument("_id", id));
        }
    }
    std::vector<base::Time> edges() const
    {
        std::vector<base::Time> all;
        for (int hour = 0; hour <= 10; ++hour) {
            all.push_back(clock.now() + std::chrono::hours(hour));
        }
        return all;
    }
    ttl::HistogramRequest request(std::int64_t sampleAbove = 10) const
    {
        ttl::Rule rule;
        rule.index = {kLogs, "at_1"};
        rule.field = "at";
        rule.expireAfterSeconds = 3'600;
        return ttl::histogramRequest(rule, edges(), sampleAbove);
    }
    auto count(const std::vector<ttl::HistogramRequest>& requests,
               const ttl::CallLimits& limits = {})
    {
        return countExactly(server, limits, requests,
                            [this](double done) { progress.push_back(done); });
    }
};

double sumOfShares(const std::vector<CountPart>& parts)
{
    return std::accumulate(parts.begin(), parts.end(), 0.0,
                           [](double sum, const CountPart& part) { return sum + part.share; });
}

bool isNear(double value, double wanted)
{
    return std::abs(value - wanted) < 1e-9;
}

} // namespace

class TestExactCount : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsHoldEverythingOnce();
    void smallBucketsAreCountedTogether();
    void aFullBucketIsAPartOfItsOwn();
    void partsOfAnEmptyEstimateHaveNoShare();
    void anEstimateWithFewerBucketsIsNoFault();
    void sharesSumToOne();
    void datesDivideAnIndexWithoutArrays();
    void idsDivideAnyOtherCollection();
    void withoutAPlanTheBucketsDivide();
    void aSampledCollectionIsCountedInParts();
    void aSmallCollectionIsCountedAtOnce();
    void progressRisesToOne();
    void aFailedRuleLeavesTheOthers();
    void aPartThatFailsFailsItsRule();
    void aLostConnectionEndsItAll();
    void aCancelledCountIsCancelled();
    void noRuleIsNoWork();
};

void TestExactCount::partsHoldEverythingOnce()
{
    const Logs logs;
    ttl::ExpiryHistogram estimate;
    estimate.counts.assign(10, 10);
    estimate.overdue = 100;
    estimate.later = 50;
    const std::vector<CountPart> parts = countParts(logs.edges(), estimate);
    QVERIFY(!parts.front().part.after); // from the beginning of time
    QCOMPARE(parts.front().part.upTo, std::optional(logs.clock.now()));
    QVERIFY(parts.back().part.undated);
    QVERIFY(!parts[parts.size() - 2].part.upTo); // to the end of it
    for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
        QCOMPARE(parts[i].part.after, parts[i - 1].part.upTo);
        QVERIFY(!parts[i].part.undated);
    }
}

void TestExactCount::smallBucketsAreCountedTogether()
{
    const Logs logs;
    ttl::ExpiryHistogram estimate;
    estimate.counts.assign(10, 2); // 2 % each; a part has 5 % at least
    estimate.overdue = 80;
    const std::vector<CountPart> parts = countParts(logs.edges(), estimate);
    QCOMPARE(parts.size(), std::size_t{7}); // overdue, 3 + 3 + 3 + 1 buckets, later, undated
    QVERIFY(isNear(parts[1].share, 0.06));
    QCOMPARE(parts[1].part.upTo, std::optional(logs.clock.now() + 3h));
    QVERIFY(isNear(parts[4].share, 0.02));
}

void TestExactCount::aFullBucketIsAPartOfItsOwn()
{
    const Logs logs;
    ttl::ExpiryHistogram estimate;
    estimate.counts = {0, 0, 80, 0, 0, 20, 0, 0, 0, 0};
    const std::vector<CountPart> parts = countParts(logs.edges(), estimate);
    QCOMPARE(parts.size(), std::size_t{6});
    QVERIFY(isNear(parts[1].share, 0.8));
    QVERIFY(isNear(parts[2].share, 0.2));
    QVERIFY(isNear(parts[3].share, 0.0)); // what follows is empty, as far as known
    QCOMPARE(parts[3].part.upTo, std::optional(logs.edges().back()));
}

void TestExactCount::partsOfAnEmptyEstimateHaveNoShare()
{
    const Logs logs;
    const std::vector<CountPart> parts = countParts(logs.edges(), {});
    QCOMPARE(parts.size(), std::size_t{4});
    QVERIFY(isNear(sumOfShares(parts), 0.0));
}

void TestExactCount::anEstimateWithFewerBucketsIsNoFault()
{
    const Logs logs;
    ttl::ExpiryHistogram estimate;
    estimate.counts = {5};
    const std::vector<CountPart> parts = countParts(logs.edges(), estimate);
    QCOMPARE(parts[parts.size() - 3].part.upTo, std::optional(logs.edges().back()));
}

void TestExactCount::sharesSumToOne()
{
    const Logs logs;
    ttl::ExpiryHistogram estimate;
    estimate.counts = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    estimate.overdue = 58;
    estimate.later = 97;
    estimate.never = {9, 3, 2, 3};
    QVERIFY(isNear(sumOfShares(countParts(logs.edges(), estimate)), 1.0));
}

void TestExactCount::datesDivideAnIndexWithoutArrays()
{
    const Logs logs;
    ttl::ExpiryHistogram estimate;
    estimate.later = 80;
    estimate.never.noField = 20;
    ttl::CountPlan plan;
    plan.withoutArrays = true;
    const base::Time first = logs.clock.now() - 5h;
    for (int i = 0; i < 3; ++i) {
        plan.dates.push_back(bson::Date::from(first + std::chrono::hours(i)));
    }
    const std::vector<CountPart> parts = plannedParts(logs.request(), estimate, plan);
    QCOMPARE(parts.size(), std::size_t{5});
    QVERIFY(!parts.front().part.after);
    QCOMPARE(parts.front().part.upTo, std::optional(first + 1h)); // the rule adds an hour
    for (std::size_t i = 1; i < 4; ++i) {
        QCOMPARE(parts[i].part.after, parts[i - 1].part.upTo);
    }
    QVERIFY(!parts[3].part.upTo);
    QVERIFY(parts.back().part.undated);
    QVERIFY(isNear(parts.back().share, 0.2));
    QVERIFY(isNear(parts.front().share, 0.2));
    QVERIFY(isNear(sumOfShares(parts), 1.0));
    QVERIFY(std::ranges::all_of(
        parts, [](const CountPart& part) { return part.part.withoutArrays && !part.part.ids; }));
}

void TestExactCount::idsDivideAnyOtherCollection()
{
    const Logs logs;
    ttl::CountPlan plan;
    plan.ids = {bson::Value::of(10), bson::Value::of(20)};
    const std::vector<CountPart> parts = plannedParts(logs.request(), {}, plan);
    QCOMPARE(parts.size(), std::size_t{3});
    QVERIFY(!parts[0].part.ids->after);
    QVERIFY(bson::equal(*parts[0].part.ids->upTo, plan.ids[0]));
    QVERIFY(bson::equal(*parts[1].part.ids->after, plan.ids[0]));
    QVERIFY(bson::equal(*parts[1].part.ids->upTo, plan.ids[1]));
    QVERIFY(bson::equal(*parts[2].part.ids->after, plan.ids[1]));
    QVERIFY(!parts[2].part.ids->upTo);
    QVERIFY(isNear(sumOfShares(parts), 1.0));
}

void TestExactCount::withoutAPlanTheBucketsDivide()
{
    const Logs logs;
    ttl::ExpiryHistogram estimate;
    estimate.counts.assign(10, 10);
    const auto parts = plannedParts(logs.request(), estimate, {});
    QCOMPARE(parts.size(), countParts(logs.edges(), estimate).size());
    QVERIFY(!parts.front().part.withoutArrays);
    ttl::CountPlan indexOnly;
    indexOnly.withoutArrays = true;
    QVERIFY(plannedParts(logs.request(), estimate, indexOnly).front().part.withoutArrays);
}

void TestExactCount::aSampledCollectionIsCountedInParts()
{
    Logs logs;
    const auto answers = logs.count({logs.request()});
    QVERIFY(answers && answers->front());
    const ttl::ExpiryHistogram& counted = *answers->front();
    QVERIFY(counted.exact);
    QVERIFY(isNear(counted.sampledShare, 1.0));
    QCOMPARE(counted.documents(), 45);
    QCOMPARE(counted.overdue, 20);
    QCOMPARE(counted.never.noField, 5);
    QCOMPARE(counted.counts, std::vector<std::int64_t>(10, 1));
    QCOMPARE(counted.later, 10);
    QVERIFY(logs.server.calls("histogram") > 3);
    QCOMPARE(logs.server.lastHistogram().part->counted, 40); // with that the undated are known
}

void TestExactCount::aSmallCollectionIsCountedAtOnce()
{
    Logs logs;
    const auto answers = logs.count({logs.request(1'000)});
    QVERIFY(answers && answers->front());
    QVERIFY(answers->front()->exact);
    QCOMPARE(logs.server.calls("histogram"), 1);
    QCOMPARE(logs.progress, std::vector<double>{1.0});
}

void TestExactCount::progressRisesToOne()
{
    Logs logs;
    QVERIFY(logs.count({logs.request(), logs.request(1'000), logs.request()}));
    QVERIFY(std::ranges::is_sorted(logs.progress));
    QVERIFY(logs.progress.front() > 0.0 && logs.progress.front() < 1.0 / 3);
    QVERIFY(isNear(logs.progress.back(), 1.0));
}

void TestExactCount::aFailedRuleLeavesTheOthers()
{
    Logs logs;
    logs.server.failOnce("histogram", base::serverError(13, "Unauthorized", "no"));
    const auto answers = logs.count({logs.request(), logs.request()});
    QVERIFY(answers);
    QCOMPARE((*answers)[0].error().serverCode, 13);
    QVERIFY((*answers)[1]);
    QCOMPARE((*answers)[1]->documents(), 45);
}

void TestExactCount::aPartThatFailsFailsItsRule()
{
    Logs logs;
    int asked = 0;
    const auto answers = countExactly(logs.server, {}, {logs.request()}, [&](double) {
        if (++asked == 2) {
            logs.server.fail("histogram", base::serverError(50, "MaxTimeMSExpired", "too slow"));
        }
    });
    QVERIFY(answers);
    QCOMPARE(answers->front().error().serverCode, 50); // half a count is none
}

void TestExactCount::aLostConnectionEndsItAll()
{
    Logs logs;
    logs.server.fail("histogram", kLost);
    const auto answers = logs.count({logs.request(), logs.request()});
    QVERIFY(!answers);
    QCOMPARE(answers.error().code, Errc::Network);
    QCOMPARE(logs.server.calls("histogram"), 1);
}

void TestExactCount::aCancelledCountIsCancelled()
{
    Logs logs;
    const ttl::CallLimits limits;
    const auto answers = countExactly(logs.server, limits, {logs.request(), logs.request()},
                                      [&](double) { limits.cancel.cancel(); });
    QVERIFY(answers);
    for (const Result<ttl::ExpiryHistogram>& answer : *answers) {
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, Errc::Cancelled);
    }
}

void TestExactCount::noRuleIsNoWork()
{
    Logs logs;
    const auto answers = logs.count({});
    QVERIFY(answers && answers->empty());
    QCOMPARE(logs.server.allCalls(), 0);
    QVERIFY(logs.progress.empty());
}

SANDGLASS_TEST(TestExactCount)
} // namespace tst_services_exact_count

#include "tst_services_exact_count.moc"
