// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"

#include <QWidget>

#include <optional>

class QButtonGroup;
class QMenu;
class QToolButton;

namespace sandglass::widgets {
class ElidedLabel;
class MenuButton;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// The row above the timeline: presets for the horizon, switches of the view, export, and how fresh
/// the data is.
class TimelineToolbar : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineToolbar(QWidget* parent = nullptr);

    /// Marks the preset in use; Custom marks none.
    void setHorizon(presenters::Horizon horizon);
    /// Offers a longer preset because documents fall due after this one. `later`: their number,
    /// `accuracy`: how well it is known; 0, or no longer preset: nothing is offered.
    void setLater(qint64 later, presenters::Accuracy accuracy,
                  std::optional<presenters::Horizon> longer);
    /// Whether the scale can be switched to bytes, because the mean size of a document is known.
    void setOffersBytes(bool offers);
    /// Shows how exact and how old the data is: "exact · as of 12:04:31".
    void setFreshness(const QString& text);
    /// The menu of the last button, empty at first.
    QMenu& exportMenu();

Q_SIGNALS:
    /// The user chose a preset.
    void horizonChosen(sandglass::presenters::Horizon horizon);
    /// The user switched the logarithmic scale on or off.
    void logScaleToggled(bool on);
    /// The user switched the running sum on or off.
    void cumulativeToggled(bool on);
    /// The user switched between documents and bytes.
    void bytesToggled(bool on);
    /// The user switched between chart and table.
    void tableToggled(bool on);
    /// The user wants the whole range again.
    void resetRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Shows the offer of a longer range if there is one and the row has the room.
    void fitLater();
    /// Adds a button for each horizon.
    void addPresets();
    /// Adds the switches of the view and the reset button.
    void addSwitches();
    /// Adds the offer of a longer preset, hidden at first.
    void addLater();
    /// Adds the button of exportMenu().
    void addExport();
    /// Adds a button that stays pressed. `toolTip` is its accessible name too.
    QToolButton* addSwitch(const QString& objectName, const QString& text, const QString& toolTip,
                           bool on);

    QButtonGroup* m_presets; // ids: presenters::Horizon
    std::optional<int> m_chosen; // the preset that the button under way has chosen
    bool m_showing = false; // setHorizon() is at work: nobody chooses
    QToolButton* m_bytes = nullptr; // hidden while sizes are unknown
    QToolButton* m_later = nullptr; // hidden unless there is something later, and room for it
    bool m_offersLater = false;
    presenters::Horizon m_longer = presenters::Horizon::All; // what m_later offers
    widgets::ElidedLabel* m_freshness;
    widgets::MenuButton* m_export;
};

} // namespace sandglass::ui
