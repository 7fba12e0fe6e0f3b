// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace sandglass::presenters {
class ActivityPresenter;
}

namespace sandglass::widgets {
class NextStep;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// The content of the activity dock: running tasks with Pause and Cancel, and the journal with Undo
/// and Copy as mongosh.
class ActivityView : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the view.
    explicit ActivityView(presenters::ActivityPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants to undo a journal entry; show a preview first.
    void undoRequested(quint64 entryId);
    /// The journal is empty, and the user wants to see the rules that could be changed.
    void inventoryRequested();

private:
    /// Sets up both tables.
    void buildTables();
    /// Arranges the tables above the buttons.
    void buildLayout();
    /// A button with an icon; its accessible name is `text` without access key and dots.
    QPushButton* addButton(const QString& objectName, const QString& icon, const QString& text);
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Hides the tasks while there are none.
    void showState();
    /// Shows the server's reply to the selected entry while it is unfolded.
    void showReply();
    /// Enables the buttons that fit the selected entry and the selected task.
    void updateActions();

    presenters::ActivityPresenter& m_presenter;
    widgets::TableView* m_tasks;
    widgets::TableView* m_journal;
    widgets::NextStep* m_next = nullptr; // below a journal without entries
    QPushButton* m_cancel;
    QPushButton* m_pause;
    QPushButton* m_undo;
    QPushButton* m_copy;
    QPushButton* m_showReply; // checkable: unfolds m_reply
    QPlainTextEdit* m_reply; // of the selected entry
};

} // namespace sandglass::ui
