// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in the window on the smallest screen: their room, and columns that stay as they were left.
#include "app/presenters/settings/preferences_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "ui/shell/server_desk.h"
#include "widgets/views/figures_strip.h"
#include "widgets/views/table_view.h"

#include <QDockWidget>
#include <QHeaderView>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>

namespace tst_ui_table_room {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;

namespace {

constexpr int kLeastRows = 8;

int rowsOf(const widgets::TableView* table)
{
    return table->viewport()->height() / table->verticalHeader()->defaultSectionSize();
}

} // namespace

class TestTableRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void theInventoryShowsEightRules();
    void theIndexesShowEightRows();
    void onlyOnePartScrollsWithBothDocksOpen_data();
    void onlyOnePartScrollsWithBothDocksOpen();
    void columnsAreKeptForTheNextStart();
    void everyCellHasAName();

private:
    widgets::TableView* table(const QString& name) const
    {
        return need<widgets::TableView>(m_fixture->window.get(), name);
    }

    std::unique_ptr<tests::WindowFixture> m_fixture;
};

void TestTableRoom::init()
{
    m_fixture = std::make_unique<tests::WindowFixture>();
    tests::fillShop(*m_fixture);
    for (int i = 0; i < 12; ++i) {
        m_fixture->server->addIndex(tests::kSessions, "field" + std::to_string(i), std::nullopt);
        m_fixture->server->addIndex({"shop", "logs" + std::to_string(i)}, "at", 3'600);
    }
    QVERIFY(m_fixture->open());
}

void TestTableRoom::theInventoryShowsEightRules()
{
    QVERIFY(m_fixture->openPage(u"inventory"_s));
    QVERIFY(need<widgets::FiguresStrip>(m_fixture->window.get(), u"inventoryFiguresStrip"_s)
                ->isCompact());
    QTRY_VERIFY2(rowsOf(table(u"rulesTableView"_s)) >= kLeastRows,
                 qPrintable(QString::number(rowsOf(table(u"rulesTableView"_s)))));
}

void TestTableRoom::theIndexesShowEightRows()
{
    QVERIFY(m_fixture->openPage(u"shop.sessions"_s));
    QTRY_VERIFY2(rowsOf(table(u"indexesTableView"_s)) >= kLeastRows,
                 qPrintable(QString::number(rowsOf(table(u"indexesTableView"_s)))));
}

void TestTableRoom::onlyOnePartScrollsWithBothDocksOpen_data()
{
    QTest::addColumn<QString>("page");
    QTest::newRow("inventory") << u"inventory"_s;
    QTest::newRow("database") << u"shop"_s;
    QTest::newRow("collection") << u"shop.sessions"_s;
}

// Finding: on the smallest screen a collection with both docks had two horizontal scroll bars.
void TestTableRoom::onlyOnePartScrollsWithBothDocksOpen()
{
    QFETCH(QString, page);
    for (const QString& dock : {u"inspectorDock"_s, u"activityDock"_s}) {
        need<QDockWidget>(m_fixture->window.get(), dock)->show();
    }
    if (page == u"shop"_s) {
        m_fixture->window->findChild<ui::ServerDesk*>()->openDatabase("shop");
    } else {
        QVERIFY(m_fixture->openPage(page));
    }
    QCOMPARE(m_fixture->window->size(), tests::smallestWindow());
    const QWidget* front
        = need<QTabWidget>(m_fixture->window.get(), u"pageArea"_s)->currentWidget();
    int areas = 0;
    for (const QScrollArea* area : m_fixture->window->findChildren<QScrollArea*>()) {
        if (!area->isVisible() || !(area->isAncestorOf(front) || front->isAncestorOf(area))) {
            continue;
        }
        ++areas;
        // everything is as narrow as the room between the docks
        QTRY_VERIFY2(!area->horizontalScrollBar()->isVisible(),
                     qPrintable(u"%1 of %2"_s.arg(area->widget()->minimumSizeHint().width())
                                    .arg(area->viewport()->width())));
    }
    QCOMPARE(areas, 1);
}

void TestTableRoom::columnsAreKeptForTheNextStart()
{
    QVERIFY(m_fixture->openPage(u"inventory"_s));
    widgets::TableView* rules = table(u"rulesTableView"_s);
    rules->setFocus();
    QTest::keyClick(rules, Qt::Key_Down, Qt::AltModifier);
    auto* menu = need<QMenu>(rules, u"tableColumnsMenu"_s);
    need<QAction>(menu, u"column1Action"_s)->trigger();
    delete menu;
    QVERIFY(rules->isColumnHidden(1));
    QTRY_VERIFY(!m_fixture->workspace.preferences().layout(u"columns-rulesTableView"_s).isEmpty());
    m_fixture->makeWindow();
    QVERIFY(table(u"rulesTableView"_s)->isColumnHidden(1));
    QVERIFY(!table(u"rulesTableView"_s)->isColumnHidden(2));
}

void TestTableRoom::everyCellHasAName()
{
    QVERIFY(m_fixture->openPage(u"shop.sessions"_s));
    for (const QString& name : {u"rulesTableView"_s, u"indexesTableView"_s}) {
        const QAbstractItemModel* model = table(name)->model();
        QVERIFY(model->rowCount() > 0);
        for (int row = 0; row < model->rowCount(); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                const QModelIndex cell = model->index(row, column);
                QVERIFY(!cell.data().toString().isEmpty()
                        || !cell.data(Qt::AccessibleTextRole).toString().isEmpty());
            }
        }
    }
}

SANDGLASS_GUI_TEST(TestTableRoom)
} // namespace tst_ui_table_room

#include "tst_ui_table_room.moc"
