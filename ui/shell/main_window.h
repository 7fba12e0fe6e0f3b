// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/explorer/node_actions.h"

#include <QMainWindow>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

class QAction;
class QDockWidget;
class QMenu;
class QStackedWidget;

namespace sandglass::presenters {
class Servers;
class Workspace;
} // namespace sandglass::presenters

namespace sandglass::ui {

class HelpDesk;
class NavigatorView;
class ServerDesk;
class StatusStrip;

/// The window: navigator, menus, tool bar and status bar, and a desk with pages, inspector and
/// activity for each server, one of which is in front. GUI thread.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// `servers` must outlive the window.
    explicit MainWindow(presenters::Servers& servers, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a page of the server in front: "inventory" (also for an empty name) or
    /// "DB.COLLECTION". False if the name is neither.
    bool openPage(const QString& page);
    /// Opens the dialog that connects, with `uri` filled in; empty: as it was last. Nothing is sent
    /// before the user says so.
    void offerConnection(const QString& uri);
    /// The same for a link that another program has handed over: options that it must not decide
    /// are left out, and the dialog names them.
    void offerLink(const QString& uri);
    /// Shows the window in front of all others. `activationToken`: of a program that was started
    /// for it, which desktops on Wayland require; may be empty.
    void comeToFront(const QString& activationToken);
    /// For a run that somebody watches, after the window is shown: shows what is new after an
    /// upgrade to `version`, and lets the tour be offered.
    void greet(const QString& version);
    /// Whether a dialog is open above the window, which has to be answered first.
    bool isBlocked() const { return m_blocked; }
    /// Whether the page in front shows its data. pageSettled() reports the first time.
    bool pageReady() const;
    /// The content of the inventory in front as lines of plain text.
    QStringList textSummary() const;

Q_SIGNALS:
    /// The page in front shows its data; emitted for each change of state from then on.
    void pageSettled();
    /// The chart of the page in front has painted a picture with at least one document.
    void chartPainted();
    /// The user closed the window.
    void closed();

protected:
    void closeEvent(QCloseEvent* event) override;
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    struct Actions;

    /// Creates navigator, inspector, activity and engine log, the last three without contents.
    void buildDocks();
    /// Places the docks as at first.
    void arrangeDocks();
    /// The window's size until the user changes it.
    QSize firstSize() const;
    /// Makes the window fit the screen when it is first shown.
    void fitOnceShown();
    /// Brings the window within the part of the screen that it may use.
    void fitToScreen();
    /// Adds a dock; the accessible name is its title.
    QDockWidget* addDock(QDockWidget* dock, const QString& objectName, QWidget* content,
                         Qt::DockWidgetArea area);
    /// Creates all actions but those of docks and themes.
    void buildActions();
    /// Makes an action of the window. An empty `icon` means none.
    QAction* action(const QString& objectName, const QString& icon, const QString& text,
                    const QKeySequence& keys);
    /// Fills the menu bar.
    void buildMenus();
    /// Fills the menu View, and creates the actions of the themes.
    void buildViewMenu(QMenu& menu);
    /// Fills the tool bar.
    void buildToolBar();
    /// Connects navigator, servers and status bar.
    void connectSignals();
    /// Connects the navigator.
    void connectNavigator();
    /// Connects the actions on the window and its pages.
    void connectActions();
    /// Connects the actions on connection and engine.
    void connectServerActions();
    /// Closes the connection to a server; asks while a purge is in progress there.
    void disconnectServer(int server);
    /// Takes a server out of the window; asks as disconnectServer() does.
    void removeServer(int server);
    /// Calls `leave`, after a question with the button `action` while a purge is in progress.
    void leaveServer(int server, const QString& action, std::function<void()> leave);
    /// Applies the theme that the user chose.
    void applyTheme();
    /// Enables the actions that fit the page in front, the connection and the engine.
    void updateActions();
    /// Enables the actions of the menu Index that fit what is selected.
    void updateIndexActions();
    /// Does with what is selected in the page in front what the menu Index says.
    void actHere(presenters::NodeAction action);
    /// Disables what makes no sense in the window of a rehearsal.
    void restrictToRehearsal();

    /// The desk of the server in front.
    ServerDesk& desk() const;
    /// The desk of a server; null when there is none.
    ServerDesk* deskOf(const presenters::Workspace& workspace) const;
    /// Makes the desk of a server.
    void addDesk(presenters::Workspace& workspace);
    /// Destroys the desk of a server.
    void removeDesk(presenters::Workspace& workspace);
    /// Brings the desk of the current server to the front.
    void showCurrent();
    /// Names the servers in titles if there are several.
    void showNames();

    /// For Ctrl+F: the filter of the navigator, then that of the inventory.
    void focusFilter();
    /// Brings the activity dock to the front and moves the focus to it.
    void showActivity();
    /// Disables all actions while a dialog is open above the window, or enables them again.
    void setBlocked(bool blocked);
    /// Enables or disables all actions, those of the docks too.
    void enableAll(bool enabled);
    /// Shows the navigator and moves the focus to its tree.
    void showNavigator();
    /// Applies the saved layout and theme.
    void restoreLayout();
    /// Saves the layout for the next start.
    void saveLayout();
    /// Restores the layout with which the window was first opened.
    void resetLayout();

    presenters::Servers& m_servers;
    std::vector<ServerDesk*> m_desks; // one for each server
    QStackedWidget* m_centre; // this and the next three have a part of each desk
    QStackedWidget* m_inspectors;
    QStackedWidget* m_activities;
    QStackedWidget* m_logs;
    QDockWidget* m_activityDock;
    HelpDesk* m_help;
    NavigatorView* m_navigator;
    StatusStrip* m_status = nullptr;
    QDockWidget* m_navigatorDock = nullptr;
    QDockWidget* m_inspectorDock = nullptr;
    QDockWidget* m_logDock = nullptr;
    std::unique_ptr<Actions> m_actions;
    bool m_blocked = false; // by a modal dialog
    QSize m_fittedSize; // until the window is shown for the first time
    QByteArray m_initialLayout; // before a saved layout was applied
};

} // namespace sandglass::ui
