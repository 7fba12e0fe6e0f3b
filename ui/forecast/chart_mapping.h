// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"
#include "app/presenters/forecast/forecast_state.h"
#include "widgets/charts/chart_model.h"

namespace sandglass::ui {

/// The timeline's state as the chart draws it: one series per member of the stack, Never split by
/// reason. `cumulative`: draw the running sum too. Pure; GUI thread for translation.
widgets::ChartModel chartModel(const presenters::ForecastState& state, bool cumulative);

/// Documents of the forecast bars that lie inside a range of moments (milliseconds UTC).
qint64 selectedDocuments(const QVector<widgets::ChartRow>& rows, qint64 fromMs, qint64 toMs);

/// The preview of a dialog: what will be as bars, what is today as an outline over them.
widgets::ChartModel chartModel(const presenters::PreviewState& preview);

} // namespace sandglass::ui
