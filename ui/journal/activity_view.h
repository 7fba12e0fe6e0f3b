// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

class QBoxLayout;
class QLineEdit;
class QModelIndex;
class QPlainTextEdit;
class QPushButton;

namespace sandglass::presenters {
class ActivityPresenter;
}

namespace sandglass::widgets {
class ElidedLabel;
class NextStep;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// The content of the activity dock: running tasks with Pause and Cancel, and the journal with a
/// filter, Save as CSV, Undo and Copy as mongosh.
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

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Sets up both tables.
    void buildTables();
    /// Sets up the filter and what says how many entries fit it.
    void buildFilter();
    /// Arranges the tasks with their buttons above the journal with its own.
    void buildLayout();
    /// The row of filter and buttons above the journal.
    QBoxLayout* buildJournalRow();
    /// A button with an icon; its accessible name is `text` without access key and dots.
    QPushButton* addButton(const QString& objectName, const QString& icon, const QString& text);
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Connects the buttons that are for the selected entry or task.
    void connectButtons();
    /// Hides the tasks while there are none.
    void showState();
    /// Shows the column of the servers while there are several.
    void showServers();
    /// Tells the filter which columns are shown.
    void followColumns();
    /// Says why the journal shows no entry, and what to do.
    void showPlaceholder();
    /// Clears the filter, or asks for the inventory.
    void takeNextStep();
    /// Asks for a file, and writes the entries that are shown.
    void save();
    /// The entry that the buttons are for; invalid: none is selected.
    QModelIndex selectedEntry() const;
    /// Shows the server's reply to the selected entry while it is unfolded.
    void showReply();
    /// Enables the buttons that fit the selected entry and the selected task.
    void updateActions();

    presenters::ActivityPresenter& m_presenter;
    widgets::TableView* m_tasks;
    widgets::TableView* m_journal;
    QLineEdit* m_filter; // of the journal
    widgets::ElidedLabel* m_caption; // how many entries fit the filter
    widgets::NextStep* m_next = nullptr; // beside a journal that shows no entry
    QPushButton* m_save;
    QPushButton* m_cancel;
    QPushButton* m_pause;
    QPushButton* m_undo;
    QPushButton* m_copy;
    QPushButton* m_showReply; // checkable: unfolds m_reply
    QPlainTextEdit* m_reply; // of the selected entry
    std::optional<bool> m_serversShown; // unset: not decided yet
};

} // namespace sandglass::ui
