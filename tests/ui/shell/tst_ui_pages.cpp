// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of the window whose collection has an unusual name, goes away, or is locked.
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/tool_tip.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "widgets/views/elided_label.h"

#include <QAccessible>
#include <QDialog>
#include <QDockWidget>
#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTabBar>
#include <QTableView>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>

namespace tst_ui_pages {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::WindowFixture;

class TestPages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void aTabIsReadAsTheCollectionIsCalled_data();
    void aTabIsReadAsTheCollectionIsCalled();
    void theCloseButtonNamesItsPage();
    void openingAPageTwiceKeepsOneTab();
    void theRowOfThePageInFrontIsMarked();
    void closingTheLastPageShowsTheInventory();
    void closingAPageInTheBackgroundKeepsTheOneInFront();
    void aPageOfADroppedDatabaseStaysQuiet();
    void aPageThatDoesNotExistIsShownWithoutHarm();
    void whatIsNoPageIsRefused_data();
    void whatIsNoPageIsRefused();
    void anotherServerLeavesNoDataOfTheFirst();
    void aLockedServerOffersNoChange();
    void longNamesFitTheSmallestWindow();
    void theToolBarKnowsItsDocks();
    void resettingTheLayoutTwiceIsTheSame();

private:
    QTabWidget* pages() const { return need<QTabWidget>(m_fixture->window.get(), u"pageArea"_s); }
    QStringList spokenTabs() const;

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestPages::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
}

/// The names that a screen reader says for the tabs.
QStringList TestPages::spokenTabs() const
{
    QAccessibleInterface* bar = QAccessible::queryAccessibleInterface(pages()->tabBar());
    QStringList names;
    for (int i = 0; i < bar->childCount(); ++i) {
        if (bar->child(i)->role() == QAccessible::PageTab) {
            names << bar->child(i)->text(QAccessible::Name);
        }
    }
    return names;
}

void TestPages::aTabIsReadAsTheCollectionIsCalled_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("read");
    QTest::newRow("ampersand") << u"r&d"_s << u"shop.r&d"_s;
    QTest::newRow("two of them") << u"a&&b"_s << u"shop.a&&b"_s;
    QTest::newRow("markup") << u"<b>x</b>"_s << u"shop.<b>x</b>"_s;
    QTest::newRow("dots") << u"a.b.c"_s << u"shop.a.b.c"_s;
    QTest::newRow("right to left") << u"a\u202Eb"_s << u"shop.a\u2039U+202E\u203Ab"_s;
}

void TestPages::aTabIsReadAsTheCollectionIsCalled()
{
    QFETCH(QString, name);
    QFETCH(QString, read);
    m_fixture->server->addIndex({"shop", name.toStdString()}, "at", 60);
    QVERIFY(m_fixture->open());
    QVERIFY(m_fixture->openPage(u"shop."_s + name));
    QCOMPARE(
        need<widgets::ElidedLabel>(pages()->currentWidget(), u"collectionTitleLabel"_s)->text(),
        read);
    QCOMPARE(spokenTabs().value(1), read);
}

void TestPages::theCloseButtonNamesItsPage()
{
    QVERIFY(m_fixture->open() && m_fixture->openPage(u"shop.orders"_s));
    auto* close = need<QToolButton>(pages()->tabBar(), u"closePageButton"_s);
    QVERIFY(close->accessibleName().contains(u"shop.orders"_s));
    QVERIFY(click(close));
    QTRY_COMPARE(pages()->count(), 1);
}

void TestPages::openingAPageTwiceKeepsOneTab()
{
    QVERIFY(m_fixture->open());
    QVERIFY(m_fixture->openPage(u"shop.orders"_s));
    const QWidget* page = pages()->currentWidget();
    QVERIFY(m_fixture->openPage(u"inventory"_s));
    QVERIFY(m_fixture->openPage(u"shop.orders"_s));
    QCOMPARE(pages()->count(), 2);
    QCOMPARE(pages()->currentWidget(), page);
}

void TestPages::theRowOfThePageInFrontIsMarked()
{
    QVERIFY(m_fixture->open() && m_fixture->openPage(u"shop.sessions"_s));
    auto* tree = need<QTreeView>(m_fixture->window.get(), u"navigatorTreeView"_s);
    QCOMPARE(tree->currentIndex(), tests::rowNamed(tree, u"sessions"_s));
    // by the tabs
    pages()->setCurrentIndex(0);
    QCOMPARE(tree->currentIndex(), tree->model()->index(0, 0));
    pages()->setCurrentIndex(1);
    QCOMPARE(tree->currentIndex(), tests::rowNamed(tree, u"sessions"_s));
    // an index stays marked on the page of its collection
    tree->expandAll();
    const QModelIndex collection = tests::rowNamed(tree, u"sessions"_s);
    tree->setCurrentIndex(tree->model()->index(0, 0, collection));
    QCOMPARE(tree->currentIndex().parent(), collection);
    pages()->setCurrentIndex(0);
    pages()->setCurrentIndex(1);
    QCOMPARE(tree->currentIndex(), collection);
}

void TestPages::closingTheLastPageShowsTheInventory()
{
    QVERIFY(m_fixture->open() && m_fixture->openPage(u"shop.orders"_s));
    QVERIFY(m_fixture->trigger(u"closePageAction"_s));
    QCOMPARE(pages()->currentWidget()->objectName(), u"inventoryPage"_s);
    QVERIFY(!m_fixture->trigger(u"closePageAction"_s));
    QCOMPARE(pages()->count(), 1);
}

void TestPages::closingAPageInTheBackgroundKeepsTheOneInFront()
{
    QVERIFY(m_fixture->open() && m_fixture->openPage(u"shop.orders"_s));
    QVERIFY(m_fixture->trigger(u"pinPageAction"_s));
    QVERIFY(m_fixture->openPage(u"shop.notes"_s));
    const QWidget* front = pages()->currentWidget();
    const int orders = spokenTabs().indexOf(u"shop.orders"_s);
    auto* close
        = qobject_cast<QToolButton*>(pages()->tabBar()->tabButton(orders, QTabBar::RightSide));
    QVERIFY(close && click(close));
    QTRY_COMPARE(pages()->count(), 2);
    QCOMPARE(pages()->currentWidget(), front);
}

void TestPages::aPageOfADroppedDatabaseStaysQuiet()
{
    QVERIFY(m_fixture->open() && m_fixture->openPage(u"shop.sessions"_s));
    const bson::Document drop = bson::makeDocument("dropDatabase", 1);
    QVERIFY(m_fixture->server->runCommand("shop", drop, {}));
    m_fixture->press(Qt::Key_F5);
    const QPointer<QTableView> indexes
        = need<QTableView>(pages()->currentWidget(), u"indexesTableView"_s);
    // the tree moves on to another row, whose page nobody has asked for
    const auto* tree = need<QTreeView>(m_fixture->window.get(), u"navigatorTreeView"_s);
    QTRY_VERIFY(tree->model()
                    ->match(tree->model()->index(0, 0), Qt::DisplayRole, u"sessions"_s, 1,
                            Qt::MatchExactly | Qt::MatchRecursive)
                    .isEmpty());
    QCoreApplication::processEvents();
    QVERIFY(indexes);
    QCOMPARE(pages()->currentWidget()->objectName(), u"collectionPage"_s);
    QTRY_COMPARE(indexes->model()->rowCount(), 0);
    QVERIFY(!need<QAbstractButton>(pages()->currentWidget(), u"changeExpiryButton"_s)->isEnabled());
    QVERIFY(!need<QAction>(m_fixture->window.get(), u"changeExpiryAction"_s)->isEnabled());
    QVERIFY(m_fixture->trigger(u"closePageAction"_s));
}

void TestPages::aPageThatDoesNotExistIsShownWithoutHarm()
{
    QVERIFY(m_fixture->open());
    QVERIFY(m_fixture->window->openPage(u"no.such"_s));
    QTRY_VERIFY(m_fixture->window->pageReady());
    QCOMPARE(need<QTableView>(pages()->currentWidget(), u"indexesTableView"_s)->model()->rowCount(),
             0);
}

void TestPages::whatIsNoPageIsRefused_data()
{
    QTest::addColumn<QString>("page");
    QTest::newRow("a database") << u"shop"_s;
    QTest::newRow("a dot alone") << u"."_s;
    QTest::newRow("no collection") << u"shop."_s;
    QTest::newRow("no database") << u".sessions"_s;
}

void TestPages::whatIsNoPageIsRefused()
{
    QFETCH(QString, page);
    QVERIFY(m_fixture->open());
    QVERIFY(!m_fixture->window->openPage(page));
    QCOMPARE(pages()->count(), 1);
}

void TestPages::anotherServerLeavesNoDataOfTheFirst()
{
    QVERIFY(m_fixture->open() && m_fixture->openPage(u"shop.sessions"_s));
    need<QDockWidget>(m_fixture->window.get(), u"inspectorDock"_s)->show();
    const bson::Document drop = bson::makeDocument("dropDatabase", 1);
    QVERIFY(m_fixture->server->runCommand("shop", drop, {}));
    m_fixture->server->addIndex({"other", "things"}, "at", 60);
    QVERIFY(m_fixture->connect(false));
    auto* tree = need<QTreeView>(m_fixture->window.get(), u"navigatorTreeView"_s);
    QTRY_VERIFY(tests::rowNamed(tree, u"things"_s).isValid());
    QVERIFY(!tests::rowNamed(tree, u"sessions"_s).isValid());
    auto* rules = need<QTableView>(m_fixture->window.get(), u"rulesTableView"_s);
    QTRY_COMPARE(rules->model()->rowCount(), 1);
    QCOMPARE(tests::cell(rules, 0, 0), u"other.things"_s);
}

// Source: ui/DESIGN.md, Safety. A remote connection is locked until it is unlocked.
void TestPages::aLockedServerOffersNoChange()
{
    QVERIFY(m_fixture->open(false) && m_fixture->openPage(u"shop.sessions"_s));
    auto* table = need<QTableView>(pages()->currentWidget(), u"indexesTableView"_s);
    QTRY_COMPARE(table->model()->rowCount(), 2);
    QVERIFY(tests::clickRow(table, tests::rowNamed(table, u"lastSeen_1"_s)));
    QVERIFY(!need<QAbstractButton>(pages()->currentWidget(), u"createIndexButton"_s)->isEnabled());
    // the keys open dialogs that show an effect; none of them can send anything
    const std::pair<QString, QString> dialogs[]
        = {{u"newIndexAction"_s, u"createIndexDialog"_s},
           {u"changeExpiryAction"_s, u"changeIndexDialog"_s}};
    for (const auto& [action, name] : dialogs) {
        if (!m_fixture->trigger(action)) {
            continue;
        }
        auto* dialog = need<QDialog>(m_fixture->window.get(), name);
        QVERIFY(!need<QAbstractButton>(dialog, u"confirmButton"_s)->isEnabled());
        dialog->reject();
        QTRY_VERIFY(!m_fixture->window->findChild<QDialog*>(name));
    }
    QVERIFY(m_fixture->server->commands().empty());
}

void TestPages::longNamesFitTheSmallestWindow()
{
    const std::string longest(200, 'x');
    m_fixture->server->addIndex({"shop", longest}, longest, 60);
    QVERIFY(m_fixture->open());
    for (const auto* dock : m_fixture->window->findChildren<QDockWidget*>()) {
        const_cast<QDockWidget*>(dock)->show();
    }
    QVERIFY(m_fixture->openPage(u"shop."_s + QString::fromStdString(longest)));
    auto* tree = need<QTreeView>(m_fixture->window.get(), u"navigatorTreeView"_s);
    tree->expandAll();
    QVERIFY(tests::clickRow(tree, tests::rowNamed(tree, QString::fromStdString(longest + "_1"))));
    QTRY_VERIFY(m_fixture->window->pageReady());
    QCoreApplication::sendPostedEvents();
    QVERIFY2(m_fixture->window->minimumSizeHint().width() <= 1'280,
             qPrintable(QString::number(m_fixture->window->minimumSizeHint().width())));
    QCOMPARE(m_fixture->window->width(), 1'280);
    // the page beside the docks does not scroll sideways
    const auto* page = need<QScrollArea>(m_fixture->window.get(), u"collectionScrollArea"_s);
    QVERIFY(page->horizontalScrollBar()->maximum() == 0);
}

void TestPages::theToolBarKnowsItsDocks()
{
    QVERIFY(m_fixture->open());
    auto* inspector = need<QDockWidget>(m_fixture->window.get(), u"inspectorDock"_s);
    auto* toggle = need<QAction>(m_fixture->window.get(), u"inspectorDockAction"_s);
    for (const bool shown : {true, false}) {
        toggle->trigger();
        QCOMPARE(inspector->isVisible(), shown);
        QCOMPARE(toggle->isChecked(), shown);
    }
}

void TestPages::resettingTheLayoutTwiceIsTheSame()
{
    QVERIFY(m_fixture->open() && m_fixture->openPage(u"shop.sessions"_s));
    QVERIFY(m_fixture->trigger(u"resetLayoutAction"_s));
    const QByteArray once = m_fixture->window->saveState();
    QVERIFY(m_fixture->trigger(u"resetLayoutAction"_s));
    QCOMPARE(m_fixture->window->saveState(), once);
}

SANDGLASS_GUI_TEST(TestPages)
} // namespace tst_ui_pages

#include "tst_ui_pages.moc"
