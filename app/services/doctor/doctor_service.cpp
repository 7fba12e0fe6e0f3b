// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/doctor/doctor_service.h"

#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/monitor_service.h"

namespace sandglass::services {

DoctorService::DoctorService(ConnectionService& connections, MonitorService& monitor,
                             ForecastService& forecasts, TaskService& tasks, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_monitor(monitor)
    , m_forecasts(forecasts)
    , m_tasks(tasks)
{
}

DoctorStart DoctorService::start() const
{
    DoctorStart start;
    start.now = m_connections.serverNow();
    start.passes = {m_monitor.watchedSince(), m_monitor.lastPassAt()};
    start.earlierMetrics = m_monitor.metrics();
    start.sampleAbove = m_forecasts.sampleAbove();
    start.databases = m_connections.namedDatabases();
    start.profile = m_connections.state().label.profile;
    return start;
}

QFuture<Result<Diagnosis>> DoctorService::examine(DoctorTarget target, ttl::CancelToken cancel)
{
    const std::uint64_t task = m_tasks.begin(
        TaskKind::Diagnose, target.collection.value_or(protocol::Namespace()), cancel);
    const auto work = [target = std::move(target), start = start()](ttl::TtlServer& server,
                                                                    const ttl::CallLimits& limits) {
        return DoctorGathering(server, limits, start).diagnose(target);
    };
    return then(m_connections.run(work, {kCountTimeout, std::move(cancel)}), this,
                [this, task](const Result<Diagnosis>& answer) {
                    m_tasks.end(task);
                    return answer;
                });
}

} // namespace sandglass::services

#include "moc_doctor_service.cpp"
