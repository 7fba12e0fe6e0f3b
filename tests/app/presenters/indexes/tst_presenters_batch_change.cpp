// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/indexes/batch_change_presenter.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/journal/journal_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QTest>

namespace tst_presenters_batch_change {

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

/// Three collections with a rule of 30 days each; 3 carts and 2 logs are 3 hours old, no note is.
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
    std::int64_t seconds(const ttl::IndexRef& index)
    {
        return server->collection(index.ns).indexes.back().expireAfterSeconds.value_or(-1);
    }
};

bool reaches(const BatchChangePresenter& batch, EditPhase phase)
{
    return QTest::qWaitFor([&] { return batch.state().phase == phase; });
}

/// A period in the form; unset: none.
ChangeDraft after(std::optional<std::int64_t> seconds)
{
    ChangeDraft draft;
    draft.seconds = seconds;
    return draft;
}

/// Sends the change of all rules to two hours, and cancels it while the first is changed.
bool cancelled(Shop& fixture, BatchChangePresenter& batch)
{
    batch.edit(after(7'200));
    if (!reaches(batch, EditPhase::Ready)) {
        return false;
    }
    fixture.server->hold("changeIndex");
    batch.apply();
    if (!QTest::qWaitFor([&] { return fixture.server->running("changeIndex") == 1; })) {
        return false;
    }
    batch.cancelRest();
    return true;
}

BatchStage stage(BatchChangePresenter& batch, std::size_t row)
{
    return batch.targets().targets()[row].stage;
}

} // namespace

class TestBatchChange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTargetHasItsOwnEffectAndTheButtonTheTotal();
    void everyRuleHasItsJournalEntry();
    void aRuleThatHasThePeriodIsLeftAlone();
    void itStopsAtAFailureAndGoesOnWithTheRest();
    void aCancelledCountNeedsTheName();
    void aProductionConnectionNeedsTheName();
    void aLockedConnectionRefuses();
    void aSecondaryRefusesAndSaysWhy();
    void aVanishedIndexIsReportedAndLeftOut();
    void withoutAPeriodNothingCanBeSent();
    void allRulesCanStopExpiring();
    void allRulesCanBeHidden();
    void theStoredDateIsCountedAsTheValueZero();
    void leavingTheStoredDateIsWarnedAbout();
    void anOwnRuleIsNamedAndStaysAsItIs();
    void theResultNamesEveryRule();
    void aCancelledBatchEndsAfterTheRuleInProgress();
    void anotherPeriodAfterACancelledBatchBeginsWithWhatIsThere();
    void aRuleThatFailsWhileTheBatchIsCancelledIsSaid();
};

void TestBatchChange::everyTargetHasItsOwnEffectAndTheButtonTheTotal()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    QAbstractItemModelTester tester(&batch.targets(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    const std::vector<BatchTarget>& targets = batch.targets().targets();
    QCOMPARE(targets[0].affected, std::int64_t{3});
    QCOMPARE(targets[1].affected, std::int64_t{2});
    QCOMPARE(targets[2].affected, std::int64_t{0});
    QCOMPARE(targets[0].documents, std::int64_t{4});
    QCOMPARE(batch.state().confirm.ceremony, Ceremony::Confirm);
    QVERIFY(batch.state().confirm.enabled);
    QVERIFY(batch.state().confirm.buttonText.contains(u'3'));
    QVERIFY(batch.state().confirm.buttonText.contains(u'5'));
}

void TestBatchChange::everyRuleHasItsJournalEntry()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    QCOMPARE(batch.state().changed, 3);
    const std::vector<services::JournalEntry>& entries = fixture.set.journal.entries();
    QCOMPARE(entries.size(), std::size_t{3});
    for (std::size_t i = 0; i < kAll.size(); ++i) {
        QCOMPARE(fixture.seconds(kAll[i]), std::int64_t{7'200});
        QCOMPARE(entries[i].ns, kAll[i].ns);
        QCOMPARE(entries[i].status, services::JournalStatus::Succeeded);
        QVERIFY(entries[i].before.has_value());
    }
    QCOMPARE(entries[0].deletes.value_or(-1), std::int64_t{3});
}

void TestBatchChange::aRuleThatHasThePeriodIsLeftAlone()
{
    Shop fixture;
    fixture.server->collection(kLogs).indexes.back().expireAfterSeconds = 7'200;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    QCOMPARE(stage(batch, 1), BatchStage::Unchanged);
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    QCOMPARE(batch.state().changed, 2);
    QCOMPARE(fixture.server->calls("changeIndex"), 2);
}

void TestBatchChange::itStopsAtAFailureAndGoesOnWithTheRest()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    fixture.server->failOnce("changeIndex", base::serverError(13, "Unauthorized", "not allowed"));
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Failed));
    QCOMPARE(stage(batch, 0), BatchStage::Failed);
    QCOMPARE(stage(batch, 1), BatchStage::Counted);
    QCOMPARE(fixture.server->calls("changeIndex"), 1);
    QVERIFY(batch.state().failure.has_value());
    // how much the failed one would delete is counted, but nobody may rely on it any more
    batch.setTypedName(batch.state().confirm.nameToType);
    QVERIFY(batch.state().confirm.enabled);
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    QCOMPARE(batch.state().changed, 3);
}

void TestBatchChange::aCancelledCountNeedsTheName()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    fixture.server->hold("impact");
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(after(7'200));
    QTRY_COMPARE(fixture.server->running("impact"), 1);
    batch.cancelCount();
    QVERIFY(reaches(batch, EditPhase::Ready));
    fixture.server->release("impact");
    QCOMPARE(stage(batch, 2), BatchStage::Uncounted);
    QCOMPARE(batch.state().confirm.ceremony, Ceremony::TypeName);
    QVERIFY(!batch.state().confirm.enabled);
    batch.setTypedName(batch.state().confirm.nameToType);
    QVERIFY(batch.state().confirm.enabled);
}

void TestBatchChange::aProductionConnectionNeedsTheName()
{
    Shop fixture;
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, u"Orders"_s, false,
                                      {{}, u"production"_s, false, {}});
    QTRY_VERIFY(fixture.set.connections.isConnected() && fixture.set.catalog.isLoaded());
    fixture.set.connections.unlock(u"Orders"_s);
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(after(2'592'001));
    QVERIFY(reaches(batch, EditPhase::Ready));
    QCOMPARE(batch.state().confirm.ceremony, Ceremony::TypeName);
    QVERIFY(!batch.state().confirm.enabled);
    batch.setTypedName(u"Orders"_s);
    QVERIFY(batch.state().confirm.enabled);
}

void TestBatchChange::aLockedConnectionRefuses()
{
    Shop fixture;
    QVERIFY(fixture.connect(false));
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    QVERIFY(!batch.state().confirm.enabled);
    fixture.set.connections.unlock();
    QVERIFY(batch.state().confirm.enabled);
}

void TestBatchChange::aSecondaryRefusesAndSaysWhy()
{
    Shop fixture;
    fixture.makeSecondary();
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    QVERIFY2(batch.state().confirm.reason.contains(u"primary"_s),
             qPrintable(batch.state().confirm.reason));
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    QVERIFY(!batch.state().confirm.enabled);
    batch.apply();
    QCOMPARE(fixture.server->calls("changeIndex"), 0);
}

void TestBatchChange::aVanishedIndexIsReportedAndLeftOut()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    std::vector<ttl::IndexRef> indexes = kAll;
    indexes.push_back({kCarts, "gone_1"});
    BatchChangePresenter batch(fixture.set, indexes, 0ms);
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    QCOMPARE(stage(batch, 3), BatchStage::Unusable);
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    QCOMPARE(batch.state().changed, 3);
}

void TestBatchChange::withoutAPeriodNothingCanBeSent()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    QTRY_COMPARE(stage(batch, 2), BatchStage::Waiting);
    batch.edit(after({}));
    QVERIFY(reaches(batch, EditPhase::Editing));
    QVERIFY(!batch.state().confirm.enabled);
    QVERIFY(!batch.state().confirm.reason.isEmpty());
    batch.edit(after(std::int64_t{1} << 40));
    QCOMPARE(batch.state().phase, EditPhase::Editing);
    batch.apply();
    QCOMPARE(fixture.server->calls("changeIndex"), 0);
}

void TestBatchChange::allRulesCanStopExpiring()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    ChangeDraft stop;
    stop.kind = ChangeKind::StopExpiring;
    batch.edit(stop);
    QVERIFY(reaches(batch, EditPhase::Ready));
    QCOMPARE(fixture.server->calls("impact"), 0);
    QVERIFY(!batch.state().warning.isEmpty());
    QVERIFY(!batch.state().confirm.deletes);
    QVERIFY(batch.state().confirm.enabled);
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    for (const ttl::IndexRef& index : kAll) {
        QCOMPARE(fixture.seconds(index), std::int64_t{2'147'483'647});
    }
}

void TestBatchChange::allRulesCanBeHidden()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    ChangeDraft hide;
    hide.kind = ChangeKind::Hide;
    batch.edit(hide);
    QVERIFY(reaches(batch, EditPhase::Ready));
    QVERIFY(batch.state().warning.contains(u"continue to delete"_s));
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    for (const ttl::IndexRef& index : kAll) {
        QVERIFY(fixture.server->collection(index.ns).indexes.back().hidden);
        QCOMPARE(fixture.seconds(index), std::int64_t{2'592'000});
    }
    QVERIFY(batch.state().result.deletions.isEmpty());
}

void TestBatchChange::theStoredDateIsCountedAsTheValueZero()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    ChangeDraft atDate;
    atDate.atStoredDate = true;
    batch.edit(atDate);
    QVERIFY(reaches(batch, EditPhase::Ready));
    QCOMPARE(batch.targets().targets()[0].affected, std::int64_t{4});
    QVERIFY(batch.state().warning.isEmpty());
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    QCOMPARE(fixture.seconds(kAll.front()), std::int64_t{0});
}

void TestBatchChange::leavingTheStoredDateIsWarnedAbout()
{
    Shop fixture;
    fixture.server->collection(kNotes).indexes.back().expireAfterSeconds = 0;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    QVERIFY2(batch.state().warning.startsWith(u"The documents of 1 rule"_s),
             qPrintable(batch.state().warning));
}

void TestBatchChange::anOwnRuleIsNamedAndStaysAsItIs()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, {{kCarts, "t_1"}, {kLogs, {}}}, 0ms);
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    QCOMPARE(stage(batch, 1), BatchStage::Unusable);
    QVERIFY(batch.targets().targets()[1].problem.contains(u"by itself"_s));
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    QCOMPARE(batch.state().changed, 1);
}

void TestBatchChange::theResultNamesEveryRule()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    batch.edit(after(7'200));
    QVERIFY(reaches(batch, EditPhase::Ready));
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    for (const char* name : {"t_1 of shop.carts", "t_1 of shop.logs", "t_1 of shop.notes"}) {
        QVERIFY2(batch.state().result.sentence.contains(QString::fromLatin1(name)), name);
    }
    QCOMPARE(batch.state().result.deletions, u"5 document(s) will go with the next pass"_s);
    QVERIFY(!batch.state().result.isOneEntry);
}

void TestBatchChange::aCancelledBatchEndsAfterTheRuleInProgress()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    QVERIFY(cancelled(fixture, batch));
    QVERIFY(batch.state().progress && batch.state().progress->ending);
    QCOMPARE(batch.state().progress->rules, 3);
    QVERIFY2(batch.state().sentence.startsWith(u"0 of 3 rule(s) changed"_s),
             qPrintable(batch.state().sentence));
    fixture.server->release("changeIndex");
    QVERIFY(reaches(batch, EditPhase::Ready));
    QVERIFY(!batch.state().progress);
    QCOMPARE(fixture.server->calls("changeIndex"), 1);
    QCOMPARE(stage(batch, 0), BatchStage::Changed);
    QCOMPARE(batch.targets().index(1, 3).data().toString(), u"not changed"_s);
    QCOMPARE(fixture.seconds(kAll[0]), std::int64_t{7'200});
    QCOMPARE(fixture.seconds(kAll[1]), std::int64_t{2'592'000});
    QVERIFY2(batch.state().sentence.contains(u"1 of 3 rule(s) were changed"_s),
             qPrintable(batch.state().sentence));
    QCOMPARE(fixture.set.journal.entries().size(), std::size_t{1});
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Succeeded);
    // the rest can be sent after all
    QVERIFY(batch.state().confirm.enabled);
    batch.apply();
    QCOMPARE(batch.state().progress->changed, 1);
    QVERIFY(reaches(batch, EditPhase::Done));
    QCOMPARE(batch.state().changed, 3);
    QCOMPARE(fixture.server->calls("changeIndex"), 3);
}

// The undo of the second change goes back to the first one, not to what was before both.
void TestBatchChange::anotherPeriodAfterACancelledBatchBeginsWithWhatIsThere()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    QVERIFY(cancelled(fixture, batch));
    fixture.server->release("changeIndex");
    QVERIFY(reaches(batch, EditPhase::Ready));
    batch.edit(after(10'800));
    QVERIFY(!batch.state().confirm.enabled);
    QVERIFY(reaches(batch, EditPhase::Ready));
    QVERIFY2(batch.state().sentence.startsWith(u"Changing 3 rule(s)"_s),
             qPrintable(batch.state().sentence));
    batch.apply();
    QVERIFY(reaches(batch, EditPhase::Done));
    const std::vector<services::JournalEntry>& entries = fixture.set.journal.entries();
    QCOMPARE(entries.size(), std::size_t{4});
    QCOMPARE(entries[1].ns, kCarts);
    QCOMPARE((*entries[1].before)["expireAfterSeconds"].toInt64(), std::int64_t{7'200});
}

void TestBatchChange::aRuleThatFailsWhileTheBatchIsCancelledIsSaid()
{
    Shop fixture;
    QVERIFY(fixture.connect());
    BatchChangePresenter batch(fixture.set, kAll, 0ms);
    QVERIFY(cancelled(fixture, batch));
    fixture.server->failOnce("changeIndex", base::serverError(13, "Unauthorized", "not allowed"));
    fixture.server->release("changeIndex");
    QVERIFY(reaches(batch, EditPhase::Failed));
    QVERIFY(batch.state().failure.has_value());
    QCOMPARE(stage(batch, 0), BatchStage::Failed);
    QCOMPARE(fixture.server->calls("changeIndex"), 1);
}

SANDGLASS_TEST(TestBatchChange)
} // namespace tst_presenters_batch_change

#include "tst_presenters_batch_change.moc"
