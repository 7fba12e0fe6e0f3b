// SPDX-License-Identifier: GPL-3.0-or-later
// What ForecastPresenter makes of the answers to its queries.
#include "app/presenters/forecast/figures.h"
#include "app/presenters/forecast/forecast_picture.h"
#include "app/presenters/forecast/forecast_presenter_private.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/shell/service_set.h"

#include <utility>

namespace sandglass::presenters {

void ForecastPresenter::finish(const services::Forecast& forecast)
{
    const bool counted = endQuery();
    if (counted && m_p->cancel.cancelled()) {
        // cancelled here or in the list of tasks: the picture stays, and sampling continues unless
        // all queries were given up
        if (!m_p->paused) {
            ask();
        }
        return;
    }
    m_p->answer = forecast;
    if (const base::Error* failure = failureOf(forecast)) {
        showFailure(*failure);
    } else if (const auto unread = m_services.catalog.catalog().unread(m_collection);
               unread && forecast.rules.empty()) {
        showFailure(*unread); // it is not known that there is no rule
    } else if (!asksForMore(forecast)) {
        // what was counted at great cost is not counted again by itself
        show(forecast, counted || forecast.held);
    }
    schedule();
}

void ForecastPresenter::show(const services::Forecast& forecast, bool held)
{
    const bool sameState
        = m_state.phase == Phase::Ready && m_state.held == held && !m_state.failure;
    const ForecastState before = m_state;
    m_p->counted = forecast;
    fillPicture(forecast, isOfCollection(), m_state);
    updateDeletions(forecast);
    m_state.missing = gapText(gapsOf(forecast));
    m_state.held = held;
    m_state.phase = Phase::Ready;
    m_state.failure.reset();
    ++m_state.answerNumber;
    m_state.summary = spokenSummary(m_state);
    updateFigures();
    if (samePicture(before, m_state)) {
        Q_EMIT countedAgain();
    } else {
        Q_EMIT pictureChanged();
    }
    if (!sameState) {
        Q_EMIT stateChanged();
    }
}

void ForecastPresenter::showFailure(const base::Error& error)
{
    m_state.failure = describe(error);
    m_state.phase = m_state.edges.empty() ? Phase::Failed : Phase::Stale;
    updateFigures();
    Q_EMIT stateChanged();
}

Gaps ForecastPresenter::gapsOf(const services::Forecast& forecast) const
{
    Gaps gaps = figuresInput(forecast, m_services.monitor).gaps;
    gaps.unread = m_services.catalog.catalog().isPartial(m_collection);
    return gaps;
}

// The server counts deletions only for all collections together. For one collection, the decrease
// of its overdue documents between two answers is taken instead.
void ForecastPresenter::updateDeletions(const services::Forecast& forecast)
{
    const base::Time now = forecast.now;
    const auto width = std::chrono::seconds(ttl::nominalSeconds(forecast.width));
    const int factor = services::spanFactor(clockRate());
    m_state.deletionsObserved = m_collection.has_value();
    if (m_collection) {
        if (!m_state.overdueExact || gapsOf(forecast).any()) {
            // estimates go up and down by chance, and what could not be counted was not deleted
            m_p->observed.skip();
            return;
        }
        m_p->observed.note(leftToDelete(m_state, clockRate()), now, factor);
        m_state.deletions = m_p->observed.spans(now, width, factor);
        return;
    }
    const std::deque<services::DeletionReading>& readings = m_services.monitor.readings();
    m_state.deletions
        = deletionSpans(deletionsBetween(readings), readings.empty() ? now : readings.front().at,
                        now, width, factor);
}

// Of one collection, since the server's own counters are those of all collections together.
std::optional<double> ForecastPresenter::observedPerMinute(base::Time now) const
{
    const auto seen = m_p->observed.perMinute(now, services::spanFactor(clockRate()));
    const bool known
        = seen && (*seen > 0 || m_services.monitor.hasPassedSince(*m_p->observed.since()));
    return known ? seen : std::nullopt;
}

void ForecastPresenter::updateFigures()
{
    // An answer without a count has only zeros. The older numbers remain, as in the picture;
    // without any, the newest answer says whether counting was refused.
    const services::Forecast& source = m_state.edges.empty() ? m_p->answer : m_p->counted;
    FiguresInput input = figuresInput(source, m_services.monitor);
    input.now = serverNow();
    input.overdue = m_state.overdue;
    input.notCounted = m_state.edges.empty();
    input.exact = m_state.exact;
    input.overdueExact = m_state.overdueExact;
    input.gaps = gapsOf(source);
    if (m_collection) {
        input.deletionsPerMinute = observedPerMinute(source.now);
        input.deletionsObserved = true;
    }
    addConnection(m_services.connections, input);
    FiguresState fresh = makeFigures(input);
    fresh.phase = m_state.phase;
    if (fresh != m_figures) {
        m_figures = std::move(fresh);
        Q_EMIT figuresChanged();
    }
}

} // namespace sandglass::presenters
