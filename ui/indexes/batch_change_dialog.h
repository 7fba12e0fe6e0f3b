// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTimeZone;

namespace sandglass::presenters {
class BatchChangePresenter;
struct ChangeResult;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class DurationEdit;
class ErrorBanner;
class TableView;
} // namespace sandglass::widgets

namespace sandglass::ui {

class ConfirmRow;
class EffectView;

/// Makes the same change to several TTL indexes: another period, the date stored in the field, no
/// expiry, or hiding. Each row shows its own effect, the button names the total, and the timeline
/// is that of all rules together. Closes once all indexes are changed; deletes itself when closed.
class BatchChangeDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenter must outlive the dialog.
    explicit BatchChangeDialog(presenters::BatchChangePresenter& presenter,
                               QWidget* parent = nullptr);

    /// The time zone of the timeline.
    void setTimeZone(const QTimeZone& zone);

Q_SIGNALS:
    /// All changes have been read back as requested.
    void verified(const sandglass::presenters::ChangeResult& result);

private:
    /// Fills the list of changes.
    void fillKinds();
    /// Arranges period, table, total, timeline and confirmation.
    void buildLayout();
    /// The row with the total, the progress of counting and of changing, and their Cancel buttons.
    QWidget* buildCountRow();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Sends the form to the presenter.
    void submit();
    /// Shows the timeline of all rules, and what is missing from it.
    void showTimeline();
    /// Shows how far counting or changing has come.
    void showProgress();
    /// Shows the presenter's state; closes the dialog once all indexes are changed.
    void showState();

    presenters::BatchChangePresenter& m_presenter;
    widgets::ErrorBanner* m_banner;
    QComboBox* m_kind;
    widgets::DurationEdit* m_duration;
    QLabel* m_warning;
    widgets::TableView* m_table;
    QLabel* m_sentence;
    QProgressBar* m_busy;
    QPushButton* m_cancelCount;
    QPushButton* m_cancelRest;
    EffectView* m_effect; // only its timeline
    QLabel* m_timelineNote;
    ConfirmRow* m_confirm;
    bool m_columnsFitted = false; // once, when the rules have been read
};

} // namespace sandglass::ui
