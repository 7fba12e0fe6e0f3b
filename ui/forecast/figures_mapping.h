// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/figures_state.h"
#include "widgets/views/figure_tile.h"

#include <QVector>

namespace sandglass::ui {

/// The six tiles of the figures strip, from left to right: overdue now, due in the next hour, due
/// in 24 hours, due per minute, deleted per minute, TTL monitor. Translates texts: GUI thread.
QVector<widgets::Figure> figures(const presenters::FiguresState& state);

} // namespace sandglass::ui
