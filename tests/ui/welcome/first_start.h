// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/welcome/tour_presenter.h"
#include "app/presenters/welcome/welcome_presenter.h"
#include "tests/ui/engine/scripted_engine.h"

#include <QSignalSpy>

namespace sandglass::tests {

/// Welcome screen and tour over a local engine that is a script, and a fake server.
struct FirstStart : ScriptedEngine
{
    presenters::WelcomePresenter welcome{set, connection};
    presenters::TourPresenter tour{set, welcome};
    QSignalSpy ready{&welcome, &presenters::WelcomePresenter::sampleDataReady};
    QSignalSpy failed{&welcome, &presenters::WelcomePresenter::sampleDataFailed};

    explicit FirstStart(Kind kind = Kind::Stays)
        : ScriptedEngine(kind)
    {
    }

    /// Starts the engine with the sample data, and waits for it.
    bool load()
    {
        const auto before = ready.count();
        welcome.startWithSampleData();
        return QTest::qWaitFor([&] { return ready.count() > before; }, 60'000);
    }

    /// Connects to the fake server as to a remote one.
    bool connectRemote()
    {
        set.connections.setFirstPause(std::chrono::hours(1));
        set.connections.connectTo(QStringLiteral("mongodb://fake.example/"), {}, false);
        return QTest::qWaitFor(
            [this] { return set.connections.isConnected() && set.catalog.isLoaded(); });
    }

    /// The next call finds the server gone.
    bool lose()
    {
        const Error lost = base::failure(Errc::Network, "the cable is out");
        factory->refuse(lost);
        server->fail("databases", lost);
        set.catalog.refresh();
        return QTest::qWaitFor(
            [this] { return set.connections.state().phase == services::LinkPhase::Reconnecting; });
    }
};

} // namespace sandglass::tests
