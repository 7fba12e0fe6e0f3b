// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/forecast_presenter.h"

#include "app/presenters/forecast/exact_count_task.h"
#include "app/presenters/forecast/figures.h"
#include "app/presenters/forecast/forecast_picture.h"
#include "app/presenters/forecast/observed_deletions.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/restore/rehearsal_run.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <QPointer>

#include <algorithm>
#include <numeric>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::presenters {

namespace {

constexpr int kHourInASecond = 3'600; // rate of a clock

std::optional<std::chrono::seconds> horizonSpan(Horizon horizon)
{
    const auto preset = static_cast<std::size_t>(horizon);
    if (preset < std::size(ttl::kHorizonPresetSeconds)) {
        return std::chrono::seconds(ttl::kHorizonPresetSeconds[preset]);
    }
    return {};
}

static_assert(static_cast<std::size_t>(Horizon::Year1) + 1
              == std::size(ttl::kHorizonPresetSeconds));

// What makes two lists of rules the same for a forecast.
bool sameRules(const std::vector<ttl::Rule>& left, const std::vector<ttl::Rule>& right)
{
    return std::ranges::equal(left, right, [](const ttl::Rule& one, const ttl::Rule& other) {
        return one.index == other.index && one.expireAfterSeconds == other.expireAfterSeconds
            && one.valid == other.valid && one.hidden == other.hidden && one.ready == other.ready;
    });
}

} // namespace

struct ForecastPresenter::Private
{
    explicit Private(services::TaskService& tasks)
        : exactCount(tasks)
    {
    }

    bool visible = false;
    bool running = false; // a query is under way
    bool again = false; // ask once more when it is done
    bool paused = false; // the user gave up a query
    bool exactWanted = false; // the next query is an exact count
    ExactCountTask exactCount;
    std::uint64_t asked = 0; // ticket of the last query
    std::uint64_t wanted = 0; // answers with an older ticket are dropped
    std::optional<std::pair<base::Time, base::Time>> range;
    ttl::CancelToken cancel;
    std::vector<ttl::Rule> rules; // that the last query was about
    services::Forecast answer;
    ObservedDeletions observed; // of this collection
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
    if (m_services.rehearsal && m_services.rehearsal->plan().rate >= kHourInASecond) {
        m_state.horizon = Horizon::Day1; // an hour would be over at once
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
        m_timer.stop();
        return;
    }
    if (!m_p->running && !m_state.held) {
        ask();
    }
}

void ForecastPresenter::setHorizon(Horizon horizon)
{
    m_state.horizon = horizon;
    m_p->range.reset();
    refresh();
    Q_EMIT stateChanged();
}

void ForecastPresenter::setRange(base::Time from, base::Time to)
{
    m_state.horizon = Horizon::Custom;
    m_p->range = {std::max(from, serverNow()), std::max(to, serverNow() + 1s)};
    refresh();
    Q_EMIT stateChanged();
}

void ForecastPresenter::refresh()
{
    m_p->exactWanted = false;
    askAnew();
}

void ForecastPresenter::countExactly()
{
    if (!m_state.exact && !m_p->exactCount.isRunning()) {
        m_p->exactWanted = true;
        askAnew();
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
    if (m_p->running) {
        m_p->paused = true;
        m_p->cancel.cancel();
    }
}

void ForecastPresenter::askAnew()
{
    m_p->paused = false;
    if (std::exchange(m_state.held, false)) {
        Q_EMIT stateChanged();
    }
    m_p->wanted = m_p->asked + 1;
    if (m_p->running) {
        m_p->again = true;
        m_p->cancel.cancel();
        return;
    }
    ask();
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
    return m_p->visible && !m_p->running && m_services.connections.isConnected()
        && m_services.catalog.isLoaded();
}

void ForecastPresenter::ask()
{
    m_timer.stop();
    if (!mayAsk()) {
        return;
    }
    m_p->running = true;
    m_p->again = false;
    const std::uint64_t ticket = ++m_p->asked;
    m_p->cancel = {};
    m_p->rules = m_services.forecasts.rules(m_collection);
    if (m_state.edges.empty() && m_state.phase != Phase::Loading) {
        m_state.phase = Phase::Loading;
        Q_EMIT stateChanged();
    }
    if (m_p->exactWanted) {
        askExactly(ticket);
        return;
    }
    m_slowTimer.start();
    services::whenAnswered(
        m_services.forecasts.forecast(query()), this,
        [this, ticket](const services::Forecast& forecast) { finish(ticket, forecast); });
}

services::ForecastQuery ForecastPresenter::query() const
{
    return {m_collection, horizonSpan(m_state.horizon), m_p->range, m_state.zone, m_p->cancel};
}

void ForecastPresenter::askExactly(std::uint64_t ticket)
{
    m_p->exactWanted = false;
    m_p->exactCount.begin(m_collection.value_or(protocol::Namespace()), m_p->cancel);
    m_state.countedPercent = 0;
    Q_EMIT stateChanged();
    const auto report = [self = QPointer<ForecastPresenter>(this)](double done) {
        if (self) {
            self->reportCount(done);
        }
    };
    services::whenAnswered(
        m_services.forecasts.countExactly(query(), report), this,
        [this, ticket](const services::Forecast& forecast) { finish(ticket, forecast); });
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

// Whether the answer that just came is that of an exact count. One that was cancelled, here or in
// the list of tasks, leaves what is shown and lets the sampling go on.
bool ForecastPresenter::endExactCount()
{
    if (!m_p->exactCount.end()) {
        return false;
    }
    m_state.countedPercent.reset();
    if (m_p->cancel.cancelled() && m_p->wanted <= m_p->asked) {
        m_p->wanted = m_p->asked + 1;
        m_p->again = true;
    }
    return true;
}

void ForecastPresenter::finish(std::uint64_t ticket, const services::Forecast& forecast)
{
    const bool counted = endExactCount();
    m_p->running = false;
    m_slowTimer.stop();
    if (std::exchange(m_state.slow, false) || counted) {
        Q_EMIT stateChanged();
    }
    if (ticket < m_p->wanted) {
        // nobody wants this one any more: something else was chosen meanwhile
        if (std::exchange(m_p->again, false)) {
            ask();
        }
        return;
    }
    const bool allFailed = !forecast.rules.empty()
        && std::ranges::all_of(forecast.rules,
                               [](const auto& share) { return share.error.has_value(); });
    m_p->answer = forecast;
    if (forecast.error) {
        showFailure(*forecast.error);
    } else if (allFailed) {
        showFailure(*forecast.rules.front().error);
    } else {
        show(forecast, counted);
    }
    schedule();
}

void ForecastPresenter::show(const services::Forecast& forecast, bool held)
{
    const bool stands = m_state.phase == Phase::Ready && m_state.held == held && !m_state.failure;
    fillPicture(forecast, m_collection.has_value(), m_state);
    updateDeletions(forecast);
    m_state.held = held;
    m_state.phase = Phase::Ready;
    m_state.failure.reset();
    ++m_state.ticket;
    m_state.summary = spokenSummary(m_state);
    updateFigures();
    Q_EMIT pictureChanged();
    if (!stands) {
        Q_EMIT stateChanged();
    }
}

void ForecastPresenter::showFailure(const base::Error& error)
{
    m_state.failure = describe(error);
    m_state.phase = m_state.edges.empty() ? Phase::Failed : Phase::Stale;
    Q_EMIT stateChanged();
}

// Of one collection the fall of its overdue documents is taken, of all the server's own counter.
void ForecastPresenter::updateDeletions(const services::Forecast& forecast)
{
    const base::Time now = forecast.now;
    const auto width = std::chrono::seconds(ttl::nominalSeconds(forecast.width));
    const int factor = services::spanFactor(clockRate());
    if (m_collection) {
        if (!m_state.overdueExact) {
            return; // estimates rise and fall by chance
        }
        // on a fast clock whole passes lie between two looks: there everything dated is compared,
        // since nobody but the monitor changes a copy
        std::int64_t left = m_state.overdue;
        if (clockRate() > 1) {
            left = std::accumulate(m_state.totals.begin(), m_state.totals.end(),
                                   left + m_state.later);
        }
        m_p->observed.note(left, now, factor);
        m_state.deletions = m_p->observed.spans(now, width, factor);
        return;
    }
    std::deque<DeletionEvent> events;
    const std::deque<services::DeletionReading>& readings = m_services.monitor.readings();
    for (std::size_t i = 1; i < readings.size(); ++i) {
        events.push_back(
            {readings[i].at, readings[i].deletedDocuments - readings[i - 1].deletedDocuments});
    }
    m_state.deletions
        = deletionSpans(events, readings.empty() ? now : readings.front().at, now, width, factor);
}

void ForecastPresenter::updateFigures()
{
    FiguresInput input = figuresInput(m_p->answer, m_services.monitor);
    input.now = serverNow();
    input.overdue = m_state.overdue;
    input.notCounted = m_state.edges.empty();
    input.exact = m_state.exact;
    input.overdueExact = m_state.overdueExact;
    const int factor = services::spanFactor(clockRate());
    if (const auto seen = m_p->observed.perMinute(m_p->answer.now, factor)) {
        input.deletionsPerMinute = seen;
        input.deletionsObserved = true;
    }
    FiguresState fresh = makeFigures(input);
    fresh.phase = m_state.phase;
    if (fresh != m_figures) {
        m_figures = std::move(fresh);
        Q_EMIT figuresChanged();
    }
}

std::chrono::milliseconds ForecastPresenter::interval() const
{
    return m_pacing.interval(m_services.connections.state().local, clockRate());
}

int ForecastPresenter::clockRate() const
{
    const std::optional<ttl::ServerInfo>& server = m_services.connections.state().server;
    return server ? server->clockRate : 1;
}

std::optional<std::chrono::milliseconds> ForecastPresenter::nextPause() const
{
    const bool stopped = !m_p->visible || m_p->running || m_state.held || m_p->paused;
    if (stopped || !m_services.connections.isConnected()) {
        return {};
    }
    return pauseAfter(m_p->answer.took, interval());
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
    if (!m_services.catalog.isLoaded()) {
        if (m_services.catalog.error() && m_state.edges.empty()) {
            showFailure(*m_services.catalog.error());
        }
        return;
    }
    const bool changed = !sameRules(m_p->rules, m_services.forecasts.rules(m_collection));
    if (m_state.edges.empty() || changed) {
        refresh();
    }
}

void ForecastPresenter::restart()
{
    m_p->observed.clear();
    m_p->exactWanted = false;
    m_p->answer = {};
    ForecastState fresh;
    fresh.phase = Phase::Loading;
    fresh.zone = m_state.zone;
    fresh.horizon = m_state.horizon;
    fresh.ticket = m_state.ticket;
    m_state = fresh;
    Q_EMIT stateChanged();
    Q_EMIT pictureChanged();
}

void ForecastPresenter::loseConnection()
{
    m_timer.stop();
    m_p->wanted = m_p->asked + 1; // whatever is still under way came from the lost connection
    m_state.phase = m_state.edges.empty() ? Phase::Idle : Phase::Stale;
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_forecast_presenter.cpp"
