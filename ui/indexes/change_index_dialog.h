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

/// Changes one index by collMod: convert an ordinary one, change the seconds, stop expiring, hide
/// or unhide; or drops it. Before and after lie over one another in the timeline. It closes when
/// the change is read back as asked.
class ChangeIndexDialog : public QDialog
{
    Q_OBJECT

public:
    /// `wanted`: what to begin with, where the index allows it. The presenter outlives the dialog.
    ChangeIndexDialog(presenters::ChangeIndexPresenter& presenter,
                      std::optional<presenters::ChangeKind> wanted, QWidget* parent = nullptr);

    /// Begins with this period (seconds, at least 1) instead of the index's own.
    void proposeSeconds(qint64 seconds);
    /// The wall clock of the timeline in it.
    void setTimeZone(const QTimeZone& zone);

Q_SIGNALS:
    /// The change was read back as asked; the sentence says what has become of the index.
    void verified(const QString& sentence);
    /// The way without a gap is wanted: a new index by this draft, then this one is dropped.
    void alternativeRequested(const sandglass::ttl::TtlIndexDraft& draft);
    /// The affected documents are to be purged in stages, or archived, first.
    void purgeRequested(const sandglass::ttl::Rule& target, bool archiveFirst);

private:
    void buildLayout();
    QWidget* buildForm();
    void connectSignals();
    void tell();
    void showState();
    void showKinds();

    presenters::ChangeIndexPresenter& m_presenter;
    std::optional<presenters::ChangeKind> m_wanted;
    std::optional<qint64> m_proposed;
    QLabel* m_current;
    QLabel* m_alternative;
    QLabel* m_warning;
    QPushButton* m_beside;
    QComboBox* m_kind;
    QRadioButton* m_afterPeriod;
    QRadioButton* m_atDate;
    widgets::DurationEdit* m_duration;
    widgets::VerdictLabel* m_verdict;
    widgets::ErrorBanner* m_banner;
    EffectView* m_effect;
    CommandBox* m_command;
    ConfirmRow* m_confirm;
    bool m_filled = false;
};

} // namespace sandglass::ui
