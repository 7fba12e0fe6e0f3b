// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/observed_deletions.h"
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

    void whatIsOlderThanTheHourIsForgotten()
    {
        ObservedDeletions seen;
        seen.note(100, kNow, 1);
        seen.note(70, kNow + 20s, 1);
        seen.note(70, kNow + 2h, 1);
        QCOMPARE(sum(seen.spans(kNow + 2h, 60s, 1)), std::int64_t{0});
        QCOMPARE(*seen.perMinute(kNow + 2h, 1), 0.0);
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
