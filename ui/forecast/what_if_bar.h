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

/// Below the timeline: a rule, a slider over its period, what would be overdue at once, and the way
/// to the dialog that changes it. Only a button until it is opened; hidden where there is no rule
/// to play with.
class WhatIfBar : public QWidget
{
    Q_OBJECT

public:
    /// The presenter outlives the bar.
    explicit WhatIfBar(presenters::WhatIfPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants the rule to have this period.
    void applyRequested(const sandglass::ttl::IndexRef& index, qint64 seconds);

private:
    void buildControls();
    void buildLayout();
    void connectSignals();
    void showState();
    void showRules();
    void apply();

    presenters::WhatIfPresenter& m_presenter;
    QPushButton* m_open;
    QComboBox* m_rules;
    widgets::DurationSlider* m_slider;
    QWidget* m_facts;
    QLabel* m_period;
    QLabel* m_overdue;
    QLabel* m_note;
    QPushButton* m_apply;
    QPushButton* m_reset;
};

} // namespace sandglass::ui
