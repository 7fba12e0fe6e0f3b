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
class ElidedLabel;
class ErrorBanner;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// The Indexes tab of a collection: the table and what can be done with the selected index.
class IndexesTab : public QWidget
{
    Q_OBJECT

public:
    /// The presenter outlives the tab.
    explicit IndexesTab(presenters::IndexListPresenter& presenter, QWidget* parent = nullptr);

    /// The selected index, if any.
    std::optional<ttl::IndexRef> selected() const;
    /// Selects an index by name, as soon as it is there.
    void select(const std::string& indexName);
    /// Asks to drop the selected index.
    void requestDrop();

Q_SIGNALS:
    void createRequested();
    void changeRequested(const sandglass::ttl::IndexRef& index,
                         sandglass::presenters::ChangeKind kind);
    void indexSelected(const sandglass::ttl::IndexRef& index);
    void purgeRequested(const sandglass::ttl::IndexRef& index);

private:
    void buildTable();
    QWidget* buildActions();
    void connectSignals();
    void showState();
    void updateActions();
    void request(presenters::ChangeKind kind);
    bool is(int role) const;

    presenters::IndexListPresenter& m_presenter;
    QSortFilterProxyModel* m_sorted;
    widgets::ErrorBanner* m_banner;
    widgets::TableView* m_table;
    widgets::ElidedLabel* m_caption;
    QPushButton* m_create = nullptr;
    QPushButton* m_change = nullptr;
    QPushButton* m_convert = nullptr;
    QPushButton* m_hide = nullptr;
    QPushButton* m_drop = nullptr;
    QPushButton* m_ownRule = nullptr;
    QPushButton* m_purge = nullptr;
    std::string m_wanted; // to be selected when the rows are there
    bool m_columnsFitted = false;
};

} // namespace sandglass::ui
