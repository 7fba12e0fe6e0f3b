// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/forecast_presenter.h"

#include "app/presenters/forecast/forecast_presenter_private.h"
#include "app/presenters/forecast/picture_caption.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/restore/rehearsal_run.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <QPointer>

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::presenters {

namespace {

constexpr int kHourInASecond = 3'600; // rate of a clock

} // namespace

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
    if (m_services.connections.isConnected()) {
        m_state.phase = Phase::Loading; // it will be counted, once it is shown
    }
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
    PictureSubject subject{m_collection, false, m_state.edges, m_state.zone, m_state.asOf};
    subject.perRule = !m_state.perRule.isEmpty();
    return captionOf(m_services, subject);
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
    const bool all = isOfCollection() || m_services.connections.state().local;
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
    if (changed) {
        m_p->observed.skip(); // another rule makes other documents overdue
    }
    const bool replaced = m_p->isReplaced(
        m_collection ? m_services.catalog.catalog().find(*m_collection) : nullptr);
    if (replaced) {
        m_p->observed.clear(); // who drops a collection takes its documents, and no rule did
    }
    if (m_state.edges.empty() || changed || replaced) {
        refresh();
    }
}

// It may be another server: only what the user has chosen stays. answerNumber continues, so that a
// number is never used twice.
void ForecastPresenter::restart()
{
    m_p->observed.clear();
    m_p->uuid.clear();
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
    updateFigures(); // those of the server before say nothing about this one
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
