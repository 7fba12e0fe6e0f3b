// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/clock.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <chrono>

namespace tst_base_clock {

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

    void aFastClockRunsSoManyTimesFaster()
    {
        const Time start(Millis(1'000'000));
        using Steady = std::chrono::steady_clock;
        const auto earliest = Steady::now();
        const SystemClock clock(start, 3'600);
        const auto latest = Steady::now(); // it began between these two
        QTRY_VERIFY(clock.now() - start >= std::chrono::minutes(10));
        const auto before = Steady::now();
        const Millis shown = clock.now() - start;
        const auto after = Steady::now();
        // the real time that went by lies between these, however long the machine paused
        constexpr auto kRounding = std::chrono::milliseconds(3'600);
        QVERIFY(shown + kRounding >= (before - latest) * 3'600);
        QVERIFY(shown - kRounding <= (after - earliest) * 3'600);
    }

    void theFastestRehearsalRunsForDays()
    {
        using sandglass::base::movedBy;
        constexpr int kDayPerSecond = 86'400;
        const auto weekend = std::chrono::hours(48); // in nanoseconds more than int64 can multiply
        QCOMPARE(movedBy(weekend, kDayPerSecond), Millis(weekend) * kDayPerSecond);
        // parts of a millisecond count, so that the clock does not move in jumps
        QCOMPARE(movedBy(std::chrono::microseconds(10), kDayPerSecond), Millis(864));
        QCOMPARE(movedBy(weekend + std::chrono::microseconds(10), kDayPerSecond),
                 Millis(weekend) * kDayPerSecond + Millis(864));
    }

    void spansAreTranslatedBetweenAClockAndRealTime()
    {
        const SystemClock fast(Time(), 60);
        QCOMPARE(fast.duringReal(Millis(20)), Millis(1'200));
        QCOMPARE(fast.realTimeOf(Millis(60'000)), Millis(1'000));
        QCOMPARE(fast.realTimeOf(Millis(1)), Millis(1)); // never so short that nobody waits
        const SystemClock real;
        QCOMPARE(real.rate(), 1);
        QCOMPARE(real.duringReal(Millis(20)), Millis(20));
        QCOMPARE(real.realTimeOf(Millis(20)), Millis(20));
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

SANDGLASS_PLAIN_TEST(BaseClockTest)
} // namespace tst_base_clock

#include "tst_base_clock.moc"
