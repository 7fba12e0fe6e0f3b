// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/documents/bar_documents.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/forecast/forecast_state.h"
#include "widgets/charts/chart_model.h"

#include <optional>

namespace sandglass::ui {

/// The state of the timeline as the chart draws it: one series for each member of the stack, Never
/// split by reason. `cumulative`: whether to draw the running sum. Pure, but translates texts: GUI
/// thread.
widgets::ChartModel chartModel(const presenters::ForecastState& state, bool cumulative);

/// The number of documents in the forecast bars that are inside a range, in milliseconds since 1970
/// UTC. Bars cut by an end of the range do not count. Pure; any thread.
qint64 selectedDocuments(const QVector<widgets::ChartRow>& rows, qint64 fromMs, qint64 toMs);

/// The documents that a bar stands for, without a collection. `index`: see
/// widgets::ChartRow::index. Unset for bars of deletions and for one that the state does not have.
/// Pure; any thread.
std::optional<presenters::BarDocuments> documentsOf(const presenters::ForecastState& state,
                                                    widgets::BarKind kind, int index);

/// The preview of a dialog: the state after the change as bars, the current state as an outline
/// over them. Pure, but translates texts: GUI thread.
widgets::ChartModel chartModel(const presenters::PreviewState& preview);

} // namespace sandglass::ui
