// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/indexes/change_index_presenter.h"
#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <QMainWindow>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

class QAction;
class QDockWidget;
class QSplitter;
class QMenu;

namespace sandglass::presenters {
class Workspace;
struct DoctorRemedy;
} // namespace sandglass::presenters

namespace sandglass::ui {

class ChangeIndexDialog;
class CollectionPage;
class CreateIndexDialog;
class FirstMinutes;
class HelpDesk;
class NavigatorView;
class PageArea;
class PurgeDesk;
class UndoBar;

/// The window: navigator, pages, inspector, activity, menus, tool bar and status bar. GUI thread.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// The workspace must outlive the window.
    explicit MainWindow(presenters::Workspace& workspace, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a page: "inventory" (also for an empty name) or "DB.COLLECTION". False if the name is
    /// neither.
    bool openPage(const QString& page);
    /// Opens the dialog that connects, with `uri` filled in; empty: as it was last. Nothing is sent
    /// before the user says so.
    void offerConnection(const QString& uri);
    /// For a run that somebody watches, after the window is shown: shows what is new after an
    /// upgrade to `version`, and lets the tour be offered.
    void greet(const QString& version);
    /// Whether the page in front shows its data. pageSettled() reports the first time.
    bool pageReady() const;
    /// The content of the inventory as lines of plain text.
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

private:
    struct Actions;

    /// Stacks notices, pages and undo bar.
    void buildCentre();
    /// Adds welcome screen, tour, and the notice that offers it.
    void addFirstMinutes();
    /// Creates navigator, inspector, activity and engine log.
    void buildDocks();
    /// The window's size until the user changes it.
    QSize firstSize() const;
    /// Adds a dock; the accessible name is its title.
    QDockWidget* addDock(const QString& objectName, const QString& title, QWidget* content,
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
    /// Connects navigator, pages and status bar.
    void connectSignals();
    /// Connects a new page of a collection.
    void connectPage(CollectionPage* page);
    /// Connects the actions on the window and its pages.
    void connectActions();
    /// Connects the actions on connection and engine.
    void connectServerActions();
    /// Applies the theme that the user chose.
    void applyTheme();
    /// Enables the actions that fit the page in front, the connection and the engine.
    void updateActions();
    /// Disables what makes no sense in the window of a rehearsal.
    void restrictToRehearsal();
    /// Shows a collection on its page, in the navigator and in the inspector.
    void openCollection(const protocol::Namespace& ns);
    /// Shows an index on the page of its collection and in the inspector.
    void openIndex(const ttl::IndexRef& index);
    /// Opens the dialog to create a TTL index.
    void createIndex(const protocol::Namespace& ns);
    /// The same; returns the dialog, which deletes itself when closed.
    CreateIndexDialog* openCreateDialog(const protocol::Namespace& ns);
    /// Asks for the folder of the local engine's data.
    void chooseEngineFolder();
    /// Opens the dialog that fixes a finding of the doctor.
    void applyRemedy(const presenters::DoctorRemedy& remedy);
    /// Opens the dialog to create a TTL index from a draft. After that, opens the one to drop
    /// `old`.
    void createBeside(const ttl::IndexRef& old, const ttl::TtlIndexDraft& draft);
    /// Opens the dialog to change an index. `kind`: the change to preselect. The dialog deletes
    /// itself when closed.
    ChangeIndexDialog* changeIndex(const ttl::IndexRef& index,
                                   std::optional<presenters::ChangeKind> kind);
    /// Opens the dialog for one index, or the one for several.
    void changeIndexes(const std::vector<ttl::IndexRef>& indexes);
    /// For Ctrl+F: the filter of the navigator, then that of the inventory.
    void focusFilter();
    /// Opens the change dialog with a period proposed.
    void changePeriod(const ttl::IndexRef& index, qint64 seconds);
    /// Opens the dialog that undoes a journal entry.
    void undoChange(quint64 journalEntry);
    /// Opens the dialog for a new index on the collection in front.
    void newIndexHere();
    /// Opens the change dialog for the indexes selected in the page in front.
    void changeExpiryHere();
    /// Asks to remove what is selected in the page in front.
    void removeHere();
    /// Brings the activity dock to the front.
    void showActivity();
    /// Shows the navigator and moves the focus to its tree.
    void showNavigator();
    /// Opens the dialog that connects with a saved connection or a connection string filled in, or
    /// as it was last if both are empty.
    void offerKnownConnection(const QString& id, const QString& uri);
    /// Applies the saved layout and theme.
    void restoreLayout();
    /// Saves the layout for the next start.
    void saveLayout();
    /// The splitter between timeline and table of the inventory.
    QSplitter* inventorySplit() const;
    /// Restores the layout with which the window was first opened.
    void resetLayout();

    presenters::Workspace& m_workspace;
    PageArea* m_pages;
    HelpDesk* m_help;
    PurgeDesk* m_purges;
    UndoBar* m_undoBar;
    NavigatorView* m_navigator;
    FirstMinutes* m_firstMinutes = nullptr;
    QDockWidget* m_navigatorDock = nullptr;
    QDockWidget* m_inspectorDock = nullptr;
    QDockWidget* m_activityDock = nullptr;
    QDockWidget* m_logDock = nullptr;
    std::unique_ptr<Actions> m_actions;
    QByteArray m_initialLayout; // before a saved layout was applied
};

} // namespace sandglass::ui
