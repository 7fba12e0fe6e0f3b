// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/forecast_presenter.h"

#include "app/presenters/forecast/covered_rules.h"
#include "app/presenters/forecast/exact_count_task.h"
#include "app/presenters/forecast/figures.h"
#include "app/presenters/forecast/forecast_picture.h"
#include "app/presenters/forecast/horizon_fit.h"
#include "app/presenters/forecast/observed_deletions.h"
#include "app/presenters/forecast/picture_caption.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/restore/rehearsal_run.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <QPointer>

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::presenters {

struct ForecastPresenter::Private
{
    explicit Private(services::TaskService& tasks)
        : exactCount(tasks)
    {
    }

    bool visible = false;
    bool watched = false; // counted while hidden, too
    bool paused = false; // the user cancelled a query: none follows by itself
    FirstHorizon firstHorizon;
    bool exactWanted = false; // the next query is an exact count
    ExactCountTask exactCount;
    services::Latest query; // waits while a query is in progress
    QFuture<services::Forecast> queryEnd; // of the query in progress
    ttl::CancelToken cancel; // of the query in progress
    std::optional<std::pair<base::Time, base::Time>> range; // shown with Horizon::Custom
    std::vector<ttl::Rule> rules; // when the last query was sent
    CoveredRules covered; // of the whole server
    services::Forecast answer; // the newest, also when nothing could be counted
    services::Forecast counted; // the one that state() shows: the newest with a count
    ObservedDeletions observed; // unused when all collections are shown
};

ForecastPresenter::ForecastPresenter(services::ServiceSet& services,
                                     std::optional<protocol::Namespace> collection,
                                     RefreshPacing pacing, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_collection(std::move(collection))
    , m_pacing(pacing)
    , m_p(std::make_unique<Private>(services.tasks))
{
    m_state.zone = m_services.settings.zone();
    constexpr int kHourInASecond = 3'600; // rate of a clock
    if (m_services.rehearsal && m_services.rehearsal->plan().rate >= kHourInASecond) {
        m_state.horizon = Horizon::Day1; // an hour would pass in a second
    }
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ForecastPresenter::ask);
    m_slowTimer.setSingleShot(true);
    m_slowTimer.setInterval(m_pacing.slow);
    connect(&m_slowTimer, &QTimer::timeout, this, [this] {
        m_state.slow = true;
        Q_EMIT stateChanged();
    });
    connect(&m_services.connections, &services::ConnectionService::connected, this,
            &ForecastPresenter::restart);
    connect(&m_services.connections, &services::ConnectionService::disconnected, this,
            &ForecastPresenter::loseConnection);
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &ForecastPresenter::onCatalogChanged);
    connect(&m_services.monitor, &services::MonitorService::changed, this,
            &ForecastPresenter::updateFigures);
    connect(&m_services.settings, &services::Settings::zoneChanged, this, [this] {
        m_state.zone = m_services.settings.zone();
        // buckets of a day or longer start at midnight of the zone, so they must be counted again
        refresh();
        Q_EMIT pictureChanged();
    });
}

ForecastPresenter::~ForecastPresenter()
{
    m_p->cancel.cancel();
}

base::Time ForecastPresenter::serverNow() const
{
    return m_services.connections.serverNow();
}

void ForecastPresenter::setVisible(bool visible)
{
    if (m_p->visible == visible) {
        return;
    }
    m_p->visible = visible;
    if (!visible) {
        schedule();
        return;
    }
    // an exact count took long and stays until the user asks for new data
    if (!m_p->query.isWaiting() && !m_state.held) {
        m_services.catalog.error() && m_state.edges.empty() ? onCatalogChanged() : ask();
    }
}

void ForecastPresenter::setWatched(bool watched)
{
    if (std::exchange(m_p->watched, watched) == watched || m_p->visible) {
        return;
    }
    // what was never counted is counted now
    if (watched && m_state.edges.empty() && mayAsk()) {
        ask();
    } else {
        schedule();
    }
}

void ForecastPresenter::setHorizon(Horizon horizon)
{
    m_state.horizon = horizon;
    m_p->firstHorizon.end();
    m_p->range.reset();
    refresh();
    Q_EMIT stateChanged();
}

void ForecastPresenter::fitHorizon()
{
    m_p->firstHorizon.begin(m_state);
}

bool ForecastPresenter::asksForMore(const services::Forecast& forecast)
{
    const std::optional<Horizon> other = m_p->firstHorizon.next(forecast, m_state.horizon);
    if (other) {
        m_state.horizon = *other;
        Q_EMIT stateChanged();
        ask();
    }
    return other && m_p->query.isWaiting() && FirstHorizon::isAtOnce(forecast);
}

PictureCaption ForecastPresenter::caption() const
{
    return captionOf(m_services, m_collection, m_state);
}

void ForecastPresenter::setRange(base::Time from, base::Time to)
{
    m_state.horizon = Horizon::Custom;
    m_p->firstHorizon.end();
    m_p->range = {std::max(from, serverNow()), std::max(to, serverNow() + 1s)};
    refresh();
    Q_EMIT stateChanged();
}

void ForecastPresenter::refresh()
{
    m_p->exactWanted = false;
    askAgain();
}

void ForecastPresenter::countExactly()
{
    if (!m_state.exact && !m_p->exactCount.isRunning()) {
        m_p->exactWanted = true;
        askAgain();
    }
}

void ForecastPresenter::cancelExactCount()
{
    if (m_p->exactWanted || m_p->exactCount.isRunning()) {
        refresh();
    }
}

void ForecastPresenter::cancel()
{
    if (m_p->query.isWaiting()) {
        m_p->paused = true;
        m_p->cancel.cancel();
    }
}

void ForecastPresenter::askAgain()
{
    m_p->paused = false;
    if (std::exchange(m_state.held, false)) {
        Q_EMIT stateChanged();
    }
    if (!m_p->query.isWaiting()) {
        ask();
        return;
    }
    // The server gets one query at a time: the answer of the running one is dropped, and the next
    // query starts when it has ended.
    m_p->cancel.cancel();
    m_p->query.ask(m_p->queryEnd, this, [this](const services::Forecast&) {
        endQuery();
        ask();
    });
}

void ForecastPresenter::setRemoteInterval(std::chrono::milliseconds interval)
{
    m_pacing.remote = std::max<std::chrono::milliseconds>(interval, 1s);
    schedule();
}

void ForecastPresenter::setAverageDocumentBytes(std::int64_t bytes)
{
    if (m_state.averageDocumentBytes != bytes) {
        m_state.averageDocumentBytes = bytes;
        Q_EMIT pictureChanged();
    }
}

const services::Forecast& ForecastPresenter::answer() const
{
    return m_p->answer;
}

bool ForecastPresenter::mayAsk() const
{
    return (m_p->visible || m_p->watched) && !m_p->query.isWaiting()
        && m_services.connections.isConnected()
        && (m_collection ? m_services.catalog.knows(*m_collection) : m_services.catalog.isLoaded());
}

void ForecastPresenter::setSeen(const std::vector<protocol::Namespace>& seen)
{
    const bool fresh = m_p->covered.setSeen(seen);
    if (fresh && query().only && !m_p->exactCount.isRunning()) {
        refresh();
    }
}

void ForecastPresenter::coverAll(bool all)
{
    m_p->covered.setAll(all);
    refresh();
}

void ForecastPresenter::ask()
{
    m_timer.stop();
    if (!mayAsk()) {
        return;
    }
    m_p->cancel = {};
    m_p->rules = m_services.forecasts.rules(m_collection);
    const bool loads = m_state.edges.empty() && m_state.phase != Phase::Loading;
    if (loads) {
        m_state.phase = Phase::Loading;
    }
    const bool exact = std::exchange(m_p->exactWanted, false);
    if (exact) {
        m_p->queryEnd = startExactCount();
    } else {
        m_slowTimer.start();
        m_p->queryEnd = m_services.forecasts.forecast(query());
    }
    m_p->query.ask(m_p->queryEnd, this,
                   [this](const services::Forecast& forecast) { finish(forecast); });
    if (loads || exact) {
        Q_EMIT stateChanged();
    }
}

services::ForecastQuery ForecastPresenter::query() const
{
    const bool all = m_collection || m_services.connections.state().local;
    return {m_collection, horizonSpan(m_state.horizon),
            m_p->range,   m_state.zone,
            m_p->cancel,  all ? std::nullopt : m_p->covered.of(m_p->rules)};
}

QFuture<services::Forecast> ForecastPresenter::startExactCount()
{
    m_p->exactCount.begin(m_collection.value_or(protocol::Namespace()), m_p->cancel);
    m_state.countedPercent = 0;
    const auto report = [self = QPointer<ForecastPresenter>(this)](double done) {
        if (self) {
            self->reportCount(done);
        }
    };
    return m_services.forecasts.countExactly(query(), report);
}

void ForecastPresenter::reportCount(double done)
{
    const int percent = static_cast<int>(done * 100.0);
    if (m_p->exactCount.isRunning() && m_state.countedPercent != percent) {
        m_state.countedPercent = percent;
        m_p->exactCount.setPercent(percent);
        Q_EMIT stateChanged();
    }
}

bool ForecastPresenter::endQuery()
{
    const bool counted = m_p->exactCount.end();
    if (counted) {
        m_state.countedPercent.reset();
    }
    m_slowTimer.stop();
    if (std::exchange(m_state.slow, false) || counted) {
        Q_EMIT stateChanged();
    }
    return counted;
}

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
    m_p->counted = forecast;
    fillPicture(forecast, m_collection.has_value(), m_state);
    updateDeletions(forecast);
    m_state.held = held;
    m_state.phase = Phase::Ready;
    m_state.failure.reset();
    ++m_state.answerNumber;
    m_state.summary = spokenSummary(m_state);
    updateFigures();
    Q_EMIT pictureChanged();
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

// The server counts deletions only for all collections together. For one collection, the decrease
// of its overdue documents between two answers is taken instead.
void ForecastPresenter::updateDeletions(const services::Forecast& forecast)
{
    const base::Time now = forecast.now;
    const auto width = std::chrono::seconds(ttl::nominalSeconds(forecast.width));
    const int factor = services::spanFactor(clockRate());
    if (m_collection) {
        // estimates go up and down by chance
        if (m_state.overdueExact) {
            m_p->observed.note(leftToDelete(m_state, clockRate()), now, factor);
            m_state.deletions = m_p->observed.spans(now, width, factor);
        }
        return;
    }
    const std::deque<services::DeletionReading>& readings = m_services.monitor.readings();
    m_state.deletions
        = deletionSpans(deletionsBetween(readings), readings.empty() ? now : readings.front().at,
                        now, width, factor);
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
    input.incomplete = m_services.catalog.catalog().isPartial(m_collection);
    input.inViewOnly = source.partial;
    const int factor = services::spanFactor(clockRate());
    if (const auto seen = m_p->observed.perMinute(source.now, factor)) {
        input.deletionsPerMinute = seen;
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

int ForecastPresenter::clockRate() const
{
    const std::optional<ttl::ServerInfo>& server = m_services.connections.state().server;
    return server ? server->clockRate : 1;
}

std::optional<std::chrono::milliseconds> ForecastPresenter::nextPause() const
{
    const bool wanted = m_p->visible || m_p->watched;
    const bool stopped = !wanted || m_p->query.isWaiting() || m_state.held || m_p->paused;
    if (stopped || !m_services.connections.isConnected()) {
        return {};
    }
    return m_pacing.pause({m_p->answer.took, std::ssize(m_p->answer.rules),
                           m_services.connections.state().local, clockRate(), m_p->visible});
}

void ForecastPresenter::schedule()
{
    m_timer.stop();
    if (const auto pause = nextPause()) {
        m_timer.start(*pause);
    }
}

void ForecastPresenter::onCatalogChanged()
{
    if (!(m_collection ? m_services.catalog.knows(*m_collection) : m_services.catalog.isLoaded())) {
        if (m_services.catalog.error() && m_state.edges.empty()) {
            showFailure(*m_services.catalog.error());
        }
        return;
    }
    // a new or changed rule shows at once; otherwise the timer decides
    const bool changed = !sameRules(m_p->rules, m_services.forecasts.rules(m_collection));
    if (m_state.edges.empty() || changed) {
        refresh();
    }
}

// It may be another server: only what the user has chosen stays. answerNumber continues, so that a
// number is never used twice.
void ForecastPresenter::restart()
{
    m_p->observed.clear();
    m_p->covered.setAll(false);
    m_p->exactWanted = false;
    m_p->answer = {};
    m_p->counted = {};
    ForecastState fresh;
    fresh.phase = Phase::Loading;
    fresh.zone = m_state.zone;
    fresh.horizon = m_state.horizon;
    fresh.answerNumber = m_state.answerNumber;
    m_state = fresh;
    Q_EMIT stateChanged();
    Q_EMIT pictureChanged();
}

void ForecastPresenter::loseConnection()
{
    m_timer.stop();
    m_p->query.drop(); // the service has ended the query with the connection
    endQuery();
    m_state.phase = m_state.edges.empty() ? Phase::Idle : Phase::Stale;
    m_state.failure.reset(); // the loss is said once, above all pages
    updateFigures();
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_forecast_presenter.cpp"
