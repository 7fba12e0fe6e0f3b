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

/// Purges or archives what a rule would delete: first what and how, then how far it has come.
/// Closing it leaves the purge running as a task.
class PurgeDialog : public QDialog
{
    Q_OBJECT

public:
    /// `archiveFirst`: the form begins with an archive. The presenter outlives the dialog.
    PurgeDialog(presenters::PurgePresenter& presenter, bool archiveFirst,
                QWidget* parent = nullptr);

private:
    void buildLayout();
    void connectSignals();
    void showState();

    presenters::PurgePresenter& m_presenter;
    QLabel* m_rule;
    QLabel* m_sentence;
    QLabel* m_detail;
    QPushButton* m_count;
    widgets::ErrorBanner* m_banner;
    QStackedWidget* m_screens;
    PurgeFormView* m_form;
    ConfirmRow* m_confirm;
    PurgeProgressView* m_progress;
};

} // namespace sandglass::ui
