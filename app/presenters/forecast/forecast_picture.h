// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"
#include "app/services/forecast/forecast_service.h"

#include <vector>

namespace sandglass::presenters {

/// Most collections that get a colour of their own; the rest is "other".
inline constexpr std::size_t kMaxSeries = 8;

/// Puts a forecast's numbers into the state: series, totals, cumulative line, peak. `perIndex`: one
/// series per index; otherwise one per collection, the kMaxSeries with the most dated documents and
/// "other". Pure; GUI thread for texts.
void fillPicture(const services::Forecast& forecast, bool perIndex, ForecastState& state);

/// Makes totals, cumulative line, peak and the sums of overdue, later and never out of the series.
/// Pure.
void sumUp(ForecastState& state);

/// The picture in one sentence, for screen readers.
QString spokenSummary(const ForecastState& state);

} // namespace sandglass::presenters
