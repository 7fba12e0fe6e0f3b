// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace sandglass::ui {

/// The row that says that the timeline is estimated from a sample, and offers the exact count.
/// While counting it shows progress and Cancel; afterwards it offers to resume sampling. Hidden
/// while everything is counted exactly anyway.
class SamplingBar : public QWidget
{
    Q_OBJECT

public:
    explicit SamplingBar(QWidget* parent = nullptr);

    /// Shows or hides the row for a state of the timeline.
    void setState(const presenters::ForecastState& state);

Q_SIGNALS:
    /// The user wants every document counted, once.
    void exactCountRequested();
    /// The user cancels the exact count.
    void cancelRequested();
    /// The user wants live sampling again, instead of the exact count shown.
    void resumeRequested();

private:
    /// Emits the signal that belongs to the current offer.
    void press();

    QLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_button;
    enum class Offer { Count, Cancel, Resume } m_offer = Offer::Count; // what the button does
};

} // namespace sandglass::ui
