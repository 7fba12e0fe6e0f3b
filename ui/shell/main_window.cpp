// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/explorer/navigator_presenter.h"
#include "app/presenters/restore/rehearsal_presenter.h"
#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/status_presenter.h"
#include "app/presenters/shell/workspace.h"
#include "app/presenters/welcome/tour_presenter.h"
#include "app/presenters/words/words.h"
#include "ui/explorer/navigator_view.h"
#include "ui/help/help_desk.h"
#include "ui/inventory/inventory_page.h"
#include "ui/shell/collection_page.h"
#include "ui/shell/first_minutes.h"
#include "ui/shell/main_window_actions.h"
#include "ui/shell/page_area.h"
#include "ui/shell/saved_columns.h"
#include "ui/shell/server_desk.h"
#include "ui/shell/status_strip.h"
#include "widgets/style/appearance.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/inner_buttons.h"
#include "widgets/views/scroll_area_access.h"
#include "widgets/views/visible_text.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

namespace sandglass::ui {

namespace {

const QString kGeometry = QStringLiteral("geometry");
const QString kDocks = QStringLiteral("docks");
const QString kInventorySplit = QStringLiteral("inventorySplitter");

/// Holds the content of a dock for each server.
QStackedWidget* stack(const QString& objectName)
{
    auto* made = new QStackedWidget;
    made->setObjectName(objectName);
    return made;
}

} // namespace

MainWindow::MainWindow(presenters::Servers& servers, QWidget* parent)
    : QMainWindow(parent)
    , m_servers(servers)
    , m_centre(stack(QStringLiteral("serverStack")))
    , m_inspectors(stack(QStringLiteral("inspectorStack")))
    , m_activities(stack(QStringLiteral("activityStack")))
    , m_logs(stack(QStringLiteral("engineLogStack")))
    , m_activityDock(new QDockWidget(tr("Activity")))
    , m_help(new HelpDesk(*this, this))
    , m_navigator(new NavigatorView(servers.navigator()))
    , m_actions(std::make_unique<Actions>())
{
    widgets::installScrollAreaAccess();
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Sandglass"));
    setWindowIcon(widgets::icon(QStringLiteral("sandglass")));
    // the pages scroll by themselves; tabs, banners and messages stay where they are
    setCentralWidget(m_centre);
    buildActions();
    // before the docks, so that the keyboard reaches the pages first
    for (presenters::Workspace* workspace : servers.all()) {
        addDesk(*workspace);
    }
    // lets docks stand side by side at one edge
    setDockNestingEnabled(true);
    setAnimated(widgets::isAnimated(*this));
    buildDocks();
    arrangeDocks();
    buildMenus();
    buildToolBar();
    m_status = new StatusStrip(servers.current().statusBar());
    setStatusBar(m_status);
    connectSignals();
    connectNavigator();
    connectActions();
    connectServerActions();
    resize(firstSize());
    restoreLayout();
    fitToScreen();
    m_fittedSize = size();
    showCurrent();
    showNames();
}

MainWindow::~MainWindow() = default;

QDockWidget* MainWindow::addDock(QDockWidget* dock, const QString& objectName, QWidget* content,
                                 Qt::DockWidgetArea area)
{
    dock->setObjectName(objectName);
    dock->setAccessibleName(dock->windowTitle());
    dock->setWidget(content);
    widgets::nameTitleButtons(*dock);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::buildDocks()
{
    m_navigatorDock = addDock(new QDockWidget(tr("Navigator"), this),
                              QStringLiteral("navigatorDock"), m_navigator, Qt::LeftDockWidgetArea);
    m_inspectorDock
        = addDock(new QDockWidget(tr("Inspector"), this), QStringLiteral("inspectorDock"),
                  m_inspectors, Qt::RightDockWidgetArea);
    addDock(m_activityDock, QStringLiteral("activityDock"), m_activities, Qt::BottomDockWidgetArea);
    m_logDock = addDock(new QDockWidget(tr("Engine log"), this), QStringLiteral("engineLogDock"),
                        m_logs, Qt::BottomDockWidgetArea);
}

void MainWindow::arrangeDocks()
{
    // two tabs in one place at the bottom
    tabifyDockWidget(m_activityDock, m_logDock);
    // at 1280 × 800 the pages need the space; the menu View opens the docks
    m_activityDock->hide();
    m_logDock->hide();
    m_inspectorDock->hide();
    // beside both of them a page at 1280 pixels does not scroll sideways
    resizeDocks({m_navigatorDock}, {widgets::emPixels(this, 18)}, Qt::Horizontal);
    resizeDocks({m_inspectorDock}, {widgets::emPixels(this, 17)}, Qt::Horizontal);
    resizeDocks({m_activityDock}, {widgets::emPixels(this, 11)}, Qt::Vertical);
}

ServerDesk* MainWindow::deskOf(const presenters::Workspace& workspace) const
{
    const auto found = std::ranges::find_if(
        m_desks, [&workspace](ServerDesk* each) { return &each->workspace() == &workspace; });
    return found == m_desks.end() ? nullptr : *found;
}

ServerDesk& MainWindow::desk() const
{
    return *deskOf(m_servers.current());
}

void MainWindow::addDesk(presenters::Workspace& workspace)
{
    auto* made = new ServerDesk(workspace, {*this, *m_activityDock}, m_centre);
    m_desks.push_back(made);
    m_centre->addWidget(made);
    m_inspectors->addWidget(&made->inspector());
    m_activities->addWidget(&made->activity());
    m_logs->addWidget(&made->engineLog());
    const auto inFront = [this, made] { return &made->workspace() == &m_servers.current(); };
    connect(made, &ServerDesk::changed, this, &MainWindow::updateActions);
    connect(made, &ServerDesk::stateShown, this, [this, inFront] {
        updateActions();
        if (inFront() && pageReady()) {
            Q_EMIT pageSettled();
        }
    });
    connect(made, &ServerDesk::chartPainted, this, [this, inFront] {
        if (inFront()) {
            Q_EMIT chartPainted();
        }
    });
    connect(made, &ServerDesk::connectRequested, this, [this] {
        // among several servers, the one of the page is meant
        const bool again = m_servers.areSeveral() && m_servers.canConnectAgain();
        (again ? m_actions->connectAgain : m_actions->connectServer)->trigger();
    });
    connect(made, &ServerDesk::navigatorRequested, this, &MainWindow::showNavigator);
    connect(made, &ServerDesk::helpRequested, m_help, &HelpDesk::openContents);
    connect(made, &ServerDesk::collectionInFront, this,
            [this, inFront](const protocol::Namespace& ns) {
                if (inFront()) {
                    m_navigator->selectQuietly(ns);
                }
            });
    connect(made, &ServerDesk::databaseInFront, this, [this, inFront](const std::string& database) {
        if (inFront()) {
            m_navigator->selectQuietly({database, {}});
        }
    });
    connect(made, &ServerDesk::inventoryInFront, this, [this, inFront] {
        if (inFront()) {
            m_navigator->selectServerQuietly();
        }
    });
    connect(&workspace.preferences(), &presenters::PreferencesPresenter::stateChanged, made,
            [this, inFront] {
                if (inFront()) {
                    applyTheme();
                }
            });
    made->inventorySplit()->restoreState(workspace.preferences().layout(kInventorySplit));
    saveColumns(*made, workspace.preferences());
}

void MainWindow::removeDesk(presenters::Workspace& workspace)
{
    if (ServerDesk* leaving = deskOf(workspace)) {
        std::erase(m_desks, leaving);
        delete leaving;
    }
}

void MainWindow::showCurrent()
{
    ServerDesk& front = desk();
    m_centre->setCurrentWidget(&front);
    m_inspectors->setCurrentWidget(&front.inspector());
    m_activities->setCurrentWidget(&front.activity());
    m_logs->setCurrentWidget(&front.engineLog());
    m_status->setPresenter(front.workspace().statusBar());
    for (presenters::Workspace* each : m_servers.all()) {
        // a tour explains what is in front
        if (each != &front.workspace() && each->tour().state().running) {
            each->tour().end();
        }
    }
    if (m_navigator->showServer()) {
        front.announceFront();
    }
    showNames();
    updateActions();
}

void MainWindow::showNames()
{
    const bool several = m_servers.areSeveral();
    for (ServerDesk* each : m_desks) {
        each->showServerName(several ? each->workspace().serverName() : QString());
    }
    // the window of a rehearsal has a title of its own and only one server
    if (several) {
        //: the title of the window; %1 is the name of a server
        setWindowTitle(
            tr("%1 – Sandglass").arg(widgets::visibleText(desk().workspace().serverName())));
    } else if (!desk().workspace().rehearsal().state().active) {
        setWindowTitle(tr("Sandglass"));
    }
}

void MainWindow::connectSignals()
{
    using presenters::Servers;
    connect(&m_servers, &Servers::added, this, [this](presenters::Workspace* workspace) {
        addDesk(*workspace);
        showNames();
        updateActions();
    });
    connect(&m_servers, &Servers::removing, this,
            [this](presenters::Workspace* workspace) { removeDesk(*workspace); });
    connect(&m_servers, &Servers::currentChanged, this, &MainWindow::showCurrent);
    connect(&m_servers, &Servers::namesChanged, this, [this] {
        showNames();
        m_navigator->showServer();
        updateActions();
    });
    connect(&m_servers, &Servers::connectionWanted, this,
            [this](const QString& id, const QString& uri) { desk().offerConnection(id, uri); });
    connect(m_status, &StatusStrip::tasksClicked, this, &MainWindow::showActivity);
    connect(m_status, &StatusStrip::connectionClicked, m_actions->connectServer, &QAction::trigger);
    connect(m_status, &StatusStrip::serverClicked, m_actions->members, &QAction::trigger);
    connect(m_status, &StatusStrip::clockClicked, m_actions->doctor, &QAction::trigger);
    connect(m_status, &StatusStrip::zoneClicked, m_actions->preferences, &QAction::trigger);
    connect(m_status, &StatusStrip::monitorClicked, m_actions->inventory, &QAction::trigger);
}

// The navigator announces the server of a row before what is wanted of the row.
void MainWindow::connectNavigator()
{
    using presenters::Servers;
    connect(m_navigator, &NavigatorView::serverChosen, &m_servers, &Servers::choose);
    connect(m_navigator, &NavigatorView::connectAgainRequested, &m_servers, &Servers::connectAgain);
    connect(m_navigator, &NavigatorView::disconnectRequested, this, &MainWindow::disconnectServer);
    connect(m_navigator, &NavigatorView::removeRequested, this, &MainWindow::removeServer);
    connect(m_navigator, &NavigatorView::connectRequested, m_actions->connectServer,
            &QAction::trigger);
    connect(m_navigator, &NavigatorView::nameDatabasesRequested, m_actions->nameDatabases,
            &QAction::trigger);
    connect(m_navigator, &NavigatorView::connectionChosen, this,
            [this] { desk().pages().showInventory(); });
    connect(m_navigator, &NavigatorView::collectionChosen, this,
            [this](const protocol::Namespace& ns) { desk().openCollection(ns); });
    connect(m_navigator, &NavigatorView::indexChosen, this,
            [this](const ttl::IndexRef& index) { desk().openIndex(index); });
    connect(m_navigator, &NavigatorView::databaseChosen, this,
            [this](const std::string& database) { desk().openDatabase(database); });
    connect(m_navigator, &NavigatorView::doctorRequested, m_actions->doctor, &QAction::trigger);
    connect(m_navigator, &NavigatorView::engineAddressRequested, m_actions->engineAddress,
            &QAction::trigger);
    connect(m_navigator, &NavigatorView::actionRequested, this,
            [this](presenters::NodeAction action, const ttl::IndexRef& target) {
                desk().act(action, target);
            });
}

void MainWindow::applyTheme()
{
    using widgets::Theme;
    presenters::Workspace& workspace = m_servers.current();
    const presenters::Theme chosen = workspace.preferences().state().theme;
    // two enumerations, because widgets know no presenters
    const Theme theme = chosen == presenters::Theme::Light ? Theme::Light
        : chosen == presenters::Theme::Dark                ? Theme::Dark
                                                           : Theme::System;
    // a rehearsal has its own settings; unless a theme was chosen there, it keeps the look of the
    // window it was opened from
    if (!workspace.rehearsal().state().active || theme != Theme::System) {
        widgets::Appearance::instance().apply(theme);
    }
    m_actions->showTheme(chosen);
}

void MainWindow::showActivity()
{
    m_activityDock->show();
    m_activityDock->raise();
    desk().activity().setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::showNavigator()
{
    m_navigatorDock->show();
    m_navigatorDock->raise();
    m_navigator->focusTree();
}

void MainWindow::greet(const QString& version)
{
    desk().firstMinutes().greet(version);
}

bool MainWindow::openPage(const QString& page)
{
    if (page.isEmpty() || page == QLatin1String("inventory")) {
        desk().pages().showInventory();
        return true;
    }
    const auto ns = protocol::Namespace::parse(presenters::utf8(page));
    if (!ns || ns->collection.empty()) {
        return false;
    }
    desk().openCollection(*ns);
    return true;
}

bool MainWindow::pageReady() const
{
    return desk().pageReady();
}

QStringList MainWindow::textSummary() const
{
    return desk().textSummary();
}

void MainWindow::restoreLayout()
{
    // resetLayout() returns to it
    m_initialLayout = saveState();
    presenters::PreferencesPresenter& preferences = m_servers.current().preferences();
    restoreGeometry(preferences.layout(kGeometry));
    restoreState(preferences.layout(kDocks));
    // not earlier: it also checks the entry in the menu
    applyTheme();
}

void MainWindow::saveLayout()
{
    presenters::PreferencesPresenter& preferences = m_servers.current().preferences();
    preferences.saveLayout(kGeometry, saveGeometry());
    preferences.saveLayout(kDocks, saveState());
    preferences.saveLayout(kInventorySplit, desk().inventorySplit()->saveState());
}

void MainWindow::offerLink(const QString& uri)
{
    desk().offerLink(uri);
}

void MainWindow::resetLayout()
{
    for (ServerDesk* each : m_desks) {
        // the initial stretch factors; QSplitter scales them
        each->inventorySplit()->setSizes({5'000, 4'000});
        for (CollectionPage* page : each->findChildren<CollectionPage*>()) {
            page->resetLayout();
        }
    }
    restoreState(m_initialLayout);
    m_activityDock->hide();
    m_logDock->hide();
    m_inspectorDock->hide();
    m_navigatorDock->show();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveLayout();
    QMainWindow::closeEvent(event);
    // the help has no parent, and would keep the program running
    m_help->close();
    Q_EMIT closed();
}

} // namespace sandglass::ui

#include "moc_main_window.cpp"
