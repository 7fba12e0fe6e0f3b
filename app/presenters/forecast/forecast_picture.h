// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"
#include "app/services/forecast/forecast_service.h"

#include <vector>

namespace sandglass::presenters {

/// The largest number of collections with a colour of their own; all others are one series,
/// "other".
inline constexpr std::size_t kMaxSeries = 8;

/// Copies a forecast into the state: edges, series and what sumUp() computes. `perIndex`: one
/// series for each index; otherwise one for each collection, of which the kMaxSeries with the most
/// dated documents are shown and the rest is "other". GUI thread, for the translated texts.
void fillPicture(const services::Forecast& forecast, bool perIndex, ForecastState& state);

/// That a document with dates for several rules is counted once for each of them, in one sentence;
/// empty if no two of the rules are of one collection. `collections`: that of each rule. GUI
/// thread.
QString perRuleWords(const std::vector<protocol::Namespace>& collections);

/// Computes totals, cumulative line, peak and the sums of overdue, later and never from the series.
/// Pure; any thread.
void sumUp(ForecastState& state);

/// Whether both states draw the same, apart from the moments at which they were counted: `now`,
/// `asOf`, and the beginning of the first bucket. Pure; any thread.
bool samePicture(const ForecastState& one, const ForecastState& other);

/// Describes the timeline in a few sentences for screen readers; empty before the first answer. GUI
/// thread.
QString spokenSummary(const ForecastState& state);

/// Why a forecast has counted nothing; null: it has counted something, or there are no rules. One
/// rule that could be read is enough; the others have their error in their series. Valid as long as
/// the forecast. Pure; any thread.
const base::Error* failureOf(const services::Forecast& forecast);

} // namespace sandglass::presenters
