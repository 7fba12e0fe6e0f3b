// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/doctor/doctor_gathering.h"
#include "app/services/journal/task_service.h"

#include <QFuture>
#include <QObject>

namespace sandglass::services {

class ConnectionService;
class ForecastService;
class MonitorService;

/// Finds out why something does not expire: gathers facts on a worker thread and runs the checks of
/// app/ttl/doctor. Changes nothing on the server. GUI thread.
class DoctorService : public QObject
{
    Q_OBJECT
public:
    /// All services must outlive this object.
    DoctorService(ConnectionService& connections, MonitorService& monitor,
                  ForecastService& forecasts, TaskService& tasks, QObject* parent = nullptr);

    /// Examines a target. Errors: NotFound when the target does not exist, Network, Cancelled.
    /// Anything that is refused or not reported is a finding of the report.
    QFuture<Result<Diagnosis>> examine(DoctorTarget target, ttl::CancelToken cancel);

private:
    /// What is known now, for the worker thread.
    DoctorStart start() const;

    ConnectionService& m_connections;
    MonitorService& m_monitor;
    ForecastService& m_forecasts;
    TaskService& m_tasks;
};

} // namespace sandglass::services
