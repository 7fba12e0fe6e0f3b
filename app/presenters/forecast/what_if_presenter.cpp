// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/what_if_presenter.h"

#include "app/presenters/forecast/forecast_picture.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/words/words.h"
#include "app/protocol/limits.h"
#include "app/services/calls/latest.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/shell/service_set.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

constexpr std::int64_t kTwoYears = std::int64_t{2} * 366 * 86'400;
// After a histogram that took t, the next one is read 5 t later at the earliest.
constexpr int kWhatIfBackOff = 5;

bool canBeChanged(const services::RuleForecast& share)
{
    // no server can change the period of an index on a time series
    const bool onTimeSeries = share.rule.bucketSpanSeconds > 0 && !share.rule.collectionLevel;
    return share.rule.valid && !onTimeSeries && !share.error;
}

} // namespace

struct WhatIfPresenter::Private
{
    std::uint64_t shownAnswer = 0; // number of the forecast's answer that was last processed
    services::Latest query; // for the histogram of dates
    ttl::CancelToken cancel; // of the query in progress
    std::optional<ttl::IndexRef> index; // of the chosen rule
    base::Millis queriedAt{0}; // start of the last query
    base::Millis notBefore{0}; // of the next query
    // the dates and the forecast of the same moment
    ttl::DateHistogram dates;
    ForecastState base;
    // those of the query in progress
    ttl::DateHistogram nextDates;
    ForecastState nextBase;
};

WhatIfPresenter::WhatIfPresenter(services::ServiceSet& services, const ForecastPresenter& forecast,
                                 QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_forecast(forecast)
    , m_p(std::make_unique<Private>())
{
    connect(&m_forecast, &ForecastPresenter::pictureChanged, this,
            &WhatIfPresenter::onForecastChanged);
    // the same numbers shift in the same way; only a failure is tried again
    connect(&m_forecast, &ForecastPresenter::countedAgain, this, [this] {
        if (m_state.phase == WhatIfPhase::Failed) {
            onForecastChanged();
        }
    });
}

WhatIfPresenter::~WhatIfPresenter()
{
    m_p->cancel.cancel();
}

const services::RuleForecast* WhatIfPresenter::chosenRule() const
{
    const std::vector<services::RuleForecast>& rules = m_forecast.answer().rules;
    const auto found = std::ranges::find_if(rules, [this](const services::RuleForecast& share) {
        return m_p->index && share.rule.index == *m_p->index && canBeChanged(share);
    });
    return found == rules.end() ? nullptr : &*found;
}

void WhatIfPresenter::open()
{
    if (m_state.phase != WhatIfPhase::Closed || m_state.rules.empty()) {
        return;
    }
    m_state.phase = WhatIfPhase::Choosing;
    if (m_state.rules.size() == 1) {
        choose(0);
        return;
    }
    Q_EMIT stateChanged();
}

void WhatIfPresenter::choose(std::size_t rule)
{
    if (m_state.phase == WhatIfPhase::Closed || rule >= m_state.rules.size()) {
        return;
    }
    m_p->index = m_state.rules[rule].index;
    const services::RuleForecast* share = chosenRule();
    if (!share) {
        return;
    }
    m_state.chosen = rule;
    m_state.today = share->rule.expireAfterSeconds;
    m_state.seconds = m_state.today;
    // 0 means "at the stored date", which is not a period
    m_state.least = m_state.today == 0 ? 0 : 1;
    m_state.most = m_state.today > kTwoYears ? protocol::kMaxExpireAfterSeconds : kTwoYears;
    m_state.phase = WhatIfPhase::Loading;
    m_state.failure.reset();
    m_p->cancel.cancel();
    m_p->query.drop();
    m_p->notBefore = {};
    showWords({});
    ask();
    Q_EMIT stateChanged();
}

void WhatIfPresenter::setSeconds(std::int64_t seconds)
{
    const std::int64_t wanted = std::clamp(seconds, m_state.least, m_state.most);
    if (m_state.phase != WhatIfPhase::Ready || wanted == m_state.seconds) {
        return;
    }
    m_state.seconds = wanted;
    showShifted();
}

void WhatIfPresenter::close()
{
    if (m_state.phase == WhatIfPhase::Closed) {
        return;
    }
    m_p->cancel.cancel();
    m_p->query.drop();
    m_p->index.reset();
    m_p->dates = {};
    std::vector<WhatIfRule> rules = std::move(m_state.rules);
    m_state = {};
    m_state.rules = std::move(rules);
    Q_EMIT stateChanged();
}

void WhatIfPresenter::onForecastChanged()
{
    const ForecastState& state = m_forecast.state();
    // no edges: another server was connected, and its forecast is not there yet
    if (state.edges.empty() && !m_state.rules.empty()) {
        m_state.rules.clear();
        close();
        Q_EMIT stateChanged();
        return;
    }
    if (state.answerNumber == m_p->shownAnswer) {
        return;
    }
    m_p->shownAnswer = state.answerNumber;
    updateRules();
    if (!m_p->index) {
        Q_EMIT stateChanged();
        return;
    }
    const services::RuleForecast* share = chosenRule();
    // the rule was dropped or changed, so the comparison with today's period makes no sense
    if (!share || share->rule.expireAfterSeconds != m_state.today) {
        close();
        return;
    }
    ask();
}

void WhatIfPresenter::updateRules()
{
    m_state.rules.clear();
    m_state.chosen.reset();
    for (const services::RuleForecast& share : m_forecast.answer().rules) {
        if (!canBeChanged(share)) {
            continue;
        }
        if (m_p->index == share.rule.index) {
            m_state.chosen = m_state.rules.size();
        }
        m_state.rules.push_back({share.rule.index,
                                 tr("%1: %2, %3")
                                     .arg(text(share.rule.index.name), text(share.rule.field),
                                          ruleWords(share.rule.expireAfterSeconds))});
    }
}

void WhatIfPresenter::ask()
{
    const services::RuleForecast* share = chosenRule();
    const services::Forecast& answer = m_forecast.answer();
    if (m_p->query.isWaiting() || !share || m_services.clock.steady() < m_p->notBefore) {
        return;
    }
    m_p->cancel = {};
    m_p->queriedAt = m_services.clock.steady();
    m_p->nextBase = m_forecast.state();
    m_p->nextDates.edges
        = ttl::dateEdges({answer.now, answer.edges, share->histogram.shown.oldestDate,
                          share->histogram.shown.newestDate, m_state.today});
    ttl::Rule dates = share->rule;
    dates.expireAfterSeconds = 0; // counts by the dates themselves
    const std::int64_t sampleAbove = m_services.forecasts.sampleAbove(dates);
    m_p->query.ask(m_services.forecasts.histogram(std::move(dates), m_p->nextDates.edges,
                                                  m_p->cancel, sampleAbove),
                   this, [this](const Result<ttl::ExpiryHistogram>& counted) { finish(counted); });
}

void WhatIfPresenter::finish(const Result<ttl::ExpiryHistogram>& answer)
{
    const base::Millis now = m_services.clock.steady();
    m_p->notBefore = now + (now - m_p->queriedAt) * kWhatIfBackOff;
    if (!answer) {
        m_state.failure = describe(answer.error());
        // older dates remain in use
        if (m_state.phase != WhatIfPhase::Ready) {
            m_state.phase = WhatIfPhase::Failed;
        }
        Q_EMIT stateChanged();
        return;
    }
    m_state.failure.reset();
    m_state.phase = WhatIfPhase::Ready;
    m_p->dates = std::move(m_p->nextDates);
    m_p->dates.counted = *answer;
    m_p->base = std::move(m_p->nextBase);
    showShifted();
}

// Replaces the chosen rule's series in a copy of the forecast. With today's period nothing is
// replaced, so the picture then shows the counted numbers and no interpolated ones.
void WhatIfPresenter::showShifted()
{
    m_state.before = m_p->base;
    m_state.picture = m_p->base;
    ForecastState& picture = m_state.picture;
    const auto series = std::ranges::find_if(
        picture.series, [this](const ForecastSeries& each) { return each.index == m_p->index; });
    ttl::ShiftedForecast shifted;
    if (series != picture.series.end() && m_state.seconds != m_state.today) {
        shifted = ttl::shifted(m_p->dates, m_state.seconds, picture.now, picture.edges);
        series->counts = shifted.counts;
        series->overdue = shifted.overdue;
        series->later = shifted.later;
        series->words = ruleWords(m_state.seconds);
        picture.exact = picture.exact && m_p->dates.counted.exact;
        picture.deletions.clear(); // observed deletions followed today's period
        sumUp(picture);
        picture.summary
            = tr("What if %1: %2").arg(ruleWords(m_state.seconds), spokenSummary(picture));
    } else if (series != picture.series.end()) {
        shifted.overdue = series->overdue; // today's period: counted, not interpolated
        shifted.overdueExact = shifted.exact = picture.exact;
    }
    showWords(shifted);
    Q_EMIT stateChanged();
}

void WhatIfPresenter::showWords(const ttl::ShiftedForecast& shifted)
{
    m_state.words = ruleWords(m_state.seconds);
    m_state.secondsText = tr("= %1 s").arg(countText(m_state.seconds));
    m_state.canApply = m_state.phase == WhatIfPhase::Ready && m_state.seconds != m_state.today;
    m_state.overdueText.clear();
    m_state.note.clear();
    if (m_state.phase != WhatIfPhase::Ready) {
        return;
    }
    const auto today
        = std::ranges::find_if(m_state.before.series, [this](const ForecastSeries& each) {
              return each.index == m_p->index;
          });
    const std::int64_t overdueNow = today == m_state.before.series.end() ? 0 : today->overdue;
    const QString overdue
        = countText(shifted.overdue, shifted.overdueExact ? Accuracy::Exact : Accuracy::Estimated);
    //: both are numbers of documents
    m_state.overdueText
        = tr("Would be overdue at once: %1 (now: %2)").arg(overdue, countText(overdueNow));
    if (!m_p->dates.counted.exact) {
        m_state.note = tr("Estimated from a sample of the documents.");
    } else if (!shifted.exact) {
        m_state.note
            = tr("Counted in %Ln step(s) over all dates; documents are assumed to be spread evenly "
                 "within a step.",
                 nullptr, pluralCount(static_cast<std::int64_t>(m_p->dates.edges.size()) - 1));
    }
}

} // namespace sandglass::presenters

#include "moc_what_if_presenter.cpp"
