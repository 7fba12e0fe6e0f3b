// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/explorer/navigator_presenter.h"
#include "app/presenters/words/words.h"
#include "app/services/forecast/monitor_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QPersistentModelIndex>
#include <QTest>

namespace tst_presenters_navigator {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};
const protocol::Namespace kCarts{"shop", "carts"};

} // namespace

class TestNavigator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTreeShowsConnectionDatabaseCollectionIndex();
    void periodsAreShownWithAllTheirUnits();
    void theFilterKeepsTheParentsOfAMatch();
    void aRefreshKeepsWhatIsTheSame();
    void rowsThatMoveAreHandled();
    void systemDatabasesWithoutRulesAreLeftOut();
    void damagedCollectionsAreMarked();
    void withoutAConnectionItSaysWhatToDo();
};

void TestNavigator::theTreeShowsConnectionDatabaseCollectionIndex()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 7'776'000);
    NavigatorPresenter navigator(fixture.set);
    QAbstractItemModelTester tester(&navigator.model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(navigator.find(kSessions, "seen_1").isValid());
    const QModelIndex index = navigator.find(kSessions, "seen_1");
    QCOMPARE(index.data(NavigatorModel::DurationRole).toString(), u"90 d"_s);
    QVERIFY(index.data(NavigatorModel::IsTtlRole).toBool());
    QCOMPARE(index.data(NavigatorModel::IndexRefRole).value<ttl::IndexRef>(),
             (ttl::IndexRef{kSessions, "seen_1"}));
    const QModelIndex collection = index.parent();
    QCOMPARE(collection.data().toString(), u"sessions"_s);
    QCOMPARE(collection.data(NavigatorModel::KindRole).toInt(),
             static_cast<int>(NodeKind::Collection));
    QCOMPARE(collection.data(NavigatorModel::RuleCountRole).toInt(), 1);
    const QModelIndex connection = collection.parent().parent();
    QCOMPARE(connection.data(NavigatorModel::KindRole).toInt(),
             static_cast<int>(NodeKind::Connection));
    QVERIFY(!connection.data(NavigatorModel::LockedRole).toBool());
    QCOMPARE(connection.data(NavigatorModel::BadgeRole).toString(), u"local"_s);
    QVERIFY(!connection.parent().isValid());
    QCOMPARE(navigator.state().phase, Phase::Ready);
}

// 40,000 s are not 11 h 6 min.
void TestNavigator::periodsAreShownWithAllTheirUnits()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 40'000);
    fixture.server->collection(kSessions).spec.expireAfterSeconds = 40'000; // its own rule
    NavigatorPresenter navigator(fixture.set);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(navigator.find(kSessions, "seen_1").isValid());
    const QModelIndex index = navigator.find(kSessions, "seen_1");
    QCOMPARE(index.data(NavigatorModel::DurationRole).toString(), periodWords(40'000));
    QCOMPARE(index.parent().data(NavigatorModel::DurationRole).toString(), periodWords(40'000));
    QVERIFY(periodWords(40'000) != durationWords(40'000));
}

void TestNavigator::theFilterKeepsTheParentsOfAMatch()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addIndex(kCarts, "lastModified", 300);
    NavigatorPresenter navigator(fixture.set);
    QAbstractItemModelTester tester(&navigator.model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(navigator.find(kCarts).isValid());
    navigator.setFilterText(u"LASTMOD"_s);
    QVERIFY(navigator.find(kCarts, "lastModified_1").isValid());
    QVERIFY(!navigator.find(kSessions).isValid());
    navigator.setFilterText({});
    QVERIFY(navigator.find(kSessions).isValid());
}

void TestNavigator::aRefreshKeepsWhatIsTheSame()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kCarts, "lastModified", 300);
    NavigatorPresenter navigator(fixture.set);
    QAbstractItemModelTester tester(&navigator.model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(navigator.find(kCarts).isValid());
    const QPersistentModelIndex selected = navigator.find(kCarts);
    fixture.server->addIndex(kSessions, "seen", 300); // comes before it in the tree
    fixture.set.catalog.refresh();
    QTRY_VERIFY(navigator.find(kSessions).isValid());
    QVERIFY(selected.isValid());
    QCOMPARE(selected.data().toString(), u"carts"_s);
}

void TestNavigator::rowsThatMoveAreHandled()
{
    NavigatorModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto tree = [](const QStringList& names) {
        std::vector<NavigatorNode> nodes;
        for (const QString& name : names) {
            NavigatorNode node;
            node.name = name;
            node.children.resize(1);
            node.children.front().name = name + u" child"_s;
            nodes.push_back(std::move(node));
        }
        NavigatorNode root;
        root.children = std::move(nodes);
        return root;
    };
    const auto top = [&] { return model.index(0, 0); };
    const auto names = [&] {
        QStringList list;
        for (int row = 0; row < model.rowCount(top()); ++row) {
            list << model.index(row, 0, top()).data().toString();
        }
        return list;
    };
    for (const QStringList& order :
         {QStringList{u"a"_s, u"b"_s, u"c"_s}, QStringList{u"c"_s, u"a"_s, u"b"_s},
          QStringList{u"b"_s}, QStringList{}, QStringList{u"x"_s, u"b"_s}}) {
        model.setRoot(tree(order));
        QCOMPARE(names(), order);
        for (int row = 0; row < model.rowCount(top()); ++row) {
            QCOMPARE(model.rowCount(model.index(row, 0, top())), 1);
        }
    }
}

void TestNavigator::systemDatabasesWithoutRulesAreLeftOut()
{
    ServiceFixture fixture;
    fixture.server->addIndex({"config", "system.sessions"}, "lastUse", 1'800);
    fixture.server->collection({"admin", "system.users"});
    NavigatorPresenter navigator(fixture.set);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(navigator.find({"config", "system.sessions"}).isValid());
    QVERIFY(!navigator.find({"admin", "system.users"}).isValid());
}

void TestNavigator::damagedCollectionsAreMarked()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 60);
    NavigatorPresenter navigator(fixture.set);
    QVERIFY(fixture.connect());
    const auto alert = [&] {
        return navigator.find(kSessions, "seen_1")
            .parent()
            .data(NavigatorModel::AlertRole)
            .toString();
    };
    QTRY_VERIFY(navigator.find(kSessions, "seen_1").isValid());
    QVERIFY(alert().isEmpty());
    ttl::TtlMetrics metrics;
    metrics.damaged = {{kSessions.text(), "seen_1", {}}};
    fixture.server->setMetrics(metrics);
    fixture.set.monitor.poll();
    QTRY_VERIFY(alert().contains(u"damaged"_s));
    fixture.server->setMetrics({});
    fixture.set.monitor.poll();
    QTRY_VERIFY(alert().isEmpty());
}

void TestNavigator::withoutAConnectionItSaysWhatToDo()
{
    ServiceFixture fixture;
    NavigatorPresenter navigator(fixture.set);
    QCOMPARE(navigator.state().phase, Phase::Idle);
    QVERIFY(!navigator.state().placeholder.isEmpty());
    QCOMPARE(navigator.model().rowCount(), 0);
}

SANDGLASS_TEST(TestNavigator)
} // namespace tst_presenters_navigator

#include "tst_presenters_navigator.moc"
