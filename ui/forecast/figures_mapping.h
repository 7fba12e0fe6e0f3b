// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/figures_state.h"
#include "widgets/views/figure_tile.h"

#include <QVector>

namespace sandglass::ui {

/// The figures strip's six tiles: overdue, next hour, next 24 hours, becoming due, being deleted,
/// the monitor.
QVector<widgets::Figure> figures(const presenters::FiguresState& state);

} // namespace sandglass::ui
