// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"

#include <chrono>
#include <cstddef>
#include <optional>

namespace sandglass::services {
struct Forecast;
}

namespace sandglass::presenters {

/// The length of a preset; unset for All and Custom, which have none. Pure; any thread.
std::optional<std::chrono::seconds> horizonSpan(Horizon horizon);

/// The next longer preset; unset behind All and for Custom. Pure; any thread.
std::optional<Horizon> longerHorizon(Horizon horizon);

/// The horizon for a first look.
struct HorizonFit
{
    Horizon horizon = Horizon::Hour1;
    bool settled = true; ///< false: the answer for `horizon` decides
};

/// The smallest preset that holds 90 % of the dated documents of a forecast over `asked`. If none
/// that can be judged by the forecast does, a longer one to ask for next. Without dated documents:
/// `asked`. Pure; any thread.
HorizonFit fitHorizon(const services::Forecast& forecast, Horizon asked);

/// Chooses the horizon of a page with its first answers that have dated documents, and again when
/// rules are added within the first minute, as while sample data are loaded. For one thread.
class FirstHorizon
{
public:
    /// Begins, unless the state has an answer already or another horizon than at first.
    void begin(const ForecastState& state);
    /// The user has chosen one.
    void end() { m_open = false; }
    /// The horizon to ask for instead of `asked`; unset: the answer is to be shown and stays.
    std::optional<Horizon> next(const services::Forecast& forecast, Horizon asked);
    /// Whether an answer came so soon that it need not be shown on the way to another horizon.
    static bool isAtOnce(const services::Forecast& forecast);

private:
    bool m_open = false; // nobody has chosen
    bool m_asking = false; // the next answer is for a longer preset
    std::size_t m_rules = 0; // of the answer that has decided
    std::optional<base::Time> m_decidedAt; // for the first time; server time
};

} // namespace sandglass::presenters
