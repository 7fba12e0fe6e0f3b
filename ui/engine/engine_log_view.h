// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QToolButton;

namespace sandglass::presenters {
class EnginePresenter;
}

namespace sandglass::widgets {
class NextStep;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// The local engine's log with a filter, and buttons that start and stop the engine.
class EngineLogView : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the view.
    explicit EngineLogView(presenters::EnginePresenter& presenter, QWidget* parent = nullptr);

private:
    /// Sets up filter and table.
    void buildTable();
    /// A button whose accessible name and tool tip are `text`; owned by the view.
    QToolButton* addButton(const QString& objectName, const QString& icon, const QString& text);
    /// Shows whether the engine runs, and enables the buttons.
    void showState();
    /// Says in the empty table why there are no lines, and what to do.
    void showPlaceholder();
    /// Starts the engine, or clears the filter.
    void takeNextStep();
    /// Scrolls to new lines, if the end of the log was in view.
    void follow();

    presenters::EnginePresenter& m_presenter;
    QSortFilterProxyModel* m_shown; // the lines that pass the filter
    widgets::TableView* m_table;
    widgets::NextStep* m_next = nullptr; // below a log without lines
    QLineEdit* m_filter;
    QLabel* m_phase;
    QToolButton* m_start;
    QToolButton* m_stop;
};

} // namespace sandglass::ui
