// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of several rules together, in the dialog that changes them.
#include "app/bson/builder.h"
#include "app/presenters/indexes/batch_change_presenter.h"
#include "app/services/forecast/forecast_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tst_presenters_batch_timeline {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
const protocol::Namespace kLogs{"shop", "logs"};
const protocol::Namespace kNotes{"shop", "notes"};
const std::vector<ttl::IndexRef> kAll{{kCarts, "t_1"}, {kLogs, "t_1"}, {kNotes, "t_1"}};

/// Three collections with a rule of 30 days each. 3 of 4 carts and 2 of 3 logs are 3 hours old; the
/// only note and the others are a minute old.
struct Shop : ServiceFixture
{
    Shop()
    {
        for (const protocol::Namespace& ns : {kCarts, kLogs, kNotes}) {
            server->addIndex(ns, "t", 2'592'000);
            add(ns, 100, 1min);
        }
        for (std::int32_t id = 0; id < 3; ++id) {
            add(kCarts, id, 3h);
        }
        for (std::int32_t id = 0; id < 2; ++id) {
            add(kLogs, id, 3h);
        }
    }
    void add(const protocol::Namespace& ns, std::int32_t id, base::Millis age)
    {
        server->addDocument(
            ns, bson::makeDocument("_id", id, "t", bson::Date::from(clock.now() - age)));
    }
};

ChangeDraft twoHours()
{
    ChangeDraft draft;
    draft.seconds = 7'200;
    return draft;
}

ChangeDraft ofKind(ChangeKind kind)
{
    ChangeDraft draft;
    draft.kind = kind;
    return draft;
}

bool reaches(const BatchChangePresenter& batch, EditPhase phase)
{
    return QTest::qWaitFor([&] { return batch.state().phase == phase; });
}

bool isAddedUp(const BatchChangePresenter& batch)
{
    return QTest::qWaitFor([&] { return batch.state().preview.phase == Phase::Ready; });
}

std::int64_t scheduled(const PreviewSide& side)
{
    return std::accumulate(side.counts.begin(), side.counts.end(), std::int64_t{0});
}

/// Every document of a side.
std::int64_t documents(const PreviewSide& side)
{
    return scheduled(side) + side.overdue + side.later + side.never.total();
}

} // namespace

class TestBatchTimeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itAddsUpWhatAllRulesAreAndWouldBe();
    void itGrowsRuleByRule();
    void aRuleThatCannotBeCountedIsNamedAndOnNeitherSide();
    void aRuleWithoutATimelineIsCountedAgain();
    void aRuleThatStaysIsOnBothSides();
    void rulesThatStayAllAreTodayOnBothSides();
    void endingExpiryLeavesOnlyToday();
    void hidingChangesNothingAndCountsNothingTwice();
    void aCancelledCountNamesWhatIsMissingUntilItIsCounted();
    void aCountThatIsCancelledBeforeItBeginsNamesAllRules();
    void theCountOfTodayCanBeCancelled();
    void whatIsShownStaysWhileAnotherPeriodIsTyped();
    void theErrorsOfSamplesAddUp();
};

void TestBatchTimeline::itAddsUpWhatAllRulesAreAndWouldBe()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(twoHours());
    QVERIFY(reaches(batch, EditPhase::Ready));
    const PreviewState& preview = batch.state().preview;
    QCOMPARE(preview.phase, Phase::Ready);
    QVERIFY(preview.before && preview.after);
    QCOMPARE(preview.now, preview.edges.front());
    QCOMPARE(preview.before->counts.size(), preview.edges.size() - 1);
    QCOMPARE(preview.after->counts.size(), preview.edges.size() - 1);
    QCOMPARE(preview.before->overdue, std::int64_t{0});
    QCOMPARE(scheduled(*preview.before), std::int64_t{8});
    QCOMPARE(preview.after->overdue, std::int64_t{5});
    QCOMPARE(scheduled(*preview.after), std::int64_t{3});
    QVERIFY(preview.missing.isEmpty() && batch.state().timelineNote.isEmpty());
    QVERIFY2(preview.summary.contains(u"after: 5"_s), qPrintable(preview.summary));
}

void TestBatchTimeline::itGrowsRuleByRule()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    fixture.server->hold("impact");
    batch.edit(twoHours());
    QTRY_COMPARE(fixture.server->running("impact"), 1);
    QCOMPARE(batch.state().preview.phase, Phase::Loading);
    QVERIFY(!batch.state().preview.before);
    QVERIFY2(batch.state().timelineNote.contains(u"0 of 3 rule(s)"_s),
             qPrintable(batch.state().timelineNote));
    fixture.server->release("impact");
    QVERIFY(reaches(batch, EditPhase::Ready));
    QVERIFY(batch.state().timelineNote.isEmpty());
}

void TestBatchTimeline::aRuleThatCannotBeCountedIsNamedAndOnNeitherSide()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    // of the carts, which are the first, one of two histograms is refused
    fixture.server->failOnce("histogram", base::serverError(50, "MaxTimeMSExpired", "too slow"));
    batch.edit(twoHours());
    QVERIFY(reaches(batch, EditPhase::Ready));
    const PreviewState& preview = batch.state().preview;
    QCOMPARE(preview.phase, Phase::Ready);
    QVERIFY2(preview.missing.contains(u"t_1 of shop.carts"_s)
                 && !preview.missing.contains(u"shop.logs"_s),
             qPrintable(preview.missing));
    QVERIFY2(preview.missing.contains(u"the same or higher"_s), qPrintable(preview.missing));
    QCOMPARE(batch.state().timelineNote, preview.missing);
    QVERIFY(preview.summary.endsWith(preview.missing));
    QCOMPARE(documents(*preview.before), std::int64_t{4});
    QCOMPARE(documents(*preview.after), std::int64_t{4});
    QCOMPARE(preview.after->overdue, std::int64_t{2});
}

void TestBatchTimeline::aRuleWithoutATimelineIsCountedAgain()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    fixture.server->failOnce("histogram", base::serverError(50, "MaxTimeMSExpired", "too slow"));
    batch.edit(twoHours());
    QVERIFY(reaches(batch, EditPhase::Ready));
    QVERIFY(!batch.state().preview.missing.isEmpty());
    QCOMPARE(batch.state().preview.rules, 2);
    batch.count();
    QVERIFY(reaches(batch, EditPhase::Ready));
    QCOMPARE(batch.state().preview.phase, Phase::Ready);
    QVERIFY2(batch.state().preview.missing.isEmpty(), qPrintable(batch.state().preview.missing));
    QCOMPARE(batch.state().preview.rules, 3);
    QCOMPARE(documents(*batch.state().preview.before), std::int64_t{8});
}

void TestBatchTimeline::aRuleThatStaysIsOnBothSides()
{
    Shop fixture;
    fixture.server->collection(kLogs).indexes.back().expireAfterSeconds = 7'200;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(twoHours());
    QVERIFY(reaches(batch, EditPhase::Ready));
    QVERIFY(isAddedUp(batch));
    QCOMPARE(batch.state().preview.before->overdue, std::int64_t{2});
    QCOMPARE(batch.state().preview.after->overdue, std::int64_t{5});
    QCOMPARE(documents(*batch.state().preview.before), std::int64_t{8});
    QCOMPARE(documents(*batch.state().preview.after), std::int64_t{8});
}

void TestBatchTimeline::rulesThatStayAllAreTodayOnBothSides()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    ChangeDraft same;
    same.seconds = 2'592'000;
    batch.edit(same);
    QVERIFY(isAddedUp(batch));
    QCOMPARE(batch.state().phase, EditPhase::Editing);
    QCOMPARE(batch.state().preview.before->counts, batch.state().preview.after->counts);
    QCOMPARE(documents(*batch.state().preview.after), std::int64_t{8});
    QCOMPARE(fixture.server->calls("impact"), 0);
}

void TestBatchTimeline::endingExpiryLeavesOnlyToday()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(ofKind(ChangeKind::StopExpiring));
    QVERIFY(isAddedUp(batch));
    QCOMPARE(documents(*batch.state().preview.before), std::int64_t{8});
    QVERIFY(!batch.state().preview.after);
    QCOMPARE(fixture.server->calls("impact"), 0);
    QCOMPARE(fixture.server->calls("histogram"), 3);
}

void TestBatchTimeline::hidingChangesNothingAndCountsNothingTwice()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(ofKind(ChangeKind::StopExpiring));
    QVERIFY(isAddedUp(batch));
    batch.edit(ofKind(ChangeKind::Hide));
    QCOMPARE(batch.state().preview.phase, Phase::Ready);
    QVERIFY(batch.state().preview.after);
    QCOMPARE(batch.state().preview.before->counts, batch.state().preview.after->counts);
    QCOMPARE(fixture.server->calls("histogram"), 3);
}

void TestBatchTimeline::aCancelledCountNamesWhatIsMissingUntilItIsCounted()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    fixture.server->hold("impact");
    batch.edit(twoHours());
    QTRY_COMPARE(fixture.server->running("impact"), 1);
    batch.cancelCount();
    QVERIFY(reaches(batch, EditPhase::Ready));
    fixture.server->release("impact");
    QCOMPARE(batch.state().preview.phase, Phase::Failed);
    QVERIFY(batch.state().preview.edges.empty());
    for (const char* name : {"shop.carts", "shop.logs", "shop.notes"}) {
        QVERIFY2(batch.state().timelineNote.contains(QString::fromLatin1(name)), name);
    }
    // no number is shown that could be too low
    QVERIFY2(batch.state().timelineNote.startsWith(u"There is no timeline"_s)
                 && !batch.state().timelineNote.contains(u"higher"_s),
             qPrintable(batch.state().timelineNote));
    batch.count();
    QVERIFY(reaches(batch, EditPhase::Ready));
    QCOMPARE(batch.state().preview.phase, Phase::Ready);
    QCOMPARE(batch.state().preview.after->overdue, std::int64_t{5});
    QVERIFY(batch.state().timelineNote.isEmpty());
}

// In the pause after an edit the picture is still that of the change before.
void TestBatchTimeline::aCountThatIsCancelledBeforeItBeginsNamesAllRules()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 1h);
    batch.edit(twoHours());
    QVERIFY(reaches(batch, EditPhase::Counting));
    batch.count();
    QVERIFY(reaches(batch, EditPhase::Ready));
    ChangeDraft other = twoHours();
    other.seconds = 3'600;
    batch.edit(other);
    QCOMPARE(batch.state().preview.phase, Phase::Stale);
    batch.cancelCount();
    QCOMPARE(batch.state().phase, EditPhase::Ready);
    QVERIFY(batch.state().preview.edges.empty() && !batch.state().preview.after);
    QVERIFY(batch.state().timelineNote.contains(u"shop.notes"_s));
}

void TestBatchTimeline::theCountOfTodayCanBeCancelled()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    fixture.server->hold("histogram");
    batch.edit(ofKind(ChangeKind::Hide));
    QTRY_VERIFY(batch.state().timelineCounting);
    // one rule at a time
    QTRY_COMPARE(fixture.server->running("histogram"), 1);
    QVERIFY(batch.state().confirm.enabled); // the change itself deletes nothing
    batch.cancelCount();
    QVERIFY(!batch.state().timelineCounting);
    QVERIFY(batch.state().timelineNote.contains(u"shop.carts"_s));
    fixture.server->release("histogram");
    QCOMPARE(fixture.server->calls("histogram"), 1);
}

void TestBatchTimeline::whatIsShownStaysWhileAnotherPeriodIsTyped()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(twoHours());
    QVERIFY(reaches(batch, EditPhase::Ready));
    ChangeDraft nothing;
    batch.edit(nothing);
    QCOMPARE(batch.state().preview.phase, Phase::Stale);
    QCOMPARE(batch.state().preview.after->overdue, std::int64_t{5});
    batch.edit(twoHours());
    QVERIFY(reaches(batch, EditPhase::Ready));
    QCOMPARE(batch.state().preview.phase, Phase::Ready);
}

void TestBatchTimeline::theErrorsOfSamplesAddUp()
{
    Shop fixture;
    // four carts and, with one more, four logs are sampled; the note is counted
    fixture.add(kLogs, 50, 3h);
    fixture.set.forecasts.setSampleAbove(3);
    QVERIFY(fixture.connect(false));
    const auto errorOf = [&](const std::vector<ttl::IndexRef>& rules) {
        BatchChangePresenter batch(fixture.set, rules, 0ms);
        batch.edit(twoHours());
        if (!reaches(batch, EditPhase::Ready) || !batch.state().preview.after
            || batch.state().preview.after->exact) {
            return -1.0;
        }
        return batch.state().preview.after->laterError;
    };
    const double carts = errorOf({kAll[0]});
    const double logs = errorOf({kAll[1]});
    QVERIFY(carts > 0 && logs > 0);
    const double sum = errorOf(kAll);
    QVERIFY2(std::abs(sum - std::hypot(carts, logs)) < 1e-9, qPrintable(QString::number(sum)));
}

SANDGLASS_TEST(TestBatchTimeline)
} // namespace tst_presenters_batch_timeline

#include "tst_presenters_batch_timeline.moc"
