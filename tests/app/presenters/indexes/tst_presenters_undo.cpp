// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/indexes/undo_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_undo {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
const ttl::IndexRef kMade{kTickets, "made_1"};

/// A collection whose index expired after 60 s and now after an hour; two documents are 10 minutes
/// old. The journal's last entry is that change.
bool changed(ServiceFixture& fixture, bool local = true)
{
    fixture.server->addIndex(kTickets, "made", 60);
    for (int id = 0; id < 2; ++id) {
        fixture.server->addDocument(
            kTickets,
            bson::makeDocument("_id", id, "made", bson::Date::from(fixture.clock.now() - 10min)));
    }
    if (!fixture.connect(local)) {
        return false;
    }
    fixture.set.connections.unlock();
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(kMade);
    return tests::waitFor(fixture.set.indexes.change({kMade, 3'600, {}}, before)).has_value();
}

std::uint64_t lastEntry(const ServiceFixture& fixture)
{
    return fixture.set.journal.entries().back().id;
}

} // namespace

class TestUndoPresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theUndoIsShownBeforeItIsDone();
    void theButtonCarriesWhatWouldBeDeleted();
    void confirmingSendsTheUndo();
    void anUndoThatDeletesNothingNeedsNoCount();
    void theTwoStepsOfAConversionAreSaid();
    void whatCannotBeUndoneSaysWhy();
    void anIndexDroppedHereComesBackFirst();
    void aChangeOfAnotherClientMeanwhileIsAConflict();
    void aCancelledCountAsksForTheName();
    void aLockedConnectionDisablesTheButton();
    void theCommandFollowsTheLanguage();
    void aRefusalStaysInTheDialog();
};

void TestUndoPresenter::theUndoIsShownBeforeItIsDone()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture));
    const int sent = fixture.server->calls("changeIndex");
    UndoPresenter undo(fixture.set, lastEntry(fixture));
    QTRY_COMPARE(undo.state().phase, EditPhase::Ready);
    QVERIFY(undo.state().title.contains(u"made_1"_s));
    QVERIFY(undo.state().sentence.contains(u"after 1 min"_s));
    QVERIFY(undo.state().commandText.contains(u"\"expireAfterSeconds\": 60"_s));
    QVERIFY(undo.state().notes.contains(u"Documents that were deleted do not come back."_s));
    QCOMPARE(fixture.server->calls("changeIndex"), sent);
}

void TestUndoPresenter::theButtonCarriesWhatWouldBeDeleted()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture));
    UndoPresenter undo(fixture.set, lastEntry(fixture));
    QTRY_COMPARE(undo.state().phase, EditPhase::Ready);
    QCOMPARE(undo.state().effect.affected, std::int64_t{2});
    QCOMPARE(undo.state().confirm.buttonText, u"Undo and delete 2 document(s)"_s);
    QCOMPARE(undo.state().preview.before->overdue, std::int64_t{0});
    QCOMPARE(undo.state().preview.after->overdue, std::int64_t{2});
}

void TestUndoPresenter::confirmingSendsTheUndo()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture));
    const std::uint64_t entry = lastEntry(fixture);
    UndoPresenter undo(fixture.set, entry);
    QTRY_VERIFY(undo.state().confirm.enabled);
    undo.undo();
    QTRY_COMPARE(undo.state().phase, EditPhase::Done);
    const services::JournalEntry& last = fixture.set.journal.entries().back();
    QCOMPARE((*last.after)["expireAfterSeconds"].toInt64(), std::int64_t{60});
    QCOMPARE(last.undoes, entry);
    QCOMPARE(last.deletes, std::optional<std::int64_t>(2));
}

void TestUndoPresenter::anUndoThatDeletesNothingNeedsNoCount()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture));
    const ttl::IndexSpec before = fixture.server->collection(kTickets).indexes.back();
    QVERIFY(tests::waitFor(fixture.set.indexes.change({kMade, {}, true}, before)));
    UndoPresenter undo(fixture.set, lastEntry(fixture));
    QTRY_VERIFY(undo.state().confirm.enabled);
    QVERIFY(!undo.state().expires);
    QCOMPARE(undo.state().confirm.buttonText, u"Undo the change"_s);
    QCOMPARE(fixture.server->calls("impact"), 0);
}

void TestUndoPresenter::theTwoStepsOfAConversionAreSaid()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(kMade);
    QVERIFY(tests::waitFor(fixture.set.indexes.change({kMade, 60, {}}, before)));
    UndoPresenter undo(fixture.set, lastEntry(fixture));
    QTRY_VERIFY(undo.state().confirm.enabled);
    QVERIFY(undo.state().sentence.startsWith(u"Two steps"_s));
    QCOMPARE(undo.state().commandText.count(u'\n'), 1);
    QCOMPARE(undo.state().notes.size(), 2);
}

void TestUndoPresenter::whatCannotBeUndoneSaysWhy()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture));
    const std::uint64_t entry = lastEntry(fixture);
    fixture.server->collection(kTickets).indexes.pop_back();
    UndoPresenter undo(fixture.set, entry);
    QTRY_COMPARE(undo.state().phase, EditPhase::Failed);
    QVERIFY(undo.state().failure->sentence.contains(u"no longer exists"_s));
    QVERIFY(undo.state().failure->sentence.contains(u"another client"_s));
    QVERIFY(!undo.state().confirm.enabled);
}

void TestUndoPresenter::anIndexDroppedHereComesBackFirst()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture));
    const std::uint64_t entry = lastEntry(fixture);
    const ttl::IndexSpec now = fixture.server->collection(kTickets).indexes.back();
    QVERIFY(tests::waitFor(fixture.set.indexes.drop(kMade, now)));
    UndoPresenter undo(fixture.set, entry);
    QTRY_COMPARE(undo.state().phase, EditPhase::Failed);
    QVERIFY2(undo.state().failure->advice.contains(u"Undo the drop"_s),
             qPrintable(undo.state().failure->advice));
}

void TestUndoPresenter::aChangeOfAnotherClientMeanwhileIsAConflict()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture));
    UndoPresenter undo(fixture.set, lastEntry(fixture));
    QTRY_VERIFY(undo.state().confirm.enabled);
    const int sent = fixture.server->calls("changeIndex");
    ttl::IndexSpec& index = fixture.server->collection(kTickets).indexes.back();
    index.expireAfterSeconds = 7'200;
    tests::relist(index);
    undo.undo();
    QTRY_VERIFY(undo.state().failure);
    QVERIFY2(undo.state().failure->sentence.contains(u"by another client"_s)
                 && undo.state().failure->sentence.contains(u"made_1"_s),
             qPrintable(undo.state().failure->sentence));
    QCOMPARE(fixture.server->calls("changeIndex"), sent);
    // both versions are shown, and only a second decision overwrites theirs
    QTRY_VERIFY2(
        undo.state().notes.join(u' ').contains(u"it was: after 1 h. It is now: after 2 h"_s),
        qPrintable(undo.state().notes.join(u' ')));
}

void TestUndoPresenter::aCancelledCountAsksForTheName()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture));
    fixture.server->hold("impact");
    UndoPresenter undo(fixture.set, lastEntry(fixture));
    QTRY_COMPARE(undo.state().phase, EditPhase::Counting);
    QVERIFY(!undo.state().confirm.enabled);
    undo.cancelCount();
    QCOMPARE(undo.state().confirm.ceremony, Ceremony::TypeName);
    QVERIFY(!undo.state().confirm.enabled);
    undo.setTypedName(u"tickets"_s);
    QVERIFY(undo.state().confirm.enabled);
    fixture.server->release("impact");
}

void TestUndoPresenter::aLockedConnectionDisablesTheButton()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture, false));
    UndoPresenter undo(fixture.set, lastEntry(fixture));
    QTRY_VERIFY(undo.state().confirm.enabled);
    fixture.set.connections.lock();
    QVERIFY(!undo.state().confirm.enabled);
    QVERIFY(!undo.state().confirm.reason.isEmpty());
}

void TestUndoPresenter::theCommandFollowsTheLanguage()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture));
    UndoPresenter undo(fixture.set, lastEntry(fixture));
    QTRY_VERIFY(undo.state().commandText.startsWith(u"db.getSiblingDB"_s));
    undo.setCommandLanguage(ttl::CommandLanguage::Python);
    QVERIFY(undo.state().commandText.startsWith(u"client[\"app\"].command("_s));
    // the next dialog begins with the language chosen last
    const UndoPresenter next(fixture.set, lastEntry(fixture));
    QCOMPARE(next.state().commandLanguage, ttl::CommandLanguage::Python);
}

void TestUndoPresenter::aRefusalStaysInTheDialog()
{
    ServiceFixture fixture;
    QVERIFY(changed(fixture));
    UndoPresenter undo(fixture.set, lastEntry(fixture));
    QTRY_VERIFY(undo.state().confirm.enabled);
    fixture.server->fail("changeIndex", base::serverError(13, "Unauthorized", "not allowed"));
    undo.undo();
    QTRY_COMPARE(undo.state().phase, EditPhase::Failed);
    QVERIFY(undo.state().failure->codeName.contains(u"Unauthorized"_s));
    QVERIFY(undo.state().confirm.enabled);
}

SANDGLASS_TEST(TestUndoPresenter)
} // namespace tst_presenters_undo

#include "tst_presenters_undo.moc"
