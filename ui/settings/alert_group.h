// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGroupBox>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace sandglass::presenters {
class AlertPresenter;
}

namespace sandglass::widgets {
class DurationEdit;
}

namespace sandglass::ui {

/// The alerts in the preferences: a switch for all of them, and each with its limit. Changes take
/// effect at once.
class AlertGroup : public QGroupBox
{
    Q_OBJECT

public:
    /// The presenter must outlive the group.
    explicit AlertGroup(presenters::AlertPresenter& presenter, QWidget* parent = nullptr);

    /// The last control that Tab reaches in the group.
    QWidget* lastControl() const;

private:
    /// Names the controls and sets their ranges.
    void buildControls();
    /// Arranges each alert with its limit.
    void buildLayout();
    /// Connects every control with submit().
    void connectSignals();
    /// Sends the choices to the presenter.
    void submit();
    /// Shows the presenter's preferences.
    void showState();

    presenters::AlertPresenter& m_presenter;
    QCheckBox* m_overdue;
    widgets::DurationEdit* m_age;
    QCheckBox* m_wave;
    QSpinBox* m_documents;
    QComboBox* m_within;
    QCheckBox* m_passes;
    QLabel* m_note;
    bool m_showing = false; // showState() is at work: not edits by the user
};

} // namespace sandglass::ui
