// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;

namespace sandglass::presenters {
class BatchChangePresenter;
}

namespace sandglass::widgets {
class DurationEdit;
class ErrorBanner;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

class ConfirmRow;

/// Sets one new period for several TTL indexes. Each row shows its own effect, and the button names
/// the total. Closes once all indexes are changed; deletes itself when closed.
class BatchChangeDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    explicit BatchChangeDialog(presenters::BatchChangePresenter& presenter,
                               QWidget* parent = nullptr);

private:
    /// Arranges period, table, total and confirmation.
    void buildLayout();
    /// The row with the total, the progress of counting and its Cancel button.
    QWidget* buildCountRow();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Sends the typed period to the presenter, or that it is not valid.
    void submitPeriod();
    /// Shows the presenter's state; closes the dialog once all indexes are changed.
    void showState();

    presenters::BatchChangePresenter& m_presenter;
    widgets::ErrorBanner* m_banner;
    widgets::DurationEdit* m_duration;
    widgets::TableView* m_table;
    QLabel* m_sentence;
    QProgressBar* m_busy;
    QPushButton* m_cancelCount;
    ConfirmRow* m_confirm;
};

} // namespace sandglass::ui
