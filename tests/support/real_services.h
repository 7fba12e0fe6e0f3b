// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/shell/services.h"
#include "tests/support/engine_process.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>

namespace sandglass::tests {

/// The services of a window, connected through libmongoc to an engine that runs already. The
/// program needs a mongo::MongoDriver, and the engine outlives this. GUI thread.
class RealServices
{
public:
    /// Connects and waits until the catalogue is read; isOpen() says whether that succeeded.
    explicit RealServices(const EngineProcess& engine)
        : RealServices(engine.uri(), nullptr)
    {
    }
    /// Whether the constructor waits, or somebody calls awaitOpen() for many of them.
    enum class Opening { Wait, Later };
    /// On `clock`, which outlives this; null: the system's. `local`: as the bundled engine, which
    /// is never locked.
    RealServices(const std::string& uri, const base::Clock* clock, bool local = true,
                 Opening opening = Opening::Wait)
        : m_clock(clock ? *clock : m_systemClock)
    {
        set.connections.connectTo(QString::fromStdString(uri), {}, local);
        if (opening == Opening::Wait) {
            awaitOpen();
        }
    }

    /// Waits until the catalogue is read. Returns isOpen().
    bool awaitOpen()
    {
        m_open = QTest::qWaitFor(
            [this] { return set.connections.isConnected() && set.catalog.isLoaded(); }, 60'000);
        return m_open;
    }
    bool isOpen() const { return m_open; }
    /// Lives as long as this; for connections of signals.
    QObject* context() { return &m_context; }

private:
    base::SystemClock m_systemClock;
    const base::Clock& m_clock;
    QTemporaryDir m_folder;
    services::LastJobs m_lastJobs; // which look at the clock
    services::Services m_services{
        services::ServicesOptions{
            m_folder.path(), std::make_shared<mongo::MongoTtlServerFactory>(m_clock), {}},
        m_clock};
    bool m_open = false;
    QObject m_context;

public:
    services::ServiceSet& set = m_services.set();
};

} // namespace sandglass::tests
