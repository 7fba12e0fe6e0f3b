// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace sandglass::presenters {
class WhatIfPresenter;
}

namespace sandglass::widgets {
class DurationSlider;
}

namespace sandglass::ui {

/// The what-if below the timeline: a rule, a slider for its period, what would be overdue at once,
/// and a button that opens the dialog to change the rule. Only a button until it is opened. Hidden
/// if the collection has no rule that can be tried.
class WhatIfBar : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the bar.
    explicit WhatIfBar(presenters::WhatIfPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants the rule of `index` to have this period.
    void applyRequested(const sandglass::ttl::IndexRef& index, qint64 seconds);

private:
    /// Names the controls and sets their texts.
    void buildControls();
    /// Arranges the controls in three rows.
    void buildLayout();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state; hides what its phase does not need.
    void showState();
    /// Shows the rules to choose from, and the choice.
    void showRules();
    /// Emits applyRequested() for the period that was tried.
    void apply();

    presenters::WhatIfPresenter& m_presenter;
    QPushButton* m_open;
    QComboBox* m_rules;
    widgets::DurationSlider* m_slider;
    QWidget* m_facts; // the row with period, effect and buttons
    QLabel* m_period;
    QLabel* m_overdue;
    QLabel* m_note;
    QPushButton* m_apply;
    QPushButton* m_reset;
};

} // namespace sandglass::ui
