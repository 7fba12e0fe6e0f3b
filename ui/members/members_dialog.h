// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QPushButton;

namespace sandglass::presenters {
class MembersPresenter;
struct MemberRow;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class ErrorBanner;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// The members of the deployment in a table: their states, lags, clocks and TTL monitors, with
/// buttons to pause and to resume expiry, and to count what is overdue on each shard. Members are
/// asked repeatedly while it is visible. Deletes itself when closed.
class MembersDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    explicit MembersDialog(presenters::MembersPresenter& presenter, QWidget* parent = nullptr);

    /// Opens the dialog over `parent`, which owns it, or brings the open one to the front.
    static void openOver(presenters::MembersPresenter& presenter, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// Sets names and fixed texts of the children.
    void nameParts();
    /// Arranges the table above the buttons.
    void buildLayout();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state.
    void showState();
    /// Enables the buttons that fit the selected member.
    void updateButtons();
    /// The selected member; null if none is selected.
    const presenters::MemberRow* selected() const;

    presenters::MembersPresenter& m_presenter;
    QLabel* m_title;
    QLabel* m_notes;
    widgets::ErrorBanner* m_banner;
    widgets::TableView* m_table;
    QLabel* m_overdue;
    QLabel* m_message;
    QLabel* m_cannot; // why expiry cannot be paused
    QPushButton* m_pause;
    QPushButton* m_resume;
    QPushButton* m_count;
    QPushButton* m_again;
};

} // namespace sandglass::ui
