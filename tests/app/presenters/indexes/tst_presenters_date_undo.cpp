// SPDX-License-Identifier: GPL-3.0-or-later
// The dates of documents are undone from the journal, also after their page was closed.
#include "app/bson/compare.h"
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/indexes/undo_presenter.h"
#include "app/presenters/journal/activity_presenter.h"
#include "tests/app/presenters/documents/sessions.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_presenters_date_undo {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::documents::kSessions;
using tests::documents::Sessions;

namespace {

/// Touches the first two documents on a page, and closes it. The journal's last entry is that
/// change; 0: it did not come.
std::uint64_t touchedAndClosed(Sessions& fixture)
{
    DocumentsPresenter page(fixture.set, kSessions);
    page.setVisible(true);
    if (!QTest::qWaitFor([&] { return page.model().rowCount() == 50; })) {
        return 0;
    }
    page.touchNow({0, 1});
    return QTest::qWaitFor([&] { return page.state().undoable == 2 && !page.state().busy; })
        ? fixture.set.journal.entries().back().id
        : 0;
}

bool sameDates(const std::vector<bson::Document>& left, const std::vector<bson::Document>& right)
{
    return std::ranges::equal(left, right, [](const auto& one, const auto& other) {
        return bson::equal(one["_id"], other["_id"]) && bson::equal(one["seen"], other["seen"]);
    });
}

/// The row of an entry in the journal.
JournalRow rowOf(ActivityPresenter& activity, std::uint64_t entry)
{
    for (int row = 0; row < activity.journal().rowCount(); ++row) {
        if (activity.journal().row(row).id == entry) {
            return activity.journal().row(row);
        }
    }
    return {};
}

} // namespace

class TestDateUndoPresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theJournalUndoesItAfterThePageWasClosed();
    void aPageThatIsOpenedAgainOffersItToo();
    void whatTheJournalHasUndoneIsNotOfferedOnThePage();
    void theUndoCanBeUndone();
    void aDateThatAnotherClientHasSetStaysAndIsCounted();
    void whereAllWereChangedNothingIsOverwrittenAndItSaysSo();
    void documentsThatAreDueThenAreNamedBeforeIt();
    void beforeTheRulesAreReadItIsNotHarmless();
    void aLockedConnectionDisablesTheButton();
    void aProductionConnectionAsksForTheName();
    void afterARestartItSaysWhyNot();
    void theCommandIsShownInTheChosenLanguage();
};

void TestDateUndoPresenter::theJournalUndoesItAfterThePageWasClosed()
{
    Sessions fixture;
    const std::vector<bson::Document> before = fixture.server->documents(kSessions);
    ActivityPresenter activity(fixture.set);
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    QVERIFY(rowOf(activity, entry).canUndo);
    QVERIFY(rowOf(activity, entry).undoText.contains(u"earlier dates"_s));
    UndoPresenter undo(fixture.set, entry);
    QCOMPARE(undo.state().phase, EditPhase::Ready);
    QVERIFY(undo.state().title.contains(u"app.sessions"_s));
    QVERIFY2(undo.state().sentence.contains(u"2 document(s) of app.sessions"_s)
                 && undo.state().sentence.contains(u"seen"_s),
             qPrintable(undo.state().sentence));
    QVERIFY(undo.state().isHarmless);
    undo.undo();
    QTRY_COMPARE(undo.state().phase, EditPhase::Done);
    QVERIFY(sameDates(fixture.server->documents(kSessions), before));
    QVERIFY2(undo.state().result.sentence.contains(u"2 document(s) given the earlier date"_s),
             qPrintable(undo.state().result.sentence));
    QTRY_VERIFY(rowOf(activity, entry).undone);
    QVERIFY(!rowOf(activity, entry).canUndo);
}

void TestDateUndoPresenter::aPageThatIsOpenedAgainOffersItToo()
{
    Sessions fixture;
    const std::vector<bson::Document> before = fixture.server->documents(kSessions);
    QVERIFY(touchedAndClosed(fixture) != 0);
    DocumentsPresenter again(fixture.set, kSessions);
    QCOMPARE(again.state().undoable, 2);
    QVERIFY2(again.state().undoText.contains(u"touch"_s), qPrintable(again.state().undoText));
    again.undoDates();
    QTRY_COMPARE(again.state().undoable, 0);
    QVERIFY(sameDates(fixture.server->documents(kSessions), before));
}

void TestDateUndoPresenter::whatTheJournalHasUndoneIsNotOfferedOnThePage()
{
    Sessions fixture;
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    const DocumentsPresenter page(fixture.set, kSessions);
    QCOMPARE(page.state().undoable, 2);
    UndoPresenter undo(fixture.set, entry);
    undo.undo();
    QTRY_COMPARE(page.state().undoable, 0);
    QVERIFY(page.state().undoText.isEmpty());
}

void TestDateUndoPresenter::theUndoCanBeUndone()
{
    Sessions fixture;
    ActivityPresenter activity(fixture.set);
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    const std::vector<bson::Document> touched = fixture.server->documents(kSessions);
    UndoPresenter undo(fixture.set, entry);
    undo.undo();
    QTRY_COMPARE(undo.state().phase, EditPhase::Done);
    const std::uint64_t second = fixture.set.journal.entries().back().id;
    QTRY_VERIFY(rowOf(activity, second).canUndo);
    UndoPresenter redo(fixture.set, second);
    redo.undo();
    QTRY_COMPARE(redo.state().phase, EditPhase::Done);
    QVERIFY(sameDates(fixture.server->documents(kSessions), touched));
    // so the first change is in effect again
    QTRY_VERIFY(rowOf(activity, entry).canUndo && !rowOf(activity, entry).undone);
}

void TestDateUndoPresenter::aDateThatAnotherClientHasSetStaysAndIsCounted()
{
    Sessions fixture;
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    UndoPresenter undo(fixture.set, entry);
    const bson::Date theirs = bson::Date::from(fixture.clock.now() + 1h);
    // the soonest two of the page were touched
    QVERIFY(fixture.server->setDate(kSessions, {bson::Value::of(std::int32_t{60})}, "seen", theirs,
                                    {}));
    undo.undo();
    QTRY_COMPARE(undo.state().phase, EditPhase::Done);
    const QString& said = undo.state().result.sentence;
    QVERIFY2(said.contains(u"1 document(s) given the earlier date"_s)
                 && said.contains(u"another client"_s),
             qPrintable(said));
    int kept = 0;
    for (const bson::Document& document : fixture.server->documents(kSessions)) {
        kept += document["seen"].asDate().millis == theirs.millis ? 1 : 0;
    }
    QCOMPARE(kept, 1);
}

void TestDateUndoPresenter::whereAllWereChangedNothingIsOverwrittenAndItSaysSo()
{
    Sessions fixture;
    ActivityPresenter activity(fixture.set);
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    UndoPresenter undo(fixture.set, entry);
    const bson::Date theirs = bson::Date::from(fixture.clock.now() + 1h);
    QVERIFY(fixture.server->setDate(
        kSessions, {bson::Value::of(std::int32_t{60}), bson::Value::of(std::int32_t{59})}, "seen",
        theirs, {}));
    const std::vector<bson::Document> now = fixture.server->documents(kSessions);
    undo.undo();
    QTRY_COMPARE(undo.state().phase, EditPhase::Failed);
    QVERIFY(sameDates(fixture.server->documents(kSessions), now));
    const FailureText& failure = *undo.state().failure;
    QVERIFY2(failure.sentence.contains(u"Nothing was changed"_s)
                 && failure.sentence.contains(u"Another client"_s),
             qPrintable(failure.sentence));
    QVERIFY2(failure.advice.contains(u"app.sessions"_s), qPrintable(failure.advice));
    QVERIFY(!undo.state().confirm.enabled); // there is nothing left to try again
    // an undo that changed nothing has undone nothing
    QTRY_VERIFY(!rowOf(activity, entry).canUndo);
    QVERIFY(!rowOf(activity, entry).undone);
}

void TestDateUndoPresenter::documentsThatAreDueThenAreNamedBeforeIt()
{
    Sessions fixture;
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    // the earlier dates are a minute old: with the rule of five minutes they are due now
    fixture.clock.advance(5min);
    UndoPresenter undo(fixture.set, entry);
    QVERIFY(!undo.state().isHarmless);
    QVERIFY(undo.state().confirm.deletes && undo.state().confirm.enabled);
    QCOMPARE(undo.state().confirm.buttonText, u"Undo and delete 2 document(s)"_s);
    QVERIFY2(undo.state().notes.join(u' ').contains(u"2 document(s) are due then"_s),
             qPrintable(undo.state().notes.join(u' ')));
}

// Rules that were not read are not no rules.
void TestDateUndoPresenter::beforeTheRulesAreReadItIsNotHarmless()
{
    Sessions fixture;
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    fixture.set.connections.disconnectNow();
    fixture.server->hold("indexes");
    fixture.set.connections.connectTo(u"mongodb://user:secret@fake.example/"_s, {}, true);
    QTRY_VERIFY(fixture.set.connections.isConnected()
                && fixture.set.catalog.catalog().find(kSessions));
    QVERIFY(!fixture.set.catalog.knows(kSessions));
    const UndoPresenter undo(fixture.set, entry);
    QVERIFY(!undo.state().isHarmless && !undo.state().confirm.enabled);
    QCOMPARE(undo.state().confirm.ceremony, Ceremony::TypeName);
    fixture.server->release("indexes");
}

void TestDateUndoPresenter::aLockedConnectionDisablesTheButton()
{
    Sessions fixture(false);
    fixture.set.connections.unlock();
    ActivityPresenter activity(fixture.set);
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    UndoPresenter undo(fixture.set, entry);
    QVERIFY(undo.state().confirm.enabled);
    fixture.set.connections.lock();
    QVERIFY(!undo.state().confirm.enabled && !undo.state().confirm.reason.isEmpty());
    QVERIFY(!rowOf(activity, entry).canUndo);
}

void TestDateUndoPresenter::aProductionConnectionAsksForTheName()
{
    Sessions fixture;
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, u"Orders"_s, false,
                                      {{}, u"production"_s, false, {}});
    QTRY_VERIFY(fixture.set.connections.isConnected() && fixture.set.catalog.isLoaded());
    fixture.set.connections.unlock(u"Orders"_s);
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    UndoPresenter undo(fixture.set, entry);
    QVERIFY(!undo.state().isHarmless && !undo.state().confirm.enabled);
    QCOMPARE(undo.state().confirm.ceremony, Ceremony::TypeName);
    undo.setTypedName(u"sessions"_s);
    QVERIFY(undo.state().confirm.enabled);
}

void TestDateUndoPresenter::afterARestartItSaysWhyNot()
{
    Sessions fixture;
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    next.set().connections.connectTo(u"mongodb://user:secret@fake.example/"_s, {}, true);
    QTRY_VERIFY(next.set().connections.isConnected() && next.set().journal.find(entry));
    ActivityPresenter activity(next.set());
    QVERIFY(!rowOf(activity, entry).canUndo);
    QVERIFY2(rowOf(activity, entry).undoText.contains(u"until the window is closed"_s),
             qPrintable(rowOf(activity, entry).undoText));
    const UndoPresenter undo(next.set(), entry);
    QCOMPARE(undo.state().phase, EditPhase::Failed);
    QVERIFY(undo.state().failure->sentence.contains(u"not known"_s));
    QVERIFY(!undo.state().confirm.enabled);
}

void TestDateUndoPresenter::theCommandIsShownInTheChosenLanguage()
{
    Sessions fixture;
    const std::uint64_t entry = touchedAndClosed(fixture);
    QVERIFY(entry != 0);
    UndoPresenter undo(fixture.set, entry);
    QVERIFY2(undo.state().commandText.startsWith(u"db.getSiblingDB"_s)
                 && undo.state().commandText.contains(u"\"update\": \"sessions\""_s),
             qPrintable(undo.state().commandText));
    undo.setCommandLanguage(ttl::CommandLanguage::Python);
    QVERIFY(undo.state().commandText.startsWith(u"client[\"app\"].command("_s));
}

SANDGLASS_TEST(TestDateUndoPresenter)
} // namespace tst_presenters_date_undo

#include "tst_presenters_date_undo.moc"
