// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/purge/purge_state.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QRadioButton;
class QTimeZone;

namespace sandglass::widgets {
class DurationEdit;
class ErrorBanner;
class VerdictLabel;
} // namespace sandglass::widgets

namespace sandglass::ui {

class CommandBox;
class ConfirmRow;
class EffectView;

/// Changes one index with collMod: converts an ordinary index, changes the seconds, stops expiring,
/// hides or unhides. It can also drop the index. The timeline shows before and after over one
/// another. The dialog closes once the changed index has been read back as requested.
class ChangeIndexDialog : public QDialog
{
    Q_OBJECT

public:
    /// `wanted`: the change to preselect, if the index allows it. The presenter must outlive the
    /// dialog.
    ChangeIndexDialog(presenters::ChangeIndexPresenter& presenter,
                      std::optional<presenters::ChangeKind> wanted, QWidget* parent = nullptr);

    /// Proposes this period (seconds; 0: at the date stored in the field) instead of the current
    /// one.
    void proposeSeconds(qint64 seconds);
    /// The time zone of the timeline in the dialog.
    void setTimeZone(const QTimeZone& zone);

Q_SIGNALS:
    /// The change has been read back as requested.
    void verified(const sandglass::presenters::ChangeResult& result);
    /// The dialog was closed, and it has sent nothing that may have been executed.
    void leftUnsent();
    /// The user chose the way without a gap: create a new index from this draft, then drop this
    /// one.
    void alternativeRequested(const sandglass::ttl::TtlIndexDraft& draft);
    /// The user wants to purge the affected documents in stages first, or to archive them.
    void purgeRequested(const sandglass::ttl::Rule& target, bool archiveFirst);

private:
    /// Arranges form, effect, command and confirmation.
    void buildLayout();
    /// The form with the current rule, the kind of change and the period.
    QWidget* buildForm();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// The kind of change that the form shows.
    presenters::ChangeKind chosenKind() const;
    /// Sends the draft in the form to the presenter.
    void submitDraft();
    /// Shows the presenter's state; closes the dialog once the change is verified.
    void showState();
    /// Fills the form once the index has been read; does nothing after that.
    void showKinds();
    /// Gives the focus to the first field that is needed.
    void focusFirst();

    presenters::ChangeIndexPresenter& m_presenter;
    std::optional<presenters::ChangeKind> m_wanted; // to preselect
    std::optional<qint64> m_proposed; // seconds, from what-if
    QLabel* m_current;
    QLabel* m_alternative;
    QLabel* m_warning;
    // in the order of the dialog, which is that of Tab
    QComboBox* m_kind;
    QRadioButton* m_afterPeriod;
    widgets::DurationEdit* m_duration;
    widgets::VerdictLabel* m_verdict;
    QRadioButton* m_atDate;
    QPushButton* m_beside;
    EffectView* m_effect;
    CommandBox* m_command;
    ConfirmRow* m_confirm;
    widgets::ErrorBanner* m_banner;
    std::size_t m_possible = 0; // how many kinds of change can be chosen
    bool m_filled = false; // showKinds() has filled the form
};

} // namespace sandglass::ui
