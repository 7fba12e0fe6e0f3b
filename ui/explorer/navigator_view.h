// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <QWidget>

class QLabel;
class QLineEdit;
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
    /// The presenter outlives the view.
    explicit NavigatorView(presenters::NavigatorPresenter& presenter, QWidget* parent = nullptr);

    void focusFilter();
    /// Marks a collection's row without announcing it.
    void mark(const protocol::Namespace& ns);

Q_SIGNALS:
    void connectionChosen();
    void collectionChosen(const sandglass::protocol::Namespace& ns);
    void indexChosen(const sandglass::ttl::IndexRef& index);
    /// From the context menu of a collection or one of its indexes.
    void createIndexRequested(const sandglass::protocol::Namespace& ns);
    void changeIndexRequested(const sandglass::ttl::IndexRef& index);

private:
    void buildTree();
    void connectSignals();
    void showState();
    void choose(const QModelIndex& index);
    void showMenu(const QPoint& where);
    void expandNew(const QModelIndex& parent, int first, int last);

    presenters::NavigatorPresenter& m_presenter;
    QLineEdit* m_filter;
    QTreeView* m_tree;
    QLabel* m_placeholder;
    widgets::ErrorBanner* m_banner;
    bool m_marking = false;
};

} // namespace sandglass::ui
