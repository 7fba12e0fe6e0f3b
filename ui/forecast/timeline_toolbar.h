// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"

#include <QWidget>

class QButtonGroup;
class QToolButton;

namespace sandglass::widgets {
class ElidedLabel;
}

namespace sandglass::ui {

/// The row above the timeline: horizon presets, view switches, export, and how fresh the data is.
class TimelineToolbar : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineToolbar(QWidget* parent = nullptr);

    /// Marks the horizon in force; none for a zoomed range.
    void setHorizon(presenters::Horizon horizon);
    /// Whether sizes are known and the scale may show them.
    void setOffersBytes(bool offers);
    /// "exact · as of 12:04:31".
    void setFreshness(const QString& text);

Q_SIGNALS:
    void horizonChosen(sandglass::presenters::Horizon horizon);
    void logScaleToggled(bool on);
    void cumulativeToggled(bool on);
    void bytesToggled(bool on);
    void tableToggled(bool on);
    void resetRequested();
    void copyRequested();
    void pictureRequested();
    void csvRequested();

private:
    void addPresets();
    void addSwitches();
    void addExport();
    QToolButton* addSwitch(const QString& objectName, const QString& text, const QString& toolTip,
                           bool on);

    QButtonGroup* m_presets;
    QToolButton* m_bytes = nullptr;
    widgets::ElidedLabel* m_freshness;
};

} // namespace sandglass::ui
