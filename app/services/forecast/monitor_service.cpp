// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/monitor_service.h"

#include "app/services/calls/polling_pause.h"
#include "app/services/connections/connection_service.h"
#include "app/ttl/monitor_patience.h"
#include "app/ttl/privilege.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

constexpr std::chrono::hours kRemembered{1};
constexpr std::chrono::seconds kShortestSpan{10};

Result<ttl::TtlMetrics> readMetrics(ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    return server.ttlMetrics(limits);
}

bool hasFallen(const std::optional<std::int64_t>& before, const std::optional<std::int64_t>& now)
{
    return before && now && *now < *before;
}

// Whether the counters began anew: the server was restarted, or another member has become primary.
// After a clock that was set back, the spans between readings would be below zero; corrections of
// it are smaller.
bool countsAnew(const ttl::TtlMetrics& before, const ttl::TtlMetrics& now)
{
    const bool other
        = !before.process.empty() && !now.process.empty() && before.process != now.process;
    const bool setBack = before.serverTime - now.serverTime > kShortestSpan;
    return other || setBack || hasFallen(before.passes, now.passes)
        || hasFallen(before.deletedDocuments, now.deletedDocuments);
}

} // namespace

MonitorService::MonitorService(ConnectionService& connections, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
{
    connect(&connections, &ConnectionService::connected, this, &MonitorService::restart);
    connect(&connections, &ConnectionService::disconnected, this, [this] {
        m_timer.stop();
        m_reading.drop();
    });
    connect(&m_timer, &QTimer::timeout, this, &MonitorService::poll);
}

void MonitorService::setPolling(std::chrono::milliseconds local, std::chrono::milliseconds remote)
{
    m_local = local;
    m_remote = remote;
    if (m_timer.isActive()) {
        m_timer.start(interval());
    }
}

int MonitorService::clockRate() const
{
    const std::optional<ttl::ServerInfo>& server = m_connections.state().server;
    return server ? server->clockRate : 1;
}

std::chrono::milliseconds MonitorService::interval() const
{
    // in a rehearsal a second is up to an hour of its clock, so it reads more often
    return !m_connections.state().local ? m_remote : clockRate() > 1 ? m_local / 4 : m_local;
}

void MonitorService::restart()
{
    m_error.reset();
    forgetCounters();
    m_evidence.clear();
    m_reading.drop();
    m_timer.start(interval());
    poll();
}

void MonitorService::forgetCounters()
{
    m_metrics.reset();
    m_readings.clear();
    m_lastPassAt.reset();
    m_watchedSince.reset();
    m_speed.clear();
}

void MonitorService::poll()
{
    if (m_reading.isWaiting() || !m_connections.isConnected()) {
        return;
    }
    m_askedAt = m_connections.clock().steady();
    m_reading.ask(m_connections.run(&readMetrics), this,
                  [this](const Result<ttl::TtlMetrics>& answer) { finish(answer); });
}

void MonitorService::finish(Result<ttl::TtlMetrics> answer)
{
    if (!answer && answer.error().code == Errc::Cancelled) {
        return; // the connection is being replaced
    }
    pace();
    if (!answer) {
        m_error = std::move(answer.error());
        if (ttl::isRefusal(*m_error)) {
            m_timer.stop(); // repeated attempts would only fill the server's log
        }
        Q_EMIT changed();
        return;
    }
    m_error.reset();
    answer->clockRate = clockRate();
    if (m_metrics && countsAnew(*m_metrics, *answer)) {
        forgetCounters();
    }
    if (!m_watchedSince) {
        m_watchedSince = answer->serverTime;
    }
    // where the server does not tell, a pass shows only as a difference between two readings
    if (answer->lastPassEndedAt) {
        m_lastPassAt = answer->lastPassEndedAt;
    } else if (m_metrics && m_metrics->passes && answer->passes
               && *answer->passes > *m_metrics->passes) {
        m_lastPassAt = answer->serverTime;
    }
    if (answer->deletedDocuments) {
        m_readings.push_back({answer->serverTime, *answer->deletedDocuments});
        const base::Time oldest = answer->serverTime - kRemembered * spanFactor(clockRate());
        while (m_readings.front().at < oldest) {
            m_readings.pop_front();
        }
    }
    m_speed.note(*answer);
    m_metrics = *answer;
    Q_EMIT changed();
}

void MonitorService::pace()
{
    const base::Millis took = m_connections.clock().steady() - m_askedAt;
    const auto pause = m_connections.state().local ? interval() : pollingPause(interval(), took);
    if (m_timer.isActive() && m_timer.intervalAsDuration() != pause) {
        m_timer.start(pause);
    }
}

bool MonitorService::isRefused() const
{
    return (m_error && ttl::isRefusal(*m_error))
        || (m_metrics && (m_metrics->countersRefused || m_metrics->parametersRefused));
}

void MonitorService::noteForecast(const Forecast& forecast)
{
    const std::optional<base::Time> before = m_evidence.lastSeenAt();
    m_evidence.note(forecast);
    if (m_evidence.lastSeenAt() != before) {
        Q_EMIT changed();
    }
}

void MonitorService::noteOwnChange(const protocol::Namespace& ns)
{
    m_evidence.forget(ns);
}

bool MonitorService::hasPassedSince(base::Time moment) const
{
    if (m_metrics && m_metrics->monitorEnabled == false) {
        return true;
    }
    if (m_metrics && m_metrics->passes) {
        return m_lastPassAt && *m_lastPassAt > moment;
    }
    return m_connections.serverNow() - moment > ttl::monitorPatience(m_metrics);
}

std::optional<double> MonitorService::deletionsPerMinute(std::chrono::seconds span) const
{
    if (m_readings.size() < 2) {
        return {};
    }
    const DeletionReading& last = m_readings.back();
    const base::Time from = last.at - span * spanFactor(clockRate());
    const auto first = std::ranges::find_if(
        m_readings, [&](const DeletionReading& reading) { return reading.at >= from; });
    const auto watched = last.at - first->at;
    if (watched < kShortestSpan) {
        return {};
    }
    const std::int64_t deleted = last.deletedDocuments - first->deletedDocuments;
    if (deleted == 0 && !hasPassedSince(m_readings.front().at)) {
        return {}; // nothing could have been deleted yet
    }
    const double minutes = std::chrono::duration<double, std::ratio<60>>(watched).count();
    return static_cast<double>(deleted) / minutes;
}

} // namespace sandglass::services

#include "moc_monitor_service.cpp"
