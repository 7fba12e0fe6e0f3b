// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QToolButton;

namespace sandglass::presenters {
class EnginePresenter;
}

namespace sandglass::widgets {
class TableView;
}

namespace sandglass::ui {

/// The local engine's log with a filter, and buttons that start and stop the engine.
class EngineLogView : public QWidget
{
    Q_OBJECT

public:
    /// The presenter outlives the view.
    explicit EngineLogView(presenters::EnginePresenter& presenter, QWidget* parent = nullptr);

private:
    void buildTable();
    QToolButton* addButton(const QString& objectName, const QString& icon, const QString& text);
    void showState();
    void follow();

    presenters::EnginePresenter& m_presenter;
    QSortFilterProxyModel* m_shown;
    widgets::TableView* m_table;
    QLabel* m_phase;
    QToolButton* m_start;
    QToolButton* m_stop;
};

} // namespace sandglass::ui
