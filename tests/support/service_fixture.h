// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/answer.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/shell/services.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server_factory.h"

#include <QFuture>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>

namespace sandglass::tests {

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
        set.catalog.setPolling(0ms, 0ms);
        set.monitor.setPolling(24h, 24h);
    }

    /// Connects to the fake server and waits until its catalogue is read.
    bool connect(bool local = true)
    {
        set.connections.connectTo(QStringLiteral("mongodb://user:secret@fake.example/"), {}, local);
        return QTest::qWaitFor(
            [this] { return set.connections.isConnected() && set.catalog.isLoaded(); });
    }
};

/// What a service answers, waited for in the event loop; nullopt when it does not come.
template <typename T>
std::optional<T> outcomeOf(const QFuture<T>& future, int patienceMillis = 5'000)
{
    std::optional<T> outcome;
    QObject context;
    services::whenAnswered(future, &context, [&](const T& value) { outcome.emplace(value); });
    if (!QTest::qWaitFor([&] { return outcome.has_value(); }, patienceMillis)) {
        return {};
    }
    return outcome;
}

/// The same for an answer that is a Result; a timeout is an error.
template <typename T>
Result<T> waitFor(const QFuture<Result<T>>& future, int patienceMillis = 5'000)
{
    const std::optional<Result<T>> outcome = outcomeOf(future, patienceMillis);
    return outcome ? *outcome : Result<T>(base::failure(Errc::Timeout, "no answer"));
}

} // namespace sandglass::tests
