// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace sandglass::presenters {
class EnginePresenter;
class InventoryPresenter;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class EmptyState;
class ErrorBanner;
class FiguresStrip;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

class TimelinePanel;

/// The connection page: figures, the forecast stacked by collection, and a table of every TTL rule
/// of the server.
class InventoryPage : public QWidget
{
    Q_OBJECT

public:
    /// The presenters outlive the page.
    InventoryPage(presenters::InventoryPresenter& presenter, presenters::EnginePresenter& engine,
                  QWidget* parent = nullptr);

    /// Puts the cursor into the filter box.
    void focusFilter();
    /// The indexes of the selected rows; rules of collections themselves are not among them.
    std::vector<ttl::IndexRef> selectedIndexes() const;
    /// Whether rules and forecast are on screen, or it is known that there are none.
    bool settled() const;

Q_SIGNALS:
    /// A rule was activated (double click or Enter): its collection's page is wanted.
    void collectionActivated(const sandglass::protocol::Namespace& ns);
    /// One period for the selected rules is wanted: at least one index.
    void changeRequested(const std::vector<sandglass::ttl::IndexRef>& indexes);
    /// Other rows are selected.
    void selectionChanged();
    /// A rule was selected.
    void ruleSelected(const sandglass::ttl::IndexRef& index);
    /// The page's data changed.
    void stateShown();
    /// The chart put a picture with documents on the screen.
    void chartPainted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildTable();
    QWidget* buildContent();
    QWidget* buildFilterRow();
    QToolButton* buildFilterChoices();
    void showSelection();
    void connectSignals();
    void showState();
    void showFigures();
    void showEmpty();

    presenters::InventoryPresenter& m_presenter;
    presenters::EnginePresenter& m_engine;
    QStackedWidget* m_stack;
    widgets::EmptyState* m_empty;
    widgets::ErrorBanner* m_banner;
    widgets::FiguresStrip* m_figures;
    TimelinePanel* m_timeline;
    QLineEdit* m_filter;
    QCheckBox* m_onlyOverdue;
    QCheckBox* m_onlyFindings;
    QPushButton* m_change;
    QLabel* m_caption;
    widgets::TableView* m_table;
    bool m_columnsFitted = false;
};

} // namespace sandglass::ui
