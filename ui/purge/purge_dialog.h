// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTimeZone;
class QVBoxLayout;

namespace sandglass::presenters {
class PurgePresenter;
}

namespace sandglass::widgets {
class ErrorBanner;
}

namespace sandglass::ui {

class ConfirmRow;
class EffectView;
class PurgeFormView;
class PurgeProgressView;

/// Purges or archives what a rule would delete: first the settings, then the progress, both above
/// the timeline, which takes all height that they leave. Where the screen is too low for that, the
/// settings scroll. Closing the dialog leaves the purge running as a task.
class PurgeDialog : public QDialog
{
    Q_OBJECT

public:
    /// `archiveFirst`: preselects an archive. The presenter must outlive the dialog.
    PurgeDialog(presenters::PurgePresenter& presenter, bool archiveFirst,
                QWidget* parent = nullptr);

    /// The time zone of the timeline.
    void setTimeZone(const QTimeZone& zone);

private:
    /// Arranges the form and the progress as two screens.
    void buildLayout();
    /// The screen of the form: what would go, the settings, and the confirmation.
    QWidget* buildFormScreen();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state.
    void showState();
    /// Shows the timeline on the screen in front.
    void showTimeline();

    presenters::PurgePresenter& m_presenter;
    QLabel* m_rule;
    QLabel* m_sentence;
    QLabel* m_detail;
    widgets::ErrorBanner* m_banner;
    QPushButton* m_count;
    QStackedWidget* m_screens; // 0: form, 1: progress
    PurgeFormView* m_form;
    EffectView* m_effect; // only its timeline
    QLabel* m_timelineNote; // why there is none
    QVBoxLayout* m_formColumn = nullptr; // ends with the timeline and the note
    ConfirmRow* m_confirm;
    PurgeProgressView* m_progress;
};

} // namespace sandglass::ui
