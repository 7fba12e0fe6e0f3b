// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"

#include <QList>
#include <QPersistentModelIndex>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace sandglass::presenters {
class DocumentsPresenter;
struct DocumentQuestion;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class BusyOverlay;
class ErrorBanner;
class FocusRefuge;
class NextStep;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

class DocumentFilterBar;

/// The Documents tab of a collection: a page of documents, soonest expiry first, with live
/// countdowns; edit, insert, delete, touch now and expire at.
class DocumentsTab : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the tab.
    explicit DocumentsTab(presenters::DocumentsPresenter& presenter, QWidget* parent = nullptr);
    ~DocumentsTab() override;

    /// Asks to delete the selected documents.
    void confirmRemoval();

Q_SIGNALS:
    /// A single document was selected.
    void documentSelected(const sandglass::bson::Document& document);
    /// The user asks why the document with this _id is not expiring.
    void diagnosisRequested(const sandglass::bson::Value& id);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// Sets up the table.
    void buildTable();
    /// Sets how many rows the table has room for at least.
    void keepRoomFor(int rows);
    /// The buttons above the table and the choice of the rule.
    QWidget* buildActions();
    /// The line below the table: range, message and Undo. It is there only if it says something.
    QWidget* buildNotes();
    /// Lets Tab go through the controls as they are arranged.
    void orderTabs();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state.
    void showState();
    /// Tells screen readers how the documents are sorted: no title of the table does.
    void nameOrder();
    /// Says in the empty table why there are no rows, dims old ones, and covers them while others
    /// are read.
    void showPlaceholder();
    /// Enables the buttons that fit the selection and the lock.
    void updateActions();
    /// Announces the selected document, and updates the actions.
    void showSelection();
    /// Sorts by a column; the columns of the date and of the expiry stand for the rule's field.
    void sortBy(int column);
    /// Whether a dialog over the window has to be answered first. Assistive tools reach what is
    /// behind it.
    bool isBlocked() const;
    /// Opens the editor for a row; -1: for a new document. Does nothing while the tab is blocked;
    /// nor do the functions below that ask or change.
    void edit(int row);
    /// Asks for the time at which the selected documents are to expire.
    void askForDate();
    /// Sets the date of the selected documents to the server's current time, after confirmation.
    void touch();
    /// Calls `yes` with the selected rows, after the confirmation if `question` needs one.
    /// `objectName`: of the confirmation.
    void ask(const presenters::DocumentQuestion& question, const QString& objectName,
             std::function<void(const std::vector<int>&)> yes);
    /// The selected rows of the model, in any order.
    std::vector<int> selectedRows() const;
    /// The selection while a dialog is open. If another page of documents arrives meanwhile, none
    /// of its rows is mistaken for a selected one.
    QList<QPersistentModelIndex> persistentSelection() const;
    /// Those of the rows that still exist.
    static std::vector<int> rowsOf(const QList<QPersistentModelIndex>& selection);

    presenters::DocumentsPresenter& m_presenter;
    widgets::ErrorBanner* m_banner;
    widgets::TableView* m_table;
    widgets::NextStep* m_nextStep = nullptr; // below a table without rows
    QComboBox* m_rule;
    QPushButton* m_insert = nullptr;
    QPushButton* m_edit = nullptr;
    QPushButton* m_touch = nullptr;
    QPushButton* m_expire = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_why = nullptr;
    QPushButton* m_undo = nullptr;
    QLabel* m_message;
    QLabel* m_range;
    QToolButton* m_allDocuments;
    DocumentFilterBar* m_filter;
    QWidget* m_notes = nullptr; // below the table
    widgets::BusyOverlay* m_reading;
    std::unique_ptr<widgets::FocusRefuge> m_focus; // of the buttons: the table
};

} // namespace sandglass::ui
