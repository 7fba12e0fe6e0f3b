// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/refresh_pacing.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_refresh_pacing {

using namespace sandglass::presenters;
using namespace std::chrono_literals;

class TestRefreshPacing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLocalServerWithAFastClockIsAskedMoreOften()
    {
        const RefreshPacing pacing{1s, 10s};
        QCOMPARE(pacing.interval(true, 1), 1'000ms);
        QCOMPARE(pacing.interval(true, 60), 250ms);
        QCOMPARE(pacing.interval(false, 60), 10'000ms);
    }

    void aQuickQueryKeepsTheInterval()
    {
        QCOMPARE(pauseAfter(0ms, 10s, true), 10'000ms);
        QCOMPARE(pauseAfter(2s, 10s, true), 10'000ms);
        QCOMPARE(pauseAfter(300ms, 10s, false), 10'000ms);
    }

    void aSlowQueryMakesThePauseLonger() { QCOMPARE(pauseAfter(3s, 10s, true), 15'000ms); }

    void anotherServerIsSparedMoreThanTheLocalEngine()
    {
        QCOMPARE(pauseAfter(3s, 10s, false), 90'000ms);
        QCOMPARE(pauseAfter(700ms, 10s, false), 21'000ms);
    }

    void noPauseIsLongerThanTheLongestOrTheInterval()
    {
        QCOMPARE(pauseAfter(1h, 10s, true), std::chrono::milliseconds(2min));
        QCOMPARE(pauseAfter(1h, 10min, true), std::chrono::milliseconds(10min));
        QCOMPARE(pauseAfter(1h, 10s, false), std::chrono::milliseconds(10min));
        QCOMPARE(pauseAfter(1h, 1h, false), std::chrono::milliseconds(1h));
    }
};

SANDGLASS_TEST(TestRefreshPacing)
} // namespace tst_presenters_refresh_pacing

#include "tst_presenters_refresh_pacing.moc"
