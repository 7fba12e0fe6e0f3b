// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/clock_guard.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_expiry_clock_guard {

using namespace sandglass;
using engine::expiry::ClockGuard;
using engine::expiry::ClockMark;
using std::chrono::days;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

/// A time of day that steps without a word, as the system's does.
class SteppingClock final : public base::Clock
{
public:
    base::Time now() const override { return time; }
    base::Time time{base::Millis(1'893'456'000'000)};
};

/// A guard, and a computer whose two clocks a test can move.
struct Computer
{
    SteppingClock clock;
    base::Millis sinceBoot{minutes(5)};
    ClockGuard guard = make("first");

    ClockGuard make(const char* bootId)
    {
        return ClockGuard(
            clock, [this] { return sinceBoot; }, bootId);
    }
    void pass(base::Millis by)
    {
        clock.time += by;
        sinceBoot += by;
    }
};

} // namespace

class TestClockGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timeThatPassesIsNoStep();
    void smallCorrectionsAreNoStep();
    void aStepIsNoticedOnce_data();
    void aStepIsNoticedOnce();
    void aStepThatIsTakenBackIsOverAfterTenMinutes();
    void aConfirmedTimeIsBelieved();
    void aClockThatIsMovedOnPurposeIsNoStep();
    void aStepWhileTheEngineIsOffIsNoticed();
    void anotherStartOfTheSystemExplainsTimeThatPassed();
    void aTimeBeforeTheLastRunIsAStep();
    void theMarkIsFromBeforeTheStep();
};

void TestClockGuard::timeThatPassesIsNoStep()
{
    Computer computer;
    for (const base::Millis by :
         {base::Millis(1), base::Millis(seconds(59)), base::Millis(days(400)), base::Millis(0)}) {
        computer.pass(by);
        QVERIFY(!computer.guard.check());
        QVERIFY(!computer.guard.step());
    }
}

void TestClockGuard::smallCorrectionsAreNoStep()
{
    Computer computer;
    for (int n = 0; n < 100; ++n) {
        computer.pass(minutes(1));
        computer.clock.time += seconds(50); // 83 minutes in all
        QVERIFY(!computer.guard.check());
    }
    computer.clock.time -= seconds(60);
    QVERIFY(!computer.guard.check());
}

void TestClockGuard::aStepIsNoticedOnce_data()
{
    QTest::addColumn<qint64>("stepSeconds");
    QTest::newRow("61 s ahead") << qint64{61};
    QTest::newRow("61 s back") << qint64{-61};
    QTest::newRow("60 days ahead") << qint64{60 * 86'400};
    QTest::newRow("to 1970") << qint64{-1'893'456'000};
}

void TestClockGuard::aStepIsNoticedOnce()
{
    QFETCH(qint64, stepSeconds);
    Computer computer;
    computer.pass(minutes(1));
    const base::Millis by = seconds(stepSeconds);
    computer.clock.time += by;
    const auto step = computer.guard.check();
    QVERIFY(step);
    QCOMPARE(step->by.count(), by.count());
    QVERIFY(step->noticed == computer.clock.now());
    computer.pass(days(3));
    QVERIFY(!computer.guard.check());
    QVERIFY(computer.guard.step());
}

void TestClockGuard::aStepThatIsTakenBackIsOverAfterTenMinutes()
{
    Computer computer;
    computer.clock.time += days(1);
    QVERIFY(computer.guard.check());
    computer.pass(minutes(30));
    computer.clock.time -= days(1);
    QVERIFY(!computer.guard.check());
    computer.pass(minutes(9));
    computer.guard.check();
    QVERIFY(computer.guard.step());
    // it steps again before the ten minutes are over
    computer.clock.time += minutes(2);
    computer.guard.check();
    computer.pass(minutes(10));
    computer.clock.time -= minutes(2);
    computer.guard.check();
    QVERIFY(computer.guard.step());
    computer.pass(minutes(10));
    computer.guard.check();
    QVERIFY(!computer.guard.step());
}

void TestClockGuard::aConfirmedTimeIsBelieved()
{
    Computer computer;
    computer.clock.time += days(60);
    QVERIFY(computer.guard.check());
    computer.guard.confirm();
    QVERIFY(!computer.guard.step());
    computer.pass(minutes(1));
    QVERIFY(!computer.guard.check());
    QVERIFY(!computer.guard.step());
}

void TestClockGuard::aClockThatIsMovedOnPurposeIsNoStep()
{
    Computer computer;
    computer.clock.time += days(60);
    computer.guard.follow();
    QVERIFY(!computer.guard.check());
}

void TestClockGuard::aStepWhileTheEngineIsOffIsNoticed()
{
    Computer computer;
    const ClockMark mark = computer.guard.mark();
    computer.pass(days(2));
    ClockGuard honest = computer.make("first");
    honest.resume(mark);
    QVERIFY(!honest.check());

    computer.clock.time += days(60);
    ClockGuard doubting = computer.make("first");
    doubting.resume(mark);
    const auto step = doubting.check();
    QVERIFY(step);
    QVERIFY(step->by == base::Millis(days(60)));
}

void TestClockGuard::anotherStartOfTheSystemExplainsTimeThatPassed()
{
    Computer computer;
    const ClockMark mark = computer.guard.mark();
    computer.clock.time += days(60);
    computer.sinceBoot = minutes(1);
    ClockGuard guard = computer.make("second");
    guard.resume(mark);
    QVERIFY(!guard.check());

    // nor is anything known where the system does not name its starts
    ClockGuard nameless = computer.make("");
    nameless.resume({mark.wall, mark.sinceBoot, ""});
    QVERIFY(!nameless.check());
}

void TestClockGuard::aTimeBeforeTheLastRunIsAStep()
{
    Computer computer;
    computer.pass(days(1));
    const ClockMark mark = computer.guard.mark();
    computer.clock.time -= days(1);
    computer.sinceBoot = minutes(1);
    ClockGuard guard = computer.make("second");
    guard.resume(mark);
    const auto step = guard.check();
    QVERIFY(step);
    QVERIFY(step->by == -base::Millis(days(1)));
}

void TestClockGuard::theMarkIsFromBeforeTheStep()
{
    Computer computer;
    const base::Time before = computer.clock.now();
    computer.clock.time += days(60);
    QVERIFY(computer.guard.check());
    QVERIFY(computer.guard.mark().wall == before);
    // so a start after the step notices it again
    ClockGuard next = computer.make("first");
    next.resume(computer.guard.mark());
    QVERIFY(next.check());
}

SANDGLASS_PLAIN_TEST(TestClockGuard)
} // namespace tst_expiry_clock_guard

#include "tst_expiry_clock_guard.moc"
