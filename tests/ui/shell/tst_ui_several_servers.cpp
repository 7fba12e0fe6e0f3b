// SPDX-License-Identifier: GPL-3.0-or-later
// A window with several servers: each a root of the navigator, and what is in front follows.
#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/explorer/navigator_model.h"
#include "app/services/purge/purge_service.h"
#include "tests/support/several_servers.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTableView>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>

namespace tst_ui_several_servers {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::NavigatorModel;
using tests::click;
using tests::need;
using tests::OtherServer;
using tests::WindowFixture;

namespace {

constexpr int kPatience = 30'000;
// the first server has a collection of this name too
const protocol::Namespace kSessions = tests::kSessions;

} // namespace

class TestSeveralServers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void oneServerIsNamedNowhere();
    void theServerOfTheSelectedRowComesToTheFront();
    void theArrowKeysLeadFromServerToServer();
    void titlesSayWhichServerAPageIsOf();
    void pagesStayWithTheirServer();
    void actionsAndLockAreThoseOfTheServerInFront();
    void dialogsSayTheirServer();
    void aLossIsShownOnlyWhereItHappened();
    void theConnectDialogAddsAServer();
    void theConnectDialogReplacesAServerOnRequest();
    void cancellingAfterAFailureLeavesTheWindowAsItWas();
    void theMenuOfARootDisconnectsConnectsAndRemoves();
    void leavingAServerAsksWhileAPurgeIsInProgress();
    void enterOnADisconnectedRootOffersToConnect();
    void theWelcomePageOffersItsOwnServer();
    void removingAServerClosesItsDialogs();
    void removingTheFirstServerLeavesAWorkingWindow();
    void theThemeIsChosenFromAnyServer();
    void theLayoutIsResetForAllServers();
    void theWindowClosesWithAnyServerInFront();

private:
    ui::MainWindow* window() const { return m_fixture->window.get(); }
    QTreeView* tree() const { return need<QTreeView>(window(), u"navigatorTreeView"_s); }
    QModelIndex root(int row) const { return tree()->model()->index(row, 0); }
    QModelIndex collection(int server, const QString& name) const;
    QTabWidget* pages() const;
    QString statusText() const;
    QDialog* dialog(const QString& name) const;
    QMenu* openMenu(const QModelIndex& index);
    bool trigger(QMenu* menu, const QString& action);
    bool addOps();

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<OtherServer> m_ops;
};

void TestSeveralServers::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->open(false));
}

void TestSeveralServers::cleanup()
{
    m_ops.reset();
    m_fixture.reset();
}

bool TestSeveralServers::addOps()
{
    m_ops = std::make_unique<OtherServer>(tests::addServer(*m_fixture, "ops", kSessions));
    return QTest::qWaitFor([this] { return collection(1, u"sessions"_s).isValid(); }, kPatience);
}

QModelIndex TestSeveralServers::collection(int server, const QString& name) const
{
    const QAbstractItemModel* model = tree()->model();
    for (int database = 0; database < model->rowCount(root(server)); ++database) {
        const QModelIndex parent = model->index(database, 0, root(server));
        for (int row = 0; row < model->rowCount(parent); ++row) {
            if (model->index(row, 0, parent).data().toString() == name) {
                return model->index(row, 0, parent);
            }
        }
    }
    return {};
}

// The pages of the server in front.
QTabWidget* TestSeveralServers::pages() const
{
    const auto* stack = need<QStackedWidget>(window(), u"serverStack"_s);
    return need<QTabWidget>(stack->currentWidget(), u"pageArea"_s);
}

QString TestSeveralServers::statusText() const
{
    return need<QToolButton>(window(), u"connectionStatusButton"_s)->accessibleName();
}

QDialog* TestSeveralServers::dialog(const QString& name) const
{
    return window()->findChild<QDialog*>(name);
}

QMenu* TestSeveralServers::openMenu(const QModelIndex& index)
{
    const QPoint where = tree()->visualRect(index).center();
    QContextMenuEvent asked(QContextMenuEvent::Mouse, where, tree()->mapToGlobal(where));
    QApplication::sendEvent(tree()->viewport(), &asked);
    return window()->findChild<QMenu*>(u"navigatorMenu"_s);
}

// False when the entry is missing or disabled.
bool TestSeveralServers::trigger(QMenu* menu, const QString& action)
{
    auto* entry = menu ? menu->findChild<QAction*>(action) : nullptr;
    const bool enabled = entry && entry->isEnabled();
    if (enabled) {
        entry->trigger();
    }
    delete menu;
    return enabled;
}

void TestSeveralServers::oneServerIsNamedNowhere()
{
    QCOMPARE(window()->windowTitle(), u"Sandglass"_s);
    QCOMPARE(pages()->tabText(0), u"TTL inventory"_s);
    QVERIFY(!need<QAction>(window(), u"removeServerAction"_s)->isEnabled());
}

void TestSeveralServers::theServerOfTheSelectedRowComesToTheFront()
{
    QVERIFY(addOps());
    QCOMPARE(tree()->model()->rowCount(), 2);
    QCOMPARE(statusText(), u"fake.example:27017"_s);
    tree()->setCurrentIndex(root(1));
    QCOMPARE(statusText(), u"ops.example:27017"_s);
    QCOMPARE(&m_fixture->servers.current(), m_fixture->servers.all()[1]);
    QCOMPARE(pages()->currentIndex(), 0);
    auto* rules = need<QTableView>(pages(), u"rulesTableView"_s);
    QTRY_COMPARE_WITH_TIMEOUT(rules->model()->rowCount(), 1, kPatience);
    tree()->setCurrentIndex(collection(0, u"sessions"_s));
    QCOMPARE(statusText(), u"fake.example:27017"_s);
    QCOMPARE(pages()->count(), 2);
}

void TestSeveralServers::theArrowKeysLeadFromServerToServer()
{
    QVERIFY(addOps());
    tree()->setFocus();
    tree()->setCurrentIndex(root(0));
    tree()->collapse(root(0));
    QTest::keyClick(tree(), Qt::Key_Down);
    QCOMPARE(statusText(), u"ops.example:27017"_s);
    QVERIFY(tree()->hasFocus());
    QTest::keyClick(tree(), Qt::Key_Up);
    QCOMPARE(statusText(), u"fake.example:27017"_s);
}

void TestSeveralServers::titlesSayWhichServerAPageIsOf()
{
    QVERIFY(m_fixture->openPage(u"shop.sessions"_s));
    QCOMPARE(pages()->tabText(1), u"shop.sessions"_s);
    QVERIFY(addOps());
    QCOMPARE(pages()->tabText(0), u"TTL inventory – fake.example:27017"_s);
    QCOMPARE(pages()->tabText(1), u"shop.sessions – fake.example:27017"_s);
    QCOMPARE(window()->windowTitle(), u"fake.example:27017 – Sandglass"_s);
    tree()->setCurrentIndex(collection(1, u"sessions"_s));
    QCOMPARE(pages()->tabText(1), u"shop.sessions – ops.example:27017"_s);
    QCOMPARE(window()->windowTitle(), u"ops.example:27017 – Sandglass"_s);
    m_fixture->servers.remove(m_ops->set.linkId);
    QCOMPARE(pages()->tabText(1), u"shop.sessions"_s);
    QCOMPARE(window()->windowTitle(), u"Sandglass"_s);
}

void TestSeveralServers::pagesStayWithTheirServer()
{
    QVERIFY(addOps());
    tree()->setCurrentIndex(collection(0, u"sessions"_s));
    QTabWidget* first = pages();
    QWidget* firstPage = first->currentWidget();
    tree()->setCurrentIndex(collection(1, u"sessions"_s));
    QTabWidget* second = pages();
    QVERIFY(first != second);
    QVERIFY(firstPage != second->currentWidget());
    QVERIFY(!firstPage->isVisible());
    QVERIFY(second->currentWidget()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(window()->pageReady(), kPatience);
    tree()->setCurrentIndex(collection(0, u"sessions"_s));
    QCOMPARE(pages(), first);
    QCOMPARE(first->currentWidget(), firstPage);
}

void TestSeveralServers::actionsAndLockAreThoseOfTheServerInFront()
{
    QVERIFY(addOps());
    tree()->setCurrentIndex(root(1));
    auto* lock = need<QToolButton>(window(), u"lockStatusButton"_s);
    QVERIFY(click(lock));
    QVERIFY(!m_ops->set.connections.isLocked());
    QVERIFY(m_fixture->set.connections.isLocked());
    QVERIFY(lock->accessibleName().startsWith(u"unlocked"_s));
    tree()->setCurrentIndex(root(0));
    QCOMPARE(lock->accessibleName(), u"locked"_s);
    // Refresh asks the server in front alone
    const int others = m_ops->server->calls("databases");
    const int own = m_fixture->server->calls("databases");
    QVERIFY(m_fixture->trigger(u"refreshAction"_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->server->calls("databases") > own, kPatience);
    QCOMPARE(m_ops->server->calls("databases"), others);
    QVERIFY(m_fixture->trigger(u"disconnectAction"_s));
    QVERIFY(!m_fixture->set.connections.isConnected());
    QVERIFY(m_ops->set.connections.isConnected());
    QVERIFY(m_fixture->trigger(u"removeServerAction"_s));
    QCOMPARE(tree()->model()->rowCount(), 1);
    QCOMPARE(statusText(), u"ops.example:27017"_s);
}

void TestSeveralServers::dialogsSayTheirServer()
{
    QVERIFY(addOps());
    tree()->setCurrentIndex(root(1));
    QVERIFY(m_fixture->trigger(u"membersAction"_s));
    QDialog* members = dialog(u"membersDialog"_s);
    QVERIFY(members);
    QVERIFY2(members->windowTitle().endsWith(u"ops.example:27017"_s),
             qPrintable(members->windowTitle()));
    // the other server gets a dialog of its own
    tree()->setCurrentIndex(root(0));
    QVERIFY(m_fixture->trigger(u"membersAction"_s));
    QCOMPARE(window()->findChildren<QDialog*>(u"membersDialog"_s).size(), 2);
}

void TestSeveralServers::aLossIsShownOnlyWhereItHappened()
{
    QVERIFY(addOps());
    const Error lost = base::failure(Errc::Network, "connection reset");
    m_ops->server->fail("databases", lost);
    m_fixture->factory->refuse("ops.example", lost);
    m_ops->set.catalog.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(
        root(1).data(NavigatorModel::StateRole).toString().startsWith(u"lost at"_s), kPatience);
    QVERIFY(!need<QWidget>(pages()->parentWidget(), u"connectionBanner"_s)->isVisible());
    QCOMPARE(statusText(), u"fake.example:27017"_s);
    tree()->setCurrentIndex(root(1));
    QTRY_VERIFY_WITH_TIMEOUT(
        need<QWidget>(pages()->parentWidget(), u"connectionBanner"_s)->isVisible(), kPatience);
    QVERIFY(statusText().contains(u"connection lost"_s));
}

void TestSeveralServers::theConnectDialogAddsAServer()
{
    tests::makeServer(*m_fixture, "ops", kSessions);
    QVERIFY(m_fixture->trigger(u"connectAction"_s));
    QDialog* connecting = dialog(u"connectDialog"_s);
    QVERIFY(QTest::qWaitForWindowActive(connecting));
    auto* add = need<QCheckBox>(connecting, u"addServerCheckBox"_s);
    QVERIFY(add->isVisible());
    QVERIFY(add->isChecked());
    QVERIFY(add->toolTip().contains(u"fake.example:27017"_s));
    QLineEdit* uri = need<QComboBox>(connecting, u"uriComboBox"_s)->lineEdit();
    tests::type(uri, u"mongodb://ops.example/"_s);
    QTest::keyClick(uri, Qt::Key_Return);
    QPointer<QDialog> watched(connecting);
    QTRY_VERIFY_WITH_TIMEOUT(!watched, kPatience);
    QCOMPARE(tree()->model()->rowCount(), 2);
    QCOMPARE(statusText(), u"ops.example:27017"_s);
    QVERIFY(m_fixture->set.connections.isConnected());
    QCOMPARE(tree()->currentIndex(), root(1));
}

void TestSeveralServers::theConnectDialogReplacesAServerOnRequest()
{
    tests::makeServer(*m_fixture, "ops", kSessions);
    QVERIFY(m_fixture->trigger(u"connectAction"_s));
    QPointer<QDialog> connecting(dialog(u"connectDialog"_s));
    QVERIFY(QTest::qWaitForWindowActive(connecting));
    need<QCheckBox>(connecting, u"addServerCheckBox"_s)->setChecked(false);
    QLineEdit* uri = need<QComboBox>(connecting, u"uriComboBox"_s)->lineEdit();
    tests::type(uri, u"mongodb://ops.example/"_s);
    QTest::keyClick(uri, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!connecting, kPatience);
    QCOMPARE(tree()->model()->rowCount(), 1);
    QCOMPARE(statusText(), u"ops.example:27017"_s);
}

void TestSeveralServers::cancellingAfterAFailureLeavesTheWindowAsItWas()
{
    m_fixture->factory->refuse("ops.example", base::failure(Errc::NotPermitted, "no"));
    QVERIFY(m_fixture->trigger(u"connectAction"_s));
    QPointer<QDialog> connecting(dialog(u"connectDialog"_s));
    QVERIFY(QTest::qWaitForWindowActive(connecting));
    QLineEdit* uri = need<QComboBox>(connecting, u"uriComboBox"_s)->lineEdit();
    tests::type(uri, u"mongodb://ops.example/"_s);
    QTest::keyClick(uri, Qt::Key_Return);
    auto* banner = need<QWidget>(connecting, u"connectErrorBanner"_s);
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), kPatience);
    QCOMPARE(tree()->model()->rowCount(), 2);
    QTest::keyClick(connecting, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!connecting, kPatience);
    QCOMPARE(tree()->model()->rowCount(), 1);
    QCOMPARE(statusText(), u"fake.example:27017"_s);
    QVERIFY(m_fixture->set.connections.isConnected());
}

void TestSeveralServers::theMenuOfARootDisconnectsConnectsAndRemoves()
{
    QVERIFY(addOps());
    // a connected server has nothing to connect again
    QVERIFY(!trigger(openMenu(root(1)), u"navigatorConnectAgainAction"_s));
    QVERIFY(trigger(openMenu(root(1)), u"navigatorDisconnectAction"_s));
    QCOMPARE(root(1).data(NavigatorModel::StateRole).toString(), u"not connected"_s);
    QVERIFY(m_fixture->set.connections.isConnected());
    QVERIFY(!trigger(openMenu(root(1)), u"navigatorDisconnectAction"_s));
    QVERIFY(trigger(openMenu(root(1)), u"navigatorConnectAgainAction"_s));
    QPointer<QDialog> connecting(dialog(u"connectDialog"_s));
    QVERIFY(connecting);
    QLineEdit* uri = need<QComboBox>(connecting, u"uriComboBox"_s)->lineEdit();
    QCOMPARE(uri->text(), u"mongodb://user@ops.example"_s);
    QVERIFY(click(need<QPushButton>(connecting, u"connectButton"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(!connecting, kPatience);
    QCOMPARE(tree()->model()->rowCount(), 2); // in its own place
    QVERIFY(m_ops->set.connections.isConnected());
    QVERIFY(trigger(openMenu(root(1)), u"navigatorRemoveServerAction"_s));
    QCOMPARE(tree()->model()->rowCount(), 1);
    QCOMPARE(statusText(), u"fake.example:27017"_s);
    QVERIFY(!trigger(openMenu(root(0)), u"navigatorRemoveServerAction"_s));
}

void TestSeveralServers::leavingAServerAsksWhileAPurgeIsInProgress()
{
    QVERIFY(addOps());
    for (std::int32_t id = 0; id < 3; ++id) {
        m_ops->server->addDocument(kSessions,
                                   bson::makeDocument("_id", id, "at", bson::Date{1'000}));
    }
    m_ops->set.connections.unlock();
    services::PurgeRequest asked;
    asked.rule = {kSessions, "at", 3'600, {}, m_fixture->clock.now(), 0};
    asked.index = "at_1";
    asked.counted = 3;
    QVERIFY(m_ops->set.purges.start(asked));
    m_ops->set.purges.pause();
    QVERIFY(m_ops->set.purges.isActive());

    QVERIFY(trigger(openMenu(root(1)), u"navigatorDisconnectAction"_s));
    QPointer<QDialog> box(dialog(u"leaveServerBox"_s));
    QVERIFY(box);
    QVERIFY(m_ops->set.connections.isConnected());
    auto* keep = need<QPushButton>(box, u"stayConnectedButton"_s);
    QVERIFY(keep->isDefault());
    QVERIFY(click(keep));
    QVERIFY(m_ops->set.connections.isConnected());
    QTRY_VERIFY_WITH_TIMEOUT(!box, kPatience);

    // what is confirmed destroys the server's screens while the box is open
    QVERIFY(trigger(openMenu(root(1)), u"navigatorRemoveServerAction"_s));
    QTRY_VERIFY_WITH_TIMEOUT(dialog(u"leaveServerBox"_s), kPatience);
    QVERIFY(click(need<QPushButton>(dialog(u"leaveServerBox"_s), u"leaveServerButton"_s)));
    QTRY_COMPARE_WITH_TIMEOUT(tree()->model()->rowCount(), 1, kPatience);
    QCOMPARE(statusText(), u"fake.example:27017"_s);
}

void TestSeveralServers::enterOnADisconnectedRootOffersToConnect()
{
    QVERIFY(addOps());
    m_ops->set.connections.disconnectNow();
    tree()->setFocus();
    tree()->setCurrentIndex(root(1));
    QTest::keyClick(tree(), Qt::Key_Return);
    QVERIFY(dialog(u"connectDialog"_s));
    QCOMPARE(need<QComboBox>(dialog(u"connectDialog"_s), u"uriComboBox"_s)->currentText(),
             u"mongodb://user@ops.example"_s);
}

void TestSeveralServers::theWelcomePageOffersItsOwnServer()
{
    QVERIFY(addOps());
    m_ops->set.connections.disconnectNow();
    tree()->setCurrentIndex(root(1));
    auto* connectButton = need<QPushButton>(pages(), u"welcomeConnectButton"_s);
    QVERIFY(click(connectButton));
    QVERIFY(dialog(u"connectDialog"_s));
    QCOMPARE(need<QComboBox>(dialog(u"connectDialog"_s), u"uriComboBox"_s)->currentText(),
             u"mongodb://user@ops.example"_s);
}

void TestSeveralServers::removingAServerClosesItsDialogs()
{
    QVERIFY(addOps());
    tree()->setCurrentIndex(root(1));
    QVERIFY(m_fixture->trigger(u"membersAction"_s));
    QVERIFY(m_fixture->trigger(u"doctorAction"_s));
    QPointer<QDialog> members(dialog(u"membersDialog"_s));
    QVERIFY(members);
    m_fixture->servers.remove(m_ops->set.linkId);
    QVERIFY(!members);
    QVERIFY(window()->findChildren<QDialog*>(u"doctorDialog"_s).isEmpty());
    QVERIFY(window()->pageReady());
}

void TestSeveralServers::removingTheFirstServerLeavesAWorkingWindow()
{
    QVERIFY(addOps());
    m_fixture->servers.remove(m_fixture->set.linkId);
    QCOMPARE(statusText(), u"ops.example:27017"_s);
    QVERIFY(m_fixture->window->openPage(u"shop.sessions"_s));
    QTRY_VERIFY_WITH_TIMEOUT(window()->pageReady(), kPatience);
    QVERIFY(m_fixture->trigger(u"newIndexAction"_s));
    QVERIFY(dialog(u"createIndexDialog"_s));
}

void TestSeveralServers::theThemeIsChosenFromAnyServer()
{
    QVERIFY(addOps());
    tree()->setCurrentIndex(root(1));
    QVERIFY(m_fixture->trigger(u"themeDarkAction"_s));
    QVERIFY(window()->palette().color(QPalette::Window).lightness() < 128);
    tree()->setCurrentIndex(root(0));
    QVERIFY(need<QAction>(window(), u"themeDarkAction"_s)->isChecked());
    QVERIFY(m_fixture->trigger(u"themeLightAction"_s));
    QVERIFY(window()->palette().color(QPalette::Window).lightness() > 128);
}

void TestSeveralServers::theLayoutIsResetForAllServers()
{
    QVERIFY(addOps());
    tree()->setCurrentIndex(collection(1, u"sessions"_s));
    QVERIFY(m_fixture->trigger(u"resetLayoutAction"_s));
    QVERIFY(need<QWidget>(window(), u"navigatorDock"_s)->isVisible());
    QVERIFY(!need<QWidget>(window(), u"activityDock"_s)->isVisible());
}

void TestSeveralServers::theWindowClosesWithAnyServerInFront()
{
    QVERIFY(addOps());
    tree()->setCurrentIndex(root(1));
    const QSignalSpy closed(window(), &ui::MainWindow::closed);
    window()->close();
    QCOMPARE(closed.count(), 1);
    m_fixture->makeWindow(); // the next window shows both servers again
    QCOMPARE(tree()->model()->rowCount(), 2);
    QCOMPARE(statusText(), u"ops.example:27017"_s);
}

SANDGLASS_GUI_TEST(TestSeveralServers)
} // namespace tst_ui_several_servers

#include "tst_ui_several_servers.moc"
