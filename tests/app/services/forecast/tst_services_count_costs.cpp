// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/count_costs.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_count_costs {

using namespace sandglass;
using namespace std::chrono_literals;
using services::CountCosts;

namespace {

const protocol::Namespace kLogs{"shop", "logs"};
constexpr std::int64_t kFloor = 10'000; // always counted

/// What was learned from answers about one field.
struct Learned
{
    CountCosts costs;

    void counted(std::int64_t documents, std::chrono::milliseconds took)
    {
        ttl::ExpiryHistogram answer;
        answer.later = documents;
        answer.took = took;
        costs.note(request(), answer);
    }
    void sampled(std::int64_t documents, std::int64_t drawn, std::chrono::milliseconds took,
                 std::int64_t overdue = 0, bool overdueExact = true)
    {
        ttl::ExpiryHistogram answer;
        answer.overdue = overdue;
        answer.later = documents - overdue;
        answer.exact = false;
        answer.overdueExact = overdueExact;
        answer.sampledShare = static_cast<double>(drawn) / static_cast<double>(documents);
        answer.took = took;
        costs.note(request(), answer);
    }
    void failed(const Error& error) { costs.note(request(), error); }

    static ttl::HistogramRequest request()
    {
        ttl::HistogramRequest made;
        made.ns = kLogs;
        made.field = "at";
        return made;
    }
    std::int64_t countable() const { return costs.countableExactly(kLogs, "at"); }
    ttl::SampleLimits limits() const { return costs.sampleLimits(kLogs, "at"); }
};

} // namespace

class TestCountCosts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anUnknownCollectionIsSampledUnlessItIsSmall()
    {
        const Learned learned;
        QCOMPARE(learned.countable(), kFloor);
    }

    void whatWasCountedQuicklyIsCountedAgain()
    {
        Learned learned;
        learned.counted(1'000'000, 250ms);
        QCOMPARE(learned.countable(), std::int64_t{2'000'000});
    }

    void whatWasCountedSlowlyIsSampledFromThenOn()
    {
        Learned learned;
        learned.counted(1'000'000, 5s);
        QCOMPARE(learned.countable(), std::int64_t{100'000});
    }

    void theWayToTheServerIsNoCostOfASmallCount()
    {
        Learned learned;
        learned.counted(200, 400ms);
        QCOMPARE(learned.countable(), kFloor);
    }

    void aQuickSampleMakesCountingWorthATry()
    {
        Learned learned;
        learned.sampled(1'000'000, 10'000, 100ms); // 10 µs each
        QCOMPARE(learned.countable(), std::int64_t{200'000});
    }

    void aTryThatWasSlowIsNotRepeated()
    {
        Learned learned;
        learned.sampled(150'000, 7'000, 70ms);
        QVERIFY(learned.countable() > 150'000);
        learned.counted(150'000, 1'800ms);
        QVERIFY(learned.countable() < 150'000);
        learned.sampled(150'000, 7'000, 70ms);
        QVERIFY(learned.countable() < 150'000);
    }

    void aSampleGrowsWhileItIsQuick()
    {
        Learned learned;
        const std::int64_t first = learned.limits().documents;
        QVERIFY(first < ttl::SampleLimits().documents);
        learned.sampled(1'000'000, first, 100ms);
        QCOMPARE(learned.limits().documents, first * 2);
        for (int i = 0; i < 10; ++i) {
            learned.sampled(1'000'000, first, 100ms);
        }
        QCOMPARE(learned.limits().documents, ttl::SampleLimits().documents);
    }

    void aSlowSampleShrinks()
    {
        Learned learned;
        const std::int64_t first = learned.limits().documents;
        learned.sampled(1'000'000, first, 700ms);
        QCOMPARE(learned.limits().documents, first);
        learned.sampled(1'000'000, first, 950ms);
        QCOMPARE(learned.limits().documents, first / 2);
        learned.failed(base::failure(Errc::Timeout, "MaxTimeMSExpired"));
        QCOMPARE(learned.limits().documents, std::int64_t{500});
    }

    void aServerThatReadsEverythingGetsTheTimeAtOnce()
    {
        Learned learned;
        learned.sampled(9'000'000, 1'000, 4s);
        QVERIFY(learned.limits().time > 4s);
        learned.sampled(9'000'000, 1'000, 200ms);
        QCOMPARE(learned.limits().time.count(), ttl::SampleLimits().time.count());
    }

    void overdueDocumentsThatTakeTooLongAreCountedLess()
    {
        Learned learned;
        learned.sampled(1'000'000, 10'000, 100ms, 50'000, false);
        QCOMPARE(learned.limits().overdue, std::int64_t{10'000});
        // these are too many in any case: that says nothing about the time
        learned.sampled(1'000'000, 10'000, 100ms, 500'000, false);
        QCOMPARE(learned.limits().overdue, std::int64_t{10'000});
        learned.sampled(1'000'000, 10'000, 100ms, 50, true);
        QCOMPARE(learned.limits().overdue, ttl::SampleLimits().overdue);
    }

    void theNewestDateStaysKnown()
    {
        Learned learned;
        QVERIFY(!learned.costs.newestDate(kLogs, "at"));
        ttl::ExpiryHistogram answer;
        answer.newestDate = bson::Date{5};
        learned.costs.note(Learned::request(), answer);
        learned.costs.note(Learned::request(), ttl::ExpiryHistogram());
        QCOMPARE(learned.costs.newestDate(kLogs, "at")->millis, std::int64_t{5});
    }

    void otherFieldsAndPartsTeachNothing()
    {
        Learned learned;
        ttl::ExpiryHistogram answer;
        answer.later = 1'000'000;
        answer.took = 1ms;
        ttl::HistogramRequest part = Learned::request();
        part.part = ttl::HistogramPart();
        learned.costs.note(part, answer);
        ttl::HistogramRequest other = Learned::request();
        other.field = "b";
        learned.costs.note(other, answer);
        QCOMPARE(learned.countable(), kFloor);
        QVERIFY(learned.costs.countableExactly(kLogs, "b") > kFloor);
        learned.costs.clear();
        QCOMPARE(learned.costs.countableExactly(kLogs, "b"), kFloor);
    }
};

SANDGLASS_TEST(TestCountCosts)
} // namespace tst_services_count_costs

#include "tst_services_count_costs.moc"
