// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "widgets/style/appearance.h"
#include "widgets/views/elided_label.h"

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QPointer>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>

namespace tst_ui_main_window {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::clickRow;
using tests::need;
using tests::rowNamed;
using tests::WindowFixture;

class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void showsTheInventoryAndTheNavigatorAtFirst();
    void actionsHaveTheirKeys_data();
    void actionsHaveTheirKeys();
    void aCollectionChosenInTheNavigatorOpensItsPage();
    void anIndexChosenInTheNavigatorIsSelectedInTheTable();
    void theNextCollectionTakesThePlaceOfAPageThatIsNotPinned();
    void aPinnedPageStays();
    void aClosedPageGoesAndTheInventoryStays();
    void aRuleOpensItsCollectionByEnter();
    void theRulesAreFiltered();
    void theNavigatorIsFiltered();
    void f5ReadsTheServerAnew();
    void ctrlTOpensTheCreateDialogOfTheCollection();
    void ctrlEOpensTheChangeDialogOfTheSelectedIndex();
    void delAsksBeforeAnIndexIsDropped();
    void indexActionsAreOffOnTheInventory();
    void aSelectedRuleIsDroppedAndJoinedByKeyboard();
    void actionsOpenTheirDialogs_data();
    void actionsOpenTheirDialogs();
    void theStatusBarShowsServerMonitorAndZone();
    void aRemoteConnectionIsUnlockedInTheStatusBar();
    void theActivityDockComesWithItsKeyAndStaysForTheNextStart();
    void theLayoutCanBeReset();
    void aThemeChangesTheColoursAtOnceAndIsRemembered();
    void aLostServerIsReportedAndTheDataStays();
    void aServerWithoutCollectionsOffersSampleData();
    void pagesOpenByName();
    void theSummaryNamesEveryRule();
    void closingIsAnnounced();
    void aWindowWithAnOpenDialogGoesInOnePiece();

private:
    QTabWidget* pages() const { return need<QTabWidget>(m_fixture->window.get(), u"pageArea"_s); }
    QString pageTitle() const;
    bool chooseInNavigator(const QString& name);
    QPointer<QDialog> dialog(const QString& name) const;

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestMainWindow::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->open());
}

void TestMainWindow::cleanup()
{
    m_fixture.reset();
    widgets::Appearance::instance().apply(widgets::Theme::System);
}

QString TestMainWindow::pageTitle() const
{
    return need<widgets::ElidedLabel>(pages()->currentWidget(), u"collectionTitleLabel"_s)->text();
}

bool TestMainWindow::chooseInNavigator(const QString& name)
{
    auto* tree = need<QTreeView>(m_fixture->window.get(), u"navigatorTreeView"_s);
    tree->expandAll();
    return clickRow(tree, rowNamed(tree, name));
}

QPointer<QDialog> TestMainWindow::dialog(const QString& name) const
{
    return m_fixture->window->findChild<QDialog*>(name);
}

void TestMainWindow::showsTheInventoryAndTheNavigatorAtFirst()
{
    QCOMPARE(pages()->count(), 1);
    QCOMPARE(pages()->currentWidget()->objectName(), u"inventoryPage"_s);
    const auto visible = [&](const QString& name) {
        return need<QDockWidget>(m_fixture->window.get(), name)->isVisible();
    };
    QVERIFY(visible(u"navigatorDock"_s));
    QVERIFY(!visible(u"inspectorDock"_s));
    QVERIFY(!visible(u"activityDock"_s));
    QVERIFY(!visible(u"engineLogDock"_s));
    QCOMPARE(m_fixture->window->size(), QSize(1280, 800));
}

void TestMainWindow::actionsHaveTheirKeys_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QKeySequence>("keys");
    QTest::newRow("connect") << u"connectAction"_s << QKeySequence(Qt::CTRL | Qt::Key_N);
    QTest::newRow("new index") << u"newIndexAction"_s << QKeySequence(Qt::CTRL | Qt::Key_T);
    QTest::newRow("change expiry") << u"changeExpiryAction"_s << QKeySequence(Qt::CTRL | Qt::Key_E);
    QTest::newRow("drop") << u"removeAction"_s << QKeySequence(Qt::Key_Delete);
    QTest::newRow("refresh") << u"refreshAction"_s << QKeySequence(Qt::Key_F5);
    QTest::newRow("filter") << u"filterAction"_s << QKeySequence(Qt::CTRL | Qt::Key_F);
    QTest::newRow("activity") << u"activityAction"_s << QKeySequence(Qt::CTRL | Qt::Key_L);
    QTest::newRow("preferences") << u"preferencesAction"_s
                                 << QKeySequence(Qt::CTRL | Qt::Key_Comma);
    QTest::newRow("help") << u"helpHereAction"_s << QKeySequence(Qt::Key_F1);
}

void TestMainWindow::actionsHaveTheirKeys()
{
    QFETCH(QString, action);
    QFETCH(QKeySequence, keys);
    QCOMPARE(need<QAction>(m_fixture->window.get(), action)->shortcut(), keys);
}

void TestMainWindow::aCollectionChosenInTheNavigatorOpensItsPage()
{
    QVERIFY(chooseInNavigator(u"orders"_s));
    QTRY_COMPARE(pages()->count(), 2);
    QCOMPARE(pageTitle(), u"shop.orders"_s);
    QCOMPARE(pages()->tabText(1), u"shop.orders"_s);
}

void TestMainWindow::anIndexChosenInTheNavigatorIsSelectedInTheTable()
{
    QVERIFY(chooseInNavigator(u"placedAt_1"_s));
    QTRY_COMPARE(pages()->count(), 2);
    QCOMPARE(pageTitle(), u"shop.orders"_s);
    auto* table = need<QTableView>(pages()->currentWidget(), u"indexesTableView"_s);
    QTRY_VERIFY(table->selectionModel()->hasSelection());
    QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), u"placedAt_1"_s);
}

void TestMainWindow::theNextCollectionTakesThePlaceOfAPageThatIsNotPinned()
{
    QVERIFY(chooseInNavigator(u"orders"_s));
    QVERIFY(chooseInNavigator(u"notes"_s));
    QTRY_COMPARE(pages()->count(), 2);
    QCOMPARE(pageTitle(), u"shop.notes"_s);
}

void TestMainWindow::aPinnedPageStays()
{
    QVERIFY(chooseInNavigator(u"orders"_s));
    QVERIFY(m_fixture->trigger(u"pinPageAction"_s));
    QVERIFY(chooseInNavigator(u"notes"_s));
    QTRY_COMPARE(pages()->count(), 3);
    QVERIFY(chooseInNavigator(u"orders"_s));
    QCOMPARE(pages()->count(), 3);
    QCOMPARE(pageTitle(), u"shop.orders"_s);
}

void TestMainWindow::aClosedPageGoesAndTheInventoryStays()
{
    QVERIFY(chooseInNavigator(u"orders"_s));
    QTRY_COMPARE(pages()->count(), 2);
    m_fixture->press(Qt::Key_W, Qt::ControlModifier);
    QTRY_COMPARE(pages()->count(), 1);
    QVERIFY(!need<QAction>(m_fixture->window.get(), u"closePageAction"_s)->isEnabled());
    QCOMPARE(pages()->currentWidget()->objectName(), u"inventoryPage"_s);
}

void TestMainWindow::aRuleOpensItsCollectionByEnter()
{
    auto* rules = need<QTableView>(pages(), u"rulesTableView"_s);
    QCOMPARE(rules->model()->rowCount(), 1);
    QVERIFY(clickRow(rules, rules->model()->index(0, 0)));
    QTest::keyClick(rules, Qt::Key_Return);
    QTRY_COMPARE(pages()->count(), 2);
    QCOMPARE(pageTitle(), u"shop.sessions"_s);
}

void TestMainWindow::theRulesAreFiltered()
{
    auto* rules = need<QTableView>(pages(), u"rulesTableView"_s);
    auto* filter = need<QLineEdit>(pages(), u"rulesFilterEdit"_s);
    tests::type(filter, u"nothing of that name"_s);
    QTRY_COMPARE(rules->model()->rowCount(), 0);
    tests::type(filter, u"SESS"_s);
    QTRY_COMPARE(rules->model()->rowCount(), 1);
}

void TestMainWindow::theNavigatorIsFiltered()
{
    auto* tree = need<QTreeView>(m_fixture->window.get(), u"navigatorTreeView"_s);
    m_fixture->press(Qt::Key_F, Qt::ControlModifier);
    auto* filter = need<QLineEdit>(m_fixture->window.get(), u"navigatorFilterEdit"_s);
    QTRY_VERIFY(filter->hasFocus());
    QTest::keyClicks(filter, u"notes"_s);
    QTRY_VERIFY(!rowNamed(tree, u"orders"_s).isValid());
    QVERIFY(rowNamed(tree, u"notes"_s).isValid());
}

void TestMainWindow::f5ReadsTheServerAnew()
{
    m_fixture->server->addIndex(tests::kNotes, "writtenAt", 86'400);
    auto* rules = need<QTableView>(pages(), u"rulesTableView"_s);
    QCOMPARE(rules->model()->rowCount(), 1);
    m_fixture->press(Qt::Key_F5);
    QTRY_COMPARE(rules->model()->rowCount(), 2);
}

void TestMainWindow::ctrlTOpensTheCreateDialogOfTheCollection()
{
    QVERIFY(m_fixture->openPage(u"shop.notes"_s));
    m_fixture->press(Qt::Key_T, Qt::ControlModifier);
    QTRY_VERIFY(dialog(u"createIndexDialog"_s));
    QVERIFY(dialog(u"createIndexDialog"_s)->windowTitle().contains(u"shop.notes"_s));
}

void TestMainWindow::ctrlEOpensTheChangeDialogOfTheSelectedIndex()
{
    QVERIFY(chooseInNavigator(u"lastSeen_1"_s));
    auto* action = need<QAction>(m_fixture->window.get(), u"changeExpiryAction"_s);
    QTRY_VERIFY(action->isEnabled());
    m_fixture->press(Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY(dialog(u"changeIndexDialog"_s));
    auto* now = need<QLabel>(dialog(u"changeIndexDialog"_s), u"currentRuleLabel"_s);
    QTRY_COMPARE(now->text(), u"lastSeen, after 1 h"_s);
}

void TestMainWindow::delAsksBeforeAnIndexIsDropped()
{
    QVERIFY(chooseInNavigator(u"lastSeen_1"_s));
    auto* drop = need<QAbstractButton>(pages(), u"dropIndexButton"_s);
    QTRY_VERIFY(drop->isEnabled());
    m_fixture->press(Qt::Key_Delete);
    QTRY_VERIFY(dialog(u"changeIndexDialog"_s));
    auto* confirm = need<QAbstractButton>(dialog(u"changeIndexDialog"_s), u"confirmButton"_s);
    QTRY_COMPARE(confirm->text(), u"Drop index"_s);
    QVERIFY(!confirm->isEnabled());
    QCOMPARE(m_fixture->server->calls("dropIndex"), 0);
}

void TestMainWindow::indexActionsAreOffOnTheInventory()
{
    for (const QString& name : {u"newIndexAction"_s, u"changeExpiryAction"_s, u"removeAction"_s,
                                u"pinPageAction"_s, u"closePageAction"_s}) {
        QVERIFY2(!need<QAction>(m_fixture->window.get(), name)->isEnabled(), qPrintable(name));
    }
    // the menu Index says why
    for (const QString& name : {u"newIndexAction"_s, u"changeExpiryAction"_s, u"removeAction"_s}) {
        const auto* action = need<QAction>(m_fixture->window.get(), name);
        QVERIFY2(action->toolTip().endsWith(u" first."_s), qPrintable(name));
    }
}

// The menu and the keys act on the one selected rule, as the navigator's menu does on its row.
void TestMainWindow::aSelectedRuleIsDroppedAndJoinedByKeyboard()
{
    auto* rules = need<QTableView>(pages(), u"rulesTableView"_s);
    QTRY_VERIFY(rules->model()->rowCount() > 0);
    rules->setFocus();
    rules->selectRow(rowNamed(rules, u"shop.sessions"_s).row());
    QTRY_VERIFY(need<QAction>(m_fixture->window.get(), u"removeAction"_s)->isEnabled());
    m_fixture->press(Qt::Key_Delete);
    QTRY_VERIFY(dialog(u"changeIndexDialog"_s));
    const auto* confirm = need<QAbstractButton>(dialog(u"changeIndexDialog"_s), u"confirmButton"_s);
    QTRY_COMPARE(confirm->text(), u"Drop index"_s);
    QVERIFY(!confirm->isEnabled());
    dialog(u"changeIndexDialog"_s)->close();
    QTRY_VERIFY(!dialog(u"changeIndexDialog"_s));
    m_fixture->window->activateWindow(); // this platform has no window manager, which would do it
    QTRY_VERIFY(m_fixture->window->isActiveWindow());
    QTRY_VERIFY(need<QAction>(m_fixture->window.get(), u"newIndexAction"_s)->isEnabled());
    m_fixture->press(Qt::Key_T, Qt::ControlModifier);
    QTRY_VERIFY(dialog(u"createIndexDialog"_s));
    QVERIFY(dialog(u"createIndexDialog"_s)->windowTitle().contains(u"shop.sessions"_s));
}

void TestMainWindow::actionsOpenTheirDialogs_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("dialogName");
    QTest::newRow("connect") << u"connectAction"_s << u"connectDialog"_s;
    QTest::newRow("preferences") << u"preferencesAction"_s << u"preferencesDialog"_s;
    QTest::newRow("shortcuts") << u"shortcutsAction"_s << u"shortcutsDialog"_s;
    QTest::newRow("about") << u"aboutAction"_s << u"aboutBox"_s;
}

void TestMainWindow::actionsOpenTheirDialogs()
{
    QFETCH(QString, action);
    QFETCH(QString, dialogName);
    QVERIFY(m_fixture->trigger(action));
    const QPointer<QDialog> opened = dialog(dialogName);
    QVERIFY(opened);
    QVERIFY(opened->isVisible());
    QTest::keyClick(opened, Qt::Key_Escape);
    QTRY_VERIFY(opened.isNull());
}

void TestMainWindow::theStatusBarShowsServerMonitorAndZone()
{
    QStatusBar* bar = m_fixture->window->statusBar();
    const auto part = [bar](const QString& name) { return need<QToolButton>(bar, name); };
    QVERIFY(!part(u"connectionStatusButton"_s)->text().isEmpty());
    QVERIFY(part(u"serverStatusButton"_s)->text().contains(u"7.0.5"_s));
    QTRY_VERIFY(part(u"monitorStatusButton"_s)->text().contains(u"running"_s));
    QVERIFY(!part(u"clockStatusButton"_s)->text().isEmpty());
    QVERIFY(!part(u"zoneStatusButton"_s)->text().isEmpty());
    QVERIFY(click(part(u"tasksStatusButton"_s)));
    QTRY_VERIFY(need<QDockWidget>(m_fixture->window.get(), u"activityDock"_s)->isVisible());
    QVERIFY(click(part(u"zoneStatusButton"_s)));
    QTRY_VERIFY(dialog(u"preferencesDialog"_s));
}

void TestMainWindow::aRemoteConnectionIsUnlockedInTheStatusBar()
{
    QVERIFY(m_fixture->open(false));
    QVERIFY(m_fixture->openPage(u"shop.notes"_s));
    auto* lock = need<QToolButton>(m_fixture->window->statusBar(), u"lockStatusButton"_s);
    auto* create = need<QAbstractButton>(pages()->currentWidget(), u"createIndexButton"_s);
    QTRY_COMPARE(lock->text(), u"locked"_s);
    QVERIFY(!create->isEnabled());
    QVERIFY(click(lock));
    QTRY_VERIFY(create->isEnabled());
    QVERIFY(click(lock));
    QTRY_VERIFY(!create->isEnabled());
}

void TestMainWindow::theActivityDockComesWithItsKeyAndStaysForTheNextStart()
{
    m_fixture->press(Qt::Key_L, Qt::ControlModifier);
    QTRY_VERIFY(need<QDockWidget>(m_fixture->window.get(), u"activityDock"_s)->isVisible());
    m_fixture->window->close();
    m_fixture->makeWindow();
    m_fixture->window->show();
    QTRY_VERIFY(need<QDockWidget>(m_fixture->window.get(), u"activityDock"_s)->isVisible());
    QVERIFY(!need<QDockWidget>(m_fixture->window.get(), u"inspectorDock"_s)->isVisible());
}

void TestMainWindow::theLayoutCanBeReset()
{
    auto* activity = need<QDockWidget>(m_fixture->window.get(), u"activityDock"_s);
    auto* navigator = need<QDockWidget>(m_fixture->window.get(), u"navigatorDock"_s);
    activity->show();
    navigator->hide();
    QVERIFY(m_fixture->trigger(u"resetLayoutAction"_s));
    QTRY_VERIFY(!activity->isVisible());
    QVERIFY(navigator->isVisible());
}

void TestMainWindow::aThemeChangesTheColoursAtOnceAndIsRemembered()
{
    const auto lightness = [] { return QApplication::palette().window().color().lightnessF(); };
    QVERIFY(m_fixture->trigger(u"themeDarkAction"_s));
    QVERIFY(lightness() < 0.5F);
    m_fixture->makeWindow();
    QVERIFY(need<QAction>(m_fixture->window.get(), u"themeDarkAction"_s)->isChecked());
    QVERIFY(m_fixture->trigger(u"themeLightAction"_s));
    QVERIFY(lightness() > 0.5F);
}

void TestMainWindow::aLostServerIsReportedAndTheDataStays()
{
    const Error lost = base::failure(Errc::Network, "the cable is out");
    m_fixture->set.connections.setFirstPause(10ms);
    m_fixture->factory->refuse(lost);
    m_fixture->server->fail("histogram", lost);
    m_fixture->press(Qt::Key_F5);
    auto* banner = need<QWidget>(m_fixture->window.get(), u"connectionBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QCOMPARE(need<QTableView>(pages(), u"rulesTableView"_s)->model()->rowCount(), 1);
    m_fixture->factory->refuse(std::nullopt);
    m_fixture->server->fail("histogram", std::nullopt);
    // it may have come back by itself meanwhile
    (void)click(need<QAbstractButton>(banner, u"actionButton"_s));
    QTRY_VERIFY(!banner->isVisible());
    QTRY_VERIFY(m_fixture->window->pageReady());
}

void TestMainWindow::aServerWithoutCollectionsOffersSampleData()
{
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->open());
    auto* welcome = need<QWidget>(pages(), u"welcomeView"_s);
    QTRY_VERIFY(welcome->isVisible());
    QVERIFY(click(need<QAbstractButton>(welcome, u"welcomeSampleDataButton"_s)));
    QTRY_VERIFY(!welcome->isVisible());
    QTRY_VERIFY(need<QTableView>(pages(), u"rulesTableView"_s)->model()->rowCount() > 5);
}

void TestMainWindow::pagesOpenByName()
{
    QVERIFY(!m_fixture->window->openPage(u"shop"_s));
    QVERIFY(m_fixture->openPage(u"shop.notes"_s));
    QCOMPARE(pageTitle(), u"shop.notes"_s);
    QVERIFY(m_fixture->openPage(u"inventory"_s));
    QCOMPARE(pages()->currentWidget()->objectName(), u"inventoryPage"_s);
}

void TestMainWindow::theSummaryNamesEveryRule()
{
    const QString summary = m_fixture->window->textSummary().join(u'\n');
    QVERIFY(summary.contains(u"Overdue now: 3"_s));
    QVERIFY(summary.contains(u"shop.sessions"_s));
}

void TestMainWindow::closingIsAnnounced()
{
    const QSignalSpy closed(m_fixture->window.get(), &ui::MainWindow::closed);
    QVERIFY(m_fixture->trigger(u"quitAction"_s));
    QCOMPARE(closed.count(), 1);
}

void TestMainWindow::aWindowWithAnOpenDialogGoesInOnePiece()
{
    QVERIFY(m_fixture->openPage(u"shop.notes"_s));
    QVERIFY(m_fixture->trigger(u"newIndexAction"_s));
    const QPointer<QDialog> opened = dialog(u"createIndexDialog"_s);
    QVERIFY(opened);
    m_fixture->window.reset();
    QVERIFY(opened.isNull());
}

SANDGLASS_GUI_TEST(TestMainWindow)
} // namespace tst_ui_main_window

#include "tst_ui_main_window.moc"
