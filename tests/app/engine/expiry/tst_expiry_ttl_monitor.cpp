// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/ttl_monitor.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <atomic>

namespace tst_expiry_ttl_monitor {

using namespace sandglass;
using namespace sandglass::tests;
using engine::expiry::PurgePass;
using engine::expiry::TtlCounters;
using engine::expiry::TtlMonitor;
using engine::expiry::TtlSettings;
using std::chrono::hours;
using std::chrono::seconds;

namespace {

/// A running monitor on a clock that stands still.
struct Monitored
{
    EngineData data;
    TtlSettings settings;
    TtlCounters counters;
    PurgePass pass{*data.catalog, data.clock, data.log, settings, counters};
    TtlMonitor monitor{pass, data.clock, data.log, settings};

    Monitored()
    {
        data.addTtlIndex("c", R"({"t":1})", 0);
        data.insert("c", {dated(1, data.clock.now() - hours(1))});
        monitor.start();
    }
    ~Monitored() { monitor.stop(); }
    std::int64_t passes() const { return counters.passes; }
};

/// A time of day that steps without a word, as the system's does.
class SteppingClock final : public base::Clock
{
public:
    base::Time now() const override { return base::Time(base::Millis(millis.load())); }
    base::Millis steady() const override { return base::Millis(since.load()); }
    std::atomic<std::int64_t> millis{1'893'456'000'000};
    std::atomic<std::int64_t> since{0};
};

} // namespace

class TestTtlMonitor : public QObject
{
    Q_OBJECT

private slots:
    void itSleepsFirst();
    void c019AShorterPeriodActsAtOnce();
    void c018DisabledItPassesNothingAndCountsNothing();
    void itStopsWhileSleeping();
    void theNextPassIsKnown();
    void aFastClockMakesPassesDueSooner();
    void settingTheTimeOfDayBackDoesNotStopIt();
    void noPassRunsAfterAStepUntilItIsConfirmed();
};

void TestTtlMonitor::itSleepsFirst()
{
    Monitored m;
    const auto due = m.monitor.nextPass();
    m.data.clock.advance(seconds(59));
    QVERIFY(m.monitor.nextPass() == due); // a pass would have moved it
    QCOMPARE(m.passes(), 0);
    m.data.clock.advance(seconds(1));
    QTRY_COMPARE(m.passes(), 1);
    QCOMPARE(m.data.ids("c").size(), 0);
}

void TestTtlMonitor::c019AShorterPeriodActsAtOnce()
{
    Monitored m;
    m.settings.sleepSeconds = 1000;
    m.monitor.settingsChanged();
    m.data.clock.advance(seconds(120));
    m.settings.sleepSeconds = 1;
    m.monitor.settingsChanged();
    QTRY_VERIFY(m.passes() >= 1); // measured from the sleep's start, so it is due already
}

void TestTtlMonitor::c018DisabledItPassesNothingAndCountsNothing()
{
    Monitored m;
    m.settings.enabled = false;
    const auto slept = [&m] { return m.monitor.nextPass() == m.data.clock.now() + seconds(60); };
    for (int period = 0; period < 3; ++period) {
        m.data.clock.advance(seconds(60));
        QTRY_VERIFY(slept());
    }
    QCOMPARE(m.passes(), 0);
    QCOMPARE(m.data.ids("c").size(), 1);
    m.settings.enabled = true;
    m.data.clock.advance(seconds(60));
    QTRY_COMPARE(m.data.ids("c").size(), 0);
}

void TestTtlMonitor::itStopsWhileSleeping()
{
    Monitored m;
    m.monitor.stop();
    m.data.clock.advance(hours(1));
    QCOMPARE(m.passes(), 0);
}

void TestTtlMonitor::theNextPassIsKnown()
{
    Monitored m;
    QCOMPARE(m.monitor.nextPass()->time_since_epoch().count(),
             (m.data.clock.now() + seconds(60)).time_since_epoch().count());
}

void TestTtlMonitor::aFastClockMakesPassesDueSooner()
{
    EngineData data;
    TtlSettings settings;
    TtlCounters counters;
    base::SystemClock fast(data.clock.now(), 3'600);
    PurgePass pass{*data.catalog, fast, data.log, settings, counters};
    TtlMonitor monitor{pass, fast, data.log, settings};
    const base::Time begun = fast.now();
    monitor.start();
    QTRY_VERIFY(counters.passes >= 3);
    monitor.stop();
    QVERIFY(fast.now() - begun >= seconds(180)); // one a minute of its clock
}

void TestTtlMonitor::settingTheTimeOfDayBackDoesNotStopIt()
{
    EngineData data;
    TtlSettings settings;
    TtlCounters counters;
    SteppingClock clock;
    PurgePass pass{*data.catalog, clock, data.log, settings, counters};
    TtlMonitor monitor{pass, clock, data.log, settings};
    monitor.start();
    clock.millis -= 86'400'000;
    clock.since += 60'000;
    monitor.settingsChanged(); // in place of a minute
    QTRY_COMPARE(counters.passes.load(), 1);
    QTRY_VERIFY(monitor.nextPass() == clock.now() + seconds(60));
}

void TestTtlMonitor::noPassRunsAfterAStepUntilItIsConfirmed()
{
    EngineData data;
    data.addTtlIndex("c", R"({"t":1})", 0);
    TtlSettings settings;
    TtlCounters counters;
    SteppingClock clock;
    data.insert("c", {dated(1, clock.now() + hours(1))});
    engine::expiry::ClockGuard guard(
        clock, [&clock] { return clock.steady(); }, "boot");
    PurgePass pass{*data.catalog, clock, data.log, settings, counters};
    TtlMonitor monitor{pass, clock, data.log, settings};
    monitor.setClockGuard(guard);
    std::atomic<int> sleeps{0};
    monitor.setAfterPass([&sleeps] { ++sleeps; });
    monitor.start();
    const auto sleepOnce = [&] {
        const int before = sleeps;
        clock.millis += 60'000;
        clock.since += 60'000;
        monitor.settingsChanged();
        return QTest::qWaitFor([&] { return sleeps > before; });
    };
    clock.millis += 86'400'000;
    QVERIFY(sleepOnce() && sleepOnce());
    QCOMPARE(counters.passes.load(), 0);
    QCOMPARE(data.ids("c").size(), 1);
    QCOMPARE(data.log.count(9100104), 3); // the warning once, and a line for each sleep

    guard.confirm();
    QVERIFY(sleepOnce());
    QCOMPARE(data.ids("c").size(), 0);

    // without the guard everything is as it was
    data.insert("c", {dated(2, clock.now() + hours(1))});
    settings.clockGuard = false;
    clock.millis += 86'400'000;
    QVERIFY(sleepOnce());
    QCOMPARE(data.ids("c").size(), 0);
    monitor.stop();
}

SANDGLASS_TEST(TestTtlMonitor)
} // namespace tst_expiry_ttl_monitor

#include "tst_expiry_ttl_monitor.moc"
