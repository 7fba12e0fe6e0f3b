// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/engine/engine_presenter.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/shell/services.h"
#include "resources/resources.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server_factory.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace sandglass::tests {

/// The local engine as a shell script, and its presenters. GUI thread.
struct ScriptedEngine
{
    /// Missing: there is no such file. DiesOnce: its first run is killed, the second one stays.
    enum class Kind { Missing, Stays, DiesOnce };

    FakeClock clock;
    services::LastJobs lastJobs; // whose jobs look at the clock
    std::shared_ptr<FakeTtlServer> server = std::make_shared<FakeTtlServer>(clock);
    std::shared_ptr<FakeTtlServerFactory> factory = std::make_shared<FakeTtlServerFactory>(server);
    QTemporaryDir folder;
    services::Services services;
    services::ServiceSet& set = services.set();
    presenters::EnginePresenter engine{set};
    presenters::ConnectionPresenter connection{set};

    explicit ScriptedEngine(Kind kind)
        : services(options(kind), clock)
    {
        using namespace std::chrono_literals;
        resources::initResources();
        set.settings.setZoneId("UTC");
        set.catalog.setPolling(0ms, 0ms);
        set.monitor.setPolling(24h, 24h);
    }

    /// Starts it and waits until the window is connected to it.
    bool run()
    {
        engine.start();
        return QTest::qWaitFor([this] { return set.connections.isConnected(); });
    }

private:
    services::ServicesOptions options(Kind kind) const
    {
        services::ServicesOptions options{folder.path(), factory, {}};
        options.engine.program = folder.filePath(QStringLiteral("engine.sh"));
        options.engine.folder = folder.filePath(QStringLiteral("data"));
        options.engine.firstPause = std::chrono::milliseconds(1);
        if (kind != Kind::Missing) {
            write(options.engine.program, kind == Kind::DiesOnce);
        }
        return options;
    }
    void write(const QString& path, bool diesOnce) const
    {
        QFile file(path);
        const QByteArray mark = QFile::encodeName(folder.filePath(QStringLiteral("died")));
        QByteArray script
            = "#!/bin/sh\n"
              "echo '{\"s\":\"I\",\"c\":\"NETWORK\",\"msg\":\"Waiting for connections\","
              "\"attr\":{\"port\":1}}'\n";
        if (diesOnce) {
            script += "[ -e '" + mark + "' ] || { touch '" + mark + "'; kill -9 $$; }\n";
        }
        script += "exec sleep 600\n";
        if (!file.open(QIODevice::WriteOnly) || file.write(script) < 0
            || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)) {
            qFatal("no script");
        }
    }
};

} // namespace sandglass::tests
