// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"
#include "app/ttl/what_if.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {
struct ServiceSet;
struct RuleForecast;
} // namespace sandglass::services

namespace sandglass::presenters {

class ForecastPresenter;

/// A rule whose period can be played with.
struct WhatIfRule
{
    ttl::IndexRef index;
    QString words; ///< "lastSeen_1: lastSeen, after 1 h"
};

/// Closed: nothing is asked. Choosing: opened, but there are several rules and none is chosen.
enum class WhatIfPhase { Closed, Choosing, Loading, Ready, Failed };

/// Everything the what-if bar shows, and what the timeline draws meanwhile.
struct WhatIfState
{
    WhatIfPhase phase = WhatIfPhase::Closed;
    std::vector<WhatIfRule> rules; ///< of the collection; empty: there is nothing to play with
    std::optional<std::size_t> chosen; ///< of `rules`
    std::int64_t today = 0; ///< the chosen rule's period, seconds; 0: at the stored date
    std::int64_t seconds = 0; ///< the period tried
    std::int64_t least = 1; ///< bounds of `seconds`
    std::int64_t most = 1;
    QString words; ///< "after 30 d"
    QString secondsText; ///< "= 2 592 000 s"
    QString overdueText; ///< "≈ 1 200 would be overdue at once (3 are now)"
    QString note; ///< what is approximate; empty when nothing is
    bool canApply = false; ///< the period differs from today's
    std::optional<FailureText> failure;
    ForecastState before; ///< Ready: today's timeline, as old as the dates in memory
    ForecastState picture; ///< Ready: the same with the period tried
};

/// The what-if of one collection's timeline: opened, it asks once for a histogram of the chosen
/// rule's dates, and again after each refresh of the forecast; setSeconds() works on that alone and
/// sends nothing. GUI thread.
class WhatIfPresenter : public QObject
{
    Q_OBJECT
public:
    /// `forecast` outlives this and is that of one collection.
    WhatIfPresenter(services::ServiceSet& services, const ForecastPresenter& forecast,
                    QObject* parent = nullptr);
    ~WhatIfPresenter() override;

    const WhatIfState& state() const { return m_state; }
    /// Whether the timeline shows state().picture instead of the forecast.
    bool isShown() const { return m_state.phase == WhatIfPhase::Ready; }

    /// Begins; with a single rule that one is chosen at once. Nothing without a rule.
    void open();
    /// Chooses a rule of state().rules.
    void choose(std::size_t rule);
    /// Tries a period; brought into the bounds. At once, from memory.
    void setSeconds(std::int64_t seconds);
    /// Ends it; the timeline is the forecast again.
    void close();

Q_SIGNALS:
    void stateChanged();

private:
    void follow();
    void updateRules();
    void ask();
    void finish(const Result<ttl::ExpiryHistogram>& answer);
    void showShifted();
    void showWords(const ttl::ShiftedForecast& shifted);
    const services::RuleForecast* chosenRule() const;

    struct Private;
    services::ServiceSet& m_services;
    const ForecastPresenter& m_forecast;
    WhatIfState m_state;
    std::unique_ptr<Private> m_p;
};

} // namespace sandglass::presenters
