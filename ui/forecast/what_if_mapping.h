// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/what_if_presenter.h"
#include "widgets/charts/chart_model.h"

namespace sandglass::ui {

/// A what-if that is Ready as the chart draws it: the rule tried in the colour of what-if, today's
/// state as an outline over it. Pure; GUI thread for translation.
widgets::ChartModel chartModel(const presenters::WhatIfState& whatIf, bool cumulative);

} // namespace sandglass::ui
