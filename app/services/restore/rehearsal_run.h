// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/restore/rehearsal_service.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace sandglass::services {

class ConnectionService;
class IndexService;

/// Runs a rehearsal inside its own services. Makes the proposed change once the copy is open, and
/// starts the copy's TTL monitor a moment later, so that nothing is deleted before the user can
/// watch it. GUI thread.
class RehearsalRun : public QObject
{
    Q_OBJECT
public:
    /// `connections` and `indexes`: of the rehearsal's services; they must outlive this object.
    RehearsalRun(RehearsalPlan plan, ConnectionService& connections, IndexService& indexes,
                 QObject* parent = nullptr);

    /// The plan given to the constructor.
    const RehearsalPlan& plan() const { return m_plan; }
    /// Why the proposed change was refused or the monitor did not start; unset: there was no
    /// failure.
    const std::optional<Error>& error() const { return m_refusal ? m_refusal : m_monitorError; }

Q_SIGNALS:
    /// error() has changed.
    void changed();

private:
    /// Makes the proposed change, the first time that the copy is connected.
    void propose();
    /// Takes the answer to the change and schedules the start of the monitor.
    void finish(const Result<void>& answer);
    /// Switches the copy's TTL monitor on.
    void startMonitor();
    /// Takes the answer to the start of the monitor; a later success ends an earlier failure.
    void finishStart(const Result<bson::Document>& reply);

    RehearsalPlan m_plan;
    ConnectionService& m_connections;
    IndexService& m_indexes;
    bool m_proposed = false;
    QTimer m_monitorDelay;
    std::optional<Error> m_refusal; // of the change
    std::optional<Error> m_monitorError;
};

} // namespace sandglass::services
