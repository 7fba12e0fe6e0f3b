// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/journal/activity_presenter.h"
#include "app/presenters/journal/journal_words.h"
#include "tests/support/journal_entries.h"
#include "tests/support/several_servers.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QTest>

namespace tst_presenters_activity {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
const ttl::IndexRef kMade{kTickets, "made_1"};

/// Writes into the journal that an index is being dropped.
bool noteDrop(ServiceFixture& fixture, const QString& server, const std::string& index)
{
    services::JournalEntry entry;
    entry.kind = services::JournalKind::DropIndex;
    entry.server = server;
    entry.ns = kTickets;
    entry.index = index;
    return tests::begun(fixture.set.journal, entry).has_value();
}

} // namespace

class TestActivity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeIsShownWithBeforeAndAfter();
    void anUndoneChangeIsMarkedAndCannotBeUndoneTwice();
    void aConversionCanBeUndone();
    void aCommandWithoutAnAnswerSaysSo();
    void aChangeThatDeletesNothingOffersItsUndoForAWhile();
    void aChangeThatDeletesSaysWhatGoesWithTheNextPass();
    void theTimeToTheNextPassIsCountedDown();
    void aMonitorThatIsOffIsNamed();
    void aMessageThatIsHeldDoesNotEnd();
    void entriesOfAnotherServerCannotBeUndone();
    void theFilterIsATextAndNoPattern();
    void theFilterLooksOnlyWhereAUserDoes();
    void theCopyForAFileHasWhatWasShown();
    void runningTasksCanBeCancelled();
    void amongSeveralServersATaskIsNamedAfterItsServer();
};

void TestActivity::aChangeIsShownWithBeforeAndAfter()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    ActivityPresenter activity(fixture.set);
    QAbstractItemModelTester tester(&activity.journal(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(kMade);
    QVERIFY(tests::waitFor(fixture.set.indexes.change({kMade, 3'600, {}}, before)));
    QCOMPARE(activity.journal().rowCount(), 1);
    QCOMPARE(activity.journal().index(0, JournalModel::ChangeColumn).data().toString(),
             u"after 1 min → after 1 h"_s);
    QVERIFY(activity.journal().index(0, 0).data(JournalModel::CanUndoRole).toBool());
    QVERIFY(activity.journal()
                .index(0, 0)
                .data(JournalModel::MongoshRole)
                .toString()
                .contains(u"collMod"_s));
}

void TestActivity::anUndoneChangeIsMarkedAndCannotBeUndoneTwice()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    ActivityPresenter activity(fixture.set);
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(kMade);
    QVERIFY(tests::waitFor(fixture.set.indexes.change({kMade, 3'600, {}}, before)));
    const auto outlook = tests::waitFor(fixture.set.undos.outlook(activity.journal().row(0).id));
    QVERIFY(tests::waitFor(fixture.set.undos.undo(std::get<services::UndoPlan>(*outlook), {})));
    QCOMPARE(activity.journal().rowCount(), 2);
    QVERIFY(activity.journal().row(0).canUndo);
    QVERIFY(!activity.journal().row(1).canUndo);
    QVERIFY(activity.journal()
                .index(1, JournalModel::ResultColumn)
                .data()
                .toString()
                .startsWith(u"undone"_s));
}

void TestActivity::aConversionCanBeUndone()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    ActivityPresenter activity(fixture.set);
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(kMade);
    QVERIFY(tests::waitFor(fixture.set.indexes.change({kMade, 60, {}}, before)));
    QVERIFY(activity.journal().row(0).canUndo);
}

void TestActivity::aCommandWithoutAnAnswerSaysSo()
{
    ServiceFixture fixture;
    services::JournalEntry entry;
    entry.kind = services::JournalKind::DropIndex;
    entry.ns = kTickets;
    entry.index = kMade.name;
    QVERIFY(tests::begun(fixture.set.journal, entry));
    ActivityPresenter activity(fixture.set);
    const QModelIndex reply = activity.journal().index(0, JournalModel::ResultColumn);
    QCOMPARE(reply.data().toString(), u"sent, no answer yet"_s);
    // the next run of the program reads the same file
    services::JournalService next(fixture.set.settings.folder(), fixture.clock);
    next.load();
    QTRY_COMPARE(next.entries().size(), std::size_t{1});
    JournalModel model;
    model.setRows({journalRow(next.entries().front())}, QTimeZone::utc());
    QCOMPARE(model.index(0, JournalModel::ResultColumn).data().toString(),
             u"unknown: the program ended"_s);
}

void TestActivity::aChangeThatDeletesNothingOffersItsUndoForAWhile()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    ActivityPresenter activity(fixture.set);
    activity.setOfferTime(50ms);
    services::ChangeNote note;
    note.deletes = 0;
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(kMade);
    QVERIFY(tests::waitFor(fixture.set.indexes.change({kMade, 10'800, {}}, before, note)));
    QVERIFY(activity.state().offer);
    QCOMPARE(activity.state().message, u"made_1 of app.tickets is now: after 3 h."_s);
    QCOMPARE(activity.state().offer->entryId, activity.journal().row(0).id);
    QTRY_VERIFY(!activity.state().offer);
}

void TestActivity::aChangeThatDeletesSaysWhatGoesWithTheNextPass()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    ActivityPresenter activity(fixture.set);
    services::ChangeNote note;
    note.deletes = 3;
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(kMade);
    QVERIFY(tests::waitFor(fixture.set.indexes.change({kMade, 30, {}}, before, note)));
    QVERIFY(activity.state().offer);
    QVERIFY(activity.state().messageHasUndo);
    // no pass has been seen, so its time is not known
    QCOMPARE(
        activity.state().message,
        u"made_1 of app.tickets is now: after 30 s. 3 document(s) will go with the next pass."_s);
    activity.dismissOffer();
    QVERIFY(activity.state().message.isEmpty());
}

void TestActivity::theTimeToTheNextPassIsCountedDown()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    ttl::TtlMetrics metrics;
    metrics.serverTime = fixture.clock.now();
    metrics.passes = 1;
    metrics.deletedDocuments = 0;
    metrics.monitorEnabled = true;
    metrics.sleepSeconds = 60;
    fixture.server->setMetrics(metrics);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    metrics.passes = 2;
    fixture.server->setMetrics(metrics);
    fixture.set.monitor.poll();
    QTRY_VERIFY(fixture.set.monitor.lastPassAt());
    ActivityPresenter activity(fixture.set);
    fixture.clock.advance(48s);
    activity.showResult({u"Converted."_s, u"1,978 documents will go with the next pass"_s, true});
    QCOMPARE(activity.state().message,
             u"Converted. 1,978 documents will go with the next pass, in 12 s."_s);
    // it begins: what was counted may be gone now
    metrics.passes = 3;
    fixture.server->setMetrics(metrics);
    fixture.set.monitor.poll();
    QTRY_COMPARE_WITH_TIMEOUT(activity.state().message, u"Converted."_s, 10'000);
}

void TestActivity::aMonitorThatIsOffIsNamed()
{
    ServiceFixture fixture;
    ttl::TtlMetrics metrics;
    metrics.serverTime = fixture.clock.now();
    metrics.passes = 1;
    metrics.monitorEnabled = false;
    fixture.server->setMetrics(metrics);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(fixture.set.monitor.metrics());
    ActivityPresenter activity(fixture.set);
    activity.showResult({u"Converted."_s, u"3 documents will go with the next pass"_s, true});
    QCOMPARE(activity.state().message,
             u"Converted. 3 documents will go with the next pass; the TTL monitor is off now."_s);
}

void TestActivity::aMessageThatIsHeldDoesNotEnd()
{
    ServiceFixture fixture;
    ActivityPresenter activity(fixture.set);
    activity.setOfferTime(20ms);
    activity.showResult({u"Dropped."_s, {}, true});
    activity.holdMessage(true);
    QTest::qWait(60); // longer than it lasts
    QCOMPARE(activity.state().message, u"Dropped."_s);
    activity.holdMessage(false);
    QTRY_VERIFY(activity.state().message.isEmpty());
}

void TestActivity::entriesOfAnotherServerCannotBeUndone()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect(true));
    ActivityPresenter activity(fixture.set);
    QVERIFY(tests::waitFor(
        fixture.set.indexes.drop(kMade, *fixture.set.catalog.catalog().find(kMade))));
    QVERIFY(activity.journal().row(0).canUndo);
    QVERIFY(fixture.connect(false));
    fixture.set.connections.unlock();
    QVERIFY(!activity.journal().row(0).canUndo);
}

void TestActivity::theFilterIsATextAndNoPattern()
{
    ServiceFixture fixture;
    ActivityPresenter activity(fixture.set);
    const JournalFilter& shown = activity.shownJournal();
    activity.setFilterText(u"made"_s);
    QVERIFY(activity.state().filterCaption.startsWith(u"0 of 0 "_s));
    QVERIFY(noteDrop(fixture, u"local"_s, "made.*"));
    QVERIFY(noteDrop(fixture, u"local"_s, "made_2"));
    QVERIFY(activity.state().filterCaption.startsWith(u"2 of 2 "_s));
    activity.setFilterText(u" MADE.* "_s);
    QCOMPARE(shown.rowCount(), 1);
    QVERIFY(shown.index(0, JournalModel::WhatColumn).data().toString().contains(u"made.*"_s));
    QVERIFY2(activity.state().filterCaption.startsWith(u"1 of 2 "_s),
             qPrintable(activity.state().filterCaption));
    activity.setFilterText(u"[ade"_s);
    QCOMPARE(shown.rowCount(), 0);
    QCOMPARE(activity.state().entries, 2);
    activity.setFilterText(u"  "_s);
    QCOMPARE(shown.rowCount(), 2);
    QCOMPARE(activity.state().filterCaption, QString());
}

void TestActivity::theFilterLooksOnlyWhereAUserDoes()
{
    ServiceFixture fixture;
    ActivityPresenter activity(fixture.set);
    QVERIFY(noteDrop(fixture, u"local"_s, "made_1"));
    QVERIFY(!activity.state().severalServers);
    QVERIFY(noteDrop(fixture, u"mongodb://db.example/"_s, "made_1"));
    QVERIFY(activity.state().severalServers);
    activity.setFilterText(u"DB.example"_s);
    QCOMPARE(activity.shownJournal().rowCount(), 1);
    activity.setColumnShown(JournalModel::ServerColumn, false);
    QCOMPARE(activity.shownJournal().rowCount(), 0);
    QVERIFY(activity.state().filterCaption.startsWith(u"0 of 2 "_s));
    activity.setColumnShown(JournalModel::ServerColumn, true);
    QCOMPARE(activity.shownJournal().rowCount(), 1);
    QVERIFY(activity.state().filterCaption.startsWith(u"1 of 2 "_s));
}

void TestActivity::theCopyForAFileHasWhatWasShown()
{
    ServiceFixture fixture;
    ActivityPresenter activity(fixture.set);
    for (const char* index : {"made_1", "seen_1", "made_2"}) {
        QVERIFY(noteDrop(fixture, u"local"_s, index));
    }
    activity.setFilterText(u"made"_s);
    const auto copy = activity.copyOfShownJournal();
    activity.setFilterText({});
    QVERIFY(noteDrop(fixture, u"local"_s, "made_3"));
    const auto table = copy();
    QCOMPARE(table->rowCount(), 2);
    QVERIFY(table->row(0).what.contains(u"made_2"_s));
    QVERIFY(table->row(1).what.contains(u"made_1"_s));
}

void TestActivity::runningTasksCanBeCancelled()
{
    ServiceFixture fixture;
    ActivityPresenter activity(fixture.set);
    QAbstractItemModelTester tester(&activity.tasks(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    const ttl::CancelToken token;
    fixture.set.tasks.begin(services::TaskKind::CountEffect, kTickets, token);
    QCOMPARE(activity.state().runningTasks, 1);
    const QModelIndex row = activity.tasks().index(0, 0);
    QVERIFY(row.data(TaskModel::CancellableRole).toBool());
    QVERIFY(row.data().toString().contains(u"app.tickets"_s));
    activity.cancelTask(row.data(TaskModel::TaskIdRole).toULongLong());
    QVERIFY(token.cancelled());
}

void TestActivity::amongSeveralServersATaskIsNamedAfterItsServer()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    ActivityPresenter activity(fixture.set);
    const auto titles = [&activity] {
        QStringList all;
        for (int row = 0; row < activity.tasks().rowCount(); ++row) {
            all << activity.tasks().index(row, 0).data().toString();
        }
        return all;
    };
    fixture.set.tasks.begin(services::TaskKind::CountEffect, kTickets, {});
    QVERIFY2(titles().front().endsWith(u"app.tickets"_s), qPrintable(titles().front()));
    const auto reports = tests::addServer(fixture, "reports", {"app", "totals"}, u"Reports"_s);
    const auto unnamed = tests::addServer(fixture, "unnamed", {"app", "other"});
    const std::uint64_t counted
        = reports.set.tasks.begin(services::TaskKind::CountEffect, {"app", "totals"}, {});
    unnamed.set.tasks.begin(services::TaskKind::CountEffect, {"app", "other"}, {});
    QCOMPARE(titles().size(), 3);
    QVERIFY2(titles()[0].endsWith(u"app.tickets – Local engine"_s), qPrintable(titles()[0]));
    QVERIFY2(titles()[1].endsWith(u"app.totals – Reports"_s), qPrintable(titles()[1]));
    QVERIFY2(titles()[2].endsWith(u"app.other – unnamed.example:27017"_s), qPrintable(titles()[2]));
    // also after it was disconnected
    reports.set.connections.disconnectNow();
    fixture.set.tasks.setPercent(counted, 50);
    QVERIFY2(titles()[1].endsWith(u"app.totals – Reports"_s), qPrintable(titles()[1]));
}

SANDGLASS_TEST(TestActivity)
} // namespace tst_presenters_activity

#include "tst_presenters_activity.moc"
