// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;

namespace sandglass::presenters {
class ActivityPresenter;
}

namespace sandglass::widgets {
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// The activity dock's first page: running tasks with Cancel, and the journal with Undo and Copy as
/// mongosh.
class ActivityView : public QWidget
{
    Q_OBJECT

public:
    /// The presenter outlives the view.
    explicit ActivityView(presenters::ActivityPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The undo of a journal entry is asked for; it is to be previewed first.
    void undoRequested(quint64 entryId);

private:
    void buildTables();
    void buildLayout();
    QPushButton* addButton(const QString& objectName, const QString& icon, const QString& text);
    void connectSignals();
    void showState();
    void updateActions();

    presenters::ActivityPresenter& m_presenter;
    widgets::TableView* m_tasks;
    widgets::TableView* m_journal;
    QPushButton* m_cancel;
    QPushButton* m_pause;
    QPushButton* m_undo;
    QPushButton* m_copy;
};

} // namespace sandglass::ui
