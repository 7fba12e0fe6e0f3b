// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/clock.h"

#include <QTest>

#include <chrono>

using sandglass::base::Millis;
using sandglass::base::SystemClock;
using sandglass::base::Time;

class BaseClockTest : public QObject
{
    Q_OBJECT

private slots:
    void theSystemClockFollowsTheSystem()
    {
        const SystemClock clock;
        const Time before = std::chrono::floor<Millis>(std::chrono::system_clock::now());
        const Time now = clock.now();
        const Time after = std::chrono::ceil<Millis>(std::chrono::system_clock::now());
        QVERIFY(before <= now);
        QVERIFY(now <= after);
    }

    void anOffsetMovesTheClockBothWays()
    {
        SystemClock clock;
        const Time start = clock.now();
        clock.setOffset(std::chrono::hours(24));
        QCOMPARE(clock.offset(), Millis(86'400'000));
        QVERIFY(clock.now() >= start + std::chrono::hours(24));
        clock.setOffset(std::chrono::hours(-24));
        QVERIFY(clock.now() < start - std::chrono::hours(23));
    }

    void aJumpIsAnnouncedToEveryListener()
    {
        SystemClock clock;
        int first = 0;
        int second = 0;
        clock.addJumpListener([&] { ++first; });
        clock.addJumpListener([&] { ++second; });
        clock.setOffset(Millis(1));
        QCOMPARE(first, 1);
        QCOMPARE(second, 1);
    }

    void aRemovedListenerHearsNothing()
    {
        SystemClock clock;
        int removed = 0;
        int kept = 0;
        const int ticket = clock.addJumpListener([&] { ++removed; });
        clock.addJumpListener([&] { ++kept; });
        clock.removeJumpListener(ticket);
        clock.setOffset(Millis(5));
        QCOMPARE(removed, 0);
        QCOMPARE(kept, 1);
    }
};

QTEST_APPLESS_MAIN(BaseClockTest)
#include "tst_base_clock.moc"
