// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace sandglass::presenters {
class TrashPresenter;
struct PutBackQuestion;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class BusyOverlay;
class ErrorBanner;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

class TrashSearch;

/// The documents that TTL indexes of the local engine have deleted, to find them and put them
/// back, and how long they are kept. Deletes itself when closed.
class TrashDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog. Reads the trash.
    explicit TrashDialog(presenters::TrashPresenter& presenter, QWidget* parent = nullptr);

    /// Opens the dialog over `parent`, which owns it, or brings the open one to the front.
    static void openOver(presenters::TrashPresenter& presenter, QWidget* parent);

private:
    /// Sets names and fixed texts of the children.
    void nameParts();
    /// Arranges limits, search, table, pages and buttons.
    void buildLayout();
    /// Adds the boxes for how long documents are kept.
    void buildLimits(QHBoxLayout& row);
    /// What stands in a box for no limit.
    static QString unlimited();
    /// Has the boxes say what a 0 in them means.
    void showLimitWords();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state.
    void showState();
    /// Enables and names the buttons that fit the selection.
    void updateButtons();
    /// The rows that are selected, from top to bottom.
    std::vector<int> selected() const;
    /// Asks before documents are put back.
    void askPutBack(const presenters::PutBackQuestion& question);

    presenters::TrashPresenter& m_presenter;
    QLabel* m_sentence;
    QSpinBox* m_days;
    QSpinBox* m_mebibytes;
    QPushButton* m_setLimits;
    widgets::ErrorBanner* m_banner;
    TrashSearch* m_search;
    widgets::TableView* m_table;
    widgets::BusyOverlay* m_busy;
    QLabel* m_count;
    QPushButton* m_previous;
    QPushButton* m_next;
    QLabel* m_message;
    QPushButton* m_putBack = nullptr; // never null after the constructor
};

} // namespace sandglass::ui
