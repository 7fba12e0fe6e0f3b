// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a database, and which row of the navigator is marked.
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QLabel>
#include <QTabBar>
#include <QTableView>
#include <QTabWidget>
#include <QTreeView>

namespace tst_ui_databases {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::clickRow;
using tests::need;
using tests::rowNamed;
using tests::WindowFixture;

const protocol::Namespace kLog{"log", "events"};

class TestDatabases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void aDatabaseHasAPageOfItsOwn();
    void itsTotalsAreItsOwn();
    void theNextSelectionTakesItsPlace();
    void openingItTwiceKeepsOneTab();
    void theMarkedRowIsThatOfThePageInFront();
    void otherDataCloseThePages();
    void theSameDataAfterALossKeepThem();

private:
    QTabWidget* pages() const { return need<QTabWidget>(m_fixture->window.get(), u"pageArea"_s); }
    QTreeView* tree() const
    {
        return need<QTreeView>(m_fixture->window.get(), u"navigatorTreeView"_s);
    }
    bool choose(const QString& name) const { return clickRow(tree(), rowNamed(tree(), name)); }
    QString marked() const { return tree()->currentIndex().data().toString(); }
    QStringList shownRules() const;

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestDatabases::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
    m_fixture->server->addIndex(kLog, "at", 60);
    m_fixture->server->addDocument(kLog,
                                   tests::agedDocument(*m_fixture, 1, "at", std::chrono::hours(1)));
    QVERIFY(m_fixture->open());
    tree()->expandAll();
}

QStringList TestDatabases::shownRules() const
{
    const auto* table = need<QTableView>(pages()->currentWidget(), u"rulesTableView"_s);
    QStringList names;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        names << tests::cell(table, row, 0);
    }
    return names;
}

void TestDatabases::aDatabaseHasAPageOfItsOwn()
{
    QVERIFY(choose(u"log"_s));
    QCOMPARE(pages()->count(), 2);
    QVERIFY(pages()->tabText(1).contains(u"log"_s));
    QVERIFY(need<QLabel>(pages()->currentWidget(), u"inventoryTitleLabel"_s)
                ->text()
                .contains(u"log"_s));
    QCOMPARE(shownRules().size(), 1);
    pages()->setCurrentIndex(0);
    QCOMPARE(shownRules().size(), 2);
    QVERIFY(need<QLabel>(pages()->currentWidget(), u"inventoryTitleLabel"_s)->isHidden());
}

void TestDatabases::itsTotalsAreItsOwn()
{
    presenters::Workspace& workspace = m_fixture->workspace;
    QVERIFY(choose(u"log"_s));
    QTRY_COMPARE(workspace.databasePage("log").forecast().state().overdue, 1);
    QVERIFY(choose(u"shop"_s));
    QTRY_COMPARE(workspace.databasePage("shop").forecast().state().overdue, 3);
    QTRY_COMPARE(workspace.inventory().forecast().state().overdue, 4);
}

void TestDatabases::theNextSelectionTakesItsPlace()
{
    QVERIFY(choose(u"log"_s));
    QVERIFY(choose(u"sessions"_s));
    QCOMPARE(pages()->count(), 2);
    QVERIFY(choose(u"shop"_s));
    QCOMPARE(pages()->count(), 2);
    QVERIFY(m_fixture->trigger(u"pinPageAction"_s));
    QVERIFY(choose(u"log"_s));
    QCOMPARE(pages()->count(), 3);
    QVERIFY(m_fixture->trigger(u"closePageAction"_s));
    QCOMPARE(pages()->count(), 2);
}

void TestDatabases::openingItTwiceKeepsOneTab()
{
    QVERIFY(choose(u"log"_s));
    QVERIFY(m_fixture->trigger(u"inventoryAction"_s));
    QVERIFY(choose(u"log"_s));
    QCOMPARE(pages()->count(), 2);
    QCOMPARE(pages()->currentIndex(), 1);
}

void TestDatabases::theMarkedRowIsThatOfThePageInFront()
{
    QVERIFY(choose(u"log"_s));
    QVERIFY(m_fixture->trigger(u"inventoryAction"_s));
    QCOMPARE(tree()->currentIndex().parent(), QModelIndex()); // the server
    pages()->setCurrentIndex(1);
    QCOMPARE(marked(), u"log"_s);
    QVERIFY(m_fixture->openPage(u"shop.orders"_s));
    QCOMPARE(marked(), u"orders"_s);
}

void TestDatabases::otherDataCloseThePages()
{
    QVERIFY(choose(u"log"_s));
    QVERIFY(m_fixture->trigger(u"pinPageAction"_s));
    QVERIFY(choose(u"sessions"_s));
    QCOMPARE(pages()->count(), 3);
    m_fixture->set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
    QTRY_COMPARE(pages()->count(), 1);
}

void TestDatabases::theSameDataAfterALossKeepThem()
{
    QVERIFY(choose(u"sessions"_s));
    m_fixture->set.connections.disconnectNow();
    QVERIFY(m_fixture->connect());
    QCOMPARE(pages()->count(), 2);
}

SANDGLASS_GUI_TEST(TestDatabases)
} // namespace tst_ui_databases

#include "tst_ui_databases.moc"
