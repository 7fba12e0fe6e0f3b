// SPDX-License-Identifier: GPL-3.0-or-later
// Does what assistive tools are offered, and looks whether it happened; goes through the window
// with Tab.
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPixmap>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>

namespace tst_ui_assistive {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;
using tests::WindowFixture;

class TestAssistive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void aSwitchOfTheToolBarOpensItsDock();
    void theConditionsOpen();
    void aRowOfTheNavigatorOpensItsPageTwice();
    void theButtonOfAnEmptyTimelineConverts();
    void nothingHappensBehindADialog();
    void noDocumentIsChangedBehindADialog();
    void nothingIsExportedBehindADialog();
    void theLockStaysAsItIsBehindADialog();
    void tabGoesThroughAPageInTheOrderOfReading();
    void theViewMenuTellsTheTruth();
    void ctrlLMovesTheFocusToTheActivity();
    void theTabsOfDocksHaveAName();

private:
    template <typename Widget>
    Widget* part(const QString& name) const
    {
        return need<Widget>(m_fixture->window.get(), name);
    }
    /// Does an action as the accessibility bus does. False if it is not offered.
    static bool act(QObject* object, const QString& action);
    QTabWidget* pages() const { return part<QTabWidget>(u"pageArea"_s); }
    /// Object names of what Tab comes to from here on, each name once in a row.
    QStringList stops(int most) const;

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestAssistive::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->open());
}

bool TestAssistive::act(QObject* object, const QString& action)
{
    QAccessibleInterface* found = QAccessible::queryAccessibleInterface(object);
    QAccessibleActionInterface* actions = found ? found->actionInterface() : nullptr;
    if (!actions || !actions->actionNames().contains(action)) {
        return false;
    }
    actions->doAction(action);
    return true;
}

void TestAssistive::aSwitchOfTheToolBarOpensItsDock()
{
    auto* button = part<QToolButton>(u"inspectorDockActionButton"_s);
    auto* dock = part<QDockWidget>(u"inspectorDock"_s);
    QVERIFY(act(button, QAccessibleActionInterface::toggleAction()));
    QVERIFY(dock->isVisible());
    QVERIFY(button->isChecked());
    QVERIFY(act(button, QAccessibleActionInterface::toggleAction()));
    QVERIFY(!dock->isVisible());
    QVERIFY(!button->isChecked());
    // and a click still toggles once
    QVERIFY(tests::click(button));
    QVERIFY(dock->isVisible());
}

void TestAssistive::theConditionsOpen()
{
    auto* button = part<QToolButton>(u"rulesFilterChoicesButton"_s);
    QVERIFY(act(button, QAccessibleActionInterface::pressAction()));
    auto* menu = part<QMenu>(u"rulesFilterChoicesMenu"_s);
    QTRY_VERIFY(menu->isVisible());
    QVERIFY(!menu->isEmpty());
    menu->close();
}

void TestAssistive::aRowOfTheNavigatorOpensItsPageTwice()
{
    auto* tree = part<QTreeView>(u"navigatorTreeView"_s);
    QAccessibleInterface* access = QAccessible::queryAccessibleInterface(tree);
    QAccessibleTableInterface* table = access->tableInterface();
    QVERIFY(table);
    const auto choose = [table](const QString& name) {
        for (int row = 0; row < table->rowCount(); ++row) {
            if (table->cellAt(row, 0)->text(QAccessible::Name).startsWith(name)) {
                return table->selectRow(row);
            }
        }
        return false;
    };
    QVERIFY(choose(u"orders"_s));
    QTRY_COMPARE(pages()->currentWidget()->objectName(), u"collectionPage"_s);
    QVERIFY(m_fixture->trigger(u"inventoryAction"_s));
    QCOMPARE(pages()->currentIndex(), 0);
    QVERIFY(choose(u"orders"_s));
    QTRY_COMPARE(pages()->currentWidget()->objectName(), u"collectionPage"_s);
    // the selected one again
    QVERIFY(choose(u"orders"_s));
    QTRY_COMPARE(pages()->count(), 2);
}

void TestAssistive::theButtonOfAnEmptyTimelineConverts()
{
    QVERIFY(m_fixture->openPage(u"shop.orders"_s));
    auto* empty = need<QWidget>(pages()->currentWidget(), u"timelineEmptyState"_s);
    auto* button = empty->findChild<QPushButton*>();
    QVERIFY(button);
    QTRY_VERIFY2(button->text().contains(u"placedAt_1"_s), qPrintable(button->text()));
    QVERIFY(act(button, QAccessibleActionInterface::pressAction()));
    QTRY_VERIFY(m_fixture->window->findChild<QDialog*>(u"changeIndexDialog"_s));
}

void TestAssistive::nothingHappensBehindADialog()
{
    QVERIFY(m_fixture->openPage(u"shop.orders"_s));
    QVERIFY(m_fixture->trigger(u"newIndexAction"_s));
    auto* dialog = part<QDialog>(u"createIndexDialog"_s);
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    QTRY_VERIFY(m_fixture->window->isBlocked());
    QVERIFY(!m_fixture->trigger(u"preferencesAction"_s));
    QVERIFY(!m_fixture->trigger(u"inspectorDockAction"_s));
    auto* behind = part<QPushButton>(u"createIndexButton"_s);
    QVERIFY(act(behind, QAccessibleActionInterface::pressAction()));
    QTRY_VERIFY(!behind->isDown()); // a press by the bus is animated
    QCOMPARE(m_fixture->window->findChildren<QDialog*>(u"createIndexDialog"_s).size(), 1);
    dialog->reject();
    QTRY_VERIFY(!m_fixture->window->isBlocked());
    QVERIFY(m_fixture->trigger(u"preferencesAction"_s));
}

void TestAssistive::noDocumentIsChangedBehindADialog()
{
    QVERIFY(m_fixture->openPage(u"shop.sessions"_s));
    need<QTabWidget>(pages()->currentWidget(), u"collectionTabWidget"_s)->setCurrentIndex(1);
    auto* table = part<QTableView>(u"documentsTableView"_s);
    QTRY_VERIFY(table->model()->rowCount() > 0);
    QVERIFY(tests::clickRow(table, table->model()->index(0, 0)));
    auto* touch = part<QPushButton>(u"touchNowButton"_s);
    QTRY_VERIFY(touch->isEnabled());
    QVERIFY(m_fixture->trigger(u"preferencesAction"_s));
    auto* dialog = part<QDialog>(u"preferencesDialog"_s);
    QTRY_VERIFY(m_fixture->window->isBlocked());
    for (const QString& name :
         {u"insertDocumentButton"_s, u"touchNowButton"_s, u"deleteDocumentsButton"_s}) {
        auto* behind = part<QPushButton>(name);
        QVERIFY(act(behind, QAccessibleActionInterface::pressAction()));
        QTRY_VERIFY(!behind->isDown()); // a press by the bus is animated
    }
    QVERIFY(!m_fixture->window->findChild<QDialog*>(u"documentEditor"_s));
    QVERIFY(!m_fixture->window->findChild<QDialog*>(u"deleteDocumentsBox"_s));
    QCOMPARE(m_fixture->server->calls("setDate"), 0);
    dialog->close();
    QTRY_VERIFY(!m_fixture->window->isBlocked());
    QVERIFY(act(touch, QAccessibleActionInterface::pressAction()));
    QTRY_COMPARE(m_fixture->server->calls("setDate"), 1);
}

void TestAssistive::nothingIsExportedBehindADialog()
{
    QVERIFY(m_fixture->openPage(u"shop.sessions"_s));
    QWidget* page = pages()->currentWidget();
    QVERIFY(m_fixture->trigger(u"preferencesAction"_s));
    auto* dialog = part<QDialog>(u"preferencesDialog"_s);
    QTRY_VERIFY(m_fixture->window->isBlocked());
    QGuiApplication::clipboard()->clear();
    // an assistive tool chooses an entry of a menu without opening it
    for (const QString& name :
         {u"copyPictureAction"_s, u"savePictureAction"_s, u"saveBucketsAction"_s}) {
        need<QAction>(page, name)->trigger();
    }
    QVERIFY(QGuiApplication::clipboard()->pixmap().isNull());
    QVERIFY(!m_fixture->window->findChild<QDialog*>(u"savePictureDialog"_s));
    QVERIFY(!m_fixture->window->findChild<QDialog*>(u"exportDialog"_s));
    dialog->close();
    QTRY_VERIFY(!m_fixture->window->isBlocked());
    need<QAction>(page, u"copyPictureAction"_s)->trigger();
    QVERIFY(!QGuiApplication::clipboard()->pixmap().isNull());
    need<QAction>(page, u"saveBucketsAction"_s)->trigger();
    QVERIFY(part<QDialog>(u"exportDialog"_s)->isVisible());
}

void TestAssistive::theLockStaysAsItIsBehindADialog()
{
    // the local engine is never locked
    m_fixture.reset();
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->open(false));
    const auto locked = [this] { return m_fixture->set.connections.isLocked(); };
    auto* lock = part<QToolButton>(u"lockStatusButton"_s);
    QTRY_VERIFY(lock->isEnabled());
    QVERIFY(locked());
    QVERIFY(m_fixture->trigger(u"preferencesAction"_s));
    auto* dialog = part<QDialog>(u"preferencesDialog"_s);
    QTRY_VERIFY(m_fixture->window->isBlocked());
    QVERIFY(act(lock, QAccessibleActionInterface::pressAction()));
    QTRY_VERIFY(!lock->isDown()); // a press by the bus is animated
    QVERIFY(locked());
    dialog->close();
    QTRY_VERIFY(!m_fixture->window->isBlocked());
    QVERIFY(act(lock, QAccessibleActionInterface::pressAction()));
    QTRY_VERIFY(!locked());
}

QStringList TestAssistive::stops(int most) const
{
    QStringList names;
    for (int i = 0; i < most; ++i) {
        const QWidget* focus = QApplication::focusWidget();
        const QString name = focus ? focus->objectName() : QString();
        if (names.isEmpty() || names.last() != name) {
            names << name;
        }
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    return names;
}

void TestAssistive::tabGoesThroughAPageInTheOrderOfReading()
{
    QVERIFY(m_fixture->openPage(u"shop.sessions"_s));
    part<QLineEdit>(u"navigatorFilterEdit"_s)->setFocus();
    const QStringList found = stops(60);
    qsizetype before = -1;
    // tabs, figures, presets, chart, tabs of the page, buttons, table, status bar
    const QStringList expected{
        u"navigatorFilterEdit"_s, u"navigatorTreeView"_s,        u"pageArea-tabs"_s,
        u"timelineChart"_s,       u"collectionTabWidget-tabs"_s, u"createIndexButton"_s,
        u"indexesTableView"_s};
    for (const QString& name : expected) {
        const QString wanted = name.endsWith(u"-tabs"_s) ? u"qt_tabwidget_tabbar"_s : name;
        const qsizetype at = found.indexOf(wanted, before + 1);
        QVERIFY2(at > before, qPrintable(name + u" in "_s + found.join(u", "_s)));
        before = at;
    }
}

void TestAssistive::theViewMenuTellsTheTruth()
{
    QStringList texts;
    for (QMenu* menu : m_fixture->window->menuBar()->findChildren<QMenu*>()) {
        if (menu->title() == u"&View"_s) {
            for (const QAction* action : menu->actions()) {
                texts << action->text().remove(u'&');
            }
        }
    }
    QCOMPARE(texts.count(u"Activity"_s), 1);
    auto* log = part<QAction>(u"engineLogDockAction"_s);
    QVERIFY(!log->isIconVisibleInMenu()); // it would hide the check mark
    QVERIFY(log->isCheckable() && !log->isChecked());
    log->trigger();
    QVERIFY(log->isChecked());
    part<QAction>(u"activityDockAction"_s)->trigger();
    log->trigger();
    log->trigger();
    // in front of the activity, which is in the same place
    QTRY_VERIFY(!part<QDockWidget>(u"engineLogDock"_s)->visibleRegion().isEmpty());
}

void TestAssistive::ctrlLMovesTheFocusToTheActivity()
{
    part<QLineEdit>(u"navigatorFilterEdit"_s)->setFocus();
    m_fixture->press(Qt::Key_L, Qt::ControlModifier);
    auto* dock = part<QDockWidget>(u"activityDock"_s);
    QVERIFY(dock->isVisible());
    QTRY_VERIFY(dock->isAncestorOf(QApplication::focusWidget()));
}

void TestAssistive::theTabsOfDocksHaveAName()
{
    const auto bars = m_fixture->window->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly);
    for (const QTabBar* bar : bars) {
        QVERIFY(!bar->accessibleName().isEmpty());
    }
}

SANDGLASS_GUI_TEST(TestAssistive)
} // namespace tst_ui_assistive

#include "tst_ui_assistive.moc"
