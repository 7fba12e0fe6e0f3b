// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/activity_presenter.h"
#include "tests/support/service_fixture.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QTest>

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
const ttl::IndexRef kMade{kTickets, "made_1"};

} // namespace

class TestActivity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeIsShownWithBeforeAndAfter();
    void undoingAChangeSetsTheOldValue();
    void undoingADropMakesTheIndexAgain();
    void undoingACreationDropsTheIndex();
    void aConversionCannotBeUndone();
    void entriesOfAnotherServerCannotBeUndone();
    void runningTasksCanBeCancelled();
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

void TestActivity::undoingAChangeSetsTheOldValue()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    ActivityPresenter activity(fixture.set);
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(kMade);
    QVERIFY(tests::waitFor(fixture.set.indexes.change({kMade, 3'600, {}}, before)));
    activity.undo(activity.journal().row(0).id);
    QTRY_VERIFY(!activity.state().message.isEmpty());
    QTRY_COMPARE(fixture.set.catalog.catalog().find(kMade)->expireAfterSeconds.value_or(0),
                 std::int64_t{60});
    QCOMPARE(activity.journal().rowCount(), 2);
}

void TestActivity::undoingADropMakesTheIndexAgain()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    ActivityPresenter activity(fixture.set);
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(kMade);
    QVERIFY(tests::waitFor(fixture.set.indexes.drop(kMade, before)));
    QTRY_VERIFY(!fixture.set.catalog.catalog().find(kMade));
    activity.undo(activity.journal().row(0).id);
    QTRY_VERIFY(fixture.set.catalog.catalog().find(kMade));
}

void TestActivity::undoingACreationDropsTheIndex()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "closed", std::nullopt);
    QVERIFY(fixture.connect());
    ActivityPresenter activity(fixture.set);
    ttl::TtlIndexSpec spec;
    spec.ns = kTickets;
    spec.name = kMade.name;
    spec.key = bson::makeDocument("made", 1);
    spec.expireAfterSeconds = 60;
    QVERIFY(tests::waitFor(fixture.set.indexes.create(spec)));
    QTRY_VERIFY(fixture.set.catalog.catalog().find(kMade));
    activity.undo(activity.journal().row(0).id);
    QTRY_VERIFY(!fixture.set.catalog.catalog().find(kMade));
}

void TestActivity::aConversionCannotBeUndone()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    ActivityPresenter activity(fixture.set);
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(kMade);
    QVERIFY(tests::waitFor(fixture.set.indexes.change({kMade, 60, {}}, before)));
    QVERIFY(!activity.journal().row(0).canUndo);
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

QTEST_GUILESS_MAIN(TestActivity)
#include "tst_presenters_activity.moc"
