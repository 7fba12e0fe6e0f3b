// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/doctor/doctor_service.h"

#include "app/services/connections/connection_service.h"
#include "app/services/forecast/monitor_service.h"

namespace sandglass::services {

DoctorService::DoctorService(ConnectionService& connections, MonitorService& monitor,
                             TaskService& tasks, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_monitor(monitor)
    , m_tasks(tasks)
{
}

DoctorStart DoctorService::start() const
{
    DoctorStart start;
    start.now = m_connections.serverNow();
    start.passes = {m_monitor.watchedSince(), m_monitor.lastPassAt()};
    start.earlierMetrics = m_monitor.metrics();
    return start;
}

QCoro::Task<Result<Diagnosis>> DoctorService::examine(DoctorTarget target, ttl::CancelToken cancel)
{
    return run(this, std::move(target), std::move(cancel));
}

QCoro::Task<Result<Diagnosis>> DoctorService::run(QPointer<DoctorService> self, DoctorTarget target,
                                                  ttl::CancelToken cancel)
{
    const std::uint64_t task = self->m_tasks.begin(
        TaskKind::Diagnose, target.collection.value_or(protocol::Namespace()), cancel);
    const ttl::CallLimits limits{kCountTimeout, cancel};
    QCoro::Task<Result<Diagnosis>> asking = self->m_connections.run(
        [target = std::move(target), start = self->start()](ttl::TtlServer& server,
                                                            const ttl::CallLimits& callLimits) {
            return DoctorGathering(server, callLimits, start).diagnose(target);
        },
        limits);
    Result<Diagnosis> answer = co_await asking;
    if (self) {
        self->m_tasks.end(task);
    }
    co_return answer;
}

} // namespace sandglass::services

#include "moc_doctor_service.cpp"
