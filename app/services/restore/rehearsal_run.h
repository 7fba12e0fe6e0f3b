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

/// A rehearsal under way, inside its own services: makes the proposed change once the copy is open,
/// and lets the copy's TTL monitor go a moment later, so that nothing is deleted before it can be
/// watched. GUI thread.
class RehearsalRun : public QObject
{
    Q_OBJECT
public:
    RehearsalRun(RehearsalPlan plan, ConnectionService& connections, IndexService& indexes,
                 QObject* parent = nullptr);

    const RehearsalPlan& plan() const { return m_plan; }
    /// Why the proposed change was refused, or the monitor did not start; unset: all is well.
    const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    void changed();

private:
    void propose();
    void finish(const Result<void>& answer);
    void startMonitor();
    void fail(const Error& error);

    RehearsalPlan m_plan;
    ConnectionService& m_connections;
    IndexService& m_indexes;
    bool m_proposed = false;
    QTimer m_curtain;
    std::optional<Error> m_error;
};

} // namespace sandglass::services
