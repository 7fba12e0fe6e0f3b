// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the class MainWindow with menus and tool bar. The rest is in main_window.cpp.
#include "ui/shell/main_window_actions.h"

#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/explorer/navigator_presenter.h"
#include "app/presenters/restore/rehearsal_presenter.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "app/presenters/welcome/tour_presenter.h"
#include "ui/explorer/navigator_view.h"
#include "ui/explorer/node_action_words.h"
#include "ui/help/help_desk.h"
#include "ui/inventory/inventory_page.h"
#include "ui/settings/about_dialogs.h"
#include "ui/shell/collection_page.h"
#include "ui/shell/first_minutes.h"
#include "ui/shell/page_area.h"
#include "ui/shell/server_desk.h"
#include "widgets/style/icon.h"
#include "widgets/views/inner_buttons.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMenuBar>
#include <QRegularExpression>
#include <QToolBar>

#include <algorithm>
#include <utility>

namespace sandglass::ui {

QAction* MainWindow::action(const QString& objectName, const QString& icon, const QString& text,
                            const QKeySequence& keys)
{
    auto* made = new QAction(text, this);
    made->setObjectName(objectName);
    if (!icon.isEmpty()) {
        made->setIcon(widgets::icon(icon));
    }
    made->setShortcut(keys);
    return made;
}

void MainWindow::buildActions()
{
    using presenters::NodeAction;
    Actions& a = *m_actions;
    const auto s = [](const char* text) { return QString::fromLatin1(text); };
    a.connectServer
        = action(s("connectAction"), s("server"), tr("&Connect…"), Qt::CTRL | Qt::Key_N);
    a.connectLocal = action(s("connectLocalAction"), s("server-local"),
                            tr("Connect to the &local engine"), {});
    a.disconnectServer = action(s("disconnectAction"), {}, tr("&Disconnect"), {});
    a.connectAgain = action(s("connectAgainAction"), {}, tr("Co&nnect again"), {});
    a.removeServer = action(s("removeServerAction"), {}, tr("Remove server from &window"), {});
    a.loadSamples
        = action(s("loadSampleDataAction"), s("sample-data"), tr("Load &sample data"), {});
    a.startEngine = action(s("startEngineAction"), s("play"), tr("St&art the local engine"), {});
    a.stopEngine = action(s("stopEngineAction"), s("stop"), tr("St&op the local engine"), {});
    a.engineFolder
        = action(s("engineFolderAction"), {}, tr("C&hoose the local engine's folder…"), {});
    a.engineAddress = action(s("engineAddressAction"), {}, tr("Addr&ess of the local engine…"), {});
    a.copyAddress = action(s("copyAddressAction"), s("copy"), tr("Cop&y connection string"), {});
    a.doctor = action(s("doctorAction"), s("doctor"), tr("&Doctor for this server…"), {});
    a.capabilities
        = action(s("capabilitiesAction"), s("info"), tr("&What this server can do…"), {});
    a.nameDatabases = action(s("nameDatabasesAction"), s("database"), tr("&Name databases…"), {});
    a.members = action(s("membersAction"), s("server"), tr("&Members…"), {});
    a.restorePoints
        = action(s("restorePointsAction"), s("clock"), tr("&Restore points and rehearsals…"), {});
    a.trash = action(s("trashAction"), s("trash"), tr("E&xpired documents…"), {});
    a.closePage = action(s("closePageAction"), s("close"), tr("Close pa&ge"), Qt::CTRL | Qt::Key_W);
    a.pinPage
        = action(s("pinPageAction"), s("pin"), tr("&Pin page"), Qt::CTRL | Qt::SHIFT | Qt::Key_P);
    a.quit = action(s("quitAction"), {}, tr("&Quit"), Qt::CTRL | Qt::Key_Q);
    a.newIndex
        = action(s("newIndexAction"), s("index-add"), tr("&New TTL index…"), Qt::CTRL | Qt::Key_T);
    a.changeExpiry
        = action(s("changeExpiryAction"), s("edit"), tr("Change &expiry…"), Qt::CTRL | Qt::Key_E);
    a.convert
        = action(s("convertIndexAction"), s("convert"), wordsOf(NodeAction::Convert).text, {});
    a.hide
        = action(s("hideIndexAction"), s("hourglass-hidden"), wordsOf(NodeAction::Hide).text, {});
    a.purge = action(s("purgeIndexAction"), s("trash"), wordsOf(NodeAction::Purge).text, {});
    a.doctorHere = action(s("doctorHereAction"), s("doctor"), wordsOf(NodeAction::Doctor).text, {});
    a.remove = action(s("removeAction"), s("trash"), tr("D&rop or delete…"), Qt::Key_Delete);
    a.refresh = action(s("refreshAction"), s("refresh"), tr("&Refresh"), Qt::Key_F5);
    a.filter = action(s("filterAction"), s("filter"), tr("&Filter"), Qt::CTRL | Qt::Key_F);
    a.activity = action(s("activityAction"), s("activity"), tr("&Activity"), Qt::CTRL | Qt::Key_L);
    a.inventory
        = action(s("inventoryAction"), s("chart"), tr("TTL &inventory"), Qt::ALT | Qt::Key_Home);
    a.resetLayout = action(s("resetLayoutAction"), {}, tr("Reset la&yout"), {});
    a.preferences = action(s("preferencesAction"), s("settings"), tr("&Preferences…"),
                           Qt::CTRL | Qt::Key_Comma);
    a.helpHere
        = action(s("helpHereAction"), s("help"), tr("&Help for the current page"), Qt::Key_F1);
    a.helpContents = action(s("helpContentsAction"), {}, tr("Help &contents"), {});
    a.shortcuts = action(s("shortcutsAction"), {}, tr("Keyboard &shortcuts"), {});
    a.tour = action(s("tourAction"), {}, tr("&Tour"), {});
    a.news = action(s("newsAction"), {}, tr("What is &new"), {});
    a.about = action(s("aboutAction"), s("info"), tr("&About Sandglass"), {});
}

void MainWindow::buildMenus()
{
    Actions& a = *m_actions;
    menuBar()->setObjectName(QStringLiteral("menuBar"));
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions(
        {a.connectServer, a.connectLocal, a.connectAgain, a.disconnectServer, a.removeServer});
    file->addSeparator();
    file->addAction(a.closePage);
    file->addAction(a.preferences);
    file->addSeparator();
    file->addAction(a.quit);
    buildViewMenu(*menuBar()->addMenu(tr("&View")));
    QMenu* server = menuBar()->addMenu(tr("&Server"));
    server->setToolTipsVisible(true);
    server->addAction(a.copyAddress);
    server->addSeparator();
    server->addActions(
        {a.startEngine, a.stopEngine, a.engineAddress, a.engineFolder, a.loadSamples});
    server->addSeparator();
    server->addActions(
        {a.restorePoints, a.trash, a.doctor, a.members, a.capabilities, a.nameDatabases});
    QMenu* index = menuBar()->addMenu(tr("&Index"));
    // the reason why an entry is disabled
    index->setToolTipsVisible(true);
    index->addActions({a.newIndex, a.changeExpiry, a.convert, a.hide, a.purge, a.remove});
    index->addSeparator();
    index->addAction(a.doctorHere);
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions({a.helpHere, a.helpContents, a.shortcuts});
    help->addSeparator();
    help->addActions({a.tour, a.news, a.about});
}

void MainWindow::buildViewMenu(QMenu& menu)
{
    Actions& a = *m_actions;
    menu.addActions({a.inventory, a.refresh, a.filter, a.pinPage});
    menu.addSeparator();
    const std::pair<QDockWidget*, QString> docks[] = {{m_navigatorDock, tr("&Navigator")},
                                                      {m_inspectorDock, tr("In&spector")},
                                                      {m_activityDock, tr("&Activity")},
                                                      {m_logDock, tr("Engine &log")}};
    for (const auto& [dock, text] : docks) {
        // the action of a dock has its title as text, without an access key
        dock->toggleViewAction()->setText(text);
        dock->toggleViewAction()->setObjectName(dock->objectName() + QStringLiteral("Action"));
        // its icon on the tool bar would take the place of the check mark
        dock->toggleViewAction()->setIconVisibleInMenu(false);
        // several docks may be in one place
        connect(dock->toggleViewAction(), &QAction::triggered, dock, [shown = dock](bool on) {
            if (on) {
                shown->raise();
            }
        });
        menu.addAction(dock->toggleViewAction());
    }
    // its key works without the tool bar too; the entry of the dock is the one with a check mark
    addAction(a.activity);
    menu.addAction(a.resetLayout);
    menu.addSeparator();
    QMenu* theme = menu.addMenu(tr("&Theme"));
    a.themes = new QActionGroup(this);
    const struct
    {
        const char* name;
        QString text;
    } themes[] = {{"themeSystemAction", tr("Same as the &desktop")},
                  {"themeLightAction", tr("&Light")},
                  {"themeDarkAction", tr("Dar&k")}};
    for (const auto& choice : themes) {
        QAction* made = action(QLatin1String(choice.name), {}, choice.text, {});
        made->setCheckable(true);
        a.themes->addAction(made);
        theme->addAction(made);
    }
}

void MainWindow::buildToolBar()
{
    Actions& a = *m_actions;
    QToolBar* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    widgets::nameExtensionButton(*bar);
    bar->setAccessibleName(tr("Tools"));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setMovable(false);
    bar->addActions({a.connectServer, a.inventory, a.refresh});
    bar->addSeparator();
    bar->addActions({a.newIndex, a.changeExpiry});
    bar->addSeparator();
    bar->addAction(a.activity);
    bar->addAction(m_inspectorDock->toggleViewAction());
    // dock actions have no icon of their own
    m_inspectorDock->toggleViewAction()->setIcon(widgets::icon(QStringLiteral("inspector")));
    m_logDock->toggleViewAction()->setIcon(widgets::icon(QStringLiteral("log")));
    widgets::letSwitchAct(*m_inspectorDock);
    const QList<QAction*> actions = bar->actions();
    for (QAction* each : actions) {
        if (!each->isSeparator()) {
            // the key works in the menu only; in Chinese it would stand behind the word: "连接(C)…"
            static const QRegularExpression kKey(QStringLiteral("\\(&.\\)|&"));
            each->setIconText(each->text().remove(kKey));
            // QToolBar gives its buttons no names
            bar->widgetForAction(each)->setObjectName(each->objectName()
                                                      + QStringLiteral("Button"));
        }
    }
}

void MainWindow::connectActions()
{
    Actions& a = *m_actions;
    connect(a.closePage, &QAction::triggered, this, [this] { desk().pages().closeCurrent(); });
    connect(a.pinPage, &QAction::triggered, this, [this] { desk().pages().pinCurrent(); });
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.newIndex, &QAction::triggered, this, [this] { desk().newIndexHere(); });
    connect(a.changeExpiry, &QAction::triggered, this, [this] { desk().changeExpiryHere(); });
    connect(a.convert, &QAction::triggered, this,
            [this] { actHere(presenters::NodeAction::Convert); });
    connect(a.hide, &QAction::triggered, this, [this] { actHere(m_actions->hides); });
    connect(a.purge, &QAction::triggered, this, [this] { actHere(presenters::NodeAction::Purge); });
    connect(a.doctorHere, &QAction::triggered, this,
            [this] { actHere(presenters::NodeAction::Doctor); });
    connect(a.remove, &QAction::triggered, this, [this] { desk().removeHere(); });
    connect(a.refresh, &QAction::triggered, this, [this] { m_servers.current().refreshAll(); });
    connect(a.filter, &QAction::triggered, this, &MainWindow::focusFilter);
    connect(a.activity, &QAction::triggered, this, &MainWindow::showActivity);
    connect(a.inventory, &QAction::triggered, this, [this] { desk().pages().showInventory(); });
    connect(a.resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
    connect(a.helpHere, &QAction::triggered, this,
            [this] { m_help->openFor(desk().pages().currentWidget()); });
    connect(a.helpContents, &QAction::triggered, m_help, &HelpDesk::openContents);
    connect(a.shortcuts, &QAction::triggered, this, [this] { showShortcuts(this); });
    connect(a.tour, &QAction::triggered, this, [this] { desk().firstMinutes().startTour(); });
    connect(a.news, &QAction::triggered, this, [this] { desk().firstMinutes().showNews(); });
    connect(a.about, &QAction::triggered, this, [this] { showAbout(this); });
    connect(a.preferences, &QAction::triggered, this, [this] { desk().openPreferences(); });
    connect(a.themes, &QActionGroup::triggered, this, [this](QAction* chosen) {
        const auto index = m_actions->themes->actions().indexOf(chosen);
        m_servers.current().preferences().setTheme(static_cast<presenters::Theme>(index));
    });
}

// First the filter of the navigator. If that has the focus already, the filter of the rules, if
// they are in front.
void MainWindow::focusFilter()
{
    const bool there
        = m_navigatorDock->isVisible() && m_navigator->isAncestorOf(QApplication::focusWidget());
    InventoryPage* inventory = desk().pages().currentInventory();
    if (there && inventory) {
        inventory->focusFilter();
        return;
    }
    m_navigatorDock->show();
    m_navigator->focusFilter();
}

void MainWindow::offerConnection(const QString& uri)
{
    desk().offerConnection({}, uri);
}

void MainWindow::disconnectServer(int server)
{
    leaveServer(server, tr("&Disconnect"), [this, server] { m_servers.disconnect(server); });
}

void MainWindow::removeServer(int server)
{
    leaveServer(server, tr("&Remove"), [this, server] { m_servers.remove(server); });
}

void MainWindow::leaveServer(int server, const QString& action, std::function<void()> leave)
{
    const auto found = std::ranges::find_if(
        m_desks, [server](ServerDesk* desk) { return desk->workspace().server() == server; });
    if (found != m_desks.end()) {
        (*found)->leave(action, std::move(leave));
    }
}

void MainWindow::connectServerActions()
{
    Actions& a = *m_actions;
    const auto server = [this]() -> presenters::Workspace& { return m_servers.current(); };
    connect(a.connectServer, &QAction::triggered, this, [this] { offerConnection({}); });
    connect(a.connectLocal, &QAction::triggered, this,
            [server] { server().connection().connectLocal(); });
    connect(a.connectAgain, &QAction::triggered, this,
            [this, server] { m_servers.connectAgain(server().server()); });
    connect(a.disconnectServer, &QAction::triggered, this,
            [this, server] { disconnectServer(server().server()); });
    connect(a.removeServer, &QAction::triggered, this,
            [this, server] { removeServer(server().server()); });
    connect(a.loadSamples, &QAction::triggered, this,
            [server] { server().engine().loadSampleData(); });
    connect(a.doctor, &QAction::triggered, this, [this] { desk().openDoctor(); });
    connect(a.capabilities, &QAction::triggered, this, [this] { desk().openCapabilities(); });
    connect(a.members, &QAction::triggered, this, [this] { desk().openMembers(); });
    connect(a.nameDatabases, &QAction::triggered, this, [this] { desk().nameDatabases(); });
    connect(a.restorePoints, &QAction::triggered, this, [this] { desk().openRestorePoints(); });
    connect(a.trash, &QAction::triggered, this, [this] { desk().openTrash(); });
    connect(a.startEngine, &QAction::triggered, this, [server] { server().engine().start(); });
    connect(a.engineAddress, &QAction::triggered, this, [this] { desk().openEngineAddress(); });
    connect(a.copyAddress, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_servers.navigator().address()); });
    connect(a.engineFolder, &QAction::triggered, this, [this] { desk().chooseEngineFolder(); });
    connect(a.stopEngine, &QAction::triggered, this, [server] { server().engine().stop(); });
}

// A rehearsal works on a copy that is deleted with its window: it has no restore points, and
// connects to nothing else.
void MainWindow::restrictToRehearsal()
{
    Actions& a = *m_actions;
    for (QAction* other : {a.restorePoints, a.connectServer, a.connectLocal, a.connectAgain,
                           a.disconnectServer, a.removeServer, a.startEngine, a.stopEngine,
                           a.engineAddress, a.engineFolder, a.loadSamples}) {
        other->setEnabled(false);
    }
}

void MainWindow::updateActions()
{
    Actions& a = *m_actions;
    presenters::Workspace& server = m_servers.current();
    const presenters::EngineState& engine = server.engine().state();
    const presenters::ConnectionPhase phase = server.connection().state().phase;
    PageArea& pages = desk().pages();
    const CollectionPage* page = pages.currentCollection();
    a.loadSamples->setEnabled(engine.canLoadSampleData && !engine.loadingSampleData);
    a.startEngine->setEnabled(engine.canStart);
    a.stopEngine->setEnabled(engine.canStop);
    const QString address = m_servers.navigator().address();
    a.copyAddress->setEnabled(!address.isEmpty());
    a.copyAddress->setToolTip(address);
    a.disconnectServer->setEnabled(phase != presenters::ConnectionPhase::Disconnected);
    a.connectAgain->setEnabled(m_servers.canConnectAgain());
    a.removeServer->setEnabled(m_servers.areSeveral());
    for (QAction* ofServer : {a.doctor, a.members, a.capabilities, a.nameDatabases}) {
        ofServer->setEnabled(a.disconnectServer->isEnabled());
    }
    a.tour->setEnabled(server.tour().canStart());
    // so that it overrules the lines above
    if (server.rehearsal().state().active) {
        restrictToRehearsal();
    }
    const bool closes = pages.currentWidget() != &pages.inventory();
    a.closePage->setEnabled(closes);
    a.pinPage->setEnabled(closes);
    a.newIndex->setEnabled(page != nullptr || desk().target().has_value());
    a.newIndex->setToolTip(a.newIndex->isEnabled() ? QString() : tr("Open a collection first."));
    // on a page for its index, otherwise for the selected rules
    const InventoryPage* inventory = pages.currentInventory();
    a.changeExpiry->setEnabled(page ? page->selectedIndex().has_value()
                                    : inventory && !inventory->selectedIndexes().empty());
    a.changeExpiry->setToolTip(a.changeExpiry->isEnabled() ? QString()
                                                           : tr("Select an index first."));
    updateIndexActions();
    if (m_blocked) {
        // last: nothing happens behind a dialog that has to be answered
        enableAll(false);
    }
}

// Those of the menu Index that the navigator's menu has too.
void MainWindow::updateIndexActions()
{
    using presenters::NodeAction;
    Actions& a = *m_actions;
    const std::optional<ttl::IndexRef> target = desk().target();
    auto offers = target ? m_servers.navigator().offers(m_servers.current().server(), *target)
                         : std::vector<presenters::NodeOffer>();
    // the menu Index acts on what is selected, and not on an index of a collection that it guesses
    std::erase_if(offers, [&target](const presenters::NodeOffer& offer) {
        return target->name.empty()
            && (offer.action == NodeAction::Convert || offer.action == NodeAction::Purge);
    });
    const auto show = [&offers](QAction* action, NodeAction kind) {
        const auto offer = std::ranges::find(offers, kind, &presenters::NodeOffer::action);
        const bool offered = offer != offers.end();
        action->setEnabled(offered && offer->reason.isEmpty());
        action->setToolTip(offered ? offer->reason : tr("Select an index first."));
        return offered;
    };
    show(a.convert, NodeAction::Convert);
    show(a.purge, NodeAction::Purge);
    show(a.doctorHere, NodeAction::Doctor);
    // on a page it is decided when it is used: documents or an index
    if (desk().pages().currentCollection()) {
        a.remove->setEnabled(true);
        a.remove->setToolTip({});
    } else {
        show(a.remove, NodeAction::Drop);
    }
    a.hides = show(a.hide, NodeAction::Unhide) ? NodeAction::Unhide : NodeAction::Hide;
    if (a.hides == NodeAction::Hide) {
        show(a.hide, NodeAction::Hide);
    }
    a.hide->setText(wordsOf(a.hides).text);
}

void MainWindow::actHere(presenters::NodeAction action)
{
    if (const auto target = desk().target()) {
        desk().act(action, *target);
    }
}

} // namespace sandglass::ui
