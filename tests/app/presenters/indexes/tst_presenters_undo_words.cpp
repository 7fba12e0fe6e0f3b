// SPDX-License-Identifier: GPL-3.0-or-later
// What an administrator reads when an undo meets the change of somebody else: who changed what,
// both versions, and what to do.
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/presenters/indexes/undo_words.h"
#include "app/services/documents/date_undo.h"
#include "app/services/indexes/undo_service.h"
#include "tests/support/fake_documents.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_undo_words {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using services::JournalEntry;
using services::JournalKind;
using services::JournalStatus;
using services::UndoObstacle;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};
const ttl::IndexRef kMade{kSessions, "made_1"};
const ttl::IndexRef kOwn{kSessions, {}};

bson::Document listed(std::int64_t seconds, bool withFilter = false)
{
    bson::Builder builder;
    builder.append("v", 2).append("key", bson::makeDocument("made", 1)).append("name", "made_1");
    builder.append("expireAfterSeconds", seconds);
    if (withFilter) {
        builder.append("partialFilterExpression", bson::makeDocument("state", "done"));
    }
    return builder.take();
}

/// The change of the index to an hour.
JournalEntry entryOfHour()
{
    JournalEntry entry;
    entry.id = 7;
    entry.kind = JournalKind::ChangeIndex;
    entry.status = JournalStatus::Succeeded;
    entry.ns = kSessions;
    entry.index = "made_1";
    entry.before = listed(60);
    entry.after = listed(3'600);
    return entry;
}

services::UndoPlan planWith(const bson::Document& present)
{
    services::UndoPlan plan;
    plan.index = kMade;
    plan.present = tests::parsed(present);
    plan.changedSince = true;
    return plan;
}

base::Error conflict(base::LocalReason reason)
{
    return base::failure(Errc::Conflict, "technical words").because(reason);
}

services::DateUndo datesOf(std::int32_t documents)
{
    services::DateUndo undo;
    undo.ns = kSessions;
    undo.field = "seen";
    for (std::int32_t id = 1; id <= documents; ++id) {
        undo.back.push_back({bson::Value::of(id), bson::Value(), bson::Value()});
    }
    return undo;
}

services::DateUndo threeDates()
{
    return datesOf(3);
}

} // namespace

class TestUndoWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aConflictSaysWhoWhatAndWhatToDo_data();
    void aConflictSaysWhoWhatAndWhatToDo();
    void anErrorAfterSomethingWasSentDoesNotSayThatNothingWas();
    void aLaterChangeOfAnotherClientShowsBothVersions();
    void aLaterChangeInThisWindowIsNotBlamedOnOthers();
    void versionsThatReadAlikeAreShownInFull();
    void everyObstacleNamesItsIndex_data();
    void everyObstacleNamesItsIndex();
    void anOwnRuleIsCalledSo();
    void datesThatOthersHaveChangedAreNamed();
    void restoredAndLeftAloneAreCounted();
};

void TestUndoWords::aConflictSaysWhoWhatAndWhatToDo_data()
{
    QTest::addColumn<int>("reason");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("advice");
    QTest::newRow("index changed")
        << static_cast<int>(base::LocalReason::IndexChanged) << u"made_1"_s << u"both versions"_s;
    QTest::newRow("collection gone") << static_cast<int>(base::LocalReason::CollectionGone)
                                     << u"app.sessions"_s << u"new name"_s;
    QTest::newRow("collection replaced") << static_cast<int>(base::LocalReason::CollectionReplaced)
                                         << u"app.sessions"_s << u"as they are now"_s;
}

void TestUndoWords::aConflictSaysWhoWhatAndWhatToDo()
{
    QFETCH(int, reason);
    QFETCH(QString, what);
    QFETCH(QString, advice);
    const FailureText failure
        = undoFailureWords(conflict(static_cast<base::LocalReason>(reason)), kMade);
    QVERIFY2(failure.sentence.contains(u"nother client"_s), qPrintable(failure.sentence));
    QVERIFY2(failure.sentence.contains(what), qPrintable(failure.sentence));
    QVERIFY2(failure.sentence.endsWith(u"Nothing was sent."_s), qPrintable(failure.sentence));
    QVERIFY2(failure.advice.contains(advice), qPrintable(failure.advice));
}

// The index was changed and read back otherwise, or the connection was lost between two commands.
void TestUndoWords::anErrorAfterSomethingWasSentDoesNotSayThatNothingWas()
{
    for (const base::LocalReason reason :
         {base::LocalReason::IndexNotAsRequested, base::LocalReason::StepsUnknown}) {
        const FailureText failure = undoFailureWords(conflict(reason), kMade);
        QVERIFY2(!failure.sentence.contains(u"Nothing was sent"_s), qPrintable(failure.sentence));
        QVERIFY2(!failure.sentence.contains(u"nother client"_s), qPrintable(failure.sentence));
        QVERIFY(!failure.advice.isEmpty());
    }
}

void TestUndoWords::aLaterChangeOfAnotherClientShowsBothVersions()
{
    const JournalEntry entry = entryOfHour();
    QCOMPARE(
        laterChangeWords(planWith(listed(7'200)), entry, {entry}),
        u"The index made_1 of app.sessions was changed by another client after this entry. "
        "After the entry it was: after 1 h. It is now: after 2 h. The undo overwrites that."_s);
}

void TestUndoWords::aLaterChangeInThisWindowIsNotBlamedOnOthers()
{
    const JournalEntry entry = entryOfHour();
    JournalEntry later = entry;
    later.id = 8;
    later.after = listed(7'200);
    const QString here = laterChangeWords(planWith(listed(7'200)), entry, {entry, later});
    QVERIFY2(here.contains(u"in this window"_s) && !here.contains(u"another client"_s),
             qPrintable(here));
    // what is there now is not what this window has left
    const QString other = laterChangeWords(planWith(listed(10'800)), entry, {entry, later});
    QVERIFY2(other.contains(u"another client"_s) && other.contains(u"after 3 h"_s),
             qPrintable(other));
}

void TestUndoWords::versionsThatReadAlikeAreShownInFull()
{
    const JournalEntry entry = entryOfHour();
    const QString words = laterChangeWords(planWith(listed(3'600, true)), entry, {entry});
    QVERIFY2(words.contains(u"partialFilterExpression"_s), qPrintable(words));
}

void TestUndoWords::everyObstacleNamesItsIndex_data()
{
    QTest::addColumn<int>("obstacle");
    QTest::addColumn<bool>("here");
    QTest::newRow("gone") << static_cast<int>(UndoObstacle::IndexGone) << false;
    QTest::newRow("dropped here") << static_cast<int>(UndoObstacle::IndexGone) << true;
    QTest::newRow("name taken") << static_cast<int>(UndoObstacle::NameTaken) << false;
    QTest::newRow("as before") << static_cast<int>(UndoObstacle::AlreadyAsBefore) << false;
}

void TestUndoWords::everyObstacleNamesItsIndex()
{
    QFETCH(int, obstacle);
    QFETCH(bool, here);
    const FailureText failure = undoObstacleWords(static_cast<UndoObstacle>(obstacle), kMade, here);
    QVERIFY2(failure.sentence.contains(u"The index made_1 of app.sessions"_s),
             qPrintable(failure.sentence));
    QVERIFY(!failure.advice.isEmpty());
    if (here) {
        QVERIFY2(!failure.sentence.contains(u"another client"_s), qPrintable(failure.sentence));
    }
}

void TestUndoWords::anOwnRuleIsCalledSo()
{
    const FailureText failure = undoObstacleWords(UndoObstacle::AlreadyAsBefore, kOwn, false);
    QVERIFY2(failure.sentence.contains(u"The collection-level rule of app.sessions"_s),
             qPrintable(failure.sentence));
}

void TestUndoWords::datesThatOthersHaveChangedAreNamed()
{
    const FailureText failure = dateConflictWords(threeDates());
    QCOMPARE(
        failure.sentence,
        u"Nothing was changed. Another client has since deleted 3 document(s) or changed their "
        "seen."_s);
    QVERIFY2(failure.advice.contains(u"app.sessions"_s), qPrintable(failure.advice));
    QCOMPARE(dateConflictWords(datesOf(1)).sentence,
             u"Nothing was changed. Another client has since deleted the document or changed its "
             "seen."_s);
}

void TestUndoWords::restoredAndLeftAloneAreCounted()
{
    const QString all = datesRestoredWords(threeDates(), 3);
    QVERIFY2(all.startsWith(u"3 document(s)"_s) && !all.contains(u"another client"_s),
             qPrintable(all));
    const QString some = datesRestoredWords(threeDates(), 1);
    QVERIFY2(some.startsWith(u"1 document(s)"_s) && some.contains(u"another client"_s)
                 && some.endsWith(u"2 document(s)."_s),
             qPrintable(some));
}

SANDGLASS_TEST(TestUndoWords)
} // namespace tst_presenters_undo_words

#include "tst_presenters_undo_words.moc"
