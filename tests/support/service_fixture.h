// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/worker_pool.h"
#include "app/services/shell/services.h"
#include "tests/support/answer_of.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server_factory.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace sandglass::tests {

/// The password in the connection string of ServiceFixture::connect().
inline QString passwordOfTest = QStringLiteral("secret");

/// All services of a window on a fake server and a fake clock, in a folder of their own. Background
/// polling is off, so that a test sees only the calls it causes. GUI thread.
struct ServiceFixture
{
    FakeClock clock;
    services::LastJobs lastJobs; // whose jobs look at the clock
    std::shared_ptr<FakeTtlServer> server = std::make_shared<FakeTtlServer>(clock);
    std::shared_ptr<FakeTtlServerFactory> factory = std::make_shared<FakeTtlServerFactory>(server);
    QTemporaryDir folder;
    services::Services services{services::ServicesOptions{folder.path(), factory, {}}, clock};
    services::ServiceSet& set = services.set();

    ServiceFixture()
    {
        using namespace std::chrono_literals;
        set.connections.setHeartbeat(24h, 6s);
        set.catalog.setPolling(0ms, 0ms);
        set.monitor.setPolling(24h, 24h);
    }

    /// Makes the fake server a secondary, before connect().
    void makeSecondary() const
    {
        ttl::ServerInfo info;
        info.version = "7.0.5";
        info.versionNumbers = {7, 0, 5};
        info.topology = ttl::Topology::Secondary;
        info.replicaSet = "rs0";
        info.writable = false;
        server->setInfo(info);
    }

    /// Connects to the fake server and waits until its catalogue is read.
    bool connect(bool local = true)
    {
        set.connections.connectTo(
            QStringLiteral("mongodb://user:%1@fake.example/").arg(passwordOfTest), {}, local);
        return QTest::qWaitFor(
            [this] { return set.connections.isConnected() && set.catalog.isLoaded(); });
    }
};

} // namespace sandglass::tests
