// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace sandglass::presenters {
class PurgePresenter;
}

namespace sandglass::widgets {
class ErrorBanner;
}

namespace sandglass::ui {

class ConfirmRow;
class PurgeFormView;
class PurgeProgressView;

/// Purges or archives what a rule would delete: first the settings, then the progress. Closing the
/// dialog leaves the purge running as a task.
class PurgeDialog : public QDialog
{
    Q_OBJECT

public:
    /// `archiveFirst`: preselects an archive. The presenter must outlive the dialog.
    PurgeDialog(presenters::PurgePresenter& presenter, bool archiveFirst,
                QWidget* parent = nullptr);

private:
    /// Arranges the form and the progress as two screens.
    void buildLayout();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state.
    void showState();

    presenters::PurgePresenter& m_presenter;
    QLabel* m_rule;
    QLabel* m_sentence;
    QLabel* m_detail;
    QPushButton* m_count;
    widgets::ErrorBanner* m_banner;
    QStackedWidget* m_screens; // 0: form, 1: progress
    PurgeFormView* m_form;
    ConfirmRow* m_confirm;
    PurgeProgressView* m_progress;
};

} // namespace sandglass::ui
