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
    /// The workspace outlives the window.
    explicit MainWindow(presenters::Workspace& workspace, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens "inventory" or "DB.COLLECTION". False when that is no page.
    bool openPage(const QString& page);
    /// Whether the page in front shows its data; pageSettled() tells when it first does.
    bool pageReady() const;
    /// What the inventory shows, as lines of text.
    QStringList spokenSummary() const;

Q_SIGNALS:
    void pageSettled();
    /// The chart of the page in front put a picture with documents on the screen.
    void chartPainted();
    /// The user closed the window.
    void closed();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    struct Actions;

    void buildDocks();
    QDockWidget* addDock(const QString& objectName, const QString& title, QWidget* content,
                         Qt::DockWidgetArea area);
    void buildActions();
    QAction* action(const QString& objectName, const QString& icon, const QString& text,
                    const QKeySequence& keys);
    void buildMenus();
    void buildViewMenu(QMenu& menu);
    void buildToolBar();
    void connectSignals();
    void connectPage(CollectionPage* page);
    void connectActions();
    void connectServerActions();
    void applyTheme();
    void updateActions();
    void keepToTheRehearsal();
    void openCollection(const protocol::Namespace& ns);
    void openIndex(const ttl::IndexRef& index);
    void createIndex(const protocol::Namespace& ns);
    CreateIndexDialog* openCreateDialog(const protocol::Namespace& ns);
    void chooseEngineFolder();
    /// Opens the dialog that mends what the doctor found.
    void applyRemedy(const presenters::DoctorRemedy& remedy);
    /// Makes a TTL index by a draft, and then offers to drop the old one.
    void createBeside(const ttl::IndexRef& old, const ttl::TtlIndexDraft& draft);
    ChangeIndexDialog* changeIndex(const ttl::IndexRef& index,
                                   std::optional<presenters::ChangeKind> kind);
    void changeIndexes(const std::vector<ttl::IndexRef>& indexes);
    void focusFilter();
    void changePeriod(const ttl::IndexRef& index, qint64 seconds);
    void undoChange(quint64 journalEntry);
    void newIndexHere();
    void changeExpiryHere();
    void removeHere();
    void showActivity();
    void restoreLayout();
    void saveLayout();
    /// Between timeline and table of the inventory.
    QSplitter* inventorySplit() const;
    void resetLayout();

    presenters::Workspace& m_workspace;
    PageArea* m_pages;
    HelpDesk* m_help;
    PurgeDesk* m_purges;
    UndoBar* m_undoBar;
    NavigatorView* m_navigator;
    QDockWidget* m_navigatorDock = nullptr;
    QDockWidget* m_inspectorDock = nullptr;
    QDockWidget* m_activityDock = nullptr;
    QDockWidget* m_logDock = nullptr;
    std::unique_ptr<Actions> m_actions;
    QByteArray m_initialLayout;
};

} // namespace sandglass::ui
