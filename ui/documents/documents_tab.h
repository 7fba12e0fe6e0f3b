// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"

#include <QList>
#include <QPersistentModelIndex>
#include <QWidget>

#include <functional>
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
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// The Documents tab of a collection: a page of documents, soonest expiry first, with live
/// countdowns; edit, insert, delete, touch now and expire at.
class DocumentsTab : public QWidget
{
    Q_OBJECT

public:
    /// The presenter outlives the tab.
    explicit DocumentsTab(presenters::DocumentsPresenter& presenter, QWidget* parent = nullptr);

    /// Asks to delete the selected documents.
    void confirmRemoval();

Q_SIGNALS:
    /// A document was selected.
    void documentSelected(const sandglass::bson::Document& document);
    /// The user asks why the document of this _id is not expiring.
    void diagnosisRequested(const sandglass::bson::Value& id);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildTable();
    QWidget* buildActions();
    QWidget* buildPager();
    void connectSignals();
    void showState();
    /// Says why there are no rows: being read, or none to show.
    void showPlaceholder();
    void updateActions();
    void edit(int row);
    void askForDate();
    void touch();
    /// Does it with the selected rows, after the question where there is one.
    void ask(const presenters::DocumentQuestion& question, const QString& objectName,
             std::function<void(const std::vector<int>&)> yes);
    std::vector<int> selectedRows() const;
    /// The selection for the time that a dialog is open: when other documents come meanwhile, none
    /// of them is taken for one that was selected.
    QList<QPersistentModelIndex> heldSelection() const;
    static std::vector<int> rowsOf(const QList<QPersistentModelIndex>& held);

    presenters::DocumentsPresenter& m_presenter;
    widgets::ErrorBanner* m_banner;
    widgets::TableView* m_table;
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
    QToolButton* m_previous;
    QToolButton* m_next;
    QLabel* m_page;
    widgets::BusyOverlay* m_reading;
};

} // namespace sandglass::ui
