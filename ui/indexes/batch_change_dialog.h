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

/// One new period for several TTL indexes: every target with its own effect, and the total on the
/// button. Closes by itself when all are changed; deletes itself.
class BatchChangeDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter outlives the dialog.
    explicit BatchChangeDialog(presenters::BatchChangePresenter& presenter,
                               QWidget* parent = nullptr);

private:
    void buildLayout();
    QWidget* buildCountRow();
    void connectSignals();
    void tell();
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
