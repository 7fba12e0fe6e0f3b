// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/explorer/node_actions.h"
#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <QWidget>

#include <string>

class QAction;
class QItemSelection;
class QLabel;
class QLineEdit;
class QMenu;
class QModelIndex;
class QPushButton;
class QTreeView;

namespace sandglass::presenters {
class NavigatorPresenter;
}

namespace sandglass::widgets {
class ErrorBanner;
}

namespace sandglass::ui {

/// The navigator dock's content: a filter box over the tree of connection, databases, collections
/// and indexes.
class NavigatorView : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the view.
    explicit NavigatorView(presenters::NavigatorPresenter& presenter, QWidget* parent = nullptr);

    /// Moves the focus to the filter box and selects its text.
    void focusFilter();
    /// Moves the focus to the tree.
    void focusTree();
    /// Selects the root of the server in front without a signal, unless a row of it is selected
    /// already. Returns whether it did.
    bool showServer();
    /// Selects the row of a collection or, without its name, of a database without a signal.
    /// Nothing if the row is filtered out, or an index of the collection is selected.
    void selectQuietly(const protocol::Namespace& ns);
    /// Selects the server's row without a signal, unless no row is selected at all.
    void selectServerQuietly();

Q_SIGNALS:
    /// A row of this server was selected, or something is wanted of it; emitted before the signal
    /// that says what.
    void serverChosen(int server);
    /// The user wants to connect to a server of the tree again.
    void connectAgainRequested(int server);
    /// The user wants to disconnect a server of the tree.
    void disconnectRequested(int server);
    /// The user wants to take a server out of the window.
    void removeRequested(int server);
    /// The user wants to connect to a server, because the tree is empty.
    void connectRequested();
    /// The user wants to name databases by hand.
    void nameDatabasesRequested();
    /// The connection was selected.
    void connectionChosen();
    /// A database was selected.
    void databaseChosen(const std::string& database);
    /// A collection was selected.
    void collectionChosen(const sandglass::protocol::Namespace& ns);
    /// An index was selected.
    void indexChosen(const sandglass::ttl::IndexRef& index);
    /// The context menu of a database or a server asks for the doctor of the whole server.
    void doctorRequested();
    /// The context menu of the local engine asks for its address.
    void engineAddressRequested();
    /// The context menu of a collection, whose index name is empty, or of an index asks for this.
    void actionRequested(sandglass::presenters::NodeAction action,
                         const sandglass::ttl::IndexRef& target);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Sets up the tree.
    void buildTree();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows failure and placeholder, and expands a filtered tree.
    void showState();
    /// Says why the tree is empty, and what to do.
    void showPlaceholder();
    /// Does what the button below the placeholder says.
    void takeNextStep();
    /// Emits the signal for the selected row.
    void choose(const QModelIndex& index);
    /// Connects what chooses a row: mouse, keyboard, assistive tools.
    void connectChoices();
    /// Chooses the row that assistive tools have selected.
    void followSelection(const QItemSelection& selected, const QItemSelection& deselected);
    /// Selects the current row again when no row is selected.
    void restoreSelection();
    /// Adds an entry to a context menu and returns it.
    QAction* addEntry(QMenu& menu, const QString& text, const char* objectName);
    /// Adds what the context menu of a collection or an index has of its own.
    void addNodeActions(QMenu& menu, const QModelIndex& row);
    /// Adds what the context menus of servers and databases have of their own.
    void addCommonActions(QMenu& menu, const QModelIndex& row);
    /// Adds the entry that copies the address of a row's server.
    void addCopyAddress(QMenu& menu, const QModelIndex& row);
    /// The row of a row's server.
    static QModelIndex rootOf(QModelIndex row);
    /// Adds what the context menu of a server's root has of its own.
    void addServerActions(QMenu& menu, const QModelIndex& root);
    /// Selects a row without a signal.
    void setQuietly(const QModelIndex& index);
    /// Opens the context menu at a point of the tree.
    void showMenu(const QPoint& where);
    /// Expands new rows `first` to `last` of `parent` down to the collections.
    void expandNew(const QModelIndex& parent, int first, int last);

    presenters::NavigatorPresenter& m_presenter;
    QLineEdit* m_filter;
    QTreeView* m_tree;
    QLabel* m_placeholder;
    QPushButton* m_next; // below the placeholder
    widgets::ErrorBanner* m_banner;
    bool m_quiet = false; // selectQuietly() is at work: no signals
    bool m_removing = false; // rows are being removed, and another one may become the current one
    bool m_chosen = false; // the last press has chosen a row
    bool m_reselected = false; // the current row was selected again
    bool m_following = false; // a row became the current one in this turn of the event loop
};

} // namespace sandglass::ui
