// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <QWidget>

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
    /// Selects a row of the server in front without a signal, unless one is selected already.
    void showServer();
    /// Selects a collection's row without emitting collectionChosen(). Nothing if the row is
    /// filtered out, or one of its indexes is selected.
    void selectQuietly(const protocol::Namespace& ns);
    /// Selects the server's row without a signal, unless it or a database of it is selected or no
    /// row at all.
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
    /// The connection or one of its databases was selected.
    void connectionChosen();
    /// A collection was selected.
    void collectionChosen(const sandglass::protocol::Namespace& ns);
    /// An index was selected.
    void indexChosen(const sandglass::ttl::IndexRef& index);
    /// The context menu of a collection or of one of its indexes asks for a new index.
    void createIndexRequested(const sandglass::protocol::Namespace& ns);
    /// The context menu of an index asks to change its expiry.
    void changeIndexRequested(const sandglass::ttl::IndexRef& index);

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
    bool m_chosen = false; // the last press has chosen a row
};

} // namespace sandglass::ui
