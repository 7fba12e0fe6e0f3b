// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "tests/support/service_fixture.h"

#include <QTest>

#include <chrono>

namespace sandglass::tests {

inline const protocol::Namespace kSeenSessions{"app", "sessions"};
/// Long enough that no test sees a refresh that it did not ask for.
inline const presenters::RefreshPacing kSlow{std::chrono::hours(1), std::chrono::hours(2)};

/// A fixture with one collection of four documents: overdue, in a minute, later, never.
struct Sessions : ServiceFixture
{
    Sessions()
    {
        server->addIndex(kSeenSessions, "seen", 300);
        using namespace std::chrono_literals;
        add(1, 400s);
        add(2, 240s);
        add(3, -24h * 400);
        server->addDocument(kSeenSessions, bson::makeDocument("_id", 4, "seen", "yesterday"));
    }
    /// Adds a document that was seen so long ago.
    void add(int id, base::Millis age)
    {
        server->addDocument(
            kSeenSessions,
            bson::makeDocument("_id", id, "seen", bson::Date::from(clock.now() - age)));
    }
};

/// Waits until a presenter has an answer, and no query is under way.
inline bool becomesReady(const presenters::ForecastPresenter& presenter)
{
    // no query is under way when the next one is due, or when an exact count is held
    return QTest::qWaitFor([&] {
        return presenter.state().phase == presenters::Phase::Ready
            && (presenter.nextPause() || presenter.state().held);
    });
}

} // namespace sandglass::tests
