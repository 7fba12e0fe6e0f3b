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

/// The alerts among the preferences: off as a whole, and each with its limit. Acts at once.
class AlertGroup : public QGroupBox
{
    Q_OBJECT

public:
    /// The presenter outlives the group.
    explicit AlertGroup(presenters::AlertPresenter& presenter, QWidget* parent = nullptr);

private:
    void buildControls();
    void buildLayout();
    void connectSignals();
    void tell();
    void showState();

    presenters::AlertPresenter& m_presenter;
    QCheckBox* m_overdue;
    widgets::DurationEdit* m_age;
    QCheckBox* m_passes;
    QCheckBox* m_wave;
    QSpinBox* m_documents;
    QComboBox* m_within;
    QLabel* m_note;
    bool m_showing = false; // what is shown is not to be told back
};

} // namespace sandglass::ui
