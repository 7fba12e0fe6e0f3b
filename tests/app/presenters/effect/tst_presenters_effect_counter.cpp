// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/effect/effect_counter.h"
#include "tests/support/event_order.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>
#include <vector>

namespace tst_presenters_effect_counter {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::kSessions;
using tests::ServiceFixture;

namespace {

/// The sessions' rule with another period; of 10 dated documents 3 are two hours old, 5 are 50
/// minutes and 2 are 10 minutes old.
services::EffectQuery querySeconds(std::int64_t seconds)
{
    services::EffectQuery query;
    query.after.index = {kSessions, "lastSeen_1"};
    query.after.field = "lastSeen";
    query.after.expireAfterSeconds = seconds;
    return query;
}

/// A counter on the shop that notes every state it announces.
struct Counting : ServiceFixture
{
    std::unique_ptr<EffectCounter> counter;
    std::vector<EffectCount> seen;
    int due = 0;

    explicit Counting(std::chrono::milliseconds pause = 0ms)
    {
        tests::fillShop(*this);
        counter = std::make_unique<EffectCounter>(set, pause, nullptr);
        QObject::connect(counter.get(), &EffectCounter::changed, counter.get(),
                         [this](const EffectCount& count) { seen.push_back(count); });
        QObject::connect(counter.get(), &EffectCounter::due, counter.get(), [this] { ++due; });
    }
    EffectCount last() const { return seen.empty() ? EffectCount() : seen.back(); }
    bool reaches(EditPhase phase) const
    {
        return QTest::qWaitFor([&] { return last().phase == phase; });
    }
};

} // namespace

class TestEffectCounter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCountEndsWithEffectAndPicture();
    void theCurrentRuleIsDrawnToo();
    void aPauseInTypingLetsTheCountBecomeDue();
    void onlyTheLastAnnouncementBecomesDue();
    void startingAtOnceNeedsNoPauseAnyMore();
    void clearingStopsWhatIsWaiting();
    void clearingCancelsWhatIsRunning();
    void aNewCountCancelsTheOneBefore();
    void anAnnouncedCountDropsTheOneUnderWay();
    void aCancelledCountLeavesTheEffectUnknown();
    void cancellingWithNothingUnderWayChangesNothing();
    void aRefusedCountIsAFailureWithTheServersWords();
    void aLostConnectionIsAFailure();
    void givingUpSaysWhyAndStopsTheCount();
    void aCounterThatGoesCancelsItsCount();
    void everyCountIsATaskThatEnds();
    void theChosenZoneDecidesTheDays();
};

void TestEffectCounter::aCountEndsWithEffectAndPicture()
{
    Counting counting;
    QVERIFY(counting.connect());
    counting.counter->start(querySeconds(1'800));
    QCOMPARE(counting.last().phase, EditPhase::Counting);
    QCOMPARE(counting.last().effect.phase, Phase::Loading);
    QCOMPARE(counting.last().preview.phase, Phase::Loading);
    QVERIFY(counting.reaches(EditPhase::Ready));
    const EffectCount count = counting.last();
    QCOMPARE(count.effect.phase, Phase::Ready);
    QCOMPARE(count.effect.affected, 8);
    QCOMPARE(count.effect.documents, 12);
    QCOMPARE(count.effect.samples.size(), 8);
    QCOMPARE(count.effect.asOf, counting.clock.now());
    QCOMPARE(count.preview.phase, Phase::Ready);
    QVERIFY(!count.preview.before);
    QCOMPARE(count.preview.after->overdue, 8);
    QCOMPARE(count.preview.after->never.total(), 2);
    QCOMPARE(count.preview.after->counts.size() + 1, count.preview.edges.size());
}

void TestEffectCounter::theCurrentRuleIsDrawnToo()
{
    Counting counting;
    QVERIFY(counting.connect());
    services::EffectQuery query = querySeconds(1'800);
    query.before = querySeconds(3'600).after;
    counting.counter->start(query);
    QVERIFY(counting.reaches(EditPhase::Ready));
    QCOMPARE(counting.last().preview.before->overdue, 3);
    QCOMPARE(counting.last().preview.after->overdue, 8);
}

void TestEffectCounter::aPauseInTypingLetsTheCountBecomeDue()
{
    Counting counting;
    counting.counter->announce();
    QCOMPARE(counting.last().phase, EditPhase::Counting);
    QCOMPARE(counting.last().effect.phase, Phase::Loading);
    QCOMPARE(counting.due, 0);
    QTRY_COMPARE(counting.due, 1);
    QCOMPARE(counting.server->allCalls(), 0); // the dialog starts it
}

void TestEffectCounter::onlyTheLastAnnouncementBecomesDue()
{
    Counting counting(10ms);
    for (int key = 0; key < 5; ++key) {
        counting.counter->announce();
    }
    QTRY_COMPARE(counting.due, 1);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(counting.due, 1);
}

void TestEffectCounter::startingAtOnceNeedsNoPauseAnyMore()
{
    Counting counting;
    QVERIFY(counting.connect());
    counting.counter->announce();
    counting.counter->start(querySeconds(60));
    QVERIFY(counting.reaches(EditPhase::Ready));
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(counting.due, 0);
}

void TestEffectCounter::clearingStopsWhatIsWaiting()
{
    Counting counting;
    counting.counter->announce();
    counting.counter->clear();
    QCOMPARE(counting.last().phase, EditPhase::Editing);
    QCOMPARE(counting.last().effect.phase, Phase::Idle);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(counting.due, 0);
}

void TestEffectCounter::clearingCancelsWhatIsRunning()
{
    Counting counting;
    QVERIFY(counting.connect());
    counting.server->hold("impact");
    counting.counter->start(querySeconds(60));
    QTRY_COMPARE(counting.server->running("impact"), 1);
    counting.counter->clear();
    QTRY_COMPARE(counting.server->running("impact"), 0);
    QTRY_VERIFY(counting.set.tasks.tasks().empty());
    QCOMPARE(counting.last().phase, EditPhase::Editing);
}

void TestEffectCounter::aNewCountCancelsTheOneBefore()
{
    Counting counting;
    QVERIFY(counting.connect());
    counting.server->hold("impact");
    counting.counter->start(querySeconds(60));
    QTRY_COMPARE(counting.server->running("impact"), 1);
    counting.counter->start(querySeconds(7'000));
    QTRY_COMPARE(counting.server->calls("impact"), 2);
    QTRY_COMPARE(counting.server->running("impact"), 1);
    counting.server->release("impact");
    QVERIFY(counting.reaches(EditPhase::Ready));
    QCOMPARE(counting.last().effect.affected, 3);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(std::ranges::count(counting.seen, EditPhase::Ready, &EffectCount::phase), 1);
}

void TestEffectCounter::anAnnouncedCountDropsTheOneUnderWay()
{
    Counting counting(1h);
    QVERIFY(counting.connect());
    counting.server->hold("impact");
    counting.counter->start(querySeconds(60));
    QTRY_COMPARE(counting.server->running("impact"), 1);
    counting.counter->announce(); // the form says something else now
    counting.server->release("impact");
    QTRY_COMPARE(counting.server->running("impact"), 0);
    QTRY_VERIFY(counting.set.tasks.tasks().empty());
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(counting.last().phase, EditPhase::Counting);
    QCOMPARE(counting.last().effect.phase, Phase::Loading);
}

void TestEffectCounter::aCancelledCountLeavesTheEffectUnknown()
{
    Counting counting;
    QVERIFY(counting.connect());
    counting.server->hold("impact");
    counting.counter->start(querySeconds(60));
    QTRY_COMPARE(counting.server->running("impact"), 1);
    counting.counter->cancel();
    QCOMPARE(counting.last().phase, EditPhase::Ready);
    QCOMPARE(counting.last().effect.phase, Phase::Failed);
    QVERIFY(!counting.last().effect.sentence.isEmpty());
    QCOMPARE(counting.last().preview.phase, Phase::Failed);
    QTRY_COMPARE(counting.server->running("impact"), 0);
    const std::size_t states = counting.seen.size();
    QTRY_VERIFY(counting.set.tasks.tasks().empty());
    QCOMPARE(counting.seen.size(), states); // its answer does not come any more
}

void TestEffectCounter::cancellingWithNothingUnderWayChangesNothing()
{
    Counting counting;
    counting.counter->cancel();
    QVERIFY(counting.seen.empty());
    QVERIFY(counting.connect());
    counting.counter->start(querySeconds(60));
    QVERIFY(counting.reaches(EditPhase::Ready));
    const std::size_t states = counting.seen.size();
    counting.counter->cancel();
    QCOMPARE(counting.seen.size(), states);
}

void TestEffectCounter::aRefusedCountIsAFailureWithTheServersWords()
{
    Counting counting;
    QVERIFY(counting.connect());
    counting.server->fail("impact", base::serverError(13, "Unauthorized", "not authorized"));
    counting.counter->start(querySeconds(60));
    QVERIFY(counting.reaches(EditPhase::Ready));
    QCOMPARE(counting.last().effect.phase, Phase::Failed);
    QCOMPARE(counting.last().effect.failure->codeName, u"13 Unauthorized"_s);
    QCOMPARE(counting.last().preview.phase, Phase::Ready); // the picture was allowed
}

void TestEffectCounter::aLostConnectionIsAFailure()
{
    Counting counting;
    counting.counter->start(querySeconds(60));
    QVERIFY(counting.reaches(EditPhase::Ready));
    QCOMPARE(counting.last().effect.phase, Phase::Failed);
    QCOMPARE(counting.last().preview.phase, Phase::Failed);
    QVERIFY(counting.set.tasks.tasks().empty());
}

void TestEffectCounter::givingUpSaysWhyAndStopsTheCount()
{
    Counting counting;
    QVERIFY(counting.connect());
    counting.server->hold("impact");
    counting.counter->start(querySeconds(60));
    QTRY_COMPARE(counting.server->running("impact"), 1);
    counting.counter->giveUp(u"%1 cannot be \"counted\""_s);
    QCOMPARE(counting.last().phase, EditPhase::Ready);
    QCOMPARE(counting.last().effect.phase, Phase::Failed);
    QCOMPARE(counting.last().effect.sentence, u"%1 cannot be \"counted\""_s);
    QTRY_COMPARE(counting.server->running("impact"), 0);
}

void TestEffectCounter::aCounterThatGoesCancelsItsCount()
{
    Counting counting;
    QVERIFY(counting.connect());
    counting.server->hold("impact");
    counting.counter->start(querySeconds(60));
    QTRY_COMPARE(counting.server->running("impact"), 1);
    counting.counter.reset();
    QTRY_COMPARE(counting.server->running("impact"), 0);
    QTRY_VERIFY(counting.set.tasks.tasks().empty());
}

void TestEffectCounter::everyCountIsATaskThatEnds()
{
    Counting counting;
    QVERIFY(counting.connect());
    counting.server->hold("impact");
    counting.counter->start(querySeconds(60));
    QCOMPARE(counting.set.tasks.tasks().size(), std::size_t{1});
    const services::Task task = counting.set.tasks.tasks().front();
    QCOMPARE(task.kind, services::TaskKind::CountEffect);
    QCOMPARE(task.ns, kSessions);
    counting.set.tasks.cancel(task.id); // as the list of tasks does
    QVERIFY(counting.reaches(EditPhase::Ready));
    QCOMPARE(counting.last().effect.phase, Phase::Failed);
    QVERIFY(counting.set.tasks.tasks().empty());
}

void TestEffectCounter::theChosenZoneDecidesTheDays()
{
    Counting counting;
    counting.set.settings.setZoneId("Asia/Kathmandu"); // 5:45 ahead
    QVERIFY(counting.connect());
    counting.counter->start(querySeconds(std::int64_t{365} * 86'400));
    QVERIFY(counting.reaches(EditPhase::Ready));
    const std::vector<base::Time>& edges = counting.last().preview.edges;
    QVERIFY(edges.size() > 2);
    const auto sinceUtcMidnight = edges[1].time_since_epoch() % std::chrono::hours(24);
    QCOMPARE(sinceUtcMidnight.count(), base::Millis(18h + 15min).count());
}

SANDGLASS_TEST(TestEffectCounter)
} // namespace tst_presenters_effect_counter

#include "tst_presenters_effect_counter.moc"
