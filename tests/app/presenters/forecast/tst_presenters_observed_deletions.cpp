// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/observed_deletions.h"
#include "app/services/forecast/monitor_service.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_observed_deletions {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000));

std::int64_t sum(const std::vector<DeletionSpan>& spans)
{
    std::int64_t documents = 0;
    for (const DeletionSpan& span : spans) {
        documents += span.documents;
    }
    return documents;
}

} // namespace

class TestObservedDeletions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsKnownBeforeTenSeconds()
    {
        ObservedDeletions seen;
        QVERIFY(seen.spans(kNow, 60s, 1).empty());
        seen.note(100, kNow, 1);
        seen.note(40, kNow + 9s, 1);
        QVERIFY(!seen.perMinute(kNow + 9s, 1));
        QVERIFY(seen.perMinute(kNow + 10s, 1));
    }

    void aFallIsADeletionAndARiseIsNone()
    {
        ObservedDeletions seen;
        seen.note(100, kNow, 1);
        seen.note(70, kNow + 20s, 1);
        seen.note(90, kNow + 40s, 1);
        seen.note(80, kNow + 60s, 1);
        QCOMPARE(*seen.perMinute(kNow + 60s, 1), 40.0);
        QCOMPARE(sum(seen.spans(kNow + 60s, 60s, 1)), std::int64_t{40});
    }

    void whatWasDeletedDuringARiseIsUnknownAndNotZero()
    {
        ObservedDeletions seen;
        seen.note(100, kNow, 1);
        seen.note(120, kNow + 50s, 1);
        QVERIFY(seen.spans(kNow + 60s, 60s, 1).empty());
        seen.note(110, kNow + 100s, 1);
        const std::vector<DeletionSpan> spans = seen.spans(kNow + 120s, 60s, 1);
        QCOMPARE(spans.size(), std::size_t{1});
        QCOMPARE(spans.front().from, kNow + 60s);
        QCOMPARE(spans.front().documents, std::int64_t{10});
    }

    void whatWasDeletedBetweenReadingsFurtherApartThanASpanIsNotExactInIt()
    {
        const std::deque<services::DeletionReading> readings{
            {kNow, 10}, {kNow + 300s, 13}, {kNow + 360s, 20}, {kNow + 400s, 21}};
        const std::vector<DeletionSpan> spans
            = deletionSpans(deletionsBetween(readings), kNow, kNow + 420s, 60s);
        QCOMPARE(spans.size(), std::size_t{3});
        QCOMPARE(spans[0].documents, std::int64_t{3});
        QVERIFY(!spans[0].exact); // at any time in these five minutes
        QCOMPARE(spans[1].documents, std::int64_t{7});
        QVERIFY(spans[1].exact && spans[2].exact);
        // a wider bar holds them all
        for (const DeletionSpan& span :
             deletionSpans(deletionsBetween(readings), kNow, kNow + 420s, 300s)) {
            QVERIFY(span.exact);
        }
    }

    void whatIsOlderThanTheHourIsForgotten()
    {
        ObservedDeletions seen;
        seen.note(100, kNow, 1);
        seen.note(70, kNow + 20s, 1);
        seen.note(70, kNow + 2h, 1);
        QCOMPARE(sum(seen.spans(kNow + 2h, 60s, 1)), std::int64_t{0});
        QCOMPARE(*seen.perMinute(kNow + 2h, 1), 0.0);
    }

    void whatWasNotReadIsMissingAndNotZero()
    {
        ObservedDeletions seen;
        seen.note(100, kNow, 1);
        seen.note(100, kNow + 50s, 1); // nothing was deleted: that is known
        seen.skip(); // the next count says nothing of what was before it
        seen.note(40, kNow + 170s, 1);
        seen.note(30, kNow + 230s, 1);
        const std::vector<DeletionSpan> spans = seen.spans(kNow + 240s, 60s, 1);
        QCOMPARE(spans.size(), std::size_t{2});
        QCOMPARE(spans[0].from, kNow);
        QCOMPARE(spans[0].documents, std::int64_t{0});
        QCOMPARE(spans[1].from, kNow + 180s);
        QCOMPARE(spans[1].to, kNow + 240s);
        QCOMPARE(spans[1].documents, std::int64_t{10});
    }

    void clearedItBeginsAnew()
    {
        ObservedDeletions seen;
        seen.note(100, kNow, 1);
        seen.clear();
        seen.note(10, kNow + 20s, 1);
        QVERIFY(!seen.perMinute(kNow + 20s, 1));
        QCOMPARE(sum(seen.spans(kNow + 25s, 60s, 1)), std::int64_t{0});
    }
};

SANDGLASS_TEST(TestObservedDeletions)
} // namespace tst_presenters_observed_deletions

#include "tst_presenters_observed_deletions.moc"
