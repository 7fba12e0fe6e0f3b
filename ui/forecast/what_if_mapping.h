// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/what_if_presenter.h"
#include "widgets/charts/chart_model.h"

namespace sandglass::ui {

/// A what-if in phase Ready as the chart draws it: the rule tried in the colour of the what-if, the
/// current state as an outline over it. Pure, but translates texts: GUI thread.
widgets::ChartModel chartModel(const presenters::WhatIfState& whatIf, bool cumulative);

} // namespace sandglass::ui
