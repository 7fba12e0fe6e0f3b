// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/figures_mapping.h"

#include <QCoreApplication>

namespace sandglass::ui {

namespace {

/// The translation context of this file.
struct FiguresWords
{
    Q_DECLARE_TR_FUNCTIONS(FiguresMapping)
};

widgets::Tone monitorTone(presenters::MonitorState state)
{
    switch (state) {
    case presenters::MonitorState::Running:
        return widgets::Tone::Ok;
    case presenters::MonitorState::Paused:
        return widgets::Tone::Warning;
    case presenters::MonitorState::Stuck:
        return widgets::Tone::Error;
    case presenters::MonitorState::Elsewhere:
    case presenters::MonitorState::Unknown:
        return widgets::Tone::Normal;
    }
    return widgets::Tone::Normal;
}

QString monitorWord(presenters::MonitorState state)
{
    switch (state) {
    case presenters::MonitorState::Running:
        return FiguresWords::tr("On");
    case presenters::MonitorState::Paused:
        return FiguresWords::tr("Paused");
    case presenters::MonitorState::Stuck:
        return FiguresWords::tr("Stalled");
    case presenters::MonitorState::Elsewhere:
        return FiguresWords::tr("Not here");
    case presenters::MonitorState::Unknown:
        return FiguresWords::tr("Unknown");
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
    // after a lost connection all tiles show the last good values, dimmed
    const auto figure = [stale](const QString& caption, const presenters::Figure& from,
                                const QString& detail = {}) {
        return widgets::Figure{caption, from.text, detail, from.toolTip, widgets::Tone::Normal,
                               stale};
    };
    // a pace that is not known would be a second dash
    const QString pace = state.paceText == QStringLiteral("\u2013") ? QString() : state.paceText;
    QVector<widgets::Figure> tiles{
        figure(FiguresWords::tr("Overdue now"), state.overdue,
               state.oldestOverdue.value
                   ? FiguresWords::tr("oldest %1").arg(state.oldestOverdue.text)
                   : QString()),
        figure(FiguresWords::tr("Due in 1 hour"), state.dueWithinHour),
        figure(FiguresWords::tr("Due in 24 hours"), state.dueWithinDay),
        figure(FiguresWords::tr("Due per minute"), state.arrivalsPerMinute),
        figure(FiguresWords::tr("Deleted per minute"), state.deletionsPerMinute, pace),
        {FiguresWords::tr("TTL monitor"), monitorWord(state.monitor), state.monitorText,
         state.monitorToolTip, monitorTone(state.monitor), stale},
    };
    // up to two passes of backlog is how a TTL monitor works
    if (state.late) {
        tiles[0].tone = widgets::Tone::Warning;
    }
    // the pace is the detail of this tile: falling behind means that too little is deleted
    tiles[4].tone = paceTone(state.pace);
    return tiles;
}

} // namespace sandglass::ui
