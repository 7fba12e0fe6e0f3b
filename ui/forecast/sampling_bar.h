// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace sandglass::ui {

/// The row that says that the timeline is estimated from a sample, and offers the exact count: with
/// progress and Cancel while it runs, and the way back to live sampling afterwards. Hidden while
/// everything is counted anyway.
class SamplingBar : public QWidget
{
    Q_OBJECT

public:
    explicit SamplingBar(QWidget* parent = nullptr);

    void setState(const presenters::ForecastState& state);

Q_SIGNALS:
    void exactCountRequested();
    void cancelRequested();
    /// Live sampling instead of the exact count that is shown.
    void resumeRequested();

private:
    void press();

    QLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_button;
    enum class Offer { Count, Cancel, Resume } m_offer = Offer::Count;
};

} // namespace sandglass::ui
