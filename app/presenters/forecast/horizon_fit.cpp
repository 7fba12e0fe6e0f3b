// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/horizon_fit.h"

#include "app/services/forecast/forecast_service.h"
#include "app/ttl/forecast.h"

#include <iterator>

namespace sandglass::presenters {

namespace {

constexpr double kShare = 0.9; // of the dated documents

// Horizon lists the presets in the order of the array
static_assert(static_cast<std::size_t>(Horizon::Year1) + 1
              == std::size(ttl::kHorizonPresetSeconds));

// Documents that are overdue or due within the preset; unset if the forecast does not reach so far.
std::optional<std::int64_t> dueWithin(const services::Forecast& forecast, Horizon preset)
{
    const std::optional<std::chrono::seconds> span = horizonSpan(preset);
    if (!span || forecast.edges.empty()) {
        return {};
    }
    const base::Time end = forecast.now + *span;
    const bool always = preset == Horizon::Hour1 || preset == Horizon::Day1;
    if (!always && forecast.edges.back() < end) {
        return {};
    }
    std::int64_t due = 0;
    for (const services::RuleForecast& share : forecast.rules) {
        const ttl::FoldedHistogram& histogram = share.histogram;
        due += histogram.shown.overdue;
        if (preset == Horizon::Hour1) {
            due += histogram.dueWithinHour;
        } else if (preset == Horizon::Day1) {
            due += histogram.dueWithinDay;
        } else {
            const auto& counts = histogram.shown.counts;
            for (std::size_t i = 0; i < counts.size() && forecast.edges[i] < end; ++i) {
                due += counts[i];
            }
        }
    }
    return due;
}

std::int64_t datedIn(const services::Forecast& forecast)
{
    std::int64_t dated = 0;
    for (const services::RuleForecast& share : forecast.rules) {
        dated += share.histogram.dated();
    }
    return dated;
}

} // namespace

std::optional<std::chrono::seconds> horizonSpan(Horizon horizon)
{
    const auto preset = static_cast<std::size_t>(horizon);
    if (preset < std::size(ttl::kHorizonPresetSeconds)) {
        return std::chrono::seconds(ttl::kHorizonPresetSeconds[preset]);
    }
    return {};
}

std::optional<Horizon> longerHorizon(Horizon horizon)
{
    if (horizon >= Horizon::All) {
        return {};
    }
    return static_cast<Horizon>(static_cast<int>(horizon) + 1);
}

HorizonFit fitHorizon(const services::Forecast& forecast, Horizon asked)
{
    const std::int64_t dated = datedIn(forecast);
    if (dated == 0) {
        return {asked, true};
    }
    for (auto preset = Horizon::Minutes5; preset < Horizon::All; preset = *longerHorizon(preset)) {
        const auto due = dueWithin(forecast, preset);
        if (due && static_cast<double>(*due) >= kShare * static_cast<double>(dated)) {
            return {preset, true};
        }
    }
    // three questions at most: the bars over 90 days also tell 7 and 30 days apart
    if (asked < Horizon::Days90) {
        return {Horizon::Days90, false};
    }
    return asked < Horizon::Year1 ? HorizonFit{Horizon::Year1, false}
                                  : HorizonFit{Horizon::All, true};
}

void FirstHorizon::begin(const ForecastState& state)
{
    // a rehearsal has a horizon of its own
    m_open = state.edges.empty() && state.horizon == ForecastState().horizon;
}

std::optional<Horizon> FirstHorizon::next(const services::Forecast& forecast, Horizon asked)
{
    constexpr std::chrono::minutes kOpening{1};
    const bool more = forecast.rules.size() > m_rules
        && (!m_decidedAt || forecast.now - *m_decidedAt < kOpening);
    if (!m_open || !(m_asking || more) || datedIn(forecast) == 0) {
        return {};
    }
    const HorizonFit fit = fitHorizon(forecast, asked);
    // what was counted at great cost is not counted again
    const bool other = fit.horizon != asked && !forecast.held;
    m_asking = other && !fit.settled;
    m_rules = forecast.rules.size();
    m_decidedAt = m_decidedAt.value_or(forecast.now);
    return other ? std::optional(fit.horizon) : std::nullopt;
}

bool FirstHorizon::isAtOnce(const services::Forecast& forecast)
{
    return forecast.took <= std::chrono::milliseconds(250);
}

} // namespace sandglass::presenters
