// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/shop.h"

#include <chrono>
#include <string>

namespace sandglass::tests {

/// The shop, and the services of a rehearsal of it: a copy two hours old whose clock runs 3 600
/// times faster, on the same fake server. GUI thread.
struct RehearsalFixture
{
    ServiceFixture original;
    services::Services services;
    services::ServiceSet& set = services.set();

    RehearsalFixture()
        : services(options(original), original.clock)
    {
        using namespace std::chrono_literals;
        fillShop(original);
        set.settings.setZoneId("UTC");
        set.catalog.setPolling(0ms, 0ms);
        set.monitor.setPolling(24h, 24h);
    }

    /// Connects to the copy. False when it does not answer.
    bool connect()
    {
        set.connections.connectTo(QStringLiteral("mongodb://copy/"), {}, true);
        return QTest::qWaitFor(
            [this] { return set.connections.isConnected() && set.catalog.isLoaded(); });
    }

private:
    static services::ServicesOptions options(const ServiceFixture& of)
    {
        using namespace std::chrono_literals;
        services::RehearsalPlan plan;
        plan.folder = of.folder.filePath(QStringLiteral("rehearsal"));
        plan.copyOf = of.clock.now() - 2h;
        plan.rate = 3'600;
        services::ServicesOptions options{plan.folder, of.factory, {}};
        options.rehearsal = plan;
        return options;
    }
};

} // namespace sandglass::tests
