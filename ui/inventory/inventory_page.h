// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"
#include "app/ttl/types.h"
#include "ui/inventory/scope_words.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace sandglass::presenters {
struct BarDocuments;
class EnginePresenter;
class InventoryPresenter;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class BusyOverlay;
class ElidedLabel;
class EmptyState;
class ErrorBanner;
class FiguresStrip;
class NextStep;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

class TimelinePanel;

/// The page of the connection: figures, the forecast stacked by collection, and a table of every
/// TTL rule of the server; or the same of one database, with its name above.
class InventoryPage : public QWidget
{
    Q_OBJECT

public:
    /// The presenters must outlive the page.
    InventoryPage(presenters::InventoryPresenter& presenter, presenters::EnginePresenter& engine,
                  QWidget* parent = nullptr);

    /// The screen to show in place of the page while there is no connection, or the local engine
    /// has no data. Without one, the page has a short message of its own. Takes ownership.
    void setWelcome(QWidget& welcome);
    /// The table of the rules.
    QWidget& rules();
    /// The timeline.
    QWidget& timeline();
    /// Moves the focus to the filter box and selects its text.
    void focusFilter();
    /// The database that the page is about; empty: the whole server.
    std::string database() const;
    /// The indexes of the selected rows. A collection's own rule has an empty index name.
    std::vector<ttl::IndexRef> selectedIndexes() const;
    /// Whether rules and forecast are shown, or are known to be absent or unreadable.
    bool settled() const;

Q_SIGNALS:
    /// The user wants to choose a collection, because no collection has a rule yet.
    void collectionsRequested();
    /// The user wants to see the documents of a bar.
    void documentsRequested(const sandglass::presenters::BarDocuments& documents);
    /// A rule was double-clicked, or Enter was pressed on it: open the page of its collection.
    void collectionActivated(const sandglass::protocol::Namespace& ns);
    /// The user wants to change the period of these indexes; at least one.
    void changeRequested(const std::vector<sandglass::ttl::IndexRef>& indexes);
    /// The selection has changed.
    void selectionChanged();
    /// A rule became the current row.
    void ruleSelected(const sandglass::ttl::IndexRef& index);
    /// The page shows other data; emitted after each change of state.
    void stateShown();
    /// The chart has painted a picture with at least one document.
    void chartPainted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// Sets up the table and the order of its columns.
    void buildTable();
    /// Everything that is shown when there are rules: figures, timeline, table.
    QWidget* buildContent();
    /// The row above the table: number of rules, Change, filters, CSV.
    QWidget* buildFilterRow();
    /// The menu of conditions that can be typed as a filter.
    QToolButton* buildFilterChoices();
    /// Updates the button for the selected rules.
    void showSelection();
    /// Connects the controls with both presenters.
    void connectSignals();
    /// Notes the rows in view once they have stopped changing.
    void connectSeen();
    /// Tells the presenter which collections are in view.
    void noteSeen();
    /// Numbers of rules and collections, what has not been read or counted, and of when they are if
    /// they are old.
    QString captionText() const;
    /// Connects what the empty page, timeline and table offer.
    void connectNextSteps();
    /// Shows the presenter's state.
    void showState();
    /// Dims the table if its rows are old, and updates the caption.
    void showAge();
    /// Shows the figures and the age of the rows, and fits the columns to the first counts.
    void showFigures();
    /// Says why the table has no rows, and what to do; covers it while the rules are read.
    void showPlaceholder();
    /// Whether rows are hidden by a filter.
    bool isFiltered() const;
    /// Shows all rows again.
    void clearFilter();
    /// Shows in place of the content why there is none, and what to do.
    void showEmpty();

    presenters::InventoryPresenter& m_presenter;
    const ScopeWords m_words;
    presenters::EnginePresenter& m_engine;
    QStackedWidget* m_stack; // 0: content, 1: m_empty, 2: m_welcome
    widgets::EmptyState* m_empty;
    QWidget* m_welcome = nullptr; // null: none
    widgets::ErrorBanner* m_banner;
    widgets::FiguresStrip* m_figures;
    TimelinePanel* m_timeline;
    QLineEdit* m_filter;
    QCheckBox* m_onlyOverdue;
    QCheckBox* m_onlyFindings;
    QPushButton* m_change;
    QCheckBox* m_countAll; // hidden unless only the rules in view are counted
    widgets::ElidedLabel* m_caption;
    widgets::TableView* m_table;
    widgets::BusyOverlay* m_busy = nullptr; // over the table
    widgets::NextStep* m_next = nullptr; // below a table without rows
    QString m_countedText; // "as of 12:04:31": when the rows were counted; empty: they were not
    QTimer m_seenTimer;
    bool m_columnsFitted = false; // only once: the user may resize them
};

} // namespace sandglass::ui
