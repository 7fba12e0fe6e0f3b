// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/explorer/navigator_model.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_navigator_model {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::NavigatorModel;
using presenters::NavigatorNode;
using presenters::NodeKind;

namespace {

NavigatorNode index(const protocol::Namespace& ns, const QString& name)
{
    NavigatorNode node;
    node.kind = NodeKind::Index;
    node.name = name;
    node.indexName = name.toStdString();
    node.ns = ns;
    return node;
}

NavigatorNode collection(const std::string& name, const QStringList& indexes = {})
{
    NavigatorNode node;
    node.kind = NodeKind::Collection;
    node.name = QString::fromStdString(name);
    node.ns = {"shop", name};
    for (const QString& each : indexes) {
        node.children.push_back(index(node.ns, each));
    }
    return node;
}

/// A connection with the database "shop".
NavigatorNode shop(std::vector<NavigatorNode> collections)
{
    NavigatorNode database;
    database.kind = NodeKind::Database;
    database.name = u"shop"_s;
    database.ns.database = "shop";
    database.children = std::move(collections);
    NavigatorNode connection;
    connection.name = u"local"_s;
    connection.children = {database};
    return connection;
}

/// The model under the eyes of Qt's tester, which checks every insertion and removal.
struct Watched
{
    NavigatorModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

    QModelIndex database() const { return model.index(0, 0, model.index(0, 0)); }
    QStringList names(const QModelIndex& parent) const
    {
        QStringList all;
        for (int row = 0; row < model.rowCount(parent); ++row) {
            all << model.index(row, 0, parent).data().toString();
        }
        return all;
    }
    QString spoken(const NavigatorNode& node)
    {
        model.setRoot(node);
        return model.index(0, 0).data(Qt::AccessibleTextRole).toString();
    }
};

} // namespace

class TestNavigatorModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyTreeHasNoRows();
    void theTreeIsConnectionDatabaseCollectionIndex();
    void rowsThatComeAndGoLeaveTheOthersAlone_data();
    void rowsThatComeAndGoLeaveTheOthersAlone();
    void aRowThatMovesUpLosesNoOther();
    void onlyTheChangedRowIsAnnounced();
    void rulesOfWhatIsNotReadAreTheLeast();
    void theSameTreeChangesNothing();
    void aCollectionAndItsIndexesAreFound();
    void nothingIsFoundInATreeThatHasGone();
    void everyRoleSaysWhatTheNodeHas();
    void aSpokenRowNamesEverythingThatIsDrawn();
    void aConnectionSaysWhetherItIsLocked();
    void rulesOfAnIndexAreNotCounted();
    void hostileNamesAreShownAsTheyAre();
    void aThousandCollectionsComeAndGo();
};

void TestNavigatorModel::anEmptyTreeHasNoRows()
{
    Watched tree;
    QCOMPARE(tree.model.rowCount(), 0);
    tree.model.setRoot(shop({}));
    QCOMPARE(tree.model.rowCount(), 1);
    tree.model.removeRoot(0);
    QCOMPARE(tree.model.rowCount(), 0);
    QVERIFY(!tree.model.index(0, 0).isValid());
}

void TestNavigatorModel::theTreeIsConnectionDatabaseCollectionIndex()
{
    Watched tree;
    tree.model.setRoot(shop({collection("carts", {u"_id_"_s, u"at_1"_s}), collection("orders")}));
    const QModelIndex carts = tree.model.index(0, 0, tree.database());
    QCOMPARE(tree.names(tree.database()), (QStringList{u"carts"_s, u"orders"_s}));
    QCOMPARE(tree.names(carts), (QStringList{u"_id_"_s, u"at_1"_s}));
    QCOMPARE(carts.parent(), tree.database());
    QCOMPARE(carts.parent().parent(), tree.model.index(0, 0));
    QVERIFY(!carts.parent().parent().parent().isValid());
    QCOMPARE(tree.model.rowCount(tree.model.index(1, 0, carts)), 0);
}

void TestNavigatorModel::rowsThatComeAndGoLeaveTheOthersAlone_data()
{
    QTest::addColumn<QStringList>("before");
    QTest::addColumn<QStringList>("after");
    QTest::addColumn<bool>("stays"); // the row "m" keeps its selection
    const QStringList three{u"a"_s, u"m"_s, u"z"_s};
    QTest::newRow("the first goes") << three << QStringList{u"m"_s, u"z"_s} << true;
    QTest::newRow("the last goes") << three << QStringList{u"a"_s, u"m"_s} << true;
    QTest::newRow("both others go") << three << QStringList{u"m"_s} << true;
    QTest::newRow("it goes") << three << QStringList{u"a"_s, u"z"_s} << false;
    QTest::newRow("one comes before")
        << three << QStringList{u"a"_s, u"b"_s, u"m"_s, u"z"_s} << true;
    QTest::newRow("one comes behind")
        << three << QStringList{u"a"_s, u"m"_s, u"n"_s, u"z"_s} << true;
    QTest::newRow("one goes, one comes") << three << QStringList{u"b"_s, u"m"_s, u"z"_s} << true;
    QTest::newRow("all others are new") << three << QStringList{u"b"_s, u"m"_s, u"y"_s} << true;
    QTest::newRow("from one to many")
        << QStringList{u"m"_s} << QStringList{u"a"_s, u"b"_s, u"m"_s, u"z"_s} << true;
    QTest::newRow("none is left") << three << QStringList() << false;
}

void TestNavigatorModel::rowsThatComeAndGoLeaveTheOthersAlone()
{
    QFETCH(QStringList, before);
    QFETCH(QStringList, after);
    QFETCH(bool, stays);
    const auto treeOf = [](const QStringList& names) {
        std::vector<NavigatorNode> collections;
        for (const QString& name : names) {
            collections.push_back(collection(name.toStdString(), {u"_id_"_s}));
        }
        return shop(std::move(collections));
    };
    Watched tree;
    tree.model.setRoot(treeOf(before));
    const QPersistentModelIndex selected = tree.model.find({"shop", "m"});
    const QPersistentModelIndex expanded = tree.model.find({"shop", "m"}, "_id_");
    QVERIFY(selected.isValid());
    const QSignalSpy reset(&tree.model, &QAbstractItemModel::modelReset);
    tree.model.setRoot(treeOf(after));
    QCOMPARE(tree.names(tree.database()), after);
    QCOMPARE(selected.isValid(), stays);
    QCOMPARE(expanded.isValid(), stays);
    if (stays) {
        QCOMPARE(selected.data().toString(), u"m"_s);
    }
    QCOMPARE(reset.count(), 0);
}

void TestNavigatorModel::aRowThatMovesUpLosesNoOther()
{
    Watched tree;
    tree.model.setRoot(shop({collection("a"), collection("b"), collection("c", {u"_id_"_s})}));
    const QPersistentModelIndex a = tree.model.find({"shop", "a"});
    tree.model.setRoot(shop({collection("c", {u"_id_"_s}), collection("a"), collection("b")}));
    QCOMPARE(tree.names(tree.database()), (QStringList{u"c"_s, u"a"_s, u"b"_s}));
    QCOMPARE(tree.names(tree.model.find({"shop", "c"})), QStringList{u"_id_"_s});
    QVERIFY(a.isValid());
    QCOMPARE(a.row(), 1);
}

void TestNavigatorModel::rulesOfWhatIsNotReadAreTheLeast()
{
    Watched watched;
    NavigatorNode node = collection("sessions");
    QCOMPARE(watched.spoken(node), u"sessions"_s);
    node.partial = true;
    QVERIFY(watched.spoken(node).contains(u"not read yet"_s));
    node.problem = u"It is refused."_s;
    QVERIFY(!watched.spoken(node).contains(u"not read yet"_s));
    node.ttlRules = 2;
    QVERIFY2(watched.spoken(node).contains(u"at least 2"_s), qPrintable(watched.spoken(node)));
    node.partial = false;
    QVERIFY(!watched.spoken(node).contains(u"at least"_s));
}

void TestNavigatorModel::onlyTheChangedRowIsAnnounced()
{
    Watched tree;
    tree.model.setRoot(shop({collection("carts", {u"at_1"_s}), collection("orders")}));
    QSignalSpy changed(&tree.model, &QAbstractItemModel::dataChanged);
    NavigatorNode next = shop({collection("carts", {u"at_1"_s}), collection("orders")});
    next.children[0].children[0].children[0].durationWords = u"90 d"_s;
    tree.model.setRoot(next);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().front().toModelIndex(), tree.model.find({"shop", "carts"}, "at_1"));
    QCOMPARE(
        tree.model.find({"shop", "carts"}, "at_1").data(NavigatorModel::DurationRole).toString(),
        u"90 d"_s);
}

void TestNavigatorModel::theSameTreeChangesNothing()
{
    Watched tree;
    tree.model.setRoot(shop({collection("carts", {u"at_1"_s})}));
    const QSignalSpy changed(&tree.model, &QAbstractItemModel::dataChanged);
    const QSignalSpy inserted(&tree.model, &QAbstractItemModel::rowsInserted);
    const QSignalSpy removed(&tree.model, &QAbstractItemModel::rowsRemoved);
    tree.model.setRoot(shop({collection("carts", {u"at_1"_s})}));
    QCOMPARE(changed.count() + inserted.count() + removed.count(), 0);
}

void TestNavigatorModel::aCollectionAndItsIndexesAreFound()
{
    Watched tree;
    tree.model.setRoot(shop({collection("carts", {u"at_1"_s}), collection("orders")}));
    QCOMPARE(tree.model.find({"shop", "orders"}).row(), 1);
    QCOMPARE(tree.model.find({"shop", "carts"}, "at_1").data().toString(), u"at_1"_s);
    QVERIFY(!tree.model.find({"shop", "carts"}, "gone_1").isValid());
    QVERIFY(!tree.model.find({"shop", "gone"}).isValid());
    QVERIFY(!tree.model.find({"other", "carts"}).isValid());
    QCOMPARE(tree.model.find({"shop", {}}).data(NavigatorModel::KindRole).toInt(),
             static_cast<int>(NodeKind::Database)); // a database is no collection
}

void TestNavigatorModel::nothingIsFoundInATreeThatHasGone()
{
    Watched tree;
    tree.model.setRoot(shop({collection("carts", {u"at_1"_s})}));
    const QPersistentModelIndex selected = tree.model.find({"shop", "carts"}, "at_1");
    tree.model.removeRoot(0);
    QVERIFY(!selected.isValid());
    QVERIFY(!tree.model.find({"shop", "carts"}).isValid());
    QVERIFY(!tree.model.find({}).isValid());
}

void TestNavigatorModel::everyRoleSaysWhatTheNodeHas()
{
    Watched tree;
    NavigatorNode root = shop({collection("carts", {u"at_1"_s})});
    NavigatorNode& at = root.children[0].children[0].children[0];
    at.isTtl = at.hidden = at.building = at.invalid = true;
    root.badge = u"production"_s;
    root.color = u"#ff0000"_s;
    root.alert = u"TTL monitor is off"_s;
    root.local = root.connected = root.locked = true;
    root.ttlRules = 3;
    root.partial = true;
    tree.model.setRoot(root);
    using Model = NavigatorModel;
    const QModelIndex top = tree.model.index(0, 0);
    QCOMPARE(top.data(Model::KindRole).toInt(), static_cast<int>(NodeKind::Connection));
    QCOMPARE(top.data(Model::BadgeRole).toString(), u"production"_s);
    QCOMPARE(top.data(Model::ColorRole).toString(), u"#ff0000"_s);
    QCOMPARE(top.data(Model::AlertRole).toString(), u"TTL monitor is off"_s);
    QCOMPARE(top.data(Model::RuleCountRole).toInt(), 3);
    for (const int role : {int{Model::LocalRole}, int{Model::ConnectedRole}, int{Model::LockedRole},
                           int{Model::PartialRole}}) {
        QVERIFY(top.data(role).toBool());
    }
    const QModelIndex leaf = tree.model.find({"shop", "carts"}, "at_1");
    for (const int role : {int{Model::IsTtlRole}, int{Model::HiddenRole}, int{Model::BuildingRole},
                           int{Model::InvalidRole}}) {
        QVERIFY(leaf.data(role).toBool());
        QVERIFY(!top.data(role).toBool());
    }
    QCOMPARE(leaf.data(Model::KindRole).toInt(), static_cast<int>(NodeKind::Index));
    QCOMPARE(leaf.data(Model::IndexRefRole).value<ttl::IndexRef>(),
             (ttl::IndexRef{{"shop", "carts"}, "at_1"}));
    QCOMPARE(leaf.parent().data(Model::NamespaceRole).value<protocol::Namespace>(),
             (protocol::Namespace{"shop", "carts"}));
}

void TestNavigatorModel::aSpokenRowNamesEverythingThatIsDrawn()
{
    Watched tree;
    NavigatorNode node = index({"shop", "carts"}, u"at_1"_s);
    QCOMPARE(tree.spoken(node), u"at_1"_s);
    node.durationWords = u"90 d"_s;
    node.invalid = node.hidden = node.building = true;
    QCOMPARE(tree.spoken(node), u"at_1, expires 90 d, unusable TTL index, hidden, being built"_s);
    NavigatorNode carts = collection("carts");
    carts.alert = u"12 overdue for 3 h"_s;
    carts.ttlRules = 2;
    const QString words = tree.spoken(carts);
    QVERIFY2(words.startsWith(u"carts, 12 overdue for 3 h, 2 "_s), qPrintable(words));
}

void TestNavigatorModel::aConnectionSaysWhetherItIsLocked()
{
    Watched tree;
    NavigatorNode node;
    node.name = u"db.example"_s;
    node.badge = u"staging"_s;
    node.locked = true;
    QCOMPARE(tree.spoken(node), u"db.example, staging, locked"_s);
    node.locked = false;
    node.badge.clear();
    QCOMPARE(tree.spoken(node), u"db.example, changes allowed"_s);
}

void TestNavigatorModel::rulesOfAnIndexAreNotCounted()
{
    Watched tree;
    NavigatorNode node = index({"shop", "carts"}, u"at_1"_s);
    node.ttlRules = 1;
    QCOMPARE(tree.spoken(node), u"at_1"_s);
}

void TestNavigatorModel::hostileNamesAreShownAsTheyAre()
{
    Watched tree;
    const std::string name = "a\n\"b\" %1 <b>\u202E过" + std::string(10'240, 'y');
    tree.model.setRoot(shop({collection(name, {u"$**_%2"_s})}));
    const QModelIndex found = tree.model.find({"shop", name});
    QCOMPARE(found.data().toString(), QString::fromStdString(name));
    QCOMPARE(tree.names(found), QStringList{u"$**_%2"_s});
    QVERIFY(found.data(Qt::AccessibleTextRole).toString().startsWith(u"a\n\"b\" %1 <b>"_s));
}

void TestNavigatorModel::aThousandCollectionsComeAndGo()
{
    NavigatorModel model; // the tester would walk the tree at every step
    std::vector<NavigatorNode> even;
    std::vector<NavigatorNode> all;
    for (int i = 10'000; i < 11'000; ++i) {
        all.push_back(collection(std::to_string(i)));
        if (i % 2 == 0) {
            even.push_back(collection(std::to_string(i)));
        }
    }
    model.setRoot(shop(even));
    const QPersistentModelIndex kept = model.find({"shop", "10998"});
    QCOMPARE(kept.row(), 499);
    model.setRoot(shop(all));
    QCOMPARE(kept.row(), 998);
    model.setRoot(shop(even));
    QCOMPARE(kept.row(), 499);
}

SANDGLASS_TEST(TestNavigatorModel)
} // namespace tst_presenters_navigator_model

#include "tst_presenters_navigator_model.moc"
