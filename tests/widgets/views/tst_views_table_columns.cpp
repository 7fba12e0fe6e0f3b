// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of a table as the user arranges them, and rows that stay where the user works.
#include "tests/support/test_program.h"
#include "widgets/views/table_columns.h"
#include "widgets/views/table_view.h"

#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTest>

namespace tst_views_table_columns {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

class TestTableColumns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theMenuHidesAndShowsAColumn();
    void theLastColumnCannotBeHidden();
    void theKeyboardSorts_data();
    void theKeyboardSorts();
    void theOrderIsDescribed();
    void aTableThatIsNotSortedDoesNotSaySo();
    void whatTheUserArrangedIsRestored();
    void bytesOfAnotherTableAreIgnored_data();
    void bytesOfAnotherTableAreIgnored();
    void onlyTheUserCausesAChange();
    void resettingShowsTheFirstColumns();
    void theFirstRowsAreFittedAtOnce();
    void aCellThatGrowsIsFittedSoon();
    void aSpareColumnIsLeftOutWhereThereIsNoRoom();
    void aSpareColumnThatIsAskedForStays();
    void longCellsAreCutBeforeTheTableScrolls();
    void selectedRowsStayWhereTheyAre();
    void rowsUnderThePointerStayWhereTheyAre();
    void aClickOnTheHeaderSortsSelectedRows();

private:
    QMenu* menu() const { return m_view->findChild<QMenu*>(u"tableColumnsMenu"_s); }
    void trigger(const QString& action)
    {
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::AltModifier);
        QVERIFY(menu());
        auto* found = menu()->findChild<QAction*>(action);
        QVERIFY2(found && found->isEnabled(), qPrintable(action));
        found->trigger();
        delete menu();
    }
    QString at(int row) const { return m_sorted->index(row, 0).data().toString(); }
    void rename(const QString& from, const QString& to)
    {
        m_model->findItems(from).constFirst()->setText(to);
    }

    std::unique_ptr<QStandardItemModel> m_model;
    std::unique_ptr<QSortFilterProxyModel> m_sorted;
    std::unique_ptr<TableView> m_view;
};

void TestTableColumns::init()
{
    m_model = std::make_unique<QStandardItemModel>(0, 3);
    m_model->setHorizontalHeaderLabels({u"Name"_s, u"R&D"_s, u"Count"_s});
    for (const char* name : {"b", "c", "d"}) {
        m_model->appendRow({new QStandardItem(QLatin1String(name)), new QStandardItem(u"x"_s),
                            new QStandardItem(u"1"_s)});
    }
    m_sorted = std::make_unique<QSortFilterProxyModel>();
    m_sorted->setSourceModel(m_model.get());
    m_view = std::make_unique<TableView>();
    m_view->setModel(m_sorted.get());
    m_view->sortByColumn(0, Qt::AscendingOrder);
    m_view->resize(500, 300);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    m_view->setFocus();
}

void TestTableColumns::cleanup()
{
    m_view.reset();
}

void TestTableColumns::theMenuHidesAndShowsAColumn()
{
    trigger(u"column1Action"_s);
    QVERIFY(m_view->isColumnHidden(1));
    trigger(u"column1Action"_s);
    QVERIFY(!m_view->isColumnHidden(1));
    QVERIFY(m_view->columnWidth(1) > 10);
}

void TestTableColumns::theLastColumnCannotBeHidden()
{
    trigger(u"column0Action"_s);
    trigger(u"column1Action"_s);
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::AltModifier);
    QVERIFY(!menu()->findChild<QAction*>(u"column2Action"_s)->isEnabled());
    QVERIFY(menu()->findChild<QAction*>(u"column1Action"_s)->isEnabled());
    // names are shown as they are
    QCOMPARE(menu()->findChild<QAction*>(u"column1Action"_s)->text(), u"R&&D"_s);
    delete menu();
}

void TestTableColumns::theKeyboardSorts_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<int>("column");
    QTest::addColumn<Qt::SortOrder>("order");
    QTest::newRow("another column") << u"sortBy2Action"_s << 2 << Qt::AscendingOrder;
    QTest::newRow("the other way") << u"sortDescendingAction"_s << 0 << Qt::DescendingOrder;
    QTest::newRow("as it is") << u"sortAscendingAction"_s << 0 << Qt::AscendingOrder;
}

void TestTableColumns::theKeyboardSorts()
{
    QFETCH(QString, action);
    QFETCH(int, column);
    QFETCH(Qt::SortOrder, order);
    trigger(action);
    QCOMPARE(m_view->horizontalHeader()->sortIndicatorSection(), column);
    QCOMPARE(m_view->horizontalHeader()->sortIndicatorOrder(), order);
}

void TestTableColumns::theOrderIsDescribed()
{
    m_view->setPlaceholderText(u"Nothing fits the filter."_s);
    QVERIFY(m_view->accessibleDescription().contains(u"Name"_s));
    const QString ascending = m_view->accessibleDescription();
    trigger(u"sortDescendingAction"_s);
    QVERIFY(m_view->accessibleDescription() != ascending);
    m_model->removeRows(0, 3);
    QCOMPARE(m_view->accessibleDescription(), u"Nothing fits the filter."_s);
    m_model->appendRow(new QStandardItem(u"a"_s));
    QVERIFY(m_view->accessibleDescription().contains(u"Name"_s));
}

void TestTableColumns::aTableThatIsNotSortedDoesNotSaySo()
{
    TableView fresh;
    fresh.setModel(m_model.get());
    QVERIFY(fresh.horizontalHeader()->sortIndicatorSection() < 0);
    QCOMPARE(fresh.accessibleDescription(), QString());
    fresh.sortByColumn(1, Qt::AscendingOrder);
    QVERIFY(fresh.accessibleDescription().contains(u"R&D"_s));
}

void TestTableColumns::whatTheUserArrangedIsRestored()
{
    m_view->columns().restore({});
    const QSignalSpy changed(&m_view->columns(), &TableColumns::changed);
    trigger(u"column1Action"_s);
    trigger(u"sortBy2Action"_s);
    m_view->horizontalHeader()->moveSection(2, 0);
    QTRY_COMPARE(changed.count(), 1); // once for all three
    const QByteArray state = m_view->columns().state();
    TableView other;
    other.setModel(m_sorted.get());
    other.columns().restore(state);
    QVERIFY(other.isColumnHidden(1));
    QVERIFY(!other.isColumnHidden(0));
    QCOMPARE(other.horizontalHeader()->visualIndex(2), 0);
    QCOMPARE(other.horizontalHeader()->sortIndicatorSection(), 2);
}

void TestTableColumns::bytesOfAnotherTableAreIgnored_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("none") << QByteArray();
    QTest::newRow("noise") << QByteArray(200, '\xff');
    QStandardItemModel two(1, 2);
    TableView other;
    other.setModel(&two);
    QTest::newRow("fewer columns") << other.columns().state();
    QStandardItemModel three(1, 3);
    other.setModel(&three);
    QTest::newRow("cut off") << other.columns().state().chopped(1);
    other.setColumnHidden(0, true);
    other.setColumnHidden(1, true);
    other.setColumnHidden(2, true);
    QTest::newRow("nothing visible") << other.columns().state();
}

void TestTableColumns::bytesOfAnotherTableAreIgnored()
{
    QFETCH(QByteArray, bytes);
    const QByteArray before = m_view->columns().state();
    m_view->columns().restore(bytes);
    QCOMPARE(m_view->columns().state(), before);
}

void TestTableColumns::onlyTheUserCausesAChange()
{
    const QSignalSpy changed(&m_view->columns(), &TableColumns::changed);
    m_view->horizontalHeader()->moveSection(2, 0); // the page arranges its columns
    m_view->columns().restore({});
    m_view->fitColumns();
    m_view->resize(600, 300);
    // the pause of an announcement passes
    trigger(u"column1Action"_s);
    QTRY_COMPARE(changed.count(), 1);
}

void TestTableColumns::resettingShowsTheFirstColumns()
{
    m_view->columns().restore({});
    trigger(u"column1Action"_s);
    m_view->horizontalHeader()->moveSection(2, 0);
    trigger(u"resetColumnsAction"_s);
    QVERIFY(!m_view->isColumnHidden(1));
    QCOMPARE(m_view->horizontalHeader()->visualIndex(2), 2);
}

void TestTableColumns::theFirstRowsAreFittedAtOnce()
{
    m_model->removeRows(0, 3);
    m_view->fitColumns(40);
    const int before = m_view->columnWidth(0);
    m_model->appendRow({new QStandardItem(u"a name that needs its room"_s)});
    QVERIFY(m_view->columnWidth(0) > before);
    QVERIFY(m_view->columnWidth(0)
            > m_view->fontMetrics().horizontalAdvance(u"a name that needs its room"_s));
}

void TestTableColumns::aCellThatGrowsIsFittedSoon()
{
    m_view->fitColumns(40);
    const QString text(8, u'm');
    m_model->item(0, 1)->setText(text);
    QTRY_VERIFY(m_view->columnWidth(1) > m_view->fontMetrics().horizontalAdvance(text));
    // a picture does not wait
    m_model->item(0, 1)->setText(text + text);
    m_view->columns().settle();
    QVERIFY(m_view->columnWidth(1) > m_view->fontMetrics().horizontalAdvance(text + text));
}

void TestTableColumns::aSpareColumnIsLeftOutWhereThereIsNoRoom()
{
    m_model->item(0, 2)->setText(QString(30, u'm'));
    m_view->columns().setSpare({2});
    m_view->fitColumns(40);
    QVERIFY(!m_view->isColumnHidden(2));
    m_view->resize(200, 300);
    QVERIFY(m_view->isColumnHidden(2));
    QCOMPARE(m_view->horizontalScrollBar()->maximum(), 0);
    // another start may have more room
    const QByteArray kept = m_view->columns().state();
    m_view->resize(800, 300);
    QVERIFY(!m_view->isColumnHidden(2));
    m_view->columns().restore(kept);
    QVERIFY(!m_view->isColumnHidden(2));
}

void TestTableColumns::aSpareColumnThatIsAskedForStays()
{
    m_model->item(0, 2)->setText(QString(30, u'm'));
    m_view->columns().setSpare({2});
    m_view->fitColumns(40);
    m_view->resize(200, 300);
    QVERIFY(m_view->isColumnHidden(2));
    trigger(u"column2Action"_s);
    QVERIFY(!m_view->isColumnHidden(2));
    const QByteArray kept = m_view->columns().state();
    trigger(u"column2Action"_s);
    QVERIFY(m_view->isColumnHidden(2));
    m_view->columns().restore(kept);
    m_view->resize(210, 300);
    QVERIFY(!m_view->isColumnHidden(2));
    // one that the user has hidden does not come back by itself
    trigger(u"column1Action"_s);
    m_view->resize(900, 300);
    QVERIFY(m_view->isColumnHidden(1));
}

void TestTableColumns::longCellsAreCutBeforeTheTableScrolls()
{
    for (int column = 0; column < 3; ++column) {
        m_model->item(0, column)->setText(QString(60, u'm'));
    }
    m_view->resize(600, 300);
    m_view->fitColumns(24);
    QCOMPARE(m_view->horizontalScrollBar()->maximum(), 0);
    // less than that would say nothing
    m_view->resize(150, 300);
    QVERIFY(m_view->horizontalScrollBar()->maximum() > 0);
}

void TestTableColumns::selectedRowsStayWhereTheyAre()
{
    m_view->selectRow(0);
    rename(u"b"_s, u"z"_s);
    QCOMPARE(at(0), u"z"_s);
    m_view->clearSelection();
    QTRY_COMPARE(at(0), u"c"_s);
    QCOMPARE(at(2), u"z"_s);
    // and sorted at once from then on
    rename(u"z"_s, u"a"_s);
    QCOMPARE(at(0), u"a"_s);
}

void TestTableColumns::rowsUnderThePointerStayWhereTheyAre()
{
    QEnterEvent enters(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5));
    QApplication::sendEvent(m_view->viewport(), &enters);
    rename(u"b"_s, u"z"_s);
    QCOMPARE(at(0), u"z"_s);
    m_view->selectRow(1);
    QEvent leaves(QEvent::Leave);
    QApplication::sendEvent(m_view->viewport(), &leaves);
    QCOMPARE(at(0), u"z"_s); // a row is selected
    m_view->clearSelection();
    QTRY_COMPARE(at(0), u"c"_s);
}

void TestTableColumns::aClickOnTheHeaderSortsSelectedRows()
{
    m_view->selectRow(0);
    m_view->sortByColumn(0, Qt::DescendingOrder);
    QCOMPARE(at(0), u"d"_s);
    QCOMPARE(m_view->selectionModel()->selectedRows().constFirst().data().toString(), u"b"_s);
}

SANDGLASS_GUI_TEST(TestTableColumns)
} // namespace tst_views_table_columns

#include "tst_views_table_columns.moc"
