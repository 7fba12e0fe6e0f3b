// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/indexes/change_index_presenter.h"
#include "app/ttl/types.h"

#include <QWidget>

#include <optional>
#include <string>

class QPushButton;
class QSortFilterProxyModel;

namespace sandglass::presenters {
class IndexListPresenter;
}

namespace sandglass::widgets {
class BusyOverlay;
class ElidedLabel;
class ErrorBanner;
class NextStep;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// The Indexes tab of a collection: the table of its indexes and buttons for the selected one.
class IndexesTab : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the tab.
    explicit IndexesTab(presenters::IndexListPresenter& presenter, QWidget* parent = nullptr);

    /// The selected index; nullopt if none is selected.
    std::optional<ttl::IndexRef> selected() const;
    /// Selects an index by name, at once or when it has been read.
    void select(const std::string& indexName);
    /// The row of buttons for the selected index.
    QWidget& actions() { return *m_actions; }
    /// How many indexes there are, "2 indexes, 1 of them TTL", and when they and their uses were
    /// read: "· as of 12:04:31 UTC". Hidden until the page puts it beside the tabs: the row of
    /// buttons has no room for it in a low window.
    QWidget& caption();
    /// Emits changeRequested() to drop the selected index, if that is possible.
    void requestDrop();

Q_SIGNALS:
    /// The user wants a new TTL index on the collection.
    void createRequested();
    /// The user wants to change an index. An empty name means the collection's own rule.
    void changeRequested(const sandglass::ttl::IndexRef& index,
                         sandglass::presenters::ChangeKind kind);
    /// An index was selected.
    void indexSelected(const sandglass::ttl::IndexRef& index);
    /// The user wants to purge what the rule of an index deletes.
    void purgeRequested(const sandglass::ttl::IndexRef& index);

private:
    /// Sets up the table, sorted in the view.
    void buildTable();
    /// The row of buttons above the table.
    QWidget* buildActions();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state, and makes a selection that was waiting for it.
    void showState();
    /// Says in the empty table why there are no rows, and what to do.
    void showPlaceholder();
    /// Enables the buttons that fit the selected index.
    void updateActions();
    /// Emits changeRequested() for the selected index.
    void request(presenters::ChangeKind kind);
    /// The boolean `role` of the selected row; false without one.
    bool currentIs(int role) const;

    presenters::IndexListPresenter& m_presenter;
    QSortFilterProxyModel* m_sorted;
    widgets::ErrorBanner* m_banner;
    widgets::TableView* m_table;
    widgets::BusyOverlay* m_busy = nullptr; // over the table
    widgets::NextStep* m_next = nullptr; // below a table without rows
    QWidget* m_actions = nullptr;
    widgets::ElidedLabel* m_caption;
    QPushButton* m_create = nullptr;
    QPushButton* m_change = nullptr;
    QPushButton* m_convert = nullptr;
    QPushButton* m_hide = nullptr;
    QPushButton* m_drop = nullptr;
    QPushButton* m_ownRule = nullptr;
    QPushButton* m_purge = nullptr;
    std::string m_wanted; // to select when it has been read; empty: none
    bool m_columnsFitted = false; // the table fits them by itself from then on
};

} // namespace sandglass::ui
