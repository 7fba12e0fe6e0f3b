// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/service_fixture.h"

#include <QString>

#include <memory>
#include <string>

namespace sandglass::tests {

/// A further fake server of a window: "<name>.example", with a collection of its own.
struct OtherServer
{
    std::string name;
    std::shared_ptr<FakeTtlServer> server;
    services::ServiceSet& set;

    /// Its connection string, with a password.
    QString uri() const { return uriOf(name); }
    static QString uriOf(const std::string& name)
    {
        return QStringLiteral("mongodb://user:%1-%2@%1.example/")
            .arg(QString::fromStdString(name), passwordOfTest);
    }
};

/// Makes a fake server that the fixture's factory hands out for "<name>.example". It has the
/// collection `ns` with a rule.
inline std::shared_ptr<FakeTtlServer> makeServer(ServiceFixture& fixture, const std::string& name,
                                                 const protocol::Namespace& ns)
{
    auto server = std::make_shared<FakeTtlServer>(fixture.clock);
    ttl::ServerInfo info = *server->serverInfo({});
    info.host = name + ".example:27017";
    server->setInfo(info);
    server->addIndex(ns, "at", 3'600);
    fixture.factory->serve(name + ".example", server);
    return server;
}

/// Stops the polling of a link, as ServiceFixture does for the first one.
inline void quieten(services::ServiceSet& set)
{
    using namespace std::chrono_literals;
    set.connections.setHeartbeat(24h, 6s);
    set.catalog.setPolling(0ms, 0ms);
    set.monitor.setPolling(24h, 24h);
}

/// Adds a server to the window and waits until its catalogue is read.
inline OtherServer addServer(ServiceFixture& fixture, const std::string& name,
                             const protocol::Namespace& ns, const QString& shownName = {})
{
    const auto server = makeServer(fixture, name, ns);
    services::ServiceSet& set = fixture.services.links().add();
    quieten(set);
    set.connections.connectTo(OtherServer::uriOf(name), shownName, false);
    if (!QTest::qWaitFor([&set] { return set.connections.isConnected() && set.catalog.isLoaded(); },
                         30'000)) {
        qFatal("the further server does not answer");
    }
    return {name, server, set};
}

} // namespace sandglass::tests
