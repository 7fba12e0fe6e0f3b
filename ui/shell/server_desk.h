// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/explorer/node_actions.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <QPointer>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QDialog;
class QDockWidget;
class QSplitter;

namespace sandglass::presenters {
class ConnectFormPresenter;
class Workspace;
struct DoctorRemedy;
struct SecondStep;
} // namespace sandglass::presenters

namespace sandglass::ui {

class ActivityView;
class ChangeIndexDialog;
class CollectionPage;
class CreateIndexDialog;
class EngineLogView;
class EngineNotice;
class FirstMinutes;
class InspectorView;
class InventoryPage;
class MainWindow;
class PageArea;
class PurgeDesk;
class UndoBar;

/// Everything that a window shows of one server: notices, pages and undo bar in the centre, the
/// contents of inspector, activity and engine log, and the dialogs. The window has one for each
/// server and shows one at a time. Dialogs are children of the desk and are destroyed with it. GUI
/// thread.
class ServerDesk : public QWidget
{
    Q_OBJECT

public:
    /// What a desk uses of its window; must outlive it.
    struct Frame
    {
        MainWindow& window;
        QDockWidget& activity; ///< the dock; the tour opens it
    };

    /// The workspace must outlive the desk.
    ServerDesk(presenters::Workspace& workspace, const Frame& frame, QWidget* parent = nullptr);
    ~ServerDesk() override;

    /// The presenters of the server.
    presenters::Workspace& workspace() { return m_workspace; }
    /// The pages.
    PageArea& pages() { return *m_pages; }
    /// The content of the inspector dock, owned by the desk.
    QWidget& inspector();
    /// The content of the activity dock, owned by the desk.
    QWidget& activity();
    /// The content of the dock with the engine's log, owned by the desk.
    QWidget& engineLog();
    /// Welcome screen, tour and news.
    FirstMinutes& firstMinutes() { return *m_firstMinutes; }

    /// Says on pages and dialogs which server they are of; empty: the window has only one.
    void showServerName(const QString& name);
    /// Whether the page in front shows its data, or is known to have none.
    bool pageReady() const;
    /// The content of the inventory as lines of plain text.
    QStringList textSummary() const;
    /// The splitter between timeline and table of the inventory.
    QSplitter* inventorySplit() const;

    /// Shows a collection on its page and in the inspector.
    void openCollection(const protocol::Namespace& ns);
    /// Shows the rules of a database on a page of their own.
    void openDatabase(const std::string& database);
    /// Shows an index on the page of its collection and in the inspector.
    void openIndex(const ttl::IndexRef& index);
    /// Does with an index or, with an empty index name, with a collection what a menu offers.
    void act(presenters::NodeAction action, const ttl::IndexRef& target);
    /// What is selected in the page in front: an index, the page's collection with an empty index
    /// name, or the only selected rule; nullopt for nothing or several.
    std::optional<ttl::IndexRef> target() const;
    /// Announces which page is in front.
    void announceFront();
    /// Opens the dialog to create a TTL index.
    void createIndex(const protocol::Namespace& ns);
    /// Opens the dialog to change an index. `kind`: the change to preselect. The dialog deletes
    /// itself when closed.
    ChangeIndexDialog* changeIndex(const ttl::IndexRef& index,
                                   std::optional<presenters::ChangeKind> kind);
    /// Opens the dialog for a new index on the collection in front.
    void newIndexHere();
    /// Opens the change dialog for the indexes selected in the page in front.
    void changeExpiryHere();
    /// Asks to remove what is selected in the page in front.
    void removeHere();
    /// Asks for the folder of the local engine's data.
    void chooseEngineFolder();
    /// Opens the dialog with the address and the port of the local engine.
    void openEngineAddress();
    /// Opens the doctor for the whole server.
    void openDoctor();
    /// Opens the list of what the server can do.
    void openCapabilities();
    /// Opens the dialog with the members of the deployment.
    void openMembers();
    /// Opens the dialog to name databases by hand.
    void nameDatabases();
    /// Opens the dialog of the restore points.
    void openRestorePoints();
    /// Opens the documents that have expired.
    void openTrash();
    /// Opens the dialog that connects with a saved connection or a connection string filled in, or
    /// as it was last if both are empty.
    void offerConnection(const QString& id, const QString& uri);
    /// Opens the dialog that connects with a link filled in, without the options that it must not
    /// decide.
    void offerLink(const QString& uri);
    /// Opens the preferences.
    void openPreferences();
    /// Calls `leave`, which ends the connection to the server; while a purge is in progress there,
    /// it asks before. `action`: the button's text, with an access key.
    void leave(const QString& action, std::function<void()> leave);

Q_SIGNALS:
    /// What can be done has changed: the page in front, its selection, connection or engine.
    void changed();
    /// A page shows other data.
    void stateShown();
    /// The chart of a page has painted a picture with at least one document.
    void chartPainted();
    /// The user wants to connect to a server.
    void connectRequested();
    /// The user wants to see the navigator.
    void navigatorRequested();
    /// The user wants to read the help.
    void helpRequested();
    /// The page of a collection has come to the front.
    void collectionInFront(const sandglass::protocol::Namespace& ns);
    /// The page of a database has come to the front.
    void databaseInFront(const std::string& database);
    /// The page of the server has come to the front.
    void inventoryInFront();

private:
    /// Opens the dialog that connects, after `fill` has filled its form.
    void openConnectDialog(const std::function<void(presenters::ConnectFormPresenter&)>& fill);
    /// Stacks notices, pages and undo bar.
    void buildLayout(const Frame& frame);
    /// Connects pages, notices and the contents of the docks.
    void connectSignals();
    /// Connects the presenters on which the actions depend.
    void connectPresenters();
    /// Closes the pages when other data have taken the place of theirs.
    void followData();
    /// A slot that does nothing while a dialog is open above the window: assistive tools can press
    /// the buttons behind it.
    template <typename Slot>
    auto unlessBlocked(Slot slot);
    /// Connects the page of the server or of a database.
    void connectInventory(InventoryPage* inventory);
    /// Connects a new page of a collection.
    void connectPage(CollectionPage* page);
    /// Opens a dialog: says which server it is of, and releases its presenter at its end.
    void prepare(QDialog* dialog, QObject* presenter);
    /// Releases the presenter of a dialog at its end, and unlocks the connection for it.
    void keepPresenter(QDialog* dialog, QObject* presenter);
    /// Lets the timeline in a dialog be exported, if it has one. `collection`: asked for each
    /// picture.
    void captionPictures(const QDialog& dialog, std::function<protocol::Namespace()> collection);
    /// Adds the name of the server to the titles of dialogs that lack it.
    void nameDialogs();
    /// Opens the dialog to create a TTL index; returns the dialog, which deletes itself when
    /// closed. `then`: called once the index expires documents; may be empty.
    CreateIndexDialog* openCreateDialog(const protocol::Namespace& ns,
                                        std::function<void()> then = {});
    /// Opens the dialog in which an index that was built first begins to delete. `then`: as above.
    void takeSecondStep(const presenters::SecondStep& step, std::function<void()> then);
    /// Opens the dialog to create a TTL index from a draft. After that, opens the one to drop
    /// `old`.
    void createBeside(const ttl::IndexRef& old, const ttl::TtlIndexDraft& draft);
    /// Unlocks the connection, for a dialog that needs it; asks first in production.
    void unlock();
    /// Does what fixes a finding of the doctor, or opens the dialog for it.
    void applyRemedy(const presenters::DoctorRemedy& remedy);
    /// Opens the dialog for one index, or the one for several.
    void changeIndexes(const std::vector<ttl::IndexRef>& indexes);
    /// Opens the change dialog with a period proposed.
    void changePeriod(const ttl::IndexRef& index, qint64 seconds);
    /// Opens the dialog that undoes a journal entry.
    void undoChange(quint64 journalEntry);

    presenters::Workspace& m_workspace;
    MainWindow& m_window;
    QString m_serverName; // empty: the window has only one server
    QString m_data; // see Workspace::dataIdentity(); of the last connection
    PageArea* m_pages;
    PurgeDesk* m_purges;
    EngineNotice* m_notice = nullptr;
    UndoBar* m_undoBar;
    FirstMinutes* m_firstMinutes = nullptr;
    // in docks of the window, which may be destroyed first
    QPointer<InspectorView> m_inspector;
    QPointer<ActivityView> m_activity;
    QPointer<EngineLogView> m_log;
};

} // namespace sandglass::ui
