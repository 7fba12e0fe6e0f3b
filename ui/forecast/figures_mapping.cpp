// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/figures_mapping.h"

#include <QCoreApplication>

namespace sandglass::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("FiguresMapping", text);
}

widgets::Tone monitorTone(presenters::MonitorState state)
{
    switch (state) {
    case presenters::MonitorState::Running:
        return widgets::Tone::Ok;
    case presenters::MonitorState::Paused:
        return widgets::Tone::Warning;
    case presenters::MonitorState::Stuck:
        return widgets::Tone::Error;
    case presenters::MonitorState::Unknown:
        return widgets::Tone::Normal;
    }
    return widgets::Tone::Normal;
}

QString monitorWord(presenters::MonitorState state)
{
    switch (state) {
    case presenters::MonitorState::Running:
        return tr("On");
    case presenters::MonitorState::Paused:
        return tr("Paused");
    case presenters::MonitorState::Stuck:
        return tr("Not moving");
    case presenters::MonitorState::Unknown:
        return tr("Unknown");
    }
    return {};
}

widgets::Tone paceTone(presenters::Pace pace)
{
    return pace == presenters::Pace::FallingBehind ? widgets::Tone::Error : widgets::Tone::Normal;
}

} // namespace

QVector<widgets::Figure> figures(const presenters::FiguresState& state)
{
    const bool stale = state.phase == presenters::Phase::Stale;
    const auto figure = [stale](const QString& caption, const presenters::Figure& from, const QString& detail = {}) {
        return widgets::Figure{caption, from.text, detail, from.toolTip, widgets::Tone::Normal, stale};
    };
    QVector<widgets::Figure> tiles{
        figure(tr("Overdue now"), state.overdue,
               state.oldestOverdue.value ? tr("oldest %1").arg(state.oldestOverdue.text) : QString()),
        figure(tr("Due in the next hour"), state.dueWithinHour),
        figure(tr("Due in 24 hours"), state.dueWithinDay),
        figure(tr("Becoming due per minute"), state.arrivalsPerMinute),
        figure(tr("Deleted per minute"), state.deletionsPerMinute, state.paceText),
        {tr("TTL monitor"), monitorWord(state.monitor), state.monitorText, state.monitorToolTip,
         monitorTone(state.monitor), stale},
    };
    if (state.overdue.value.value_or(0) > 0)
        tiles[0].tone = widgets::Tone::Warning;
    tiles[4].tone = paceTone(state.pace);
    return tiles;
}

} // namespace sandglass::ui
