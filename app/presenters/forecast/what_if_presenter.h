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

/// A rule for which another period can be tried.
struct WhatIfRule
{
    ttl::IndexRef index;
    QString words; ///< "lastSeen_1: lastSeen, after 1 h"
};

/// State of the what-if bar. Closed: it sends no queries. Choosing: it is open, but there are
/// several rules and none is chosen yet.
enum class WhatIfPhase { Closed, Choosing, Loading, Ready, Failed };

/// Everything the what-if bar shows, and the timelines to show with it.
struct WhatIfState
{
    WhatIfPhase phase = WhatIfPhase::Closed;
    std::vector<WhatIfRule> rules; ///< of the collection; empty: no period can be changed
    std::optional<std::size_t> chosen; ///< position in `rules`
    std::int64_t today = 0; ///< the present period of the rule, seconds; 0: at the stored date
    std::int64_t seconds = 0; ///< the period that is tried
    std::int64_t least = 1; ///< lower bound of `seconds`
    std::int64_t most = 1; ///< upper bound of `seconds`
    QString words; ///< "after 30 d"
    QString secondsText; ///< "= 2 592 000 s"
    QString overdueText; ///< "Would be overdue at once: ≈ 1 200 (now: 3)"
    QString note; ///< what is approximate; empty: nothing
    bool canApply = false; ///< the period is another one than today's
    std::optional<FailureText> failure; ///< of the last query
    ForecastState before; ///< Ready: the timeline with today's period, as old as the dates
    ForecastState picture; ///< Ready: the same with the period that is tried
};

/// The what-if bar of a collection. When it is opened, and after each refresh of the forecast, it
/// reads a histogram of the dates under the chosen rule. setSeconds() works with this histogram and
/// sends no query. GUI thread.
class WhatIfPresenter : public QObject
{
    Q_OBJECT
public:
    /// `forecast`: of one collection. Both arguments must outlive this object.
    WhatIfPresenter(services::ServiceSet& services, const ForecastPresenter& forecast,
                    QObject* parent = nullptr);
    ~WhatIfPresenter() override;

    /// The current state; stateChanged() announces changes.
    const WhatIfState& state() const { return m_state; }
    /// Whether the timeline shows state().picture instead of the forecast.
    bool isShown() const { return m_state.phase == WhatIfPhase::Ready; }

    /// Opens the bar. A single rule is chosen at once. Does nothing without a rule.
    void open();
    /// Chooses a rule by its position in state().rules.
    void choose(std::size_t rule);
    /// Tries a period, brought between state().least and state().most. Computed at once, without a
    /// query.
    void setSeconds(std::int64_t seconds);
    /// Closes the bar; the timeline shows the forecast again.
    void close();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Reads the dates again after a new answer of the forecast. Closes the bar when the connection
    /// or the rule has changed.
    void onForecastChanged();
    /// Lists the rules of the forecast.
    void updateRules();
    /// Reads the histogram of dates, unless that is in progress or was slow a short time ago.
    void ask();
    /// Takes the histogram of dates.
    void finish(const Result<ttl::ExpiryHistogram>& answer);
    /// Computes state().picture for the period that is tried.
    void showShifted();
    /// Updates the texts of state().
    void showWords(const ttl::ShiftedForecast& shifted);
    /// The chosen rule in the last answer of the forecast; null when it is not there.
    const services::RuleForecast* chosenRule() const;

    struct Private;
    services::ServiceSet& m_services;
    const ForecastPresenter& m_forecast;
    WhatIfState m_state;
    std::unique_ptr<Private> m_p; // never null
};

} // namespace sandglass::presenters
